"""The folders of the native core use each other in one order, and only the bindings throw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"

MAY_USE = {
    "base": set(),
    "baba": {"base"},
    "search": {"base", "baba"},
    "sokoban": {"base"},
    "vgdl": {"base"},
    "maps": {"base"},
    "learning": {"base", "baba"},
    "planning": {"base", "baba", "sokoban", "vgdl"},
    "wasm": {"base", "baba", "search"},
    "python": {"base", "baba", "search", "sokoban", "vgdl", "maps", "learning", "planning"},
}
"""The folders that each folder may include, besides itself."""
MAY_THROW = {"base/huge_pages.hpp", "base/thread_pool.cpp"}
"""Files that pass on that there is no memory, where there are exceptions."""
GENERATED = {"digests.hpp"}
"""Headers that the build writes."""


def read_sources(folder: str) -> dict[str, str]:
    files = sorted((NATIVE / folder).glob("*.?pp"))
    return {file.relative_to(NATIVE).as_posix(): file.read_text("utf-8") for file in files}


def test_every_file_is_in_a_known_folder() -> None:
    assert {file.parent.name for file in NATIVE.glob("*/*.?pp")} == {*MAY_USE, "tests"}
    assert not list(NATIVE.glob("*.?pp"))


@pytest.mark.parametrize("folder", MAY_USE)
def test_folders_include_only_what_they_may_use(folder: str) -> None:
    for name, text in read_sources(folder).items():
        included = set(re.findall(r'#include "([^"]+)"', text)) - GENERATED
        used = {header.rpartition("/")[0] for header in included}
        assert used <= {folder, *MAY_USE[folder]}, name


@pytest.mark.parametrize("folder", sorted(MAY_USE.keys() - {"python"}))
def test_nothing_but_the_bindings_throws(folder: str) -> None:
    for name, text in read_sources(folder).items():
        code = re.sub(r"//.*|\"(?:\\.|[^\"\\\n])*\"", "", text)
        assert name in MAY_THROW or not re.search(r"\b(throw|try|catch|stdexcept)\b", code), name
