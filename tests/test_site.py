"""The site builds without a warning, and the commands on its pages exist."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from babalab.base.errors import BabalabError
from babalab.cli.main import program
from babalab.cli.ui.lazy_commands import load_commands
from support.web import PATIENCE, Troubles, launch_browser

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(?:console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(babalab [^`]+)`")
USAGE_ERROR: Any = typer.BadParameter.__base__  # of Click, or of the copy that Typer has of it


def commands() -> list[tuple[str, str]]:
    """Return every call of the program on a page, with the page."""
    found = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            joined = block.replace("\\\n", " ")
            lines = (line.strip().removeprefix("$ ") for line in joined.splitlines())
            found += [(page.name, line) for line in lines if line.startswith("babalab ")]
    # Most of README's commands are in sentences.
    inline = INLINE.findall(PAGES[0].read_text(encoding="utf-8"))
    return found + [(PAGES[0].name, " ".join(line.split())) for line in inline]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    pytest.importorskip("furo", reason="the extra babalab[docs] is not installed")
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "-b", "html",
         "-d", str(folder / "trees"), str(ROOT / "docs"), str(folder / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_the_site_is_complete(site: Path) -> None:
    reference = site / "reference"
    assert "--iterations" in (reference / "commands" / "evaluate.html").read_text("utf-8")
    assert "Champion" in (reference / "api" / "agents.html").read_text("utf-8")
    rooms = [page for page in (reference / "api").glob("*.html") if page.stem != "index"]
    assert all('class="sig ' in page.read_text("utf-8") for page in rooms)
    assert (site / "searchindex.js").is_file()


def test_pictures_of_levels_lead_to_these_levels(site: Path) -> None:
    dialect = (site / "the-dialect.html").read_text("utf-8")
    links = re.findall(r'<p class="play"><a href="(.*?)#/play/~(.*?)"', dialect)
    maps = re.findall(
        r'babalab play "(.*?)"', (ROOT / "docs" / "the-dialect.md").read_text("utf-8")
    )
    assert [level for _, level in links] == maps
    assert {page for page, _ in links} == {"page/index.html"}
    assert (site / "page" / "index.html").is_file()
    ((_, level),) = re.findall(
        r'<p class="play"><a href="(.*?)#/play/(.*?)"', (site / "index.html").read_text("utf-8")
    )
    name, _, id_ = level.partition("/")
    pack = json.loads((site / "page" / "data" / "packs" / f"{name}.json").read_text("utf-8"))
    assert id_ in [each["id"] for each in pack["levels"]]


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site on a plain server of files, as of any host."""
    handler = partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("name", ["the-dialect.html#push", "index.html"])
def test_a_level_is_played_in_place_of_its_picture(name: str, address: str) -> None:
    with launch_browser() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        troubles = Troubles(address)
        troubles.watch(page.context)
        page.goto(address + name)
        place = page.locator("#push" if "#" in name else ".hero")
        link = place.locator("p.play > a").first
        picture = place.locator("img").first
        link.focus()
        page.keyboard.press("Enter")
        frame = place.frame_locator("iframe.playing")
        frame.locator("html[data-ready=play]").wait_for(state="attached")
        assert not picture.is_visible()
        assert place.locator("iframe").get_attribute("title") == picture.get_attribute("alt")
        place.get_by_role("button", name="Close the level").press("Enter")
        assert picture.is_visible()
        assert place.locator("iframe").count() == 0
        assert link.evaluate("each => each === document.activeElement")
        assert not troubles.found


def test_without_scripts_the_link_leads_to_the_page(address: str) -> None:
    with launch_browser() as browser:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(f"{address}the-dialect.html")
        page.locator("#push p.play > a").click()
        assert "/page/index.html#/play/~" in page.url


def test_there_are_commands_on_pages() -> None:
    assert len(commands()) > 60


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_on_a_page_exists(page: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse it as the program would, up to the point where it would run."""
    # --install-completion writes into the user's home as soon as it is parsed.
    monkeypatch.setattr(typer.completion, "install", lambda **_: ("bash", Path("nowhere")))
    words = shlex.split(line, comments=True)[1:]
    for end in ("|", ">", ">>", "&&", ";"):
        words = words[: words.index(end)] if end in words else words
    command: Any = program()
    while isinstance(command, TyperGroup) and words and not words[0].startswith("-"):
        inner = dict(load_commands(command)).get(words[0])
        assert inner is not None, f"{page}: {line}: there is no command {words[0]!r}"
        command, words = inner, words[1:]
    try:
        command.make_context("babalab", list(words))
    except (typer.Exit, SystemExit, BabalabError):
        pass  # of --help and others that do something at once; files that are not here
    except USAGE_ERROR as error:
        pytest.fail(f"{page}: {line}: {error.format_message()}")
