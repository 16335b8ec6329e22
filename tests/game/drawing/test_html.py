"""What notebooks show of levels, states, plays and results."""

from __future__ import annotations

from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from babalab import Level, State, solve
from babalab.agents import Result, Verdict
from babalab.game.drawing import draw_play_html
from babalab.game.drawing.html import MOST_FRAMES

MAP = "______/_b..f_/_B12._/_F13._/______"
EVIL = "<script>alert('x')</script> & \"quotes\""
VOID = {"img", "br"}


class Page(HTMLParser):
    """The tags, pictures and words of a snippet; tags have to be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.images: list[dict[str, str | None]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: list[Any]) -> None:
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attributes))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[Any]) -> None:  # noqa: ARG002
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data

    @property
    def animation(self) -> Image.Image:
        (image,) = self.images
        kind, _, data = (image["src"] or "").partition(",")
        assert kind == "data:image/gif;base64"
        return Image.open(BytesIO(b64decode(data, validate=True)))


def test_a_level_and_its_start_are_pictures() -> None:
    for shown in (Level.parse(MAP, name="Plain"), Level.parse(MAP, name="Plain").start()):
        page = Page(shown._repr_html_())
        assert "svg" in page.tags
        assert page.images == []
        assert "Plain" in page.words


def test_a_play_is_animated() -> None:
    page = Page(Level.parse(MAP).play("rrr")._repr_html_())
    assert (page.animation.n_frames, page.tags.count("svg")) == (4, 0)
    assert "rrr; won: baba is YOU and flag is WIN at row 1, column 4" in page.words
    assert page.images[0]["alt"] == page.words.strip()


def test_long_plays_show_their_end() -> None:
    scene = Level.parse(MAP).start().scene()
    assert Page(draw_play_html([scene] * (MOST_FRAMES + 1))).images == []
    assert "svg" in Page(draw_play_html([scene])).tags


def test_a_state_out_of_a_batch_is_a_picture() -> None:
    state = State(Level.parse(MAP), Level.parse(MAP).play("rr").row, None)
    assert "svg" in Page(state._repr_html_()).tags


def test_names_are_no_markup() -> None:
    level = Level.parse(MAP, name=EVIL, author=EVIL)
    page = Page(level._repr_html_())
    assert "script" not in page.tags
    assert EVIL in page.words
    failed = Result("me", Verdict.FAILED, None, 0.0, 0, 0, 0, error=EVIL)
    page = Page(failed._repr_html_())
    assert page.tags == ["p"]
    assert EVIL in page.words


def test_a_result_shows_its_play() -> None:
    result = solve(f"{MAP}@r", "bfs")
    page = Page(result._repr_html_())
    assert page.animation.n_frames == 3
    assert "solved: rr (2 moves" in page.words


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (
            Result("bfs", Verdict.SOLVED, "r", 0.25, 7, 35, 0, shortest=True),
            "solved: r (1 move, a shortest solution); bfs took 0.25 s and 7 iterations",
        ),
        (
            Result("bfs", Verdict.OUT_OF_TIME, None, 10, 1, 5, 0),
            "out of time; bfs took 10 s and 1 iteration",
        ),
        (
            Result("me", Verdict.FAILED, None, 0, 0, 0, 0, error="'l' does not win"),
            "failed: 'l' does not win; me took 0 s and 0 iterations",
        ),
    ],
)
def test_a_result_in_a_line(result: Result, line: str) -> None:
    assert str(result) == line
    assert "start" not in result.as_json()
