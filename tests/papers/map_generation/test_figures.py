"""The figures of paper D: which cells they have, what is told of them, and the pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from babalab.arena import Store
from babalab.base.budget import Budget
from babalab.generation.errors import GenerationError
from babalab.generation.problems import make_problem
from babalab.generation.study import GENERATING
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.comparison import MapComparison
from babalab.papers.map_generation.examples import write_examples
from babalab.papers.map_generation.figures import DEPTHS, FIGURES, PLAYABILITY, TIMES, make_figure
from support.generations import all_rows, as_in_the_paper, made_up_attempt, made_up_record
from support.page import parse

FEW = MapComparison(runs=10, first_seed=0)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "results.db") as store:
        yield store


def filled(store: Store, comparison: MapComparison = FEW) -> None:
    """A world as in the paper, of ten runs a cell; one of each cell of Zelda failed."""
    playable = as_in_the_paper()
    for task in comparison.plan(store).todo:
        method = task.method
        row = method.problem_name, method.representation, method.algorithm_name
        problem = make_problem(method.problem)
        failed = method.problem == "zelda" and task.seed == 9
        reached = 3 * task.seed < playable(row) and not failed
        figures = {
            "reached": reached,
            "fitness": float(task.seed % 4),
            "depth": task.seed,
            "seconds": 2.0 if reached else 60.0,
            "evaluations": 1000 * (task.seed + 1),
            "statistics": {"regions": 1.0},
            "error": "ValueError: no" if failed else None,
            "map": ""
            if failed
            else problem.text(problem.random_maps(np.random.default_rng(task.seed), 1)[0]),
        }
        store.add(GENERATING, made_up_attempt(task, **figures))


def test_variants_of_an_algorithm(store: Store, tmp_path: Path) -> None:
    """Each has a row and an example of its own; what the paper says is held against the usual."""
    two = MapComparison(
        ["sokoban", "sokoban:moves=9"], ["wide"], ["ga:crossover=0", "ga", "mcts"], 2
    )
    filled(store, two)
    exhibit = make_figure(PLAYABILITY, two, store)
    assert [row[0] for row in exhibit.rows] == ["ga:crossover=0.0", "ga", "mcts"]
    assert exhibit.data["algorithms"] == ["ga:crossover=0.0", "ga", "mcts"]
    assert {cell["algorithm"] for cell in exhibit.data["cells"]} >= {"mcts:rollout=10", "mcts"}
    write_examples(tmp_path / "maps", two.cells(store), "Maps")
    assert len(list((tmp_path / "maps").glob("*.png"))) == 6


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A store of that world."""
    with Store(tmp_path_factory.mktemp("paper") / "results.db") as store:
        filled(store)
        yield store


def test_cells() -> None:
    """36 of tree search and 12 of optimisation; MCTS is set as in the paper."""
    methods = MapComparison().methods
    named = [(each.problem, each.representation, each.algorithm_name) for each in methods]
    assert named == all_rows()
    assert len(methods) == 36 + 12
    mcts = {each.problem: each.algorithm for each in methods if each.algorithm_name == "mcts"}
    assert mcts == {
        "binary": "mcts:rollout=78",
        "zelda": "mcts:rollout=40",
        "sokoban": "mcts:rollout=10",
    }
    (own,) = MapComparison(["zelda:width=9"], ["wide"], ["mcts"]).methods
    assert own.algorithm == "mcts"
    with pytest.raises(GenerationError, match="es: what searches no tree is compared in the wide"):
        MapComparison(representations=["narrow"], algorithms=["es"])


def test_cells_of_the_authors_code() -> None:
    """Their goals, rewards, c and crossover; a name with parameters is left as it is."""
    comparison = MapComparison(representations=["wide"], follow="code")
    assert comparison.words == "30 runs of 60 s, by the authors' code"
    methods = comparison.methods
    assert [each.problem for each in methods[::8]] == [
        "binary:cap=false", "zelda:enemy=4,path=16,cap=false", "sokoban:moves=18,cap=false",
    ]  # fmt: skip
    assert [each.problem_name for each in methods[::8]] == ["binary", "zelda", "sokoban"]
    meant = {each.variant: each.algorithm for each in methods}
    assert meant == {
        **{name: name for name in ("bfs", "dfs", "gbfs", "hill-climbing", "annealing", "es")},
        "mcts": "mcts:c=7.0710678118654755,rollout=10",
        "ga": "ga:keeps=parent",
    }
    own = MapComparison(["sokoban:moves=9"], ["wide"], ["ga:size=9"], follow="code").methods
    assert [(each.problem, each.algorithm) for each in own] == [("sokoban:moves=9", "ga:size=9")]


def test_a_cell() -> None:
    (method,) = MapComparison(["sokoban"], ["wide"], ["es"]).methods
    cell = FigureCell(
        method,
        [
            made_up_record(method, 0, reached=True, seconds=6.0, fitness=3.0, map="a", depth=2),
            made_up_record(method, 1, seconds=61.0, fitness=9.0, map="b", evaluations=500),
            made_up_record(method, 2, reached=True, seconds=3.0, fitness=3.0, map="c"),
            made_up_record(method, 3, error="killed", fitness=99.0),
        ],
    )
    assert (cell.playable.wins, cell.playable.plays, cell.failures) == (2, 4, 1)
    assert cell.pace == pytest.approx(800 / 130)
    assert cell.shares == pytest.approx([0.1, 1, 0.05, 1])
    assert cell.best is not None
    assert cell.best.map == "a"
    by_maps = FigureCell(
        method, [made_up_record(method, 0, max_seconds=None, max_evaluations=400, map="")]
    )
    assert by_maps.shares == [0.25]
    assert by_maps.best is None


def test_playability(paper: Store) -> None:
    exhibit = make_figure(PLAYABILITY, FEW, paper)
    rows = {tuple(row[:2]): row[2:] for row in exhibit.rows}
    assert len(rows) == 16
    assert rows["bfs", "turtle"] == ["0 (0 to 28)"] * 3
    assert rows["mcts", "narrow"] == ["40 (17 to 69)", "10 (2 to 40)", "80 (49 to 94)"]
    assert rows["annealing", "wide"] == ["100 (72 to 100)", "90 (60 to 98)", "60 (31 to 83)"]
    assert list(exhibit.headings[2:]) == ["binary", "zelda", "sokoban"]
    notes = " | ".join(exhibit.notes)
    assert "runs that failed or ran out of memory, and count with what they had: 16" in notes
    (claims,) = exhibit.more
    verdicts = {said: verdict for said, _, verdict, _ in claims.rows}
    assert len(verdicts) == 12
    assert verdicts["narrow MCTS is the best of all on Sokoban"] == "open"
    assert verdicts["optimisation in general outperforms tree search"] == "same"
    told = json.loads(json.dumps(exhibit.as_json()))
    assert (told["runs"], told["seconds"], told["evaluations"]) == (10, 60.0, None)
    assert len(told["cells"]) == 48
    assert {each["verdict"] for each in told["claims"]} == {"same", "open"}
    assert all({"reached", "interval", "evaluations_per_second"} <= set(c) for c in told["cells"])


def test_depth_and_time(paper: Store) -> None:
    depths = make_figure(DEPTHS, FEW, paper)
    assert len(depths.rows) == 12
    assert depths.rows[0] == ["bfs", "narrow", *["4.5 ±3.0"] * 3]
    times = make_figure(TIMES, FEW, paper)
    assert len(times.rows) == 16
    assert list(times.headings[2:5]) == ["binary s", "binary maps", "binary maps/s"]
    assert times.rows[0][2:5] == ["60.00 ±0.00", "5,500", "92"]
    # Eight of ten runs took 2 s.
    assert times.rows[9][8:11] == ["13.60 ±24.45", "5,500", "404"]
    near = times.data["claims"][-1]
    assert near["paper"] == "BFS, DFS and wide MCTS are always near the limit"
    assert near["verdict"] == "open"


def test_part_of_it(store: Store) -> None:
    """What has not been run has no row, and a note says how much is missing."""
    few = MapComparison(["sokoban"], ["wide"], ["gbfs", "es"], 3, Budget(evaluations=50))
    for task in few.plan(store).todo[:4]:
        store.add(GENERATING, made_up_attempt(task))
    exhibit = make_figure(PLAYABILITY, few, store)
    assert [row[0] for row in exhibit.rows] == ["gbfs", "es"]
    assert "runs that are missing: 2" in exhibit.notes
    assert make_figure(PLAYABILITY, MapComparison(["binary"]), store).rows == []


def drawn(exhibit: Exhibit, path: Path) -> bytes:
    assert exhibit.draw is not None
    exhibit.draw(path)
    return path.read_bytes()


def test_pictures(paper: Store, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one = MapComparison(["sokoban"], runs=10, first_seed=0)
    pictures = [
        drawn(make_figure(figure, one, paper), tmp_path / "bars.svg") for figure in FIGURES.values()
    ]
    assert len(set(pictures)) == 3
    assert drawn(make_figure(PLAYABILITY, one, paper), tmp_path / "bars.svg") == pictures[0]
    drawn(make_figure(PLAYABILITY, FEW, paper), tmp_path / "bars.png")
    with Image.open(tmp_path / "bars.png") as picture:
        assert picture.height > 1000


def test_a_page_has_a_map_of_every_cell(paper: Store, tmp_path: Path) -> None:
    cells = FEW.cells(paper)
    assert write_examples(tmp_path / "maps.html", cells, "Maps <of ours>") == 48
    page = parse((tmp_path / "maps.html").read_text(encoding="utf-8"))
    assert page.all("h1")[0].text == "Maps <of ours>"
    assert [each.text for each in page.all("h2")] == ["binary", "zelda", "sokoban"]
    figures = page.all("figure")
    assert len(figures) == 48
    images = [each.all("img")[0].attributes for each in figures]
    assert all(each["src"].startswith("data:image/png;base64,") for each in images)
    assert images[0]["alt"] == "Map of binary, bfs narrow: misses the goal"
    assert len(page.all("figure", "reached")) == sum(cell.playable.wins > 0 for cell in cells)
    # The best of those that reach the goal, the first of equals.
    assert "reaches the goal; fitness 3; regions 1; seed 3" in page.all("figure", "reached")[0].text


def test_a_sheet_and_a_folder(store: Store, tmp_path: Path) -> None:
    small = MapComparison(["sokoban"], ["narrow", "wide"], ["gbfs", "es"], 2)
    filled(store, small)
    cells = small.cells(store)
    assert write_examples(tmp_path / "maps.png", cells, "Maps") == 3
    folder = tmp_path / "maps"
    assert write_examples(folder, cells, "Maps") == 3
    with (
        Image.open(tmp_path / "maps.png") as sheet,
        Image.open(folder / "sokoban-es-wide.png") as one,
    ):
        assert sheet.width * sheet.height > 3 * one.width * one.height
    names = ["sokoban-es-wide", "sokoban-gbfs-narrow", "sokoban-gbfs-wide"]
    assert sorted(each.stem for each in folder.glob("*.png")) == names
    assert (folder / "index.html").is_file()
    best = cells[0].best
    assert best is not None
    assert (folder / "sokoban-gbfs-narrow.txt").read_text() == best.map + "\n"


def test_examples_that_can_not_be(tmp_path: Path) -> None:
    with pytest.raises(GenerationError, match="there are no maps to show"):
        write_examples(tmp_path / "maps.html", [], "Maps")
    for name, message in (
        ("maps.gif", "examples are a page"),
        ("no/maps.html", "there is no folder"),
        (".", "there are no maps"),
    ):
        with pytest.raises(GenerationError, match=message):
            write_examples(tmp_path / name, [], "Maps")
    (tmp_path / "file").touch()
    with pytest.raises(GenerationError, match="it is a file"):
        write_examples(tmp_path / "file", [], "Maps")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(GenerationError, match="it is a folder"):
        write_examples(tmp_path / "folder.png", [], "Maps")
