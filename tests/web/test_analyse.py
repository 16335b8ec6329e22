"""The analysis in a browser: what it says of moves against brute force; tree, heat map, search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babalab.game.state import State
from babalab.levels import load_levels
from support.brute_force import find_distances, find_solution
from support.javascript import needs_node, run_javascript
from support.web import find_violations, wait_for

KEYS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight", "s": " "}
SMALL = ("bare-bones", "rolling-stone", "stepping-stone", "while-you-wait", "careful-twin")
HARD = "forge/resting-love"
"""A level that is thought about for seconds."""
CARDS = """all => Object.fromEntries(all.map(each => [each.dataset.letter, {...each.dataset}]))"""


def list_small() -> Iterator[tuple[str, State]]:
    for level in load_levels("first-steps"):
        if level.id in SMALL:
            yield f"first-steps/{level.id}", level.start()


@needs_node
def test_what_is_remembered_is_true(tmp_path: Path) -> None:
    graphs = []
    for _, start in list_small():
        distances = find_distances(start)
        positions: list[dict[str, Any]] = []
        waiting, seen = [start], {start.hash}
        for state in waiting:
            distance = distances[state.hash]
            solution = "" if distance is None else find_solution(state, distances)
            positions.append({"moves": state.moves, "distance": distance, "solution": solution})
            for child in () if state.won else state.children():
                if child.hash not in seen and len(seen) < 200:
                    seen.add(child.hash)
                    waiting.append(child)
        graphs.append({"line": start.level.line, "positions": positions})
    assert sum(each["distance"] is None for graph in graphs for each in graph["positions"]) > 50
    run_javascript("analyse_verdicts", {"graphs": graphs}, tmp_path)


def open_analysis(page: Any, address: str) -> None:
    page.goto(f"#/analyse/{address}")
    page.wait_for_selector("html[data-ready=analyse]")


def wait_until_settled(page: Any) -> None:
    wait_for(
        page,
        "[...document.querySelectorAll('.move-card')].every(each => each.dataset.same === 'true'"
        " || (each.dataset.verdict !== 'unknown' && each.dataset.proved === 'true'))",
    )


def read_cards(page: Any) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = page.eval_on_selector_all(".move-card", CARDS)
    return found


def press(page: Any, moves: str) -> None:
    for letter in moves:
        page.keyboard.press(KEYS.get(letter, letter))


def tree_of(page: Any) -> list[str]:
    """The labels of the tree's tiles, the current one with a star."""
    found: list[str] = page.eval_on_selector_all(
        "[role=treeitem]",
        "all => all.map(each => (each.ariaSelected === 'true' ? '*' : '') + each.ariaLabel)",
    )
    return found


def places_of(page: Any) -> list[str]:
    """The tree without its verdicts."""
    return [label.partition(".")[0] for label in tree_of(page)]


def check_position(page: Any, state: State, distances: dict[int, int | None]) -> None:
    """Compare what the page says of a position and its moves with brute force."""
    cards = read_cards(page)
    nearest = []
    for letter, child in zip("udlrs", state.children(), strict=True):
        card, distance = cards[letter], distances[child.hash]
        assert (card["same"] == "true") == (child == state), (state.text, letter)
        if child == state:
            continue
        can_be_won = card["verdict"] in {"won", "winnable"}
        assert can_be_won == (distance is not None), (state.text, letter, card)
        assert (card["verdict"] == "won") == child.won
        assert card["distance"] == ("" if distance is None else str(distance + 1))
        assert card["proved"] == "true"
        if distance is not None:
            nearest.append((distance, letter))
    headline = page.locator("[data-test=headline]")
    own = distances[state.hash]
    assert headline.get_attribute("data-distance") == ("" if own is None else str(own))
    assert headline.get_attribute("data-verdict") == ("winnable" if own else "unwinnable")
    best = page.eval_on_selector_all(
        ".move-card.best", "all => all.map(each => each.dataset.letter)"
    )
    least = min(nearest, default=(0, ""))[0]
    assert set(best) == {letter for distance, letter in nearest if distance == least}


def test_moves_are_judged_as_brute_force_does(page: Any) -> None:
    for address, start in list_small():
        check_level(page, address, start)


def check_level(page: Any, address: str, start: State) -> None:
    distances = find_distances(start)
    solution = find_solution(start, distances)
    open_analysis(page, address)
    wait_for(page, f"document.querySelector('h1').textContent === {start.level.name!r}")
    wait_until_settled(page)
    check_position(page, start, distances)
    # Along the solution, and one step off it.
    for end in range(1, len(solution), 3):
        state = start.play(solution[:end])
        off = next((child for child in state.children() if distances[child.hash] is None), state)
        for each in {state, off}:
            page.goto(f"#/analyse/{address}@{each.moves}")
            wait_for(page, f"document.querySelectorAll('[role=treeitem]').length > {end}")
            wait_until_settled(page)
            if not each.lost:
                check_position(page, each, distances)


def test_a_lost_position_says_why(page: Any) -> None:
    open_analysis(page, "first-steps/stepping-stone@rr")
    headline = page.locator("[data-test=headline]")
    assert "nothing is YOU" in headline.inner_text()
    assert headline.get_attribute("data-verdict") == "lost"
    page.keyboard.press("z")
    wait_until_settled(page)
    assert "9 moves" in headline.inner_text()


def test_the_line_is_played_move_by_move(page: Any) -> None:
    open_analysis(page, "first-steps/rolling-stone")
    wait_until_settled(page)
    tiles = page.locator(".move-tile")
    assert tiles.count() == 7
    tiles.nth(2).click()
    assert page.locator(".move-tile[aria-current]").get_attribute("aria-label").startswith("Move 3")
    assert page.locator("[data-test=headline]").get_attribute("data-distance") == "4"
    assert len(tree_of(page)) == 4
    # Among the tiles arrow keys lead from one to the next; elsewhere they are moves.
    tiles.nth(2).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Move 4")
    assert len(tree_of(page)) == 4
    press(page, "v")  # plays the rest
    wait_for(page, "document.querySelector('[data-test=headline]').dataset.verdict === 'won'")
    assert len(tree_of(page)) == 8
    wait_for(page, "location.hash.endsWith('@rrrurrd')")


def test_the_tree_keeps_what_was_tried(page: Any) -> None:
    open_analysis(page, "first-steps/rolling-stone")
    press(page, "luzz")  # a branch, and back
    press(page, "rlu")  # another, which comes by the start again
    assert places_of(page) == [
        "Start",
        "Move 1: Left", "Move 2: Up",
        "Move 1: Right", "Move 2: Left", "*Move 3: Up",
    ]  # fmt: skip
    assert not any("Reached before" in label for label in tree_of(page))
    page.locator("[role=treeitem]").nth(2).click()
    assert places_of(page)[2] == "*Move 2: Up"
    page.locator("[role=treeitem][aria-selected=true]").focus()
    page.keyboard.press("ArrowDown")
    assert places_of(page)[4].startswith("*")
    page.keyboard.press("ArrowLeft")
    assert places_of(page)[3].startswith("*")
    page.keyboard.press("Home")
    assert places_of(page)[0] == "*Start"
    page.keyboard.press("-")
    assert places_of(page) == ["*Start"]
    page.keyboard.press("ArrowRight")
    assert len(places_of(page)) == 6
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    assert places_of(page) == ["*Start", "Move 1: Left", "Move 2: Up"]


def test_equal_positions_are_marked(page: Any) -> None:
    open_analysis(page, "first-steps/across")
    press(page, "rl")
    assert "Reached before" in tree_of(page)[2]
    assert "at the start" in page.locator(".tree-about").inner_text()


def test_the_heat_map_shows_where_the_search_was(page: Any) -> None:
    open_analysis(page, "first-steps/stepping-stone")
    wait_until_settled(page)
    read = "document.querySelector('.board canvas').toDataURL()"
    page.wait_for_timeout(200)
    before = page.evaluate(read)
    legend = page.locator(".heat-legend")
    assert legend.is_hidden()
    page.keyboard.press("m")
    assert legend.is_visible()
    wait_for(page, f"{read} !== {before!r}")
    page.locator("[data-test=heat]").click()
    wait_for(page, f"{read} === {before!r}")


def test_a_search_pauses_and_goes_on(page: Any) -> None:
    open_analysis(page, HARD)
    page.locator("[data-tab=search]").click()
    wait_for(page, "document.querySelectorAll('#panel-search tr').length > 5")
    page.locator("[data-test=pause]").click()
    wait_for(page, "document.querySelector('.search-phase').textContent === 'Paused.'")
    page.wait_for_timeout(300)  # what was on its way has come
    figures = page.inner_text("#panel-search table")
    assert "States a second" in figures
    assert "MiB" in figures
    page.wait_for_timeout(300)
    assert page.inner_text("#panel-search table") == figures
    page.locator("[data-test=pause]").click()
    read = "document.querySelector('#panel-search table').innerText"
    wait_for(page, f"{read} !== {figures!r}")


def test_the_position_can_be_played_built_and_shared(new_page: Any) -> None:
    page = new_page()
    open_analysis(page, "first-steps/say-it@rd")
    wait_for(page, "document.querySelector('[data-test=to-play]').hash.endsWith('say-it@rd')")
    href = page.locator("[data-test=to-build]").get_attribute("href")
    assert href.startswith("#/build/~")
    board = page.locator(".board-frame table")
    wait_for(page, "document.querySelectorAll('.board-frame td').length > 0")
    other = new_page()  # the map that is built on, seen by the analysis
    open_analysis(other, href.removeprefix("#/build/"))
    wait_for(other, "document.querySelectorAll('.board-frame td').length > 0")
    assert other.locator(".board-frame table").text_content() == board.text_content()
    page.keyboard.press("x")
    page.locator("dialog [data-test=link]").wait_for()


def test_without_an_address_it_is_what_was_played_last(page: Any) -> None:
    page.goto("#/")
    page.wait_for_selector("html[data-ready=home]")
    page.evaluate("localStorage.setItem('babalab.last', '\"grammar/nothing-here\"')")
    page.goto("#/analyse")
    page.locator(".move-card").first.wait_for()  # that level is gone: the puzzle of the day
    page.evaluate("localStorage.setItem('babalab.last', '\"first-steps/across@rr\"')")
    page.goto("#/gallery")
    page.locator(".cards a").first.wait_for()
    page.goto("#/analyse")
    page.locator(".move-card").first.wait_for()
    assert page.locator("h1").inner_text() == "Across"
    assert len(tree_of(page)) == 3


def test_facts_and_story_of_a_position(page: Any) -> None:
    open_analysis(page, "first-steps/say-it@rddr")
    page.locator("[data-tab=facts]").click()
    facts = page.inner_text("#panel-facts")
    assert "YOU" in facts
    assert "baba \N{MULTIPLICATION SIGN} 1" in facts
    assert "flag \N{MULTIPLICATION SIGN} 1" in facts
    page.locator("[data-tab=facts]").focus()
    page.keyboard.press("ArrowRight")
    story = page.inner_text("#panel-story")
    assert "makes FLAG IS WIN" in story
    assert "Won" in story


def test_axe_finds_nothing(new_page: Any) -> None:
    # Colours that still change have contrasts of their own.
    page = new_page(
        viewport={"width": 1440, "height": 900}, color_scheme="dark", reduced_motion="reduce"
    )
    open_analysis(page, "first-steps/stepping-stone@rl")
    wait_until_settled(page)
    tabs = ("tree", "search", "facts", "story")
    for width, height, themes in ((1440, 900, ("dark",)), (390, 844, ("light", "dark"))):
        page.set_viewport_size({"width": width, "height": height})
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            for tab in tabs:
                page.locator(f"[data-tab={tab}]").click()
                assert not find_violations(page), (width, theme, tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
