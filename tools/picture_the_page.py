"""Write the four pictures of the page in docs/pictures: screenshots by Chromium.

    python tools/picture_the_page.py

Run this after a change of the page's looks. Needs Chromium and Playwright, as the tests do.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from PIL import Image

from babalab.web import collect_sets, make_site
from babalab.web.browser import start_browser
from babalab.web.serving import serve_in_background

PICTURES: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
DESKTOP: Final = {"width": 1200, "height": 750}
COLOURS: Final = 128
SECONDS: Final = 6
"""Time for verdicts to settle."""


@dataclass(frozen=True)
class Shot:
    """A picture: what is shown, and keys and clicks before it is taken."""

    name: str
    route: str
    scheme: Literal["dark", "light"]
    clicks: tuple[str, ...] = ()


SHOTS: Final = (
    Shot("page-play", "#/play/metamorphosis/dry-land@rr", "dark", ("text=Hint",)),
    Shot("page-build", "#/build/mastery/all-change", "light"),
    Shot("page-analyse", "#/analyse/first-steps/open-sesame", "dark", ("[data-test=heat]",)),
    Shot("page-gallery", "#/gallery", "light"),
)


def main() -> None:
    """Write all pictures."""
    sets, _ = collect_sets()
    with serve_in_background(make_site(sets)) as address, start_browser() as browser:
        for shot in SHOTS:
            context = browser.new_context(
                viewport=DESKTOP, color_scheme=shot.scheme, service_workers="block"
            )
            image = take(context.new_page(), f"{address}{shot.route}", shot)
            file = PICTURES / f"{shot.name}.png"
            image.save(file, optimize=True)
            print(f"{file.name}: {file.stat().st_size:,} bytes")
            context.close()


def take(page: Any, address: str, shot: Shot) -> Image.Image:
    """Return the picture in few colours: the page has hardly more, and the file is a third."""
    page.goto(address)
    page.wait_for_timeout(1000 * SECONDS)
    for selector in shot.clicks:
        page.click(selector)
        page.wait_for_timeout(1500)
    screenshot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return screenshot.quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
