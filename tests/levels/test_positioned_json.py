"""The positioned reader against the standard library's, and its places against brute force."""

from __future__ import annotations

import json
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.levels.positioned_json import (
    MAX_NUMBER_LENGTH,
    JsonNode,
    JsonSyntaxError,
    character_offsets,
    parse_json,
)

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
layouts = st.sampled_from([None, 0, 1, 3, "\t", "\r\n "])


def plain(node: JsonNode) -> Any:
    """The value the standard library would have given."""
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: plain(item) for key, item in node.value.items()}
    return node.value


def all_nodes(node: JsonNode) -> list[JsonNode]:
    children: list[JsonNode] = []
    if isinstance(node.value, list):
        children = node.value
    elif isinstance(node.value, dict):
        children = list(node.value.values())
    return [node, *(each for child in children for each in all_nodes(child))]


@given(values, layouts, st.booleans())
def test_reads_what_the_standard_library_reads(value: Any, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    read = plain(parse_json(text))
    assert read == json.loads(text)
    assert repr(read) == repr(json.loads(text))  # 1 and 1.0 and true are equal, but not the same


@given(values, layouts, st.booleans())
def test_every_value_stands_where_it_says(value: Any, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    for node in all_nodes(parse_json(text)):
        assert json.loads(text[node.start : node.end]) == plain(node)


@given(st.text(), st.booleans())
def test_every_character_stands_where_it_says(value: str, ascii_only: bool) -> None:
    text = f"  {json.dumps(value, ensure_ascii=ascii_only)} "
    node = parse_json(text)
    offsets = character_offsets(text, node)
    assert len(offsets) == len(value) + 1
    assert text[offsets[-1]] == '"'
    for character, start, end in zip(value, offsets, offsets[1:], strict=False):
        assert json.loads(f'"{text[start:end]}"') == character


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"\u0041\ud83d\ude00\/"', "A\U0001f600/"),
        (r'"\ud83d"', "\ud83d"),
        (r'"\ude00\ud83d"', "\ude00\ud83d"),
        (r'"\ud83d\ud83d\ude00"', "\ud83d\U0001f600"),
        (r'"\ud83d\n"', "\ud83d\n"),
        (r'"\\u0041"', r"\u0041"),
    ],
)
def test_escapes_and_surrogates(text: str, value: str) -> None:
    node = parse_json(text)
    assert node.value == value == json.loads(text)
    assert len(character_offsets(text, node)) == len(value) + 1


def test_of_equal_keys_the_last_counts() -> None:
    assert plain(parse_json('{"a": 1, "a": 2}')) == {"a": 2}


def test_huge_exponents_are_infinite_as_in_the_standard_library() -> None:
    assert parse_json("1e999").value == math.inf


@given(st.text(alphabet='{}[]",:\\u01e-+.truefalsn \n\x01é', max_size=12))
def test_refuses_what_the_standard_library_refuses(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(JsonSyntaxError) as caught:
            parse_json(text)
        assert 0 <= caught.value.offset <= len(text)
    else:
        assert repr(plain(parse_json(text))) == repr(expected)


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("", 0, "end of the text"),
        ("  nul", 2, "expected a JSON value, found 'n'"),
        ("NaN", 0, "expected a JSON value"),
        ("[1, 2", 0, "array is never closed"),
        ('{"a": [1', 6, "array is never closed"),
        ('{"a": 1', 0, "object is never closed"),
        ('{"a": 1,', 0, "object is never closed"),
        ("[1 2]", 3, "expected a comma or ']'"),
        ("[1, ]", 4, "no comma before ']'"),
        ('{"a": 1, }', 9, "no comma before '}'"),
        ("{a: 1}", 1, "key in double quotes"),
        ('{"a" 1}', 5, "colon"),
        ('{"a": }', 6, "expected a JSON value"),
        ('["abc', 1, "never closed"),
        ('"a\nb"', 2, "line break inside a string"),
        ('"a\tb"', 2, r"write \u0009"),
        (r'"a\x"', 2, r"\x is not an escape"),
        (r'"\u12g4"', 1, "not an escape"),
        ("1 2", 2, "after the end"),
        ("[01]", 2, "expected a comma"),
    ],
)
def test_syntax_errors_name_the_place(text: str, offset: int, words: str) -> None:
    with pytest.raises(JsonSyntaxError) as caught:
        parse_json(text)
    assert caught.value.offset == offset
    assert words in caught.value.message
    assert str(offset) in str(caught.value)


def test_numbers_too_long_to_convert_are_refused() -> None:
    with pytest.raises(JsonSyntaxError, match="over 1000 characters"):
        parse_json(f"[{'9' * (MAX_NUMBER_LENGTH + 1)}]")


def test_deep_nesting_neither_overflows_nor_takes_long() -> None:
    depth = 100_000
    began = time.process_time()
    parse_json("[" * depth + "]" * depth)
    parse_json('{"a":' * depth + "1" + "}" * depth)
    with pytest.raises(JsonSyntaxError):
        parse_json("[" * depth)
    assert time.process_time() - began < 10


def test_long_strings_are_read_in_linear_time() -> None:
    text = json.dumps("\n_" * 300_000)
    began = time.process_time()
    assert len(character_offsets(text, parse_json(text))) == 600_001
    assert time.process_time() - began < 10
