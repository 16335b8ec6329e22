"""Files of any size: read in pieces, with the same levels, places and words as in one piece."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from babalab.base.diagnostics import Diagnostic
from babalab.game.errors import LevelError
from babalab.game.level import Level
from babalab.levels import files, positioned_json, text_format
from babalab.levels.formats import read_source, stream_levels, stream_source
from babalab.levels.reading import Reading
from babalab.levels.seen_ids import SeenIds
from babalab.levels.source_text import SourceText, decode, decode_chunks
from babalab.levels.validation import stream_diagnostics
from support.program import MAP

ENTRIES = [
    {"id": 1, "name": "é\n", "ascii": "____\n_b._\n____", "solution": "rr"},
    {"id": "1", "ascii": "____\n_bX_\n____", "solution": "rxr"},
    {"id": 1.5e3, "author": None, "ascii": "___\n_b_\n___", "mechanics": ["push", 3]},
    {"name": "\ud83d\ude00 \ud800", "ascii": 7},
    [1, {"a": [True, False, None]}],
]
TEXTS = [
    json.dumps({"about": {"x": [1, 2.5]}, "levels": ENTRIES, "end": [[], {}]}),
    json.dumps({"levels": ENTRIES}, indent=1)[:-1],
    json.dumps({"levels": ENTRIES}, ensure_ascii=True).replace("1.5e3", "tru"),
    json.dumps({"levels": ENTRIES[:1]}) + " x",
    '{"levels": {"a": 1}}',
    "[1, 2, 3]",
    '{"maps": [' + "9" * 1200 + "]}",
    '{"levels": [{"ascii": "a\\u12',
    "# id: a\n# name: x\n____\n_b._\n____\n\n# id: a\n___/_b_/___\r\n# solution: q\n_bX\n",
    "\n \n# a comment\n\n____\n_b._",
    "# name: nothing below",
    "",
    " \n ",
]
ANYTHING = st.sampled_from(TEXTS) | st.text(alphabet='{}[]":,levs_b.\n#/ 1', max_size=80)
SOME_BYTES = st.binary(max_size=60).filter(lambda data: 0 not in data) | st.sampled_from(
    [b"\xef\xbb\xbf_b_\n\xc3\xa9", b"a\n\xc3"]
)


@pytest.fixture(autouse=True, scope="module")
def small_windows() -> Iterator[None]:
    """Readers that let go of what they have read at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(positioned_json, "WINDOW", 3)
        patch.setattr(text_format, "WINDOW", 3)
        yield


def read_in_pieces(text: str, size: int) -> tuple[list[Level], list[Diagnostic]]:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    reading = Reading(SourceText("", "f", pieces))
    levels, diagnostics = [], []
    for _ in stream_source(reading):
        levels += reading.take_levels()
        diagnostics += reading.take_diagnostics()
    # What is never closed is known in the end, wherever it was opened.
    diagnostics += reading.take_diagnostics()
    return levels, sorted(diagnostics, key=lambda each: (each.line, each.column))


@given(
    st.sampled_from(TEXTS) | st.text(alphabet='{}[]":,levs_b.\n#/ 1', max_size=80),
    st.integers(1, 40),
)
@example(TEXTS[0], 1)
@example(TEXTS[1], 1)
@example(TEXTS[8], 1)
def test_pieces_make_no_difference(text: str, size: int) -> None:
    whole = read_source(SourceText(text, "f"))
    assert read_in_pieces(text, size) == (whole.levels, whole.sort_diagnostics())


@given(SOME_BYTES, st.integers(1, 9))
def test_bytes_in_pieces(data: bytes, size: int) -> None:
    def outcome(chunks: list[bytes]) -> object:
        try:
            return "".join(decode_chunks(chunks, "f"))
        except LevelError as error:
            return error.diagnostics

    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert outcome(pieces) == outcome([data])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    assert decode(data).text == text.removeprefix("\ufeff")


def test_no_text_at_the_end_of_a_long_file(tmp_path: Path) -> None:
    """Levels before it are read, and then it is named with its place."""
    file = tmp_path / "set.txt"
    file.write_bytes(b"___/_b_/___\n" * 200_000 + b"__\0")
    assert len(list(islice(stream_levels(file), 10))) == 10
    text = decode_chunks(files.read_chunks(file), str(file))
    with pytest.raises(LevelError, match=r"set\.txt:200001:3: .*offset 2400002 \(0x00\)"):
        "".join(text)


def test_a_long_set_takes_no_more_memory_than_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the digests of the ids, next to nothing."""
    for module in (positioned_json, text_format):
        monkeypatch.setattr(module, "WINDOW", 1 << 12)
    monkeypatch.setattr(files, "_CHUNK", 1 << 13)
    rows = MAP.replace("/", "\n")
    entry = {"name": "A level", "ascii": rows, "solution": "rrr"}
    for suffix in ("json", "txt"):
        file = tmp_path / f"set.{suffix}"
        peaks = []
        for count in (200, 800):
            with file.open("w") as stream:
                if suffix == "json":
                    lines = (json.dumps({"id": str(each), **entry}) for each in range(count))
                    stream.write('{"levels": [' + ",\n".join(lines) + "]}")
                else:
                    stream.writelines(f"# id: {each}\n{rows}\n\n" for each in range(count))
            tracemalloc.start()
            assert sum(1 for _ in stream_levels(file)) == count
            assert list(stream_diagnostics(file)) == []
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        assert peaks[1] - peaks[0] < 1 << 18


def test_errors_of_a_long_set_are_all_named(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    good = {"ascii": "____\n_b._\n____"}
    levels = [good] * 50 + [{"ascii": "_X_"}] + [good] * 50 + [{"id": []}]
    file.write_text(json.dumps({"levels": levels}))
    seen = []
    with pytest.raises(LevelError) as caught:
        seen.extend(stream_levels(file))
    assert len(seen) == 50
    assert (
        len(caught.value.diagnostics)
        == len([d for d in stream_diagnostics(file) if d.is_error])
        > 2
    )


@given(st.lists(st.text(max_size=3)))
def test_ids_are_known_again(ids: list[str]) -> None:
    seen, first = SeenIds(), dict[str, tuple[int, int]]()
    for line, each in enumerate(ids, start=1):
        assert seen.add(each, (line, 7)) == first.get(each)
        first.setdefault(each, (line, 7))


def test_many_ids() -> None:
    seen = SeenIds()
    assert all(seen.add(str(each), (each + 1, 1)) is None for each in range(5000))
    assert all(seen.add(str(each), (9, 9)) == (each + 1, 1) for each in range(5000))
