"""Every kind of problem, with its exact place."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.game.errors import LevelError
from babalab.game.level import split_rows
from babalab.levels import FileError, read_levels, validate, validate_text
from babalab.levels.reading import MAX_ERRORS

GOOD = "_______\n_B12.b_\n_F13.f_\n_______"


def places(diagnostics: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [
        (diagnostic.kind.value, diagnostic.line, diagnostic.column) for diagnostic in diagnostics
    ]


def found(text: str) -> list[tuple[str, int, int]]:
    return places(validate_text(text))


def entry(ascii_map: str = GOOD, **members: object) -> dict[str, object]:
    return {**members, "ascii": ascii_map}


def keke(*entries: object) -> str:
    return json.dumps({"levels": entries})


def test_a_good_level_has_no_problems() -> None:
    assert found(GOOD) == []
    assert found(GOOD.replace("\n", "/")) == []
    assert found(keke(entry())) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("no-rows", 1, 1)], id="empty"),
        pytest.param(" \n\n", [("no-rows", 1, 1)], id="blank"),
        pytest.param("# only a comment\n", [("no-rows", 1, 1)], id="comment"),
        pytest.param(f"{GOOD}\n\n# name: x\n# id: y\n", [("no-rows", 6, 1)], id="header-alone"),
        pytest.param("# id: a\n/\n", [("no-rows", 2, 1)], id="empty-rows"),
        pytest.param(f"# id: a\n\n# id: b\n{GOOD}", [("bad-format", 3, 1)], id="header-twice"),
        pytest.param(
            GOOD.replace("b", "X").replace("f", "é"),
            [("unknown-character", 2, 6), ("unknown-character", 3, 6)],
            id="unknown-characters",
        ),
        pytest.param(
            f"# a comment\n\n# name: x\n{GOOD}\n\n# id: 2\n{GOOD.replace('b', '?')}",
            [("unknown-character", 11, 6)],
            id="second-level",
        ),
        pytest.param(
            f"\n{GOOD}\n\n_____/_bX_/___",
            [("ragged-row", 7, 11), ("unknown-character", 7, 9), ("ragged-row", 7, 15)],
            id="one-line",
        ),
        pytest.param("____\n_b_\n_____", [("ragged-row", 2, 4), ("ragged-row", 3, 5)], id="ragged"),
        pytest.param(
            "____\r\n_b_\r\n_X__", [("ragged-row", 2, 4), ("unknown-character", 3, 2)], id="crlf"
        ),
        pytest.param(
            "#####\n#b.f#",
            [("unknown-character", 1, n) for n in range(1, 6)]
            + [("unknown-character", 2, 1), ("unknown-character", 2, 5)],
            id="hashes",
        ),
        pytest.param("_" * 65, [("too-large", 1, 1)], id="wide"),
        pytest.param("# id: 1\n" + "_\n" * 65, [("too-large", 2, 1)], id="high"),
        pytest.param("X" * 100_000, [("too-large", 1, 1)], id="monstrous"),
        pytest.param("a\nb\n" + "X" * 100_000, [("too-large", 1, 1)], id="monstrous-later"),
        pytest.param(f"# solution: rux d\n{GOOD}", [("bad-solution", 1, 15)], id="solution"),
        pytest.param(
            f"# id: a\n{GOOD}\n\n# id: b\n{GOOD}\n\n# id: a\n{GOOD}",
            [("duplicate-id", 13, 7)],
            id="duplicate-id",
        ),
        pytest.param(f"\n{GOOD.replace('2', '.')}", [("no-you-rule", 2, 1)], id="no-you"),
        pytest.param(GOOD.replace("b", "."), [("nobody-to-control", 1, 1)], id="nobody"),
        pytest.param(GOOD.replace("3", "."), [("no-win-word", 1, 1)], id="no-win"),
        pytest.param(
            GOOD.replace("1", "."), [("no-you-rule", 1, 1), ("no-is-word", 1, 1)], id="no-is"
        ),
        pytest.param(f"{GOOD[:-1]}.", [("open-border", 4, 7)], id="open-border"),
    ],
)
def test_diagnostics_of_text(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert sorted(found(text)) == sorted(expected)


PRETTY = '{\n "levels": [\n {"id": 1, "ascii": %s}\n ]\n}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{\n "levels": [\n}', [("bad-format", 3, 1)], id="syntax"),
        pytest.param('{"levels": []', [("bad-format", 1, 1)], id="unclosed"),
        pytest.param("[]", [("bad-format", 1, 1)], id="no-object"),
        pytest.param('\n {"level": []}', [("bad-format", 2, 2)], id="no-levels"),
        pytest.param('{\n"levels": {}}', [("bad-format", 2, 11)], id="levels-no-list"),
        pytest.param(
            '{"levels": [\n1, null]}', [("bad-format", 2, 1), ("bad-format", 2, 4)], id="no-objects"
        ),
        pytest.param('{"levels": [\n  {"id": 1}]}', [("bad-format", 2, 3)], id="no-ascii"),
        pytest.param(PRETTY % "7", [("bad-format", 3, 21)], id="ascii-number"),
        pytest.param(PRETTY % "null", [("bad-format", 3, 21)], id="ascii-null"),
        pytest.param(PRETTY % '""', [("no-rows", 3, 21)], id="ascii-empty"),
        pytest.param(
            PRETTY % json.dumps(GOOD.replace("b", "X")),
            [("unknown-character", 3, 22 + 9 + 5)],
            id="unknown-character",
        ),
        pytest.param(
            PRETTY % r'"\u005f\u005f\ud83d\ude00\n\t__"',
            [("unknown-character", 3, 34), ("unknown-character", 3, 48)],
            id="escaped",
        ),
        pytest.param(
            PRETTY % r'"____\n___\n_____"',
            [("ragged-row", 3, 31), ("ragged-row", 3, 37)],
            id="ragged",
        ),
        pytest.param(PRETTY % r'"____\n___"', [("ragged-row", 3, 31)], id="ragged-at-the-end"),
        pytest.param(
            PRETTY % r'"\n\n____\r\n_bX_\n\n"', [("unknown-character", 3, 36)], id="blank-edges"
        ),
        pytest.param(PRETTY % '"____/_bX_"', [("unknown-character", 3, 29)], id="slashes"),
        pytest.param(PRETTY % json.dumps("_" * 65), [("too-large", 3, 21)], id="too-large"),
        pytest.param(PRETTY % json.dumps("X" * 99999), [("too-large", 3, 21)], id="monstrous"),
        pytest.param(
            PRETTY % json.dumps(GOOD.replace("3", ".")), [("no-win-word", 3, 21)], id="warning"
        ),
        pytest.param(
            PRETTY % json.dumps(f"{GOOD[:-1]}."),
            [("open-border", 3, 22 + 27 + 6)],
            id="open-border",
        ),
        pytest.param(keke(entry(id=[1])), [("bad-format", 1, 20)], id="id-list"),
        pytest.param(keke(entry(id=True)), [("bad-format", 1, 20)], id="id-true"),
        pytest.param(keke(entry(name={})), [("bad-format", 1, 22)], id="name-object"),
        pytest.param(keke(entry(solution="RuX")), [("bad-solution", 1, 29)], id="solution"),
        pytest.param(keke(entry(solution=5)), [("bad-solution", 1, 26)], id="solution-number"),
        pytest.param(
            '{"levels": [{"id": [],\n"solution": "?"}]}',
            [("bad-format", 1, 13), ("bad-format", 1, 20)],
            id="all-of-one-entry",
        ),
        pytest.param(
            '{"levels": [{"id": "7", "ascii": "b"},\n{"id": 7, "ascii": "b"}]}',
            [("duplicate-id", 2, 8)],
            id="duplicate-id",
        ),
    ],
)
def test_diagnostics_of_json(text: str, expected: list[tuple[str, int, int]]) -> None:
    about_the_map = {"no-you-rule", "no-win-word", "no-is-word", "open-border"}
    assert sorted(
        diagnostic
        for diagnostic in found(text)
        if diagnostic[0] not in about_the_map or diagnostic in expected
    ) == sorted(expected)


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"____\n_b\x00_\n", 2, 3, "offset 7 (0x00) is a NUL byte"),
        (b"____\n_b\xff_\n", 2, 3, "offset 7 (0xff) is not UTF-8"),
        (b"\xef\xbb\xbf____\n\xc3\xa9b\xff_\n", 2, 3, "offset 11 (0xff) is not UTF-8"),
        (b"\xff\xfe_\x00_\x00", 1, 4, "offset 3 (0x00) is a NUL byte"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "offset 0 (0x89) is not UTF-8"),
        (b'{"levels": [], "a": "\xe9"}', 1, 22, "offset 21 (0xe9) is not UTF-8"),
    ],
)
def test_binary_files(tmp_path: Path, data: bytes, line: int, column: int, words: str) -> None:
    path = tmp_path / "levels.json"
    path.write_bytes(data)
    (diagnostic,) = validate(path)
    assert (diagnostic.kind, diagnostic.line, diagnostic.column) == (Flaw.BAD_FORMAT, line, column)
    assert words in diagnostic.message
    with pytest.raises(LevelError, match=r"levels\.json:"):
        read_levels(path)


def test_problems_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    path.write_text(PRETTY % json.dumps(GOOD.replace("b", "X")), encoding="utf-8-sig")
    (diagnostic,) = validate(path)
    assert str(diagnostic).startswith(f"{path}:3:36: error: 'X' is not a map character")
    with pytest.raises(LevelError) as caught:
        read_levels(path)
    assert caught.value.diagnostics == (diagnostic,)


def test_a_json_suffix_means_json(tmp_path: Path) -> None:
    path = tmp_path / "levels.JSON"
    path.write_text(GOOD)
    assert places(validate(path)) == [("bad-format", 1, 1)]


def test_byte_order_mark_and_crlf_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert validate(path) == []
    assert read_levels(path)[0].map == GOOD


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"____\n_bX_\n")))
    (diagnostic, *_) = validate("-")
    assert diagnostic.place == "<stdin>:2:3"


def test_warnings_do_not_stop_reading(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("# solution: xyz\n_b_\n")
    (level,) = read_levels(path)
    assert level.solution == ""
    assert {diagnostic.is_error for diagnostic in validate(path)} == {False}


def test_one_bad_level_does_not_hide_the_next() -> None:
    text = keke(entry("X"), entry(), entry("Y"), {})
    assert [kind for kind, _, _ in found(text)] == [
        "unknown-character", "unknown-character", "bad-format",
    ]  # fmt: skip


def test_a_missing_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        validate(tmp_path / "missing.json")
    with pytest.raises(FileError, match="it is a folder"):
        validate(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(("X" * 60 + "\n") * 60 + "\n" + ("Y" * 60 + "\n\n") * 20_000, id="text"),
        pytest.param(keke(*[{}] * 50_000), id="json"),
    ],
)
def test_reading_gives_up_on_hopeless_files(text: str) -> None:
    diagnostics = validate_text(text)
    assert MAX_ERRORS <= len(diagnostics) < 10_000
    assert "the rest was not read" in diagnostics[-1].message


def test_blank_edges_are_trimmed_in_linear_time() -> None:
    began = time.process_time()
    assert places(validate_text(keke(entry("\n" * 300_000)))) == [("no-rows", 1, 23)]
    assert time.process_time() - began < 5


@given(st.text(alphabet="_b \r\n/X", max_size=30))
def test_a_place_is_that_of_the_character(ascii_map: str) -> None:
    """Each unknown character is found in the JSON text where it is escaped, and only there."""
    text = keke(entry(ascii_map))
    rows = split_rows(ascii_map)
    expected = sum(row.count(bad) for row in rows for bad in "\rX/")
    unknown = [p for p in validate_text(text) if p.kind is Flaw.UNKNOWN_CHARACTER]
    assert len(unknown) == expected
    assert len({(p.line, p.column) for p in unknown}) == expected
    for diagnostic in unknown:
        at = text[diagnostic.column - 1 :]
        character = "\r" if at.startswith(r"\r") else at[0]
        assert diagnostic.message.startswith(repr(character))


def test_every_kind_is_tested() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    of_descriptions = {Flaw.UNKNOWN_NAME, Flaw.IGNORED}  # of games in VGDL, and tested there
    kinds = [kind for kind in Flaw if kind not in of_descriptions]
    assert [kind for kind in kinds if f'"{kind.value}"' not in tested] == []
