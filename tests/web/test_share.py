"""Sharing in a browser: links in a fresh profile, pictures, texts, the code of a frame."""

from __future__ import annotations

import json
import struct
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from babalab.web import Site
from support.web import find_violations, wait_for

ADDRESS = "first-steps/say-it"
MOVES = "rdd"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"


@pytest.fixture
def line(site: Site) -> str:
    pack = json.loads(site.files["data/packs/first-steps.json"])
    found: str = next(each["line"] for each in pack["levels"] if each["id"] == "say-it")
    return found


def open_dialog(page: Any, address: str = f"{ADDRESS}@{MOVES}") -> Any:
    """Open the dialog in a play, and return it."""
    page.goto(f"#/play/{address}")
    page.wait_for_selector("html[data-ready=play]")
    page.locator("[data-command=share]").click()
    dialog = page.locator("dialog.share")
    dialog.wait_for()
    return dialog


def board_of(page: Any) -> str:
    """Return what screen readers are told of the board."""
    wait_for(page, "document.querySelectorAll('.board-frame td').length > 0")
    found: str = page.locator(".board-frame table").text_content()
    return found


def read_clipboard(page: Any) -> str:
    found: str = page.evaluate("navigator.clipboard.readText()")
    return found


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_link_shows_the_same_position_in_a_fresh_profile(new_page: Any) -> None:
    page = new_page()
    link = open_dialog(page).locator("[data-test=link]").input_value()
    board = board_of(page)
    start = new_page()
    start.goto(f"#/play/{ADDRESS}")
    assert board_of(start) != board
    other = new_page()
    other.goto(link)
    other.wait_for_selector("html[data-ready=play]")
    assert board_of(other) == board
    # Without the moves it is the level from its start.
    page.locator("[data-test=with-moves]").uncheck()
    wait_for(page, f"document.querySelector('[data-test=link]').value !== {link!r}")
    shorter = page.locator("[data-test=link]").input_value()
    third = new_page()
    third.goto(shorter)
    third.wait_for_selector("html[data-ready=play]")
    assert board_of(third) == board_of(start)


def test_everything_can_be_copied(new_page: Any, line: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    dialog = open_dialog(page)
    status = dialog.locator("[role=status]")

    def copy(name: str) -> str:
        dialog.locator(f"[data-test={name}]").click()
        wait_for(page, f"document.querySelector('[data-test={name}].done') !== null")
        assert status.inner_text().startswith("Copied")
        return read_clipboard(page)

    assert copy("copy-link") == dialog.locator("[data-test=link]").input_value()
    assert copy("copy-map") == line.replace("/", "\n")
    assert copy("copy-line") == f"{line}@{MOVES}"
    assert copy("copy-moves") == MOVES
    dialog.locator("summary").click()
    assert copy("copy-code") == dialog.locator("[data-test=embed-code]").input_value()
    dialog.locator("[data-test=copy-picture]").click()
    wait_for(page, "document.querySelector('[data-test=copy-picture].done') !== null")
    kinds = page.evaluate("navigator.clipboard.read().then(all => all.flatMap(each => each.types))")
    assert kinds == ["image/png"]


def test_where_copying_is_refused_the_text_is_selected(page: Any, line: str) -> None:
    page.add_init_script(NO_CLIPBOARD)
    dialog = open_dialog(page)
    selected = "document.getSelection().toString()"
    dialog.locator("[data-test=copy-link]").click()
    wait_for(page, f"{selected}.startsWith('http')")
    assert page.evaluate(selected) == dialog.locator("[data-test=link]").input_value()
    dialog.locator("[data-test=copy-map]").click()
    wait_for(page, f"{selected}.startsWith('_')")
    assert page.evaluate(selected) == line.replace("/", "\n")
    assert "Ctrl+C" in dialog.locator("[role=status]").inner_text()


def test_the_picture_has_whole_sprites(page: Any, line: str, tmp_path: Path) -> None:
    dialog = open_dialog(page)
    with page.expect_download() as coming:
        dialog.locator("[data-test=save-picture]").click()
    assert coming.value.suggested_filename == "just-say-it.png"
    coming.value.save_as(tmp_path / "level.png")
    rows = line.split("/")
    side = 4 * 16
    assert size_of((tmp_path / "level.png").read_bytes()) == (side * len(rows[0]), side * len(rows))


def test_a_picture_of_the_largest_level_is_no_larger_than_forums_take(
    page: Any, tmp_path: Path
) -> None:
    rows = ["_" * 64, *("_" + "." * 62 + "_",) * 62, "_" * 64]
    dialog = open_dialog(page, f"~{'/'.join(rows)}")
    with page.expect_download() as coming:
        dialog.locator("[data-test=save-picture]").click()
    coming.value.save_as(tmp_path / "level.png")
    assert size_of((tmp_path / "level.png").read_bytes()) == (1024, 1024)


class FrameReader(HTMLParser):
    attributes: dict[str, str | None]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "iframe"
        self.attributes = dict(attrs)


def test_the_code_of_a_frame_shows_the_level_without_navigation(new_page: Any) -> None:
    page = new_page()
    dialog = open_dialog(page)
    board = board_of(page)
    dialog.locator("summary").click()
    reader = FrameReader()
    reader.feed(dialog.locator("[data-test=embed-code]").input_value())
    found = reader.attributes
    assert found["title"] == "Just Say It, a level to play"
    width, height = int(found["width"] or 0), int(found["height"] or 0)
    other = new_page(viewport={"width": width, "height": height})
    other.goto(found["src"])
    other.wait_for_selector("html[data-ready=play]")
    assert board_of(other) == board
    assert other.locator("header.top").is_hidden()
    # All of it is seen.
    assert other.evaluate("document.documentElement.scrollWidth") <= width
    assert other.evaluate("document.documentElement.scrollHeight") <= height
    # The same in the dialog.
    dialog.locator("[data-test=preview]").click()
    inside = page.frame_locator(".share-preview iframe")
    inside.locator(".board canvas").wait_for()


def test_the_dialog_can_be_used_by_keys_alone(page: Any) -> None:
    page.goto(f"#/analyse/{ADDRESS}@{MOVES}")
    page.wait_for_selector("html[data-ready=analyse]")
    page.keyboard.press("x")
    page.locator("dialog.share").wait_for()
    wait_for(page, "document.activeElement.dataset.test === 'copy-link'")
    assert not find_violations(page)
    page.keyboard.press("ArrowLeft")  # no move of the level behind it
    page.keyboard.press("Escape")
    page.locator("dialog.share").wait_for(state="detached")
    assert page.locator("[role=treeitem]").count() == len(MOVES) + 1


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_a_phone(new_page: Any, theme: str) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=theme, has_touch=True)
    dialog = open_dialog(page)
    dialog.locator("summary").click()
    assert not find_violations(page)
