from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

from babalab.base.parameters import parameters_of
from babalab.learning.ppo.networks import PlanesNet
from babalab.learning.training.presets import PRESETS, preset_named
from babalab.learning.training.recipe import PlanesOptions, Recipe, RecipeError, parse_changes


@pytest.mark.parametrize("name", PRESETS)
def test_recipes_survive_json(name: str) -> None:
    recipe = preset_named(name).changed({"levels": "a.json,b.json", "seed": 7})
    assert Recipe.from_json(recipe.as_json()) == recipe
    assert recipe.preset == name


@pytest.mark.parametrize("name", ["paper", "paper-code", "paper-text"])
def test_the_papers_settings(name: str) -> None:
    paper = preset_named(name)
    assert (paper.discount, paper.epochs, paper.batch) == (0.999, 4, 64)
    assert (paper.observation, paper.shape) == ("paper", (20, 20))
    if name == "paper-text":  # Algorithm 4
        assert (paper.gae, paper.bootstrap, paper.value_epochs > 0) == (1, False, True)
        assert paper.entropy == paper.entropy_end == 0
    else:
        assert (paper.gae, paper.entropy, paper.entropy_end) == (0.98, 0.01, 0.01)
    assert bool(paper.clip) == (name == "paper-code")
    assert (paper.penalty is None) == (name == "paper-code")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bach": 64}, "no field 'bach'; did you mean 'batch'"),
        ({"batch": "many"}, "batch='many': it must be a whole number"),
        ({"batch": 1}, "batch=1"),
        ({"masks": 1}, "masks=1: it must be true or false"),
        ({"discount": 1.5}, "discount=1.5: it must be a number from 0 to 1"),
        ({"observation": "photo"}, "observation='photo': it must be paper or full or ascii"),
        ({"size": "20"}, "write it like 20x20"),
        ({"size": "20x65"}, "each side from 1 to 64"),
        ({"network_options": "deep"}, "network_options: .*'deep' is not of the form name=value"),
        ({"network_options": "mine.py"}, "write it like blocks=6"),
        ({"network_options": "a:width=3"}, "write it like blocks=6"),
        ({"network_options": "widht=3"}, "network_options: .*'widht'; did you mean 'width'"),
        ({"network_options": "channels=8"}, "network_options: mlp has no parameter 'channels'"),
        ({"network_options": "layers=0"}, "layers=0: it must be a whole number from 1 to"),
        ({"network_options": "width=wide"}, "width=wide: it must be a whole number from 1 to"),
        ({"network_options": "width=true"}, "width=true: it must be a whole number from 1 to"),
        ({"kl_low": 3.0}, "KL bounds of 3 and 1.5"),
        ({"network": "planes"}, "network=planes takes observation=full"),
        ({"observation": "full"}, "network=mlp takes"),
        ({"masks": True}, "masks=true needs observation=full"),
        ({"network": "planes", "observation": "full", "value_epochs": 4}, "are for network=mlp"),
        ({"envs": 1, "rollout": 1}, "2 steps are the least"),
    ],
)
def test_recipes_that_make_no_sense(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        preset_named("paper").changed(changes)


def test_unknown_presets() -> None:
    with pytest.raises(RecipeError, match="no preset 'papr'; did you mean 'paper'"):
        preset_named("papr")
    with pytest.raises(RecipeError, match="known presets: 'paper', 'paper-code'"):
        preset_named("xyz")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "JSON object"),
        ("{", "no JSON"),
        (json.dumps({"magic": 1}), "no field 'magic'"),
        (json.dumps({"batch": None}), "batch=None"),
    ],
)
def test_texts_that_are_no_recipe(text: str, words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        Recipe.from_json(text)


def test_changes_as_written() -> None:
    assert parse_changes(["batch=32", "masks=true", "network_options=blocks=2,channels=8"]) == {
        "batch": 32,
        "masks": True,
        "network_options": "blocks=2,channels=8",
    }
    with pytest.raises(RecipeError, match="write it like batch=VALUE"):
        parse_changes(["batch"])
    with pytest.raises(RecipeError, match=r"batch=1\.5: it must be a whole number"):
        parse_changes(["batch=1.5"])


def test_options_of_the_network() -> None:
    recipe = preset_named("strong").changed({"network_options": "blocks=2, hidden=16"})
    assert recipe.options == PlanesOptions(blocks=2, hidden=16)
    with pytest.raises(RecipeError, match="network_options: planes has no parameter 'depth'"):
        recipe.changed({"network_options": "depth=3"})
    declared = {each.name: each.default for each in parameters_of(PlanesOptions)}
    arguments = inspect.signature(PlanesNet).parameters.values()
    assert declared == {each.name: each.default for each in arguments}
