"""Writing a pack: what is written is what is read; the whole forge, once."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.generation.forge.writing import format_pack
from babalab.levels import handmade_packs
from babalab.levels.shipped import parse_pack

LEVELS = handmade_packs()[0].levels
texts = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1)


@settings(deadline=None, max_examples=30)
@given(texts, texts, texts)
def test_what_is_written_is_read(title: str, description: str, name: str) -> None:
    levels = (replace(LEVELS[0], name=name), *LEVELS[1:])
    pack = parse_pack("mine", format_pack(title, description, 7, levels))
    assert (pack.title, pack.description, pack.order) == (title, description, 7)
    assert pack.generated
    for one, other in zip(pack.levels, levels, strict=True):
        assert one == other
        assert (one.id, one.name, one.author) == (other.id, other.name, other.author)
        assert (one.solution, one.mechanics) == (other.solution, other.mechanics)


def test_the_program_makes_a_pack(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    command = [sys.executable, "-m", "babalab.generation.forge", "--output", str(file)]
    wishes = ["--classes", "2", "--candidates", "2", "--each", "1", "--without", "first-steps"]
    subprocess.run([*command, *wishes], check=True, capture_output=True)
    pack = parse_pack("small", file.read_text(encoding="utf-8"))
    (level,) = pack.levels
    assert level.length_class == 2
    assert level.play(level.solution).won
