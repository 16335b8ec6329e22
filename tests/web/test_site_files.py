"""The site as files: complete, known by digests, asking nobody else, and written safely."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath

import pytest

from babalab.web import Site, SiteError, make_site, site_folder, write_site
from babalab.web.site import NOT_SERVED, media_type_of

PAGE = Path(__file__).parents[2] / "src" / "babalab" / "web" / "page"
IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\("([^"]+)"\)"""
    r"""|\bnew URL\("(\.[^"]+)",\s*import\.meta\.url\)""",
    re.MULTILINE,
)
LINKED = re.compile(r'(?:href|src)="([^"#?]+)"')
IN_STYLES = re.compile(r"""url\(["']?([^"')]+)|@import\s+["']([^"']+)""")
LOADED_FROM_ELSEWHERE = re.compile(
    r"""(?:fetch|import|Worker|importScripts|WebSocket|EventSource|sendBeacon|Request)\(\s*["'`](?:https?:)?//"""
    r"""|(?:src|href|action|poster)\s*=\s*["']?(?:https?:)?//|\bfrom\s+["'](?:https?:)?//"""
    r"""|url\(["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
)


def test_every_file_of_the_page_is_there(site: Site) -> None:
    for file in PAGE.rglob("*"):
        path = file.relative_to(PAGE).as_posix()
        if file.is_file() and file.name not in NOT_SERVED and file.suffix != ".md":
            assert path in site.files
            if path != "service-worker.js":
                assert site.files[path] == file.read_bytes()
    made = {path for path in site.files if not (PAGE / path).exists()}
    assert {"sprites.png", "sprites.json", "data/packs.json"} <= made
    assert all(path.startswith(("data/", "icons/", "sprites.")) for path in made)
    assert all(media_type_of(path) for path in site.files)


def find_references(site: Site) -> Iterator[tuple[str, str]]:
    """Yield every file that another names, with the file that names it."""
    for path, content in site.files.items():
        found: list[str] = []
        folder = PurePosixPath(path).parent
        if path.endswith(".js"):
            text = content.decode()
            found = [next(filter(None, groups)) for groups in IMPORT.findall(text)]
        elif path.endswith(".html"):
            found = LINKED.findall(content.decode())
        elif path.endswith(".css"):
            found = ["".join(groups) for groups in IN_STYLES.findall(content.decode())]
        elif path.endswith(".webmanifest"):
            found = [each["src"] for each in json.loads(content)["icons"]]
        for each in found:
            if not each.startswith(("data:", "node:")):
                yield path, normpath(str(folder / each))


def test_what_files_name_is_there(site: Site) -> None:
    references = list(find_references(site))
    assert ("index.html", "app/main.js") in references
    assert ("manifest.webmanifest", "icons/icon-512.png") in references
    missing = [(path, named) for path, named in references if named not in site.files]
    assert not missing


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    for path, content in site.files.items():
        if path.endswith((".js", ".css", ".html", ".webmanifest", ".json", ".svg")):
            assert not LOADED_FROM_ELSEWHERE.search(content.decode()), path


def test_nothing_needs_what_the_policy_forbids(site: Site) -> None:
    for path, content in site.files.items():
        if path.endswith(".html"):
            text = content.decode()
            assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text), path
            assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
            assert "unsafe-inline" not in text
            assert "Content-Security-Policy" in text


def test_the_service_worker_knows_all_files(site: Site) -> None:
    first, _, rest = site.files["service-worker.js"].decode().partition("\n")
    assert rest == (PAGE / "service-worker.js").read_text(encoding="utf-8")
    listed = json.loads(first.removeprefix("self.SITE = ").removesuffix(";"))
    others = {path: content for path, content in site.files.items() if path != "service-worker.js"}
    assert listed["files"] == {
        path: hashlib.sha256(content).hexdigest()[:16] for path, content in others.items()
    }
    assert listed["version"] == Site(others).version


def test_the_version_is_that_of_the_content(site: Site) -> None:
    assert make_site([]).version == make_site([]).version != site.version
    changed = Site({**site.files, "index.html": b""})
    assert changed.version != site.version


# ---------------------------------------------------------------- in a folder

SMALL = Site({"index.html": b"one", "app/main.js": b"1", "app/old/x.js": b"x",
              "service-worker.js": b"w"})  # fmt: skip
NEXT = Site({"index.html": b"two", "app/main.js": b"2", "service-worker.js": b"v"})


def read(folder: Path) -> dict[str, bytes]:
    files = {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file()
    }
    files.pop(site_folder.LISTING, None)
    return files


def test_a_site_is_written_and_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "to" / "site"
    assert write_site(SMALL, folder) == []
    assert read(folder) == SMALL.files
    (folder / "CNAME").write_bytes(b"mine")
    assert write_site(NEXT, folder) == ["app/old/x.js"]
    assert read(folder) == {**NEXT.files, "CNAME": b"mine"}
    assert not (folder / "app" / "old").exists()


def test_the_whole_site(site: Site, tmp_path: Path) -> None:
    write_site(site, tmp_path)
    assert read(tmp_path) == site.files


def test_folders_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"theirs")
    with pytest.raises(SiteError, match="no site of babalab's"):
        write_site(SMALL, tmp_path)
    assert read(tmp_path) == {"index.html": b"theirs"}
    with pytest.raises(SiteError, match="it is a file"):
        write_site(SMALL, tmp_path / "index.html")
    with pytest.raises(SiteError, match=r"index\.html"):
        write_site(SMALL, tmp_path / "index.html" / "site")


@pytest.mark.parametrize(
    "listing",
    ["", "[]", "{}", '{"files": 1}', '{"files": [1]}', '{"files": ["../x"]}', '{"files": ["/x"]}',
     '{"files": ["a/../../x"]}', '{"files": ["C:\\\\x"]}', "[" * 100_000],
)  # fmt: skip
def test_a_listing_that_is_not_ours(listing: str, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "x").write_bytes(b"theirs")
    (folder / site_folder.LISTING).write_text(listing)
    with pytest.raises(SiteError, match="no site of babalab's"):
        write_site(SMALL, folder)
    assert (tmp_path / "x").read_bytes() == b"theirs"


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("where", ["write_bytes", "replace"])
def test_an_interrupted_run_leaves_a_whole_site(
    at: int, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(SMALL, tmp_path)
    real, calls = getattr(Path, where), []

    def interrupt(self: Path, *arguments: object) -> object:
        calls.append(self)
        if len(calls) - 1 == at:
            raise KeyboardInterrupt
        return real(self, *arguments)

    monkeypatch.setattr(Path, where, interrupt)
    interrupted = False
    try:
        write_site(NEXT, tmp_path)
    except KeyboardInterrupt:
        interrupted = True
    monkeypatch.undo()
    assert interrupted == (at < len(NEXT.files) + 1)
    assert read(tmp_path) in (SMALL.files, NEXT.files)
    assert not list(tmp_path.glob(".babalab*"))
    write_site(NEXT, tmp_path)
    assert read(tmp_path) == NEXT.files


def test_a_killed_run_can_be_repeated(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys; from babalab.web import Site, write_site\n"
        "pathlib.Path.replace = lambda *_: os._exit(9)\n"
        "write_site(Site({'index.html': b'', 'a/b': b''}), pathlib.Path(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == 9
    assert read(tmp_path)
    write_site(SMALL, tmp_path)
    assert read(tmp_path) == SMALL.files
