"""Pictures: they are written, show something, and are the same every time."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from babalab.base.errors import MissingExtraError
from babalab.tuning.costs import Timing
from babalab.tuning.pictures import (
    Panel,
    PictureError,
    best_of_generations,
    best_so_far,
    correlations,
    draw_correlations,
    draw_costs,
    draw_fitness,
    draw_front,
    draw_importances,
    draw_weights,
    find_best_weights,
    find_front,
    importances,
    make_band,
)
from support.histories import history, random_history

RUNS = [random_history(seed) for seed in range(3)]
BAND = make_band("ga", [best_so_far(run) for run in RUNS])
GENERATIONS = make_band("nsga2-5", [best_of_generations(run, 10) for run in RUNS])
TITLE = "heuristic on 50 levels, $5 a run"


def fitness(path: Path) -> None:
    panels = [Panel("(a)", [BAND], {"ga": 3243, "ps": 3244}), Panel("(b)", [GENERATIONS])]
    draw_fitness(path, panels, TITLE)


def weights(path: Path) -> None:
    draw_weights(path, {"(a)": find_best_weights(RUNS)}, TITLE, threshold=0.5)


def correlation(path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(50, 4))
    rows[:, 2] = 1
    draw_correlations(path, correlations(rows, list("abcd")), TITLE)


def costs(path: Path) -> None:
    draw_costs(
        path, [Timing("a", 10, 9, 12), Timing("b", 900, 800, 1000)], TITLE, published={"a": 340}
    )


def two_objectives(path: Path) -> None:
    draw_front(path, find_front(RUNS[0]), TITLE)


def three_objectives(path: Path) -> None:
    front = find_front(random_history(0, objectives=3))
    draw_front(path, front, TITLE)


def importance(path: Path) -> None:
    draw_importances(path, importances(RUNS, redrawn=2), TITLE)


Drawing = Callable[[Path], None]
DRAWINGS = [fitness, weights, correlation, costs, two_objectives, three_objectives, importance]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_png(draw: Drawing, tmp_path: Path) -> None:
    draw(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert image.format == "PNG"
        assert min(image.size) > 200
        colours = image.convert("RGB").getcolors(image.width * image.height)
    assert colours is not None
    assert len(colours) > 20


@pytest.mark.parametrize("draw", DRAWINGS)
def test_svg_and_again_the_same(draw: Drawing, tmp_path: Path) -> None:
    draw(tmp_path / "a.SVG")
    draw(tmp_path / "b.svg")
    root = ET.parse(tmp_path / "a.SVG").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 10
    assert (tmp_path / "a.SVG").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_names_with_characters_that_xml_forbids(tmp_path: Path) -> None:
    hostile = "\x00\x08\x1b[2J\ufffe\ud800x"
    draw_costs(tmp_path / "a.svg", [Timing(hostile, 10, 9, 12)], hostile)
    ET.parse(tmp_path / "a.svg")
    assert "\x1b" not in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_other_data_give_another_picture(tmp_path: Path) -> None:
    fitness(tmp_path / "a.png")
    other = make_band("ga", [best_so_far(run) for run in RUNS[:2]])
    draw_fitness(tmp_path / "b.png", [Panel("(a)", [other]), Panel("(b)", [GENERATIONS])], TITLE)
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()


def test_one_evaluation_and_one_run(tmp_path: Path) -> None:
    run = history([5.0], point={"weights[a]": 1.0}, objectives={"solved": 1.0, "seconds": 2.0})
    draw_fitness(tmp_path / "f.png", [Panel("", [make_band("x", [best_so_far(run)])])], TITLE)
    draw_weights(tmp_path / "w.png", {"": find_best_weights([run])}, TITLE)
    draw_front(tmp_path / "p.png", find_front(run), TITLE)
    assert {path.name for path in tmp_path.iterdir()} == {"f.png", "w.png", "p.png"}


def test_objectives_that_are_constant(tmp_path: Path) -> None:
    run = history([5.0, 5.0], objectives={"solved": 1.0, "seconds": 2.0, "length": 3.0})
    draw_front(tmp_path / "p.png", find_front(run), TITLE)
    draw_fitness(tmp_path / "f.png", [Panel("", [make_band("x", [best_so_far(run)])])], TITLE)
    assert {path.name for path in tmp_path.iterdir()} == {"f.png", "p.png"}


@pytest.mark.parametrize("draw", DRAWINGS)
@pytest.mark.parametrize(
    ("name", "words"), [("a.jpg", r"\.png or \.svg"), ("nowhere/a.png", "no folder")]
)
def test_files_that_can_not_be(draw: Drawing, name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=words):
        draw(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_nothing_to_draw(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    with pytest.raises(PictureError, match="no runs"):
        draw_fitness(path, [], TITLE)
    with pytest.raises(PictureError, match="no runs"):
        draw_fitness(path, [Panel("", [])], TITLE)
    with pytest.raises(PictureError, match="no weights"):
        draw_weights(path, {"": []}, TITLE)
    with pytest.raises(PictureError, match="no costs"):
        draw_costs(path, [], TITLE)
    with pytest.raises(PictureError, match="took no time"):
        draw_costs(path, [Timing("a", 0, 0, 0)], TITLE)
    with pytest.raises(PictureError, match="no parameters"):
        draw_importances(path, [], TITLE)
    assert not path.exists()


@pytest.mark.parametrize("draw", DRAWINGS)
def test_without_matplotlib(draw: Drawing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"babalab\[report\]"):
        draw(tmp_path / "a.png")


def test_importance_without_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna.distributions", None)
    with pytest.raises(MissingExtraError, match=r"babalab\[tune\]"):
        importances(RUNS)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, babalab.tuning.pictures, babalab.papers.baba_tuning.fig_2;"
        "print([name for name in ('matplotlib', 'optuna', 'pymoo') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
