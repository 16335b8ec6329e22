"""The page in a browser: a server in this process, Chromium, and what is wrong with a page."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from babalab.web import Site, make_app
from support.program import wait_until

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""What makes it run as root and without a screen, and lets it ask nobody for anything."""
PATIENCE = 15_000
"""Milliseconds until a page that does nothing fails a test; other tests are at work beside it."""


@contextmanager
def serve(site: Site, port: int = 0) -> Iterator[str]:
    """Serve a site by the real server, at a free port by default, and yield its address."""
    pytest.importorskip("uvicorn", reason="the extra babalab[web] is not installed")
    from babalab.web.serving import format_address, make_server, open_port

    with open_port("127.0.0.1", port) as listening:
        server = make_server(make_app(site))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        wait_until(lambda: server.started, "the server does not start")
        try:
            yield format_address("127.0.0.1", listening)
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def launch_browser() -> Iterator[Any]:
    """Start a browser; skip the test with the reason where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip("there is no Chromium; 'make chromium' installs it where it may")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Troubles:
    """What goes wrong in a page without being seen: errors of its code, requests elsewhere."""

    def __init__(self, address: str) -> None:
        self._own = (address, "data:", "blob:", "about:")
        self.found: list[str] = []

    def watch(self, context: Any) -> None:
        """Watch all pages of a context."""
        context.on("console", self._note_message)
        context.on("weberror", lambda error: self.found.append(f"error: {error.error}"))
        context.on("request", self._note_request)

    def _note_message(self, message: Any) -> None:
        if message.type == "error":
            place = message.location
            self.found.append(f"console: {message.text} ({place['url']}:{place['lineNumber']})")

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith(self._own):
            self.found.append(f"request to another host: {request.url}")


def find_violations(page: Any) -> list[str]:
    """Return what axe-core finds wrong with a page as it is now, each with its place."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
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
