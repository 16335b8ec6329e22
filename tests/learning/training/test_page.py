"""The page about training: its tables are those of the code, its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from babalab.base.parameters import Value, parameters_of
from babalab.learning.training.presets import PRESETS
from babalab.learning.training.recipe import Recipe

PAGE = (Path(__file__).parents[3] / "docs" / "learning-training.md").read_text(encoding="utf-8")


def shown(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:g}"
    return f"`{value}`" if value else ""


@pytest.mark.parametrize("name", [each.name for each in parameters_of(Recipe)][1:])
def test_every_field_is_told(name: str) -> None:
    (declared,) = (each for each in parameters_of(Recipe) if each.name == name)
    values = [shown(getattr(PRESETS[preset], name)) for preset in PRESETS]
    assert f"| `{name}` | {' | '.join(values)} | {declared.help} |" in PAGE


def test_every_curriculum_is_told() -> None:
    pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")
    from babalab.learning.training.course import CURRICULA

    for name, meaning in CURRICULA.items():
        assert f"| `{name}` | {meaning} |" in PAGE


def test_the_code_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("128 ")
    assert len(lines) == 2 + 4
