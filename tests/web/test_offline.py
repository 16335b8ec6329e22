"""The service worker in a browser: the page without a network, and new versions of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from babalab.web import Site
from babalab.web.site import put_together
from support.web import PATIENCE, launch_browser, serve, wait_for

PAGE = Path(__file__).parents[2] / "src" / "babalab" / "web" / "page"
SMALL = {
    "index.html": b'<!doctype html><title>small</title><p id="told">nothing</p>'
    b'<script type="module" src="app/main.js"></script>',
    "app/main.js": b"""
        import { registerServiceWorker } from "./offline.js";
        import { version } from "./version.js";
        document.getElementById("told").textContent = version;
        registerServiceWorker((use) => { window.useNewVersion = use; });
    """,
    "app/offline.js": (PAGE / "app" / "offline.js").read_bytes(),
    "service-worker.js": (PAGE / "service-worker.js").read_bytes(),
    "data/large.json": b"[" + b"0," * 10_000 + b"0]",
}


def make_small_site(version: str) -> Site:
    """Return a page with our service worker that says which version it is."""
    files = {**SMALL, "app/version.js": f'export const version = "{version}";'.encode()}
    return put_together(files)


@pytest.fixture(scope="module")
def browser() -> Any:
    with launch_browser() as found:
        yield found


@pytest.fixture
def page(browser: Any) -> Any:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def wait_for_worker(page: Any) -> None:
    """Wait until the service worker has all files and answers for the page."""
    wait_for(page, "navigator.serviceWorker.controller?.state === 'activated'")


def read_version(page: Any) -> str:
    return str(page.text_content("#told"))


def list_kept(page: Any) -> Mapping[str, str]:
    """Return what the worker has kept: the version of each path."""
    urls = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) => "
        "(await (await caches.open(name)).keys()).map((each) => each.url)))).flat()"
    )
    parts = [urlsplit(url) for url in urls]
    assert len({part.path for part in parts}) == len(parts), "two versions of a file"
    return {part.path[1:]: part.query for part in parts}


def test_without_a_network_the_page_is_there(page: Any) -> None:
    site = make_small_site("one")
    with serve(site) as address:
        page.goto(address)
        wait_for_worker(page)
        expected = {k: v for k, v in site.digests.items() if k != "service-worker.js"}
        assert list_kept(page) == expected
    # The server is gone.
    for path in ("", "index.html?embed#/play/x", "no/such/place"):
        page.goto(address + path)
        wait_for(page, "document.getElementById('told').textContent === 'one'")
    assert page.evaluate("fetch('/data/large.json').then((each) => each.json())")[0] == 0
    assert page.evaluate("fetch('/elsewhere.json').then(() => '', () => 'fails')") == "fails"


def test_a_new_version_waits_until_it_is_wanted(page: Any) -> None:
    with serve(make_small_site("one")) as address:
        page.goto(address)
        wait_for_worker(page)
    port = urlsplit(address).port or 0
    second = make_small_site("two")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    with serve(second, port):
        page.reload()
        assert read_version(page) == "one"
        wait_for(page, "window.useNewVersion !== undefined")
        page.reload()
        assert read_version(page) == "one", "a reload is no wish for another version"
        wait_for(page, "window.useNewVersion !== undefined")
        with page.expect_navigation():
            page.evaluate("window.useNewVersion()")
        wait_for(page, "document.getElementById('told').textContent === 'two'")
        wait_for(
            page,
            "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length"
            f" === {len(second.files) - 1})",
        )
        assert list_kept(page)["app/version.js"] == second.digests["app/version.js"]
        by_worker = [each for each in asked if each == "data/large.json"]
        assert not by_worker, "what has not changed is not loaded again"
    page.reload()
    assert read_version(page) == "two"


def test_a_site_that_is_half_uploaded_is_not_taken(page: Any) -> None:
    with serve(make_small_site("one")) as address:
        page.goto(address)
        wait_for_worker(page)
    port = urlsplit(address).port or 0
    whole = make_small_site("two")
    torn = Site({**whole.files, "app/version.js": make_small_site("one").files["app/version.js"]})
    with serve(torn, port):
        fate = page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.getRegistration();
                const worker = (await registration.update()).installing;
                return new Promise((resolve) => {
                    const tell = () => worker.state !== "installing" && resolve(worker.state);
                    worker.addEventListener("statechange", tell);
                    tell();
                });
            }"""
        )
        assert fate == "redundant"
        page.reload()
        assert read_version(page) == "one"
        assert page.evaluate("window.useNewVersion === undefined")
    assert page.reload() is not None
    assert read_version(page) == "one"
