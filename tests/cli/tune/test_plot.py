"""`babalab plot`: pictures of runs that are in the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.arena import InThisProcess, Store
from babalab.base.budget import Budget
from babalab.cli.main import call
from babalab.levels import load_levels
from babalab.tuning import Tuning, load_history
from babalab.tuning.pictures import PictureError
from babalab.tuning.pictures.of_runs import PICTURES

RUNS = [("ga", 0, 10), ("ga", 1, 10), ("random", 0, 60), ("nsga2", 0, 10)]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with some short runs."""
    path = tmp_path_factory.mktemp("store") / "results.db"
    levels = load_levels("first-steps")
    with Store(path) as results:
        for optimizer, seed, evaluations in RUNS:
            tuning = Tuning(
                "heuristic",
                levels,
                optimizer=optimizer,
                vary=["weights"],
                subset_size=4,
                budget=Budget(iterations=30),
                population=5,
                seed=seed,
                name=f"{optimizer}-{seed}",
            )
            list(tuning.run(results, InThisProcess(), evaluations))
    return path


@pytest.mark.parametrize(
    ("picture", "runs"),
    [
        ("fitness", ["ga-0", "ga-1", "nsga2-0", "random-0"]),
        ("fitness", ["nsga2-0"]),
        ("weights", ["ga-0", "ga-1", "nsga2-0"]),
        ("front", ["nsga2-0"]),
        ("importance", ["random-0", "ga-0"]),
    ],
)
def test_pictures(
    picture: str, runs: list[str], store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "a.png"
    assert call(["plot", picture, *runs, "--output", str(output), "--store", str(store)]) == 0
    printed = capsys.readouterr()
    assert (printed.out, " ".join(printed.err.split())) == ("", f"wrote {output}")
    assert output.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["front", "ga-0"], "'ga-0' has one objective"),
        (["front", "ga-0", "nsga2-0"], "a front is of one run, not of 2"),
        (["importance", "ga-0"], "10 evaluations are too few"),
        (["fitness", "gone"], "no run 'gone'"),
        (["fitness", "ga-0", "--output", "a.txt"], ".png or .svg"),
        (["colours", "ga-0"], "colours"),
        (["fitness"], "RUN"),
    ],
)
def test_wrong_usage(
    arguments: list[str],
    words: str,
    store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["plot", "--output", "a.png", "--store", str(store), *arguments]) == 2
    printed = capsys.readouterr()
    assert words in " ".join(printed.err.split())
    assert "Traceback" not in printed.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("picture", PICTURES)
def test_of_no_runs(picture: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        PICTURES[picture](tmp_path / "a.png", [])


def test_runs_of_an_optimiser_make_a_band(store: Path, tmp_path: Path) -> None:
    with Store(store, read_only=True) as results:
        one, other = (load_history(results, name) for name in ("ga-0", "ga-1"))
    for name, runs in (("one", [one]), ("both", [one, other])):
        PICTURES["fitness"](tmp_path / f"{name}.svg", runs)
    assert (tmp_path / "one.svg").read_bytes() != (tmp_path / "both.svg").read_bytes()
