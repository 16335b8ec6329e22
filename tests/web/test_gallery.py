"""The gallery in a browser: filters and search, addresses, keys, thousands of levels."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from babalab.web import Site
from support.web import find_violations, wait_for

Level = dict[str, Any]


@pytest.fixture(scope="module")
def levels(site: Site) -> list[Level]:
    """All levels of the site in order, each with its address and pack."""
    packs = json.loads(site.files["data/packs.json"])["packs"]
    return [
        {**level, "address": f"{pack['id']}/{level['id']}", "pack": pack["id"]}
        for pack in packs
        for level in json.loads(site.files[f"data/packs/{pack['id']}.json"])["levels"]
    ]


def open_gallery(page: Any, query: str = "") -> None:
    page.goto(f"#/gallery{query}")
    page.wait_for_selector("html[data-ready=gallery]")


def shown(page: Any) -> int:
    """Return the number of levels the gallery says it shows."""
    return int(page.inner_text(".gallery-count").split()[0].replace(",", ""))


def first_cards(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        ".cards a", "all => all.map(each => each.dataset.address)"
    )
    return found


def choose(page: Any, group: str, value: str) -> None:
    # The box itself is only for screen readers and keys; one clicks its label.
    page.locator(f"[data-filter={group}] label", has=page.locator(f"[value='{value}']")).click()


def is_any(_level: Level) -> bool:
    return True


def check(page: Any, levels: list[Level], fits: Callable[[Level], bool]) -> None:
    wanted = [each["address"] for each in levels if fits(each)]
    assert shown(page) == len(wanted)
    assert first_cards(page) == wanted[: len(first_cards(page))]


def test_filters_and_search(new_page: Any, levels: list[Level]) -> None:
    page = new_page()
    open_gallery(page)
    check(page, levels, is_any)
    choose(page, "mechanic", "push")
    choose(page, "mechanic", "kill")
    both = {"push", "kill"}
    check(page, levels, lambda level: both <= set(level["mechanics"]))
    page.locator("[data-match=any]").click()
    check(page, levels, lambda level: bool(both & set(level["mechanics"])))
    choose(page, "length", "2")
    page.locator("[data-end=most]").fill("40")

    def fits(level: Level) -> bool:
        return (
            bool(both & set(level["mechanics"]))
            and level["lengthClass"] == 2
            and level["difficulty"] <= 40
        )

    check(page, levels, fits)
    # The address says it all: the same in another profile, and after a reload.
    wait_for(page, "location.hash.includes('difficulty=0-40')")
    other = new_page()
    other.goto(page.url)
    other.wait_for_selector("html[data-ready=gallery]")
    check(other, levels, fits)
    page.reload()
    page.wait_for_selector("html[data-ready=gallery]")
    check(page, levels, fits)
    page.locator("[data-test=clear]").click()
    check(page, levels, is_any)
    page.keyboard.type("STONE")
    check(page, levels, lambda level: "stone" in f"{level['name']} {level['address']}".lower())


def test_counts_say_what_a_choice_would_show(page: Any, levels: list[Level]) -> None:
    open_gallery(page, "?pack=grammar")
    label = page.locator("[data-filter=mechanic] label", has=page.locator("[value=push]"))
    count = int(label.locator(".count").inner_text())
    label.click()
    assert shown(page) == count
    check(page, levels, lambda each: each["pack"] == "grammar" and "push" in each["mechanics"])


def test_an_empty_result_says_what_to_leave_out(page: Any, levels: list[Level]) -> None:
    open_gallery(page, "?q=across&mechanic=kill")
    assert shown(page) == 0
    offer = page.locator(".gallery-empty button", has_text="Without kill")
    count = sum("across" in f"{each['name']} {each['address']}".lower() for each in levels)
    assert str(count) in offer.inner_text()
    offer.click()
    assert shown(page) == count


def test_order(page: Any, levels: list[Level]) -> None:
    open_gallery(page, "?sort=difficulty-down")
    hardest = max(levels, key=lambda each: each["difficulty"])
    assert first_cards(page)[0] == hardest["address"]
    page.locator("[data-test=direction]").click()
    easiest = min(levels, key=lambda each: each["difficulty"])
    assert first_cards(page)[0] == easiest["address"]


def test_won_levels_are_marked(page: Any, levels: list[Level]) -> None:
    open_gallery(page)
    fewest, longer = levels[0], levels[1]
    wins = {
        fewest["address"]: {"moves": fewest["solution"], "at": 1},
        longer["address"]: {"moves": longer["solution"] + "s", "at": 1},
    }
    page.evaluate("wins => localStorage.setItem('babalab.wins', JSON.stringify(wins))", wins)
    page.reload()
    page.wait_for_selector("html[data-ready=gallery]")
    marks = page.locator(".card-mark")
    assert marks.nth(0).inner_text() == "Won, fewest"
    assert marks.nth(1).inner_text() == f"Won in {len(longer['solution']) + 1}"
    assert marks.count() == 2
    choose(page, "status", "longer")
    assert first_cards(page) == [longer["address"]]
    choose(page, "status", "open")
    check(page, levels, lambda level: level["address"] not in wins)


def test_keys_lead_to_a_level_and_back(page: Any, levels: list[Level]) -> None:
    open_gallery(page)
    focused = "document.activeElement.dataset.address"
    page.keyboard.press("/")
    page.keyboard.type("e")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == levels[0]["address"]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == levels[1]["address"]
    page.keyboard.press("End")
    assert page.evaluate(focused) == levels[-1]["address"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[data-ready=play]")
    assert page.url.endswith(levels[-2]["address"])
    page.go_back()
    page.wait_for_selector("html[data-ready=gallery]")
    wait_for(page, f"{focused} === {levels[-2]['address']!r}")


def test_who_leaves_at_once_is_not_called_back(page: Any) -> None:
    """The address written a moment after typing must not replace the one that is opened."""
    open_gallery(page)
    held: list[Any] = []
    page.route("**/views/play/play.js", lambda route: held.append(route))  # a slow network
    page.locator("input[type=search]").fill("across")
    page.evaluate("document.querySelector('.cards a').click()")
    wait_for(page, "location.hash.startsWith('#/play')")
    page.wait_for_timeout(400)
    for route in held:
        route.continue_()
    page.wait_for_selector("html[data-ready=play]")
    assert page.url.endswith("#/play/first-steps/across")


def test_a_random_level_is_one_of_those_shown(page: Any) -> None:
    open_gallery(page, "?q=first-steps/across")
    assert shown(page) == 1
    page.locator("[data-test=random]").click()
    page.wait_for_selector("html[data-ready=play]")
    assert page.url.endswith("#/play/first-steps/across")


def test_thousands_of_levels_cost_as_little_as_a_few(page: Any, levels: list[Level]) -> None:
    many = [{**levels[n % len(levels)], "id": f"n{n}", "name": f"Number {n}"} for n in range(5000)]
    pack = {"id": "many", "title": "Many", "description": ""}
    index = {"version": "x", "packs": [{**pack, "count": len(many)}]}
    page.route("**/data/packs.json", lambda route: route.fulfill(json=index))
    page.route(
        "**/data/packs/many.json", lambda route: route.fulfill(json={**pack, "levels": many})
    )
    open_gallery(page)
    assert shown(page) == 5000
    assert page.locator(".cards li").count() < 100
    page.locator(".cards a").first.focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.address") == "many/n4999"
    assert page.locator(".cards li").count() < 100
    page.locator(".cards a:focus .thumbnail").wait_for()
    page.locator("input[type=search]").fill("Number 4321")
    assert first_cards(page)[:1] == ["many/n4321"]


def test_filters_fold_away_on_a_phone(new_page: Any) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_gallery(page)
    side = page.locator("#gallery-filters")
    assert side.is_hidden()
    page.locator("[aria-controls=gallery-filters]").tap()
    assert side.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not find_violations(page)
    page.locator("[data-filter=mechanic] label", has_text="kill").tap()
    page.locator(".gallery-shower").tap()
    assert side.is_hidden()
    assert page.evaluate("scrollY") == 0


def test_axe_finds_nothing(new_page: Any) -> None:
    # Colours that still change have contrasts of their own.
    page = new_page(
        viewport={"width": 1440, "height": 900}, color_scheme="dark", reduced_motion="reduce"
    )
    open_gallery(page)
    assert not find_violations(page)
    for query in ("?q=across&mechanic=kill", "?mechanic=push&difficulty=20-60"):
        page.goto(f"#/gallery{query}")
        wait_for(page, "document.querySelector('[data-test=clear]')?.checkVisibility()")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert not find_violations(page), (query, theme)
