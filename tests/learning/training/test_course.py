"""The levels of a training, as its recipe says."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab import Level
from babalab.learning.training.course import make_course
from babalab.learning.training.presets import preset_named
from babalab.learning.training.recipe import RecipeError
from babalab.levels import write_levels


def test_a_training_leaves_out_what_must_not_be_trained_on(tmp_path: Path) -> None:
    kept = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr")
    taboo = Level.parse("_____/_k.r_/_K12_/_R13_/_____", solution="rr")
    # The same but for the nouns: whoever has learned one knows the other.
    renamed = Level.parse("_____/_b.f_/_B12_/_F13_/_____", solution="rr")
    write_levels([kept, renamed], tmp_path / "levels.json")
    write_levels([taboo], tmp_path / "test.json")
    recipe = preset_named("paper").changed(
        {"levels": str(tmp_path / "levels.json"), "without": str(tmp_path / "test.json")}
    )
    assert [level.line for level in make_course(recipe).levels] == [kept.line]
    with pytest.raises(RecipeError, match=r"every level of .* is equivalent"):
        make_course(recipe.changed({"levels": str(tmp_path / "test.json")}))
