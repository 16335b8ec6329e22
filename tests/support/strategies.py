"""Levels and moves for Hypothesis: any mix of words and things, the odder the better."""

from __future__ import annotations

from hypothesis import strategies as st

from babalab.game.vocabulary import NOUNS, PROPERTIES, THING_CHARACTERS, WORD_CHARACTERS

MOVES = st.text(alphabet="udlrs", max_size=60)

_NOUN_WORDS = [WORD_CHARACTERS[noun] for noun in NOUNS]
_PROPERTY_WORDS = [WORD_CHARACTERS[word] for word in PROPERTIES]
_THINGS = list(THING_CHARACTERS.values())


@st.composite
def level_rows(draw: st.DrawFn, max_side: int = 9) -> list[str]:
    """A map with sentences laid across it, things of few nouns, and stray characters between.

    Few nouns make the rules apply to something; HOT and MELT, KILL and SINK on the same noun, and
    noun-IS-noun come up often, since that is where lists fall out of step.
    """
    width = draw(st.integers(2, max_side))
    height = draw(st.integers(2, max_side))
    nouns = draw(st.lists(st.integers(0, len(NOUNS) - 1), min_size=1, max_size=4, unique=True))
    nouns_here = [_NOUN_WORDS[i] for i in nouns]
    density = draw(st.integers(1, 9))
    palette = st.sampled_from(
        ["."] * (10 - density)
        + [_THINGS[i] for i in nouns for _ in range(2)]
        + nouns_here
        + ["1"]
        + (["_"] if draw(st.booleans()) else [])
        + draw(st.lists(st.sampled_from(_PROPERTY_WORDS + _THINGS), max_size=4))
    )
    cells = draw(st.lists(palette, min_size=width * height, max_size=width * height))
    rows = [cells[y * width : (y + 1) * width] for y in range(height)]
    border = draw(st.booleans())
    for _ in range(draw(st.integers(1, 6))):
        subject = draw(st.sampled_from(nouns_here))
        predicate = draw(st.sampled_from(["2", *_PROPERTY_WORDS, *nouns_here]))
        horizontal = draw(st.booleans())
        if horizontal and width >= 3:
            y, x = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 3))
            rows[y][x : x + 3] = [subject, "1", predicate]
        elif height >= 3:
            y, x = draw(st.integers(0, height - 3)), draw(st.integers(0, width - 1))
            for dy, character in enumerate((subject, "1", predicate)):
                rows[y + dy][x] = character
    if border:
        rows = [["_"] * (width + 2), *[["_", *row, "_"] for row in rows], ["_"] * (width + 2)]
    return ["".join(row) for row in rows]
