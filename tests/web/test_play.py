"""Playing in a browser: by keys and touch, to the win and to the loss, with hints and the film."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from babalab.web import Site
from support.web import find_violations, wait_for

KEYS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight", "s": " "}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def solutions(site: Site) -> dict[str, str]:
    """The solution of each level of our first packs, by address."""
    found = {}
    for pack in ("first-steps", "grammar"):
        levels = json.loads(site.files[f"data/packs/{pack}.json"])["levels"]
        found.update({f"{pack}/{level['id']}": level["solution"] for level in levels})
    return found


def open_play(page: Any, address: str, query: str = "") -> None:
    page.goto(f"{query}#/play/{address}")
    page.wait_for_selector("html[data-ready=play]")


def press(page: Any, moves: str) -> None:
    for letter in moves:
        page.keyboard.press(KEYS[letter])


def count_of(page: Any) -> int:
    return int(page.inner_text(".counter-number"))


def wait_for_count(page: Any, count: int) -> None:
    wait_for(page, f"document.querySelector('.counter-number')?.textContent === '{count}'")


def wait_for_announcement(page: Any, part: str) -> None:
    wait_for(page, f"document.querySelector('#announcements').textContent.includes({part!r})")


def rules_of(page: Any) -> dict[str, str]:
    """Return what the list of rules says: kept, made or gone, by rule."""
    return dict(
        page.eval_on_selector_all(
            "[data-rule]", "all => all.map(each => [each.dataset.rule, each.classList[1]])"
        )
    )


def test_a_win_by_keys_is_kept_and_enter_goes_on(page: Any, solutions: dict[str, str]) -> None:
    open_play(page, "first-steps/say-it")
    assert rules_of(page) == {"baba-is-you": "kept"}
    moves = solutions["first-steps/say-it"]
    press(page, moves)
    card = page.locator("[data-test=won]")
    card.wait_for()
    assert f"{len(moves)} moves" in card.inner_text()
    assert "No way is shorter" in card.inner_text()
    assert rules_of(page) == {"baba-is-you": "kept", "flag-is-win": "made"}
    won = page.eval_on_selector_all(".strip .won", "all => all.map(each => each.title)")
    assert won == [page.inner_text("h1")]
    press(page, "u")  # a won level takes no moves
    assert count_of(page) == len(moves)
    page.keyboard.press("z")
    card.wait_for(state="detached")
    press(page, moves[-1])
    card.wait_for()
    page.keyboard.press("Enter")
    wait_for(page, "location.hash.startsWith('#/play/first-steps/round-the-wall')")
    wins = page.evaluate("JSON.parse(localStorage.getItem('babalab.wins'))")
    assert wins["first-steps/say-it"]["moves"] == moves


def test_ways_to_the_levels_before_and_behind_cross_packs(page: Any, site: Site) -> None:
    packs = [
        [f"#/play/{pack['id']}/{level['id']}" for level in pack["levels"]]
        for pack in (json.loads(site.files[f"data/packs/{name}.json"])
                     for name in ("first-steps", "grammar", "elements"))
    ]  # fmt: skip
    around = ".level-title .button"
    href = "all => all.map(each => each.getAttribute('href'))"
    open_play(page, packs[1][0].removeprefix("#/play/"))
    assert page.eval_on_selector_all(around, href) == [packs[0][-1], packs[1][1]]
    open_play(page, packs[1][-1].removeprefix("#/play/"))
    wait_for(page, f"location.hash === {packs[1][-1]!r}")
    wait_for(page, f"document.querySelectorAll({around!r})[1]?.getAttribute('href') === "
             f"{packs[2][0]!r}")  # fmt: skip
    open_play(page, packs[0][0].removeprefix("#/play/"))
    wait_for(page, f"document.querySelectorAll({around!r})[0]?.disabled")


def test_moves_of_an_address_that_win_are_no_win_of_the_player(
    page: Any, solutions: dict[str, str]
) -> None:
    address = "first-steps/round-the-wall"
    open_play(page, f"{address}@{solutions[address]}")
    page.locator("[data-test=won]").wait_for()
    assert page.evaluate("localStorage.getItem('babalab.wins')") is None


def test_a_win_by_touch(new_page: Any) -> None:
    page = new_page(**PHONE)
    open_play(page, "first-steps/across")
    box = page.locator(".board canvas").bounding_box()
    side = box["width"] / 9
    # A swipe that goes on makes several steps: 22 pixels for the first, 36 for each other one.
    touch = page.context.new_cdp_session(page)
    start = {"x": box["x"] + 60, "y": box["y"] + 100}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    for dx in (10, 25, 62):
        point = {**start, "x": start["x"] + dx}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for_count(page, 2)
    page.locator(".pad [data-command=undo]").tap()
    wait_for_count(page, 1)
    # A tap walks there: from column 3 to column 5.
    page.touchscreen.tap(box["x"] + 5.5 * side, box["y"] + 3.5 * side)
    wait_for_count(page, 3)
    page.locator(".pad [data-command=r]").tap()
    page.locator("[data-test=won]").wait_for()
    page.locator("[data-test=next]").tap()
    wait_for(page, "location.hash.startsWith('#/play/first-steps/say-it')")


def test_undo_redo_and_restart(page: Any) -> None:
    open_play(page, "first-steps/round-the-wall")
    press(page, "uldr")
    wait_for_count(page, 4)
    page.keyboard.press("z")
    page.keyboard.press("Control+z")
    wait_for_count(page, 2)
    page.keyboard.press("y")
    wait_for_count(page, 3)
    page.keyboard.press("r")
    wait_for_count(page, 0)
    page.keyboard.press("Backspace")  # a restart can be taken back too
    wait_for_count(page, 3)
    page.keyboard.press("y")
    wait_for_count(page, 0)
    page.keyboard.press("z")
    page.keyboard.down("z")  # held it rewinds, down to the start
    wait_for_count(page, 0)
    page.keyboard.up("z")


def test_moves_that_change_nothing_are_not_counted_but_told(page: Any) -> None:
    open_play(page, "first-steps/across")
    press(page, "s")
    wait_for_announcement(page, "waits a turn")
    press(page, "lll")
    wait_for_announcement(page, "can't go left (2 times)")
    assert count_of(page) == 1


def test_a_held_key_goes_on_and_the_newest_counts(page: Any) -> None:
    open_play(page, "first-steps/across")
    page.keyboard.down("ArrowUp")
    page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    page.keyboard.up("ArrowUp")
    wait_for_count(page, 2)
    page.keyboard.down("ArrowRight")
    wait_for(page, "Number(document.querySelector('.counter-number').textContent) >= 5")
    page.keyboard.up("ArrowRight")


def test_three_steps_of_a_hint(page: Any, solutions: dict[str, str]) -> None:
    open_play(page, "grammar/wallflower")
    panel = page.locator("[data-test=hint]")
    for steps in (1, 2, 3, 3):
        page.keyboard.press("h")
        panel.wait_for()
        assert panel.locator(".hint-steps li").count() == steps
    text = panel.inner_text()
    assert "Break BABA IS YOU and make WALL IS YOU" in text
    assert "up" in panel.locator(".hint-steps li").last.inner_text()
    panel.get_by_role("button", name="Make these moves").click()
    panel.wait_for(state="hidden")
    assert rules_of(page)["wall-is-you"] == "made"
    assert rules_of(page)["baba-is-you"] == "gone"
    press(page, solutions["grammar/wallflower"][count_of(page) :])
    page.locator("[data-test=won]").wait_for()


def test_a_hint_off_the_known_way_is_thought_out(page: Any) -> None:
    open_play(page, "first-steps/round-the-wall@lu")
    page.keyboard.press("h")
    page.locator("[data-test=hint] .hint-steps li").wait_for()
    press(page, "d")  # another way: the hint goes
    page.locator("[data-test=hint]").wait_for(state="hidden")


def test_thinking_shows_how_it_gets_on_and_can_be_stopped(page: Any) -> None:
    worker = """self.onmessage = ({data: {id, cancel}}) => setInterval(() => {
        if (!cancel) self.postMessage({id, kind: "progress", statistics: {expanded: 1234567}});
    }, 50);"""
    page.route(
        "**/workers/thinker.js",
        lambda route: route.fulfill(body=worker, content_type="text/javascript"),
    )
    open_play(page, "first-steps/round-the-wall@lu")
    page.keyboard.press("h")
    panel = page.locator("[data-test=hint]")
    panel.get_by_text("1,234,567 states looked at").wait_for()
    panel.get_by_role("button", name="Stop").click()
    panel.wait_for(state="hidden")
    press(page, "u")
    assert count_of(page) == 3


def test_a_gamepad_plays(page: Any) -> None:
    page.add_init_script("""
        window.held = new Set();
        const button = (_, i) => ({get pressed() { return held.has(i); }});
        const buttons = Array.from({length: 16}, button);
        window.stick = [0, 0];
        navigator.getGamepads = () => [{buttons, get axes() { return stick; }}, null];
    """)
    open_play(page, "first-steps/across")

    def hold(button: int, count: int) -> None:
        page.evaluate(f"held.add({button})")
        wait_for_count(page, count)
        page.evaluate(f"held.delete({button})")

    hold(15, 1)  # right
    hold(1, 0)  # back
    page.evaluate("stick[0] = 0.9")  # held, it goes on to the flag
    page.locator("[data-test=won]").wait_for()
    page.evaluate("stick[0] = 0; held.add(0)")
    wait_for(page, "location.hash.startsWith('#/play/first-steps/say-it')")


def test_losing_is_told_and_taken_back(page: Any) -> None:
    open_play(page, "first-steps/bare-bones")
    press(page, "rr")
    card = page.locator("[data-test=lost]")
    card.wait_for()
    assert "Nothing is YOU" in card.inner_text()
    wait_for_announcement(page, "Nothing is YOU")
    assert page.locator(".board.faded").count() == 1
    card.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    card.wait_for(state="detached")
    assert count_of(page) == 1
    assert page.evaluate("document.activeElement.className") == "board"
    assert page.locator(".board.faded").count() == 0


def test_a_dead_end_is_told_with_the_moves_to_take_back(page: Any) -> None:
    open_play(page, "first-steps/say-it")
    press(page, "rurrd")
    assert page.locator("[data-test=dead-end]").is_hidden()
    press(page, "d")  # IS in the lowest row can't come up again
    page.locator("[data-test=take-back]").wait_for()
    press(page, "u")
    button = page.get_by_role("button", name="Take back 2 moves")
    button.click()
    wait_for_count(page, 5)
    assert page.locator("[data-test=dead-end]").is_hidden()


def test_dead_ends_are_not_told_to_who_does_not_want_to_know(page: Any) -> None:
    page.add_init_script(
        "localStorage.setItem('babalab.settings', JSON.stringify({watchForDeadEnds: false}))"
    )
    open_play(page, "first-steps/say-it@rurrdd")
    page.wait_for_timeout(1200)  # past the pause after which the solver would be asked
    assert page.locator("[data-test=dead-end]").is_hidden()


def test_what_is_lost_from_the_start_offers_nothing_to_take_back(page: Any) -> None:
    open_play(page, "~________/_B12..._/_b....._/________")
    notice = page.locator("[data-test=dead-end]")
    notice.wait_for()
    assert notice.inner_text().strip() == "This level can't be won at all."
    press(page, "rr")
    page.wait_for_timeout(200)  # past the pause after which a proof is looked for
    assert notice.inner_text().strip() == "This level can't be won at all."
    open_play(page, "~________/_B1...._/_b....._/________")
    card = page.locator("[data-test=lost]")
    card.wait_for()
    assert "from the start" in card.inner_text()
    assert card.get_by_role("button").count() == 0
    card.get_by_role("link", name="Edit").click()
    page.wait_for_selector("html[data-ready=build]")


def test_moves_of_an_address_end_with_the_win(page: Any) -> None:
    open_play(page, "first-steps/across@rrrrrlu")
    page.locator("[data-test=won]").wait_for()
    assert count_of(page) == 4
    wait_for(page, "location.hash === '#/play/first-steps/across@rrrr'")


def test_show_me_is_a_film_that_leads_back_or_on(page: Any, solutions: dict[str, str]) -> None:
    address = "first-steps/round-the-wall"
    open_play(page, address)
    page.keyboard.press("v")
    film = page.locator("[data-test=film]")
    film.wait_for()
    page.keyboard.press(" ")
    assert film.get_by_role("button", name="Play", exact=True).count() == 1  # it stands
    slider = film.get_by_role("slider", name="Place in the play")
    slider.fill("3")
    page.locator(".board").focus()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "4"
    assert slider.get_attribute("max") == str(len(solutions[address]))
    page.keyboard.press("Escape")
    film.wait_for(state="hidden")
    assert count_of(page) == 0
    page.keyboard.press("v")
    page.keyboard.press(" ")
    slider.fill("2")
    film.get_by_role("button", name="Go on from here").click()
    wait_for_count(page, 2)
    page.keyboard.press("z")
    wait_for_count(page, 1)


def test_the_address_keeps_the_play(page: Any, new_page: Any) -> None:
    open_play(page, "first-steps/round-the-wall")
    press(page, "ul")
    wait_for(page, "location.hash === '#/play/first-steps/round-the-wall@ul'")
    page.reload()
    wait_for_count(page, 2)
    other = new_page()
    other.goto(page.evaluate("location.hash"))
    wait_for_count(other, 2)
    # An address typed over this one changes the moves; the play before can be had back.
    page.evaluate("location.hash = '#/play/first-steps/round-the-wall@uuu'")
    wait_for_count(page, 3)


def test_a_link_carries_any_level_and_its_moves(page: Any, new_page: Any) -> None:
    line = "________/_B12F13_/_b....f_/________"
    open_play(page, f"~{line}")
    press(page, "rr")
    read = "import('./knowledge/links.js').then(its => its.decodeLink(location.hash.slice(8)))"
    wait_for(page, f"{read}.then(({{line, moves}}) => line === '{line}' && moves === 'rr')")
    other = new_page()
    other.goto(page.evaluate("location.hash"))
    wait_for_count(other, 2)
    press(other, "rrr")
    other.locator("[data-test=won]").wait_for()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nowhere/at-all", "There is no level nowhere/at-all here"),
        ("~zAAAA", "The link is damaged"),
        ("~...x", "The map in this link is not a level"),
    ],
)
def test_what_can_not_be_opened_says_why(page: Any, address: str, words: str) -> None:
    open_play(page, address)
    assert words in page.locator("[role=alert]").inner_text()
    page.get_by_role("link", name="To all levels").click()
    page.wait_for_selector("html[data-ready=home]")


def test_moves_that_can_not_be_read_are_told_and_left_out(page: Any) -> None:
    open_play(page, "first-steps/across@rxr")
    assert count_of(page) == 0
    assert "could not be read" in page.locator(".toast").inner_text()


def test_the_largest_level_plays(page: Any) -> None:
    rows = ["_" * 64, "_B12F13" + "." * 56 + "_"]
    rows += ["_b" + "rg.w" * 15 + "._"] + ["_" + ".raw" * 15 + ".._"] * 60 + ["_" * 64]
    assert {len(row) for row in rows} == {64}
    assert len(rows) == 64
    open_play(page, "~" + "/".join(rows))
    press(page, "dudu")
    wait_for_count(page, 4)
    canvas = page.locator(".board canvas").bounding_box()
    assert canvas["width"] >= 384


def test_in_a_frame_there_is_the_board_and_one_bar(
    new_page: Any, solutions: dict[str, str]
) -> None:
    page = new_page(viewport={"width": 320, "height": 360})
    open_play(page, "first-steps/across", "?embed")
    assert page.locator("header.top").is_hidden()
    assert page.locator(".tools > *").count() == 4
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    assert page.locator(".board canvas").bounding_box()["width"] >= 270
    press(page, "r")
    full = page.get_by_role("link", name="Open in full")
    wait_for(page, "location.hash.endsWith('@r')")
    full.focus()
    assert re.search(r"/#/play/first-steps/across@r$", full.evaluate("each => each.href"))
    assert "embed" not in full.evaluate("each => each.href")
    press(page, solutions["first-steps/across"][1:])
    page.locator("[data-test=won]").wait_for()
    # A level that is in no pack leads nowhere from here.
    open_play(page, "~________/_B12F13_/_b....f_/________@rrrr", "?embed")
    press(page, "r")
    card = page.locator("[data-test=won]")
    card.wait_for()
    page.keyboard.press("Enter")
    assert card.get_by_role("link").count() == 0
    assert page.evaluate("location.hash").startswith("#/play/~")


@pytest.mark.parametrize(("scheme", "phone"), [("dark", False), ("light", True)])
def test_nothing_bars_anybody(new_page: Any, scheme: str, phone: bool) -> None:
    """Run axe in a play with a hint and a dead end, won, lost, and in the film."""
    page = new_page(color_scheme=scheme, reduced_motion="reduce", **(PHONE if phone else {}))
    open_play(page, "grammar/wallflower@u")
    for _ in range(3):
        page.keyboard.press("h")
    page.locator("[data-test=hint] .hint-steps li").last.wait_for()
    assert find_violations(page) == []
    page.keyboard.press("v")
    page.locator("[data-test=film]").wait_for()
    assert find_violations(page) == []
    page.keyboard.press("Escape")
    press(page, "rr")
    page.locator("[data-test=won]").wait_for()
    assert find_violations(page) == []
    open_play(page, "first-steps/bare-bones@rr")
    page.locator("[data-test=lost]").wait_for()
    assert find_violations(page) == []
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_the_keyboard_reaches_the_board_before_the_tools(page: Any) -> None:
    open_play(page, "first-steps/across")
    seen = []
    for _ in range(20):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "document.activeElement.dataset.command ?? document.activeElement.className"
            )
        )
    board = seen.index("board")
    assert [each for each in seen[board + 1 :] if each in {"restart", "hint", "share"}] == [
        "restart", "hint", "share",
    ]  # fmt: skip
    page.keyboard.press("?")
    dialog = page.locator("dialog")
    dialog.wait_for()
    press(page, "r")  # keys of a dialog are none of the play's
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert count_of(page) == 0


def test_a_dialog_opens_once_and_goes_with_its_view(page: Any) -> None:
    open_play(page, "first-steps/say-it")
    page.evaluate("location.hash = '#/play/first-steps/across'")
    page.locator("h1", has_text="Across").wait_for()
    page.keyboard.press("x")
    page.keyboard.press("x")
    page.locator("dialog").wait_for()
    page.go_back()
    page.locator("h1", has_text="Just Say It").wait_for()
    assert page.locator("dialog").count() == 0
