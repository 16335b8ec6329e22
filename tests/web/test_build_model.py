"""The editor's model, tested in Node, and its examples, solved in Python."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from babalab import Level
from babalab.agents import Verdict, solve
from babalab.agents.shortest import Shortest
from babalab.generation.baba.mechanics import MECHANICS, find_mechanics
from support.javascript import NODE, needs_node, run_javascript

PAGE = Path(__file__).parents[2] / "src" / "babalab" / "web" / "page"


@needs_node
@pytest.mark.parametrize(
    ("name", "count"),
    [("build_drawing", 10), ("build_document", 10), ("build_editor", 15), ("build_judge", 8)],
)
def test_the_model_in_node(name: str, count: int, tmp_path: Path) -> None:
    assert run_javascript(name, None, tmp_path) == count


@needs_node
def test_the_example_of_each_mechanic_uses_it() -> None:
    """Every template is a sound level; each example shows its mechanic when solved shortest."""
    code = (
        f"import({json.dumps(str(PAGE / 'views/build/templates.js'))})"
        ".then(({ TEMPLATES }) => console.log(JSON.stringify(TEMPLATES)))"
    )
    assert NODE is not None
    printed = subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True).stdout
    templates = {each["id"]: "/".join(each["rows"]) for each in json.loads(printed)}
    assert {*templates} == {"empty", "room", *MECHANICS}
    assert re.fullmatch(r"_+(/_\.+_)+/_+", templates.pop("empty"))
    for name, line in templates.items():
        level = Level.parse(line)
        assert not level.warnings, name
        result = solve(level, Shortest(), seconds=30)
        assert result.verdict is Verdict.SOLVED, name
        if name != "room":
            assert name in find_mechanics(level, str(result.solution)), name
