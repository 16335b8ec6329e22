"""The server: right types, safe headers, compressed where it pays, nothing but reading."""

from __future__ import annotations

import gzip
import os
import re
import socket
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from babalab.base.errors import MissingExtraError
from babalab.web import Site, SiteError, make_app

pytest.importorskip("uvicorn", reason="the extra babalab[web] is not installed")

from babalab.web import serving

TYPES = {
    "": "text/html; charset=utf-8",
    "app/main.js": "text/javascript; charset=utf-8",
    "service-worker.js": "text/javascript; charset=utf-8",
    "css/base.css": "text/css; charset=utf-8",
    "data/packs.json": "application/json",
    "manifest.webmanifest": "application/manifest+json",
    "sprites.png": "image/png",
    "babalab/babalab.wasm": "application/wasm",
}


def ask(address: str, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    place = urlsplit(address)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=15)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"/{path}", headers=named)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


@pytest.mark.parametrize("path", TYPES)
def test_a_file(path: str, site: Site, site_url: str) -> None:
    response, content = ask(site_url, path)
    assert response.status == 200
    assert response.headers["content-type"] == TYPES[path]
    assert content == site.files[path or "index.html"]
    assert response.headers["content-encoding"] is None


def test_all_files(site: Site, site_url: str) -> None:
    for path, content in site.files.items():
        response, received = ask(site_url, path, Accept_Encoding="br, gzip;q=0.8")
        if response.headers["content-encoding"] == "gzip":
            assert len(received) < len(content)
            received = gzip.decompress(received)
        else:
            assert len(gzip.compress(content)) > 0.9 * len(content), path
        assert received == content


@pytest.mark.parametrize("wish", ["", "br", "gzip;q=0", "identity"])
def test_who_can_not_unpack_gets_it_plain(wish: str, site: Site, site_url: str) -> None:
    response, content = ask(site_url, "css/base.css", Accept_Encoding=wish)
    assert response.headers["content-encoding"] is None
    assert response.headers["vary"] == "Accept-Encoding"
    assert content == site.files["css/base.css"]


@pytest.mark.parametrize("path", ["", "workers/thinker.js", "nowhere"])
def test_headers(path: str, site_url: str) -> None:
    response, _ = ask(site_url, path)
    policy = dict(
        each.split(" ", 1) for each in response.headers["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "*"
    assert "unsafe-inline" not in str(policy)
    assert "unsafe-eval" not in str(policy).replace("wasm-unsafe-eval", "")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert "x-frame-options" not in response.headers
    assert "server" not in response.headers


def test_only_what_has_a_policy_of_its_own_is_sent_one(site: Site, site_url: str) -> None:
    """A policy in each of a hundred modules would be a seventh of all that the page loads."""
    sent = {path for path in site.files if path.endswith((".html", ".js")) and
            ask(site_url, path)[0].headers["content-security-policy"]}  # fmt: skip
    workers = {"service-worker.js"}
    for path, content in site.files.items():
        if path.endswith(".js"):
            for name in re.findall(r"new Worker\(new URL\(\"(.*?)\"", content.decode()):
                workers.add(os.path.normpath(f"{path}/../{name}"))
    assert len(workers) > 2
    assert workers | {"index.html"} <= sent
    assert "app/main.js" not in sent


def test_the_policy_of_the_file_is_no_laxer(site_url: str) -> None:
    """Static hosts send no header; there the element in the file counts."""
    response, content = ask(site_url, "")
    header = response.headers["content-security-policy"]
    within = content.decode().partition('Content-Security-Policy" content="')[2].partition('"')[0]
    assert {*within.split("; ")} <= {*header.split("; ")}


def test_what_is_known_is_not_sent_again(site_url: str) -> None:
    first, content = ask(site_url, "app/main.js")
    tag = first.headers["etag"]
    again, nothing = ask(site_url, "app/main.js", If_None_Match=f'W/"other", {tag}')
    assert (again.status, nothing) == (304, b"")
    assert again.headers["etag"] == tag
    changed, whole = ask(site_url, "app/main.js", If_None_Match='W/"other"')
    assert (changed.status, whole) == (200, content)
    assert first.headers["cache-control"] == "no-cache"


def test_only_reading(site_url: str) -> None:
    head, nothing = ask(site_url, "app/main.js", "HEAD")
    _, content = ask(site_url, "app/main.js")
    assert (head.status, nothing) == (200, b"")
    assert int(head.headers["content-length"]) == len(content)
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert ask(site_url, "app/main.js", method)[0].status == 405


@pytest.mark.parametrize(
    "path",
    ["nowhere", "app", "app/", "../site.py", "%2e%2e/site.py", "app//main.js", "index.html/",
     "docs", "openapi.json", "a%00b", "%ff"],
)  # fmt: skip
def test_there_is_nothing_else(path: str, site_url: str) -> None:
    response, content = ask(site_url, path)
    assert response.status == 404
    assert response.headers["content-type"].startswith("text/html")
    assert b'<a href="/">' in content


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(MissingExtraError, match=r"babalab\[web\]"):
        make_app(Site({}))


# ---------------------------------------------------------------- ports


def test_the_first_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving.open_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with serving.open_port("127.0.0.1", None) as found:
            assert found.getsockname()[1] != port
            with socket.create_connection(found.getsockname(), timeout=15):
                pass
        with pytest.raises(SiteError, match=f"127.0.0.1:{port}; name another port"):
            serving.open_port("127.0.0.1", port)
        monkeypatch.setattr(serving, "PORTS_TRIED", 1)
        with serving.open_port("127.0.0.1", None) as found:
            assert found.getsockname()[1] != port


def test_no_such_host() -> None:
    with pytest.raises(SiteError, match="there is no host"):
        serving.open_port("no such host", 0)
    with pytest.raises(SiteError, match=r"192\.0\.2\.1"):  # of nobody's, for documentation
        serving.open_port("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:"),
        ("0.0.0.0", "http://localhost:"),
        ("::1", "http://[::1]:"),
    ],
)
def test_addresses(host: str, address: str) -> None:
    try:
        listening = serving.open_port(host, 0)
    except SiteError:
        pytest.skip(f"this machine does not know {host}")
    with listening:
        assert serving.format_address(host, listening).startswith(address)
