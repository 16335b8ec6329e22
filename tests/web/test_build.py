"""Building levels in a browser: by pointer, by keys and by touch; drafts, files, the judge."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from babalab import Level
from babalab.agents import Verdict, solve
from babalab.agents.shortest import Shortest
from babalab.levels import load_level, read_levels, validate_text
from support.web import find_violations

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
EMPTY = "_" * 12 + "/" + "/".join(["_" + "." * 10 + "_"] * 7) + "/" + "_" * 12
BLANK_5 = "......./......./......./......./......."

Cell = tuple[int, int]


def open_build(page: Any, address: str = "") -> None:
    page.goto(f"#/build{address}")
    page.wait_for_selector("html[data-ready=build]")


def open_map(page: Any, line: str) -> None:
    """Edit a copy of this map."""
    open_build(page, f"/~{line}")
    wait_for_map(page, line)


def wait_for_map(page: Any, line: str) -> None:
    """Wait until the draft that is kept is this map."""
    page.wait_for_function(
        """line => {
          const key = JSON.parse(localStorage.getItem("babalab.draft-last"));
          const kept = JSON.parse(localStorage.getItem(`babalab.draft.${key}`));
          return kept?.content.rows.join("/") === line;
        }""",
        arg=line,
    )


def read_drafts(page: Any) -> list[dict[str, Any]]:
    kept = page.evaluate("({...localStorage})")
    return [
        json.loads(text)["content"]
        for key, text in kept.items()
        if key.startswith("babalab.draft.")
    ]


def wait_for_verdict(page: Any, text: str) -> None:
    page.wait_for_function(
        "text => document.querySelector('[data-test=verdict]').textContent.includes(text)", arg=text
    )


def wait_for_text(page: Any, selector: str, text: str) -> None:
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector).textContent === text",
        arg=[selector, text],
    )


def listen(page: Any) -> None:
    """Keep what is said to screen readers: the next thing that is said replaces it."""
    page.evaluate(
        """() => {
          window.told = [];
          const region = document.querySelector("#announcements");
          new MutationObserver(() => window.told.push(region.textContent)).observe(region, {
            childList: true,
            characterData: true,
            subtree: true,
          });
        }"""
    )


def wait_for_announcement(page: Any, part: str) -> None:
    page.wait_for_function("part => window.told.some(text => text.includes(part))", arg=part)


def place_of(page: Any, cell: Cell, line: str) -> tuple[float, float]:
    """The middle of a cell in the window."""
    rows = line.split("/")
    box = page.locator(".build-frame canvas").bounding_box()
    row, column = cell
    return (
        box["x"] + (column + 0.5) * box["width"] / len(rows[0]),
        box["y"] + (row + 0.5) * box["height"] / len(rows),
    )


def choose(page: Any, piece: str) -> None:
    page.click(f'.build-tiles [data-piece="{piece}"]')


def click(page: Any, cell: Cell, line: str, **options: Any) -> None:
    page.mouse.click(*place_of(page, cell, line), **options)


def drag(page: Any, way: Iterable[Cell], line: str, button: str = "left") -> None:
    first, *others = (place_of(page, cell, line) for cell in way)
    page.mouse.move(*first)
    page.mouse.down(button=button)
    for place in others:
        page.mouse.move(*place, steps=6)
    page.mouse.up(button=button)


def test_a_level_built_by_pointer_is_solvable_and_then_provably_not(page: Any) -> None:
    open_build(page)
    page.click("[data-order=new]")
    page.click("[data-template=empty]")
    wait_for_map(page, EMPTY)
    wait_for_verdict(page, "can't be won")
    placed: list[tuple[str, list[Cell]]] = [
        ("B", [(1, 1)]), ("1", [(1, 2), (1, 8)]), ("2", [(1, 3)]), ("F", [(1, 7)]), ("3", [(1, 9)]),
        ("b", [(4, 2)]), ("f", [(4, 8)]),
    ]  # fmt: skip
    for piece, cells in placed:
        choose(page, piece)
        for cell in cells:
            click(page, cell, EMPTY)
    line = (
        "____________/_B12...F13._/_.........._/_.........._/_.b.....f.._/"
        "_.........._/_.........._/_.........._/____________"
    )
    wait_for_map(page, line)
    best = str(solve(Level.parse(line), Shortest(), seconds=30).solution)
    wait_for_verdict(page, f"Shortest solution: {len(best)} moves")
    page.wait_for_selector(".build-strip canvas")
    # A wall around the flag, and WALL IS STOP in a corner.
    choose(page, "w")
    page.click("[data-tool=rectangle]")
    drag(page, [(3, 7), (5, 9)], line)
    page.click("[data-tool=pencil]")
    for piece, cell in [("W", (7, 1)), ("1", (7, 2)), ("6", (7, 3))]:
        choose(page, piece)
        click(page, cell, line)
    walled = (
        "____________/_B12...F13._/_.........._/_......www._/_.b....wfw._/"
        "_......www._/_.........._/_W16......._/____________"
    )
    wait_for_map(page, walled)
    assert solve(Level.parse(walled), Shortest(), seconds=30).verdict is Verdict.UNSOLVABLE
    wait_for_verdict(page, "Proved: it can't be won")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    wait_for_verdict(page, f"Shortest solution: {len(best)} moves")


def test_every_tool_and_undo(page: Any) -> None:
    open_map(page, BLANK_5)
    lines = [BLANK_5]

    def expect(line: str) -> None:
        wait_for_map(page, line)
        lines.append(line)

    choose(page, "w")
    drag(page, [(0, 0), (0, 3), (3, 3)], BLANK_5)
    expect("wwww.../...w.../...w.../...w.../.......")
    drag(page, [(0, 0), (0, 1)], BLANK_5, button="right")
    expect("..ww.../...w.../...w.../...w.../.......")
    page.keyboard.press("l")
    drag(page, [(4, 0), (2, 2)], BLANK_5)
    expect("..ww.../...w.../..ww.../.w.w.../w......")
    page.keyboard.press("r")
    choose(page, "k")
    drag(page, [(0, 4), (2, 6)], BLANK_5)
    expect("..wwkkk/...wk.k/..wwkkk/.w.w.../w......")
    page.keyboard.press("f")
    choose(page, "g")
    click(page, (1, 0), BLANK_5)
    expect("ggwwkkk/gggwk.k/ggwwkkk/gw.w.../w......")
    page.keyboard.down("Alt")
    click(page, (0, 4), BLANK_5)
    page.keyboard.up("Alt")
    page.keyboard.press("b")
    click(page, (4, 6), BLANK_5)
    expect("ggwwkkk/gggwk.k/ggwwkkk/gw.w.../w.....k")
    page.keyboard.press("s")
    drag(page, [(0, 4), (2, 6)], BLANK_5)
    drag(page, [(1, 5), (3, 5)], BLANK_5)  # what it covers comes back when it goes on
    expect("ggww.../gggw.../ggwwkkk/gw.wk.k/w...kkk")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect("...wwgg/...wggg/kkkwwgg/k.kw.wg/kkk...w")
    page.keyboard.press("]")
    expect(turn(lines[-1]))
    # What is not ended yet is taken back by itself, and what is done meanwhile stays done.
    page.keyboard.press("e")
    start = place_of(page, (2, 3), lines[-1])
    for key in ("Control+z", "h"):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0], start[1] + 60, steps=3)
        page.keyboard.press(key)
        page.mouse.move(start[0], start[1] + 90, steps=3)
        page.mouse.up()
    expect("/".join(row[::-1] for row in lines[-1].split("/")))
    # A gesture is one step; the selection was moved once.
    for _ in lines[1:]:
        page.keyboard.press("Control+z")
    wait_for_map(page, BLANK_5)
    assert page.get_attribute("[data-order=undo]", "aria-disabled") == "true"
    for _ in lines[1:]:
        page.keyboard.press("Control+Shift+z")
    wait_for_map(page, lines[-1])


def turn(line: str) -> str:
    """A quarter to the right."""
    return "/".join("".join(column) for column in zip(*reversed(line.split("/")), strict=True))


def test_editing_by_keyboard_alone(page: Any) -> None:
    open_map(page, "_________/_......._/_......._/_......._/_________")
    listen(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    wait_for_announcement(page, "row 2, column 2: empty")
    assert page.evaluate("document.activeElement.matches('.board:focus-visible')")
    page.keyboard.press("t")  # letters of the dialect go where the cursor is
    page.keyboard.type("B12 F13\nb  .  f")
    wait_for_map(page, "_________/_B12.F13_/_b.....f_/_......._/_________")
    wait_for_verdict(page, "Shortest solution: 6 moves")
    page.keyboard.press("Escape")
    # A line by Enter at both ends, of a piece found by its name.
    page.keyboard.press("/")
    page.keyboard.type("rock")
    page.keyboard.press("Enter")
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("Enter")
    wait_for_map(page, "_________/_B12.F13_/_b.....f_/_rrrrrr._/_________")
    wait_for_announcement(page, "row 4, column 7: rock")
    # Select with Shift, move, copy.
    page.keyboard.press("Shift+ArrowLeft")
    wait_for_announcement(page, "1 row and 2 columns selected")
    page.keyboard.press("ArrowUp")
    wait_for_map(page, "_________/_B12.F13_/_b...rrf_/_rrrr..._/_________")
    page.keyboard.press("Control+d")
    page.keyboard.press("Delete")
    page.keyboard.press("Escape")
    page.keyboard.press("Backspace")
    wait_for_map(page, "_________/_B12.F13_/_b...rrf_/_rrrr..._/_________")
    # Every tool and piece can be reached with the Tab key, and says what it is.
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "document.activeElement.ariaLabel || document.activeElement.textContent || "
                "document.activeElement.tagName"
            )
        )
    assert {"Undo", "rock", "My levels", "Play", "Find a piece"} <= reached
    assert any(each.startswith("Map of") for each in reached)


def test_copy_and_paste_as_text(new_page: Any) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_map(page, "bB1..../......./.......")
    page.keyboard.press("Control+a")
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+c")
    assert page.evaluate("navigator.clipboard.readText()") == "bB1"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+v")
    wait_for_map(page, "bB1..../..bB1../.......")
    page.keyboard.press("Control+x")
    wait_for_map(page, "bB1..../......./.......")
    # A level that has no room here is for the dialog.
    page.evaluate("navigator.clipboard.writeText('________/_bB12f1_/________')")
    page.keyboard.press("Control+v")
    page.click("[data-test=import-open]")
    wait_for_map(page, "________/_bB12f1_/________")
    assert len(read_drafts(page)) == 2


def test_size_by_dialog_and_by_edge(page: Any) -> None:
    open_map(page, "_____/_b.f_/_____")
    page.click(".build-size")
    page.fill("[data-test=width]", "7")
    page.fill("[data-test=height]", "65")
    page.click("[data-test=resize]")
    assert page.locator("dialog").count() == 1, "no map is as high"
    page.fill("[data-test=height]", "4")
    page.get_by_label("at the upper left").check()
    page.click("[data-test=resize]")
    line = "_______/_b.f.._/_....._/_______"
    wait_for_map(page, line)
    edge = page.locator(".build-edge.at-bottom").bounding_box()
    side = page.locator(".build-frame canvas").bounding_box()["width"] / 7
    x, y = edge["x"] + edge["width"] / 2, edge["y"] + 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - side, steps=4)
    assert page.inner_text(".build-outline-label") == "7 \N{MULTIPLICATION SIGN} 3"
    page.mouse.up()
    wait_for_map(page, "_______/_b.f.._/_______")
    page.click("[data-order=crop]")
    wait_for_map(page, "_____/_b.f_/_____")


BROKEN = """\
# name: Whole
_____
_bB__
_____

____
_bX_
___
____

# solution: xyz
_____
_f.b_
_____
"""


def test_a_broken_file_lists_every_problem_and_loses_nothing(page: Any) -> None:
    mine = "_____/_b.f_/_____"
    open_map(page, mine)
    page.click("[data-order=import]")
    page.fill("[data-test=import-text]", BROKEN)
    page.wait_for_selector(".build-problem")
    expected = [each for each in validate_text(BROKEN) if each.message]
    assert len(expected) >= 3
    shown = page.locator(".build-problem").all_inner_texts()
    assert len(shown) == len(expected)
    for text, problem in zip(shown, expected, strict=True):
        assert f"line {problem.line}, column {problem.column}" in text
    # The first problem's button puts the caret there.
    page.locator(".build-problem button").first.click()
    first = expected[0]
    line = BROKEN.splitlines(keepends=True)
    at = sum(map(len, line[: first.line - 1])) + first.column - 1
    assert page.evaluate("document.querySelector('[data-test=import-text]').selectionStart") == at
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    wait_for_map(page, mine)
    assert [each["rows"] for each in read_drafts(page)] == [mine.split("/")]
    # The two levels that are whole can be had all the same.
    page.click("[data-order=import]")
    page.set_input_files("dialog input[type=file]", {
        "name": "set.txt", "mimeType": "text/plain", "buffer": BROKEN.encode(),
    })  # fmt: skip
    page.wait_for_selector(".build-import-levels .build-card")
    assert page.locator(".build-import-levels .build-card").count() == 2
    page.get_by_label("Level 2").check()
    page.click("[data-test=import-open]")
    wait_for_map(page, "_____/_f.b_/_____")
    assert len(read_drafts(page)) == 2


def test_drafts_survive_a_reload_with_their_history(page: Any) -> None:
    open_map(page, "_____/_b.f_/_____")
    choose(page, "w")
    for column in (1, 2, 3):
        click(page, (1, column), "_____/_b.f_/_____")
    page.fill("[data-test=details-name]", "Three walls")
    page.keyboard.press("Tab")
    page.reload()  # at once: nothing waits for a pause
    page.wait_for_selector("html[data-ready=build]")
    wait_for_map(page, "_____/_www_/_____")
    assert page.input_value("[data-test=details-name]") == "Three walls"
    for line in (
        "_____/_www_/_____",
        "_____/_wwf_/_____",
        "_____/_w.f_/_____",
        "_____/_b.f_/_____",
    ):
        page.keyboard.press("Control+z")
        wait_for_map(page, line)
    page.keyboard.press("Control+y")
    wait_for_map(page, "_____/_w.f_/_____")
    # Another one; the first is in the list, can be deleted, and brought back.
    page.click("[data-order=new]")
    page.click("[data-template=push]")
    page.click("[data-order=drafts]")
    assert page.locator(".build-draft").count() == 2
    page.get_by_role("button", name="Delete Unnamed level").last.click()
    assert page.locator(".build-draft").count() == 1
    page.locator("dialog .notice button").click()
    assert page.locator(".build-draft").count() == 2
    page.locator(".build-draft .build-card").last.click()
    wait_for_map(page, "_____/_w.f_/_____")
    # The open one can be deleted too: then the other one is opened.
    lines = {"/".join(each["rows"]) for each in read_drafts(page)}
    [other] = lines - {"_____/_w.f_/_____"}
    page.click("[data-order=drafts]")
    is_open = page.locator("[aria-current=true]")
    page.locator(".build-draft", has=is_open).get_by_role("button", name="Delete").click()
    wait_for_map(page, other)
    assert page.locator(".build-draft").count() == 1
    page.locator("dialog .notice button").click()
    page.locator(".build-draft .build-card:not([aria-current])").click()
    wait_for_map(page, "_____/_w.f_/_____")


def test_playing_from_here_and_back(page: Any) -> None:
    line = "_________/_B12.F13_/_.b...f._/_......._/_________"
    open_map(page, line)
    page.keyboard.press("p")
    page.wait_for_selector("[data-test=play-status]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('[data-test=play-status]').textContent === '2 moves'"
    )
    page.keyboard.press("Escape")
    wait_for_map(page, line)
    assert page.get_attribute("[data-order=undo]", "aria-disabled") == "true", "nothing was changed"
    page.keyboard.press("p")
    page.wait_for_selector("[data-test=play-status]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.click("[data-test=continue]")
    wait_for_map(page, "_________/_B12.F13_/_....bf._/_......._/_________")
    wait_for_verdict(page, "Shortest solution: 1 move")
    page.keyboard.press("Control+z")
    wait_for_map(page, line)
    wait_for_verdict(page, "Shortest solution: 4 moves")
    page.click("[data-test=watch]")
    page.wait_for_selector(".playback")
    page.wait_for_function("() => document.querySelector('.playback input').value === '4'")
    page.keyboard.press("Escape")
    page.wait_for_selector(".playback", state="detached")
    wait_for_map(page, line)


def test_what_is_exported_is_read_again(page: Any, tmp_path: Path) -> None:
    open_map(page, "_______/_B12b._/_F13.f_/_______")
    page.fill("[data-test=details-name]", 'Sharp "corner"')
    page.locator(".build-details summary").click()
    page.fill("[data-test=details-author]", "someone")
    wait_for_verdict(page, "Shortest solution")
    page.get_by_role("button", name="Put it on record").click()
    wait_for_text(page, ".build-saved", "Saved")
    [draft] = read_drafts(page)
    page.click("[data-order=export]")
    for name in ("text", "line", "json"):
        page.check(f"input[value={name}]")
        text = page.input_value("[data-test=export-text]")
        file = tmp_path / f"{name}.{'json' if name == 'json' else 'txt'}"
        file.write_text(text)
        [level] = read_levels(file)
        assert list(level.rows) == draft["rows"]
        assert (level.name, level.author) == ('Sharp "corner"', "someone")
        assert level.solution == draft["solution"]
        assert level.play(level.solution).won
    with page.expect_download() as saved:
        page.click("[data-test=export-picture]")
    assert saved.value.suggested_filename == "sharp-corner.png"
    page.keyboard.press("Escape")
    page.click("[data-order=import]")
    page.fill("[data-test=import-text]", text)
    page.click("[data-test=import-open]")
    page.wait_for_function(
        "() => document.querySelector('[data-test=details-name]').value.startsWith('Sharp')"
    )
    assert page.input_value("[data-test=details-author]") == "someone"


def test_a_finding_marks_its_cells(page: Any) -> None:
    open_map(page, "________/_B12F13_/_.b..f._/_......_/_..a..._/________")
    finding = page.locator("button.build-finding").filter(has_text="decoration")
    finding.wait_for()
    board = page.locator(".build-frame canvas")
    before = board.screenshot()
    finding.click()
    assert finding.get_attribute("aria-pressed") == "true"
    page.wait_for_timeout(100)
    assert board.screenshot() != before
    choose(page, "a")
    page.keyboard.press("e")
    click(page, (4, 3), "________/_B12F13_/_.b..f._/_......_/_..a..._/________")
    finding.wait_for(state="detached")


def test_a_map_that_is_a_pack_level_mirrored_is_said_to_be(page: Any) -> None:
    level = load_level("first-steps/round-the-wall")
    open_map(page, "/".join("".join(column) for column in zip(*level.rows, strict=True)))
    finding = page.locator(".build-finding").filter(has_text="duplicate")
    finding.wait_for(state="attached")
    assert f"\N{LEFT DOUBLE QUOTATION MARK}{level.name}\N{RIGHT DOUBLE QUOTATION MARK}" in (
        finding.inner_text()
    )


def test_a_copy_of_a_pack_level_leaves_the_pack_alone(page: Any) -> None:
    for _ in range(2):
        page.goto("about:blank")
        open_build(page, "/first-steps/across")
        page.wait_for_function("() => location.hash === '#/build'")
    assert len(read_drafts(page)) == 1, "an unchanged copy is there already"
    assert page.input_value("[data-test=details-name]") == "Across"
    choose(page, "w")
    click(page, (2, 4), "/".join(read_drafts(page)[0]["rows"]))
    page.wait_for_function(
        "() => document.querySelector('[data-order=undo]').ariaDisabled === 'false'"
    )
    wait_for_text(page, ".build-saved", "Saved")
    open_build(page, "/first-steps/across")
    page.wait_for_function(
        "() => document.querySelector('[data-order=undo]').ariaDisabled === 'true'"
    )
    assert len(read_drafts(page)) == 2


def test_touch_draws_with_one_finger_and_not_with_two(new_page: Any) -> None:
    page = new_page(**PHONE)
    line = "_____/_b.f_/_..._/_____"
    open_map(page, line)
    page.locator('[data-piece="s"]').tap()
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *cells: Cell) -> None:
        places = [place_of(page, cell, line) for cell in cells]
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", (2, 1))
    send("touchStart", (2, 1), (1, 2))
    send("touchMove", (2, 3), (1, 3))
    send("touchEnd")
    send("touchStart", (2, 2))
    send("touchMove", (2, 3))
    send("touchEnd")
    wait_for_map(page, "_____/_b.f_/_.ss_/_____")
    page.locator("[data-order=undo]").tap()
    wait_for_map(page, line)
    compact = page.locator(".build-compact")
    assert "can't be won" in compact.inner_text()
    compact.tap()
    assert page.locator(".build-verdict").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-order=play]").tap()
    page.locator(".pad [data-command=s]").wait_for()
    page.locator("[data-test=back]").tap()


@pytest.mark.parametrize(("theme", "phone"), [("dark", False), ("light", True)])
def test_nothing_is_amiss_for_assistive_tools(new_page: Any, theme: str, phone: bool) -> None:
    page = new_page(**(PHONE if phone else {}), color_scheme=theme, reduced_motion="reduce")
    open_map(page, "________/_B12F13_/_.b..f._/_......_/_..a..._/________")
    wait_for_verdict(page, "Shortest solution")
    page.wait_for_selector(".build-finding", state="attached")
    choose(page, "w")
    click(page, (3, 3), "________/_B12F13_/_.b..f._/_......_/_..a..._/________")
    if phone:
        page.click(".build-compact")
    assert find_violations(page) == []
    dialogs = ("drafts", "import") if phone else ("new", "drafts", "import", "export", "help")
    for order in dialogs:
        page.click(f"[data-order={order}]")
        if order == "import":
            page.fill("[data-test=import-text]", BROKEN)
            page.wait_for_selector(".build-problem")
        assert find_violations(page) == [], order
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.click("[data-order=play]")
    assert find_violations(page) == []


def test_the_largest_map(page: Any) -> None:
    line = "/".join(["." * 64] * 64)
    open_map(page, line)
    choose(page, "g")
    page.keyboard.press("f")
    click(page, (30, 30), line)
    wait_for_map(page, line.replace(".", "g"))
    page.keyboard.press("Control+z")
    wait_for_map(page, line)
