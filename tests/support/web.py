"""The page in a browser: a server in this process, Chromium, and what is wrong with a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from babalab.web import Site
from babalab.web.browser import find_lack_of_browser, start_browser
from babalab.web.serving import serve_in_background
from support.program import wait_until

PATIENCE = 15_000
"""Milliseconds until a page that does nothing fails a test; other tests are at work beside it."""


@contextmanager
def serve(site: Site, port: int = 0) -> Iterator[str]:
    """Serve a site by the real server, at a free port by default, and yield its address."""
    pytest.importorskip("uvicorn", reason="the extra babalab[web] is not installed")
    with serve_in_background(site, port) as address:
        yield address


@contextmanager
def launch_browser() -> Iterator[Any]:
    """Start a browser; skip the test with the reason where there is none."""
    lack = find_lack_of_browser()
    if lack is not None:
        pytest.skip(lack)
    with start_browser() as browser:
        yield browser


class Troubles:
    """Faults of a page that nobody sees: errors of its code, requests to other hosts."""

    def __init__(self, address: str) -> None:
        self._own = (address, "data:", "blob:", "about:")
        self.found: list[str] = []

    def watch(self, context: Any) -> Callable[[], None]:
        """Watch all pages of a context; return what ends that."""
        listeners = {
            "console": self._note_message,
            "weberror": lambda error: self.found.append(f"error: {error.error}"),
            "request": self._note_request,
        }
        for event, listener in listeners.items():
            context.on(event, listener)

        def forget() -> None:
            for event, listener in listeners.items():
                context.remove_listener(event, listener)

        return forget

    def _note_message(self, message: Any) -> None:
        if message.type == "error":
            place = message.location
            self.found.append(f"console: {message.text} ({place['url']}:{place['lineNumber']})")

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith(self._own):
            self.found.append(f"request to another host: {request.url}")


def find_violations(page: Any, rules: Sequence[str] = ()) -> list[str]:
    """Return what axe-core finds wrong with a page as it is now, each with its place.

    By all its rules, or by these only.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else None
    found = axe.Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:200]}: {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def wait_for(page: Any, expression: str) -> None:
    """Wait until an expression of JavaScript, or a promise of it, is true in a page.

    Playwright's `wait_for_function` needs `eval`, which the page's policy forbids.
    """

    def holds() -> bool:
        try:
            return bool(page.evaluate(expression))
        except page_error() as error:
            if "context was destroyed" in str(error) or "navigation" in str(error):
                return False  # the page is being loaded again
            raise

    wait_until(holds, f"it never holds: {expression}")


def page_error() -> type[Exception]:
    """Return the error of Playwright's."""
    from playwright.sync_api import Error

    return Error
