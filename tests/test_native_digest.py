"""Digests of the native sources: they change with what code does, not with how it is written."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from babalab import _core

NATIVE = Path(__file__).parents[1] / "native"

SOURCE = r"""// What this is.
#pragma once

#include <vector>
#include "base/hash.hpp"

#define TWICE(x) ((x) * \
                  2)
namespace babalab {

/* A block
   // of words */
inline int f(int a, std::vector<int>& b) {
    const char* const text = "not // a comment";  // this is
    const char quote = '"', other = '\'';
    const auto raw = R"x(also /* not )" one)x";
    return a + 10'000 + +b[0] - TWICE(a) >> 1;  /* nothing */
}

}  // namespace babalab
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("digest", NATIVE / "digest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("// What this is.", "// Another comment."),
        ("// What this is.\n", ""),
        ("  // this is", ""),
        ("/* nothing */", "// a comment that ends in a quote: '"),
        ("   // of words", '   of "words'),
        ("#include <vector>\n", ""),
        ('#include "base/hash.hpp"', '#include "other/place.hpp"\n#include <array>'),
        ("(int a, std::vector", "(int a,\n             std::vector"),
        ("a + 10'000", "a+10'000"),
        ("\n}\n", "\n\n\n}\n"),
        ("((x) * \\\n                  2)", "((x) * 2)"),
        ("\n", "\r\n"),
    ],
)
def test_how_it_is_written_changes_nothing(script: ModuleType, old: str, new: str) -> None:
    changed = SOURCE.replace(old, new)
    assert changed != SOURCE
    assert script.digest([changed]) == script.digest([SOURCE])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a + 10'000", "a - 10'000"),
        ("10'000", "10'001"),
        ("int a", "int ab"),
        ("const auto raw", "constauto raw"),
        ("not // a", "not // another"),
        ("not // a comment", "not //  a comment"),
        ("also /* not )", "also /* no )"),
        ("+ +b", "++b"),
        ("'\\''", "'\\\\'"),
        ("TWICE(x)", "TWICE (x)"),
        ("\nnamespace", " namespace"),  # no longer on a line of its own
        ("#define TWICE", "#undef TWICE"),
    ],
)
def test_what_it_does_counts(script: ModuleType, old: str, new: str) -> None:
    changed = SOURCE.replace(old, new)
    assert changed != SOURCE
    assert script.digest([changed]) != script.digest([SOURCE])


def test_files_count_whatever_their_order(script: ModuleType) -> None:
    one, other = "int f();", "int g();"
    assert script.digest([one, other]) == script.digest([other, one, "// nothing but words\n"])
    assert script.digest([one, other]) != script.digest([one])
    assert script.digest([one, other]) != script.digest([one, other, other])


def test_where_files_are_does_not_count(script: ModuleType, tmp_path: Path) -> None:
    for place in ("search/one.cpp", "baba/dead_end.hpp", "base/random.hpp", "vgdl/one.cpp"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(f"int {Path(place).stem};")
    before = script.digests(tmp_path)
    (tmp_path / "search/one.cpp").rename(tmp_path / "search/other.hpp")
    assert script.digests(tmp_path) == before
    (tmp_path / "vgdl/one.cpp").write_text("int two;")
    after = script.digests(tmp_path)
    assert {name for name in before if before[name] != after[name]} == {"VGDL"}


def test_every_pattern_finds_something(script: ModuleType) -> None:
    for patterns in script.SOURCES.values():
        for pattern in patterns:
            assert list(NATIVE.glob(pattern)), pattern


def test_the_core_knows_the_digests_of_its_sources(script: ModuleType) -> None:
    """If this fails, the core was built from other sources: install again."""
    for name, value in script.digests(NATIVE).items():
        assert getattr(_core, f"{name}_DIGEST") == value
