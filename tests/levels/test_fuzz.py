"""Arbitrary input leads to levels or to an error of ours, never to anything else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from babalab.base.errors import BabalabError
from babalab.levels import load_levels, read_levels, split_moves, validate, validate_text

#: Pieces of real files, so that arbitrary mixtures get past the first character.
PIECES = st.sampled_from(
    [
        *'{}[]":,\\/#@ \n\r\t', "_", "_b_", "B12", "____/_b._/____", "null", "true", "-1e5", "\\n",
        "\\u00", "\\ud83d", '"levels"', '"ascii"', '"id"', '"name"', '"solution"', '"mechanics"',
        '{"levels": [', '{"ascii": "', "# name: ", "# id: ", "# solution: ", "# mechanics: [",
        "\ufeff", "é", "😀", "\u017f", "\x00", "\x0c", "\u2028",
    ]
)  # fmt: skip
mixtures = st.lists(PIECES, max_size=25).map("".join)
contents = st.binary(max_size=60) | mixtures.map(str.encode)

fuzz = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@fuzz
@given(contents, st.sampled_from(["x.json", "x.txt"]))
def test_files(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    problems = validate(path)
    for problem in problems:
        assert problem.source == str(path)
        assert problem.line >= 1
        assert problem.column >= 1
        assert str(problem)
    try:
        levels = read_levels(path)
    except BabalabError:
        assert any(problem.is_error for problem in problems)
    else:
        assert not any(problem.is_error for problem in problems)
        assert all(set(level.solution) <= set("udlrs") for level in levels)


@fuzz
@given(mixtures | st.text(max_size=20))
def test_texts(text: str) -> None:
    lines = text.split("\n")
    for problem in validate_text(text):
        assert problem.column <= len(lines[problem.line - 1]) + 1


@pytest.mark.parametrize("call", [load_levels, split_moves])
@fuzz
@given(mixtures | st.text(max_size=20))
def test_addresses(
    call: Callable[[str], object],
    tmp_path_factory: pytest.TempPathFactory,
    address: str,
) -> None:
    if address.strip("/").startswith("-"):
        return  # standard input
    with contextlib.chdir(tmp_path_factory.getbasetemp()), contextlib.suppress(BabalabError):
        call(address)
