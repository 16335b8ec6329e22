"""The site of our packs, served, and pages of it in a browser.

A test that takes `page` finds nothing stored. At the end nothing may have gone wrong that nobody
saw. `new_page` makes pages with options of Playwright's `new_context`, such as
``new_page(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="light")``. Use
`support.web.wait_for` and not Playwright's `wait_for_function`, which the page's policy forbids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from babalab.web import Site, collect_sets, make_site
from support.web import PATIENCE, Troubles, launch_browser, serve

NewPage = Callable[..., Any]


@pytest.fixture(scope="session")
def site() -> Site:
    sets, complete = collect_sets()
    assert complete
    return make_site(sets)


@pytest.fixture(scope="session")
def site_url(site: Site) -> Iterator[str]:
    """The address of the site, with a slash at its end."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for a file of tests; longer it would hold the loop of asyncio that others want."""
    with launch_browser() as found:
        yield found


@pytest.fixture
def troubles(site_url: str) -> Iterator[Troubles]:
    """Collect the faults of a test's pages; a test that expects some clears `found`."""
    watched = Troubles(site_url)
    yield watched
    assert not watched.found


@pytest.fixture
def new_page(browser: Any, site_url: str, troubles: Troubles) -> Iterator[NewPage]:
    """A function that opens a page in a profile of its own; addresses are relative to the site.

    There is no service worker unless `service_workers="allow"` is given: it would hide requests.
    """
    contexts = []

    def make(**options: Any) -> Any:
        context = browser.new_context(
            **{"base_url": site_url, "service_workers": "block", **options}
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        troubles.watch(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shared_context(browser: Any, site_url: str) -> Iterator[Any]:
    """A profile that keeps the site's files in its cache: a fresh one takes twice the time."""
    context = browser.new_context(base_url=site_url, service_workers="block")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(shared_context: Any, site_url: str, troubles: Troubles) -> Iterator[Any]:
    forget = troubles.watch(shared_context)
    page = shared_context.new_page()
    storage = shared_context.new_cdp_session(page)
    storage.send("Storage.clearDataForOrigin", {"origin": site_url, "storageTypes": "all"})
    storage.detach()
    yield page
    for each in shared_context.pages:
        each.close()
    forget()
