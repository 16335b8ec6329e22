"""The site builds without a warning, and the commands on its pages exist."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from babalab.base.errors import BabalabError
from babalab.cli.main import program
from babalab.cli.ui.lazy_commands import load_commands

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


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("furo", reason="the extra babalab[docs] is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "-b", "html",
         "-d", str(tmp_path / "trees"), str(ROOT / "docs"), str(tmp_path / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    reference = tmp_path / "site" / "reference"
    assert "--iterations" in (reference / "commands" / "evaluate.html").read_text("utf-8")
    assert "Champion" in (reference / "api" / "agents.html").read_text("utf-8")
    rooms = [page for page in (reference / "api").glob("*.html") if page.stem != "index"]
    assert all('class="sig ' in page.read_text("utf-8") for page in rooms)
    assert (tmp_path / "site" / "searchindex.js").is_file()
    check_levels_to_play(tmp_path / "site")


def check_levels_to_play(site: Path) -> None:
    """Pictures of levels have links to the page, which is there, each with the level shown."""
    assert (site / "page" / "index.html").is_file()
    dialect = (site / "the-dialect.html").read_text("utf-8")
    links = re.findall(r'<p class="play"><a href="(.*?)#/play/~(.*?)"', dialect)
    maps = re.findall(
        r'babalab play "(.*?)"', (ROOT / "docs" / "the-dialect.md").read_text("utf-8")
    )
    assert [level for _, level in links] == maps
    assert {page for page, _ in links} == {"page/index.html"}
    ((_, level),) = re.findall(
        r'<p class="play"><a href="(.*?)#/play/(.*?)"', (site / "index.html").read_text("utf-8")
    )
    name, _, id_ = level.partition("/")
    pack = json.loads((site / "page" / "data" / "packs" / f"{name}.json").read_text("utf-8"))
    assert id_ in [each["id"] for each in pack["levels"]]


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
