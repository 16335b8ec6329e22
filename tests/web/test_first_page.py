"""Every view loads little, is accessible, and works offline and in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from babalab.web import Site
from support.program import wait_until
from support.web import Troubles, find_violations, wait_for

NewPage = Callable[..., Any]
MOST_BYTES = 250 * 1024
"""The most that a first page may load, compressed."""
ROUTES = ["#/", "#/play/first-steps/across", "#/build", "#/analyse/first-steps/across", "#/gallery"]
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}


def open_route(page: Any, route: str) -> None:
    page.goto(route)
    page.locator("html[data-ready]").wait_for(state="attached")


@pytest.mark.parametrize("route", ROUTES[:2])
def test_little_is_loaded(route: str, new_page: NewPage) -> None:
    page = new_page()  # with nothing in its cache
    sizes: dict[str, int] = {}
    page.on(
        "requestfinished",
        lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}),
    )
    open_route(page, route)
    page.wait_for_load_state("networkidle")
    assert any(url.endswith(".wasm") for url in sizes)
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda each: -each[1])[:20]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("route", ROUTES)
def test_accessibility(route: str, size: str, new_page: NewPage) -> None:
    page = new_page(
        viewport=SIZES[size], has_touch=size == "phone", color_scheme="dark",
        reduced_motion="reduce",
    )  # fmt: skip
    open_route(page, route)
    page.wait_for_load_state("networkidle")
    assert find_violations(page) == []
    page.emulate_media(color_scheme="light")
    assert find_violations(page, rules=["color-contrast"]) == [], "in light colours"
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "the page is wider than the screen"


def test_violations_would_be_seen(page: Any) -> None:
    open_route(page, "#/gallery")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    (found,) = find_violations(page)
    assert found.startswith("button-name (critical): <button>")


def test_troubles_would_be_seen(page: Any, troubles: Troubles) -> None:
    open_route(page, "#/gallery")
    page.evaluate(
        """() => {
            console.error("wrong");
            setTimeout(() => { throw new Error("worse"); });
            fetch("http://elsewhere.invalid/").catch(() => document.body.dataset.asked = "");
            const image = document.createElement("img");
            image.src = "nowhere.png";
            document.body.append(image);
        }"""
    )
    page.locator("body[data-asked]").wait_for()
    wait_until(lambda: page.evaluate("true") and len(troubles.found) >= 4)
    told = "\n".join(troubles.found)
    troubles.found.clear()
    assert "console: wrong" in told
    assert "error: worse" in told
    assert "elsewhere.invalid" in told
    assert "404" in told


def test_the_page_reloads_without_a_network(new_page: NewPage, site: Site) -> None:
    page = new_page(service_workers="allow")
    open_route(page, "#/play/first-steps/across")
    wait_for(page, "navigator.serviceWorker.controller?.state === 'activated'")
    page.context.set_offline(True)
    page.reload()
    page.locator("html[data-ready=play]").wait_for(state="attached")
    for route in ROUTES:
        open_route(page, "#/" if route == "#/" else route)
        kind = route.split("/")[1] or "home"
        page.locator(f"html[data-ready={kind}]").wait_for(state="attached")
    kept = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length)"
    )
    assert kept == len(site.files) - 1
