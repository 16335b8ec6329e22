"""Level files as the page reads them against Python: whole, damaged, and odd ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from babalab import Level
from babalab.base.diagnostics import Diagnostic
from babalab.game.diagnostics import diagnose
from babalab.game.errors import LevelError
from babalab.levels import packs
from babalab.levels.formats import format_levels, read_source
from babalab.levels.source_text import SourceText, decode
from support.crowded import crowded_level
from support.damage import damage_bytes, damage_json
from support.javascript import needs_node, run_javascript
from support.shared import LEVELS

ODD_NAMES = [
    "",
    "plain",
    ' "quoted" ',
    '"',
    "two\nlines",
    "tab\there",
    "na\u00efve \u2603",
    "\U0001f600 astral",
    "[a]",
    "\u200bhidden",
    "nbsp\u00a0",
    "\x1f",
    "\x85next\u2028line",
    "ends in \\",
    "{x}",
    "\ud800 alone",
]

ODD_TEXTS = [
    "",
    " \n\t",
    "\ufeff______\n_b.f_",
    "x",
    "____\n_bX_\n____",
    "____\n_b_\n_____",
    "# id: a\n# id: b\n_b_",
    "# name: no map",
    "# a comment\n\n#comment\n",
    "_b/f_",
    "_b/f_\n__\n\n_/_/_",
    "#ID : one\nb\n\n# id:one\nb",
    "# solution: rr x\nb..",
    "# solution: R u S\nb..",
    "b" * 65,
    "/".join("b" * 65),
    "b" * 20_000,
    "____\r\n_b._\r\n____\r\n",
    "\u3000\n_b_\n\u2003",
    "# \u0131d: x\n_b_",
    "\U0001f600b\nbb\n",
    "b\u00e9'\"\\\x07",
    '{"levels": [',
    '{"levels": [{"ascii": "b\\nff"}]}',
    '{"levels": [1, null, {"id": 7}, {"ascii": null}]}',
    '{"levels": [{"id": 1.50, "ascii": "b", "solution": "rx"},'
    ' {"id": "1.50", "ascii": "b/f/\\u0041"}]}',
    '{"levels": [{"ascii": "b.\\ud83d\\ude00", "name": true, "author": [], "solution": 3}]} x',
    '{"levels": [{"ascii": "\\ud83d\\ude00b?"}]}',
    '{"levels": {}}',
    "[]",
    '{"a": 1}',
    '{"levels": []}',
    '{"levels": [], "levels": [{"ascii": "b"}]}',
    '{"levels": [{"ascii": "b"},]}',
    '{"levels": [{"ascii": "b" "id": 1}]}',
    '{"levels": [{"ascii": "b\n"}]}',
    '{"levels": [{"ascii": "\\x"}]}',
    '{"levels": [{"ascii": "\x01"}]}',
    '{"levels" 1}',
    "{1: 2}",
    '{"a',
    '{"levels": [{"ascii": "b", "mechanics": ["a", 1, null, "b"]},'
    ' {"ascii": "b", "mechanics": "a"}]}',
    "[" * 5000,
    '{"a": ' + "1" * 1001 + "}",
    '{"a": tru}',
    "[1 2]",
    "[1,",
    '{"a": 1,',
    '{"levels": [{"ascii": "", "id": "x"}, {"ascii": "  "}, {"ascii": "b", "id": "x"}]}',
    '{"levels": [{"ascii": "b", "id": "' + "\\u00e9"
    '\U0001f600", "author": null}, {"ascii": "\U0001f600X"}]}',
    "[1e5, -0, 01]",
    "\x1f{",
    '# mechanics: ["a", 2]\nb',
    "# mechanics: [a\nb",
    '# name: "a\\nb"\nb',
    '# name: "a\nb',
    "#\u00a0c\nb",
    "#c\nb",
]


def to_entry(level: Level) -> dict[str, Any]:
    return {
        "id": level.id,
        "name": level.name,
        "author": level.author,
        "rows": list(level.rows),
        "solution": level.solution,
        "mechanics": list(level.mechanics),
    }


def to_problems(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [
        {
            "kind": each.kind.value,
            "line": each.line,
            "column": each.column,
            "message": each.message,
            "isError": each.is_error,
        }
        for each in diagnostics
    ]


def read(text: str, name: str) -> dict[str, Any]:
    reading = read_source(SourceText(text.removeprefix("\ufeff"), name))
    return {
        "levels": [to_entry(level) for level in reading.levels],
        "problems": to_problems(reading.sort_diagnostics()),
    }


def read_bytes(data: bytes) -> dict[str, Any]:
    try:
        source = decode(data)
    except LevelError as error:
        return {"bytes": list(data), "levels": [], "problems": to_problems(error.diagnostics)}
    return {"bytes": list(data), **read(source.text, "")}


def write(levels: Sequence[Level]) -> dict[str, Any]:
    forms = {form: format_levels(levels, form) for form in ("ascii", "line", "json")}
    return {"levels": [to_entry(level) for level in levels], **forms}


def collect_texts(chance: random.Random) -> list[tuple[str, str]]:
    shipped = [level for pack in packs() for level in pack.levels]
    texts = [(text, "") for text in ODD_TEXTS]
    texts += [(text, "levels.json") for text in ODD_TEXTS[:6]]
    texts += [(format_levels(shipped, form), "") for form in ("ascii", "line", "json")]
    for path in sorted(LEVELS.glob("train.json")):
        texts.append((path.read_text(), path.name))
    for _ in range(120):
        few = chance.sample(shipped, 3)
        form = chance.choice(("ascii", "line", "json"))
        whole = format_levels(few, form).encode()
        text = damage_bytes(whole, chance).decode(errors="replace")
        texts.append((text, chance.choice(("", "a.json", "b.txt"))))
        texts.append((damage_json(format_levels(few, "json"), chance), ""))
    texts.append(("\n\n".join(["x!"] * 700), ""))
    texts.append((json.dumps({"levels": [{"ascii": "xyz"}] * 500}), ""))
    return texts


@needs_node
def test_files_are_read_and_written_alike(tmp_path: Path) -> None:
    chance = random.Random(1)
    texts = [
        {"text": text, "name": name, **read(text, name)} for text, name in collect_texts(chance)
    ]
    kinds = {problem["kind"] for each in texts for problem in each["problems"]}
    assert len(kinds) >= 11, "else some kind of problem is compared nowhere"
    shipped = [level for pack in packs() for level in pack.levels]
    odd = [
        Level(
            ("b",), name=name, id=other, mechanics=(name, "x, y") if chance.random() < 0.5 else ()
        )
        for name, other in zip(ODD_NAMES, ODD_NAMES[::-1], strict=True)
    ]
    whole = format_levels(shipped[:2], "json").encode()
    damaged = [damage_bytes(whole, chance) for _ in range(50)]
    damaged += [
        b"ab\xff",
        b"\xef\xbb\xbfb\n\xc3(",
        b"b\n\xe2\x82",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"a\xc3\xa9\0",
        b"\xc0\x80",
        "\U0001f600\u00e9\n\u20acb".encode() + b"\x80",
    ]
    maps = [crowded_level(chance) for _ in range(200)]
    maps += [
        tuple(row[:-1] + "?" if chance.random() < 0.2 else row for row in rows)
        for rows in maps[:60]
    ]
    expected = {
        "texts": texts,
        "bytes": [read_bytes(data) for data in damaged],
        "written": [write(shipped), write(odd), *(write([level]) for level in odd)],
        "maps": [{"rows": list(rows), "problems": to_problems(diagnose(rows))} for rows in maps],
    }
    assert run_javascript("files", expected, tmp_path) == 4
