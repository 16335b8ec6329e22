"""The first page in a browser: where to begin, the puzzle of the day, the packs and progress."""

from __future__ import annotations

import json
from typing import Any

import pytest

from babalab.web import Site
from support.web import find_violations, wait_for

WINS = {
    "first-steps/across": {"moves": "rrrr", "at": 1},
    "first-steps/say-it": {"moves": "rddrrr", "at": 2},
}


def open_home(page: Any, query: str = "") -> None:
    page.goto(f"#/{query}")
    page.wait_for_selector("html[data-ready=home]")


def store(page: Any, **values: Any) -> None:
    """Have something stored before the page opens."""
    text = json.dumps({f"babalab.{name}": json.dumps(value) for name, value in values.items()})
    page.add_init_script(
        f"for (const [key, value] of Object.entries({text})) localStorage.setItem(key, value)"
    )


def test_a_newcomer_is_shown_how_to_play_and_begins(page: Any) -> None:
    open_home(page)
    welcome = page.locator("[data-test=welcome]")
    assert welcome.locator("kbd").first.inner_text() == "←"
    assert page.locator("[data-test=continue]").count() == 0
    page.locator("[data-test=begin]").click()
    wait_for(page, "location.hash === '#/play/first-steps/across'")


def test_the_demonstration_stands_still_where_motion_is_unwanted(new_page: Any) -> None:
    page = new_page(reduced_motion="reduce")
    open_home(page)
    canvas = page.locator("[data-test=welcome] canvas")
    before = canvas.evaluate("each => each.toDataURL()")
    page.wait_for_timeout(2800)  # it would have begun by now
    assert canvas.evaluate("each => each.toDataURL()") == before


def test_the_puzzle_of_the_day_is_the_same_for_all_and_another_tomorrow(new_page: Any) -> None:
    page = new_page()

    def puzzle_at(time: str) -> tuple[str, str]:
        page.clock.set_fixed_time(time)
        page.goto("about:blank")
        open_home(page)
        card = page.locator("[data-test=day]")
        link = card.get_by_role("link", name="Play")
        return link.get_attribute("href"), card.inner_text()

    href, text = puzzle_at("2026-03-05T08:00:00")
    assert "Thursday, 5 March" in text or "Thursday 5 March" in text
    assert href.startswith("#/play/")
    assert puzzle_at("2026-03-05T23:00:00")[0] == href
    assert puzzle_at("2026-03-06T08:00:00")[0] != href


def test_one_goes_on_where_one_was(page: Any) -> None:
    page.goto("#/play/grammar/any-goal@ru")
    page.wait_for_selector("html[data-ready=play]")
    page.goto("#/")
    card = page.locator("[data-test=continue]")
    assert "Any Goal Will Do" in card.inner_text()
    assert "2 moves made" in card.inner_text()
    card.get_by_role("link", name="Continue").click()
    wait_for(page, "location.hash === '#/play/grammar/any-goal@ru'")
    assert page.inner_text(".counter-number") == "2"


def test_progress_survives_a_reload(page: Any, site: Site) -> None:
    count = json.loads(site.files["data/packs.json"])["packs"][0]["count"]
    page.goto("#/play/first-steps/across")
    page.wait_for_selector("html[data-ready=play]")
    for _ in range(4):
        page.keyboard.press("d")
    page.locator("[data-test=won]").wait_for()
    page.goto("#/")
    pack = page.locator("[data-pack=first-steps]")
    pack.locator(".tile").first.wait_for()
    page.reload()
    pack.locator(".tile").first.wait_for()
    assert f"1 of {count} won" in pack.locator("summary").inner_text()
    assert pack.locator("progress").evaluate("each => [each.value, each.max]") == [1, count]
    # One that was won leads on to the next.
    assert "Just Say It" in page.locator("[data-test=continue]").inner_text()


def test_levels_say_how_they_stand(page: Any) -> None:
    store(page, wins=WINS)
    open_home(page)
    tiles = page.locator("[data-pack=first-steps] .tile")
    tiles.first.wait_for()
    labels = tiles.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert labels[:3] == [
        "1. Across: won in the fewest moves known",
        "2. Just Say It: won",
        "3. Round the Wall: open",
    ]
    # The signs differ in shape.
    signs = page.locator("[data-pack=first-steps] .tile-state path").evaluate_all(
        "all => all.map(each => each.getAttribute('d'))"
    )
    assert len(signs) == len(set(signs)) == 2


def test_what_others_stored_does_no_harm(page: Any) -> None:
    sound = {"first-steps/say-it": {"moves": "rddrrr", "at": 2}}
    damaged = [
        {"wins": None, "last": 5, "settings": None},
        {"wins": "x", "last": "~?", "settings": {"theme": 5, "speed": "fast", "pad": True}},
        {"wins": {"first-steps/across": 5, **sound}, "last": [], "settings": []},
    ]
    open_home(page)
    for values in damaged:
        store(page, **values)
        page.reload()
        page.wait_for_selector("html[data-ready=home]")
        pack = page.locator("[data-pack=first-steps]")
        pack.locator(".tile").first.wait_for()
    assert "1 of" in pack.locator("summary").inner_text()
    page.goto("#/play/first-steps/across")
    page.wait_for_selector("html[data-ready=play]")
    for _ in range(4):
        page.keyboard.press("d")
    page.locator("[data-test=won]").wait_for()


def test_packs_open_and_have_an_address(page: Any) -> None:
    open_home(page, "?pack=elements")
    page.locator("[data-pack=elements] .tile canvas").first.wait_for()
    assert page.locator("[data-pack=first-steps]").evaluate("each => each.open") is False
    page.locator("[data-pack=grammar] summary").click()
    page.locator("[data-pack=grammar] .tile").first.click()
    wait_for(page, "location.hash === '#/play/grammar/wallflower'")


@pytest.mark.parametrize(("scheme", "size"), [("dark", (390, 844)), ("light", (1440, 900))])
def test_nothing_bars_anybody(new_page: Any, scheme: str, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    open_home(page)
    page.locator(".tile").first.wait_for()
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    store(page, wins=WINS, last="first-steps/round-the-wall@uu")
    page.reload()
    page.locator("[data-test=continue]").wait_for()
    assert find_violations(page) == []
