"""A browser without a window, to test and to measure the page with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final

from babalab.base.errors import BabalabError

CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""Options with which it runs as root and without a screen, and asks nobody for anything."""


class NoBrowserError(BabalabError):
    """There is no browser here, or nothing to drive it with."""


def find_lack_of_browser() -> str | None:
    """Return what is missing to start a browser, or None."""
    if find_spec("playwright") is None:
        return "Playwright is not installed; 'pip install playwright' installs it"
    if _find_program() is None:
        return "there is no Chromium; 'make chromium' installs it where it may"
    return None


@contextmanager
def start_browser() -> Iterator[Any]:
    """Start Chromium, driven by Playwright. Raises `NoBrowserError` if either is missing."""
    lack = find_lack_of_browser()
    if lack is not None:
        raise NoBrowserError(lack)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=_find_program(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def _find_program() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUM)), None)
