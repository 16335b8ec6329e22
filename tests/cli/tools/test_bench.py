"""`babalab bench`: the figures programs read, and the signature that must not change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from babalab.bench import arcade as measuring_arcade
from babalab.bench.signature import (
    DEPTH,
    LEVELS,
    PLAYS,
    compute_signature,
    make_frozen_plays,
    play_natively,
)
from babalab.cli.main import call
from babalab.cli.tools import bench
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.planning.tuners import TUNERS
from babalab.web import browser
from babalab.web import measuring as measuring_page
from support.orchard import DESCRIPTION, SMALL
from support.program import MAP

SIGNATURE = "3535852024009923626"
"""Of the engine as it should be. Change it only with the rules of the game."""


def reference_play(level: Level, moves: str) -> Iterator[str]:
    """What `play_natively` does, in the reference engine."""
    game = ReferenceGame(level.map)
    for letter in moves:
        game.step(letter)
        yield f"{game.picture()}|{' '.join(game.rules)}|{len(game.you)}|{int(game.won)}\n"


def test_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["bench", "--signature"]) == 0
    assert capsys.readouterr().out == f"{SIGNATURE}\n"
    assert compute_signature(play_natively) == SIGNATURE


def test_the_reference_has_the_same_signature() -> None:
    assert compute_signature(reference_play) == SIGNATURE


def test_the_frozen_plays_cover_the_game() -> None:
    plays = list(make_frozen_plays())
    assert len(plays) == LEVELS * PLAYS
    assert {len(moves) for _, moves in plays} == {DEPTH}
    assert set("bsfoavlrwkgBSFOAVLRWKG1234567890_") <= set("".join(level.map for level, _ in plays))
    assert sum(level.play(moves[:5]).won for level, moves in plays) > 0


def test_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring_arcade, "LONGEST", 10)
    monkeypatch.setattr(measuring_arcade, "BATCH", 16)
    monkeypatch.setattr(browser, "find_lack_of_browser", lambda: "as if there were none")
    file = tmp_path / "results" / "latest.json"
    options = ["--levels", MAP, "--seconds", "0.01", "--output", str(file)]
    assert call(["bench", "--json", *options]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert json.loads(file.read_text()) == figures
    assert figures["engine_steps_per_second"] > 0
    assert figures["bfs_children_per_second"] > 0
    assert 0 < figures["state_bytes_20x20"] <= 1536
    for size in (1, 64, 4096):
        assert figures[f"batch_{size}_steps_per_second"] > 0
    assert figures["python_loop_steps_per_second"] > 0
    assert (figures["levels"], figures["level_count"]) == (MAP, 1)
    assert figures["rhea_baba_generations_per_second"] > 0  # all groups, if none is named
    assert figures["rhea_5_10_baba_ratio"] > 0
    assert figures["binary_start_maps_ratio"] > 0
    assert figures["vgdl_magpies_steps_per_second"] > 0
    assert not any(name.startswith("page_") for name in figures)


def test_planning_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["bench", "planning", "--json", "--seconds", "0.01"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert "engine_steps_per_second" not in figures
    for game in ("baba", "fireflies", "sokoban", "magpies", "warren"):
        for iterations in ("rhea_{}_generations", "rhea_{}_calls", "mcts_{}_simulations"):
            assert figures[f"{iterations.format(game)}_per_second"] > 0
        calls, generations = (
            figures[f"rhea_{game}_{what}_per_second"] for what in ("calls", "generations")
        )
        assert calls <= 15 * 10 * generations + 0.1 * calls  # a generation makes 140 at most
    for tuner in TUNERS:
        assert figures[f"tuner_{tuner}_microseconds"] > 0
    assert figures["logging_percent"] > -100
    assert call(["bench", "planning", "--seconds", "0.01"]) == 0
    printed = capsys.readouterr().out
    assert "tuner ntbea" in printed
    assert "level of" not in printed


def test_the_page_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lack = browser.find_lack_of_browser()
    if lack is not None:
        pytest.skip(lack)
    monkeypatch.setattr(measuring_page, "KEYS_PRESSED", 4)
    monkeypatch.setattr(measuring_page, "SECONDS_HELD", 1)
    monkeypatch.setattr(measuring_page, "STATES", 64)
    assert call(["bench", "page", "--json", "--levels", "first-steps", "--seconds", "0.05"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["page_champion_solved"] == figures["page_champion_same"] == 10
    assert 100_000 < figures["page_bytes"] < 300_000
    assert figures["page_slow_playable_ms"] > figures["page_playable_ms"] > 0
    assert figures["page_key_worst_ms"] >= figures["page_key_ms"] > 0
    assert 0 <= figures["page_dropped_frames"] <= 100
    browsers, native, plain = (
        figures[f"page_{where}_steps_per_second"] for where in ("browser", "native", "plain")
    )
    # What is measured is 2.5 and 25; a busy machine does not change it so much.
    assert plain < browsers < native
    assert not any(name.startswith("engine_") for name in figures)


def test_the_page_without_a_browser(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "CHROMIUM", ("no-such-browser",))
    assert call(["bench", "page", "--levels", MAP]) != 0
    assert "Chromium" in capsys.readouterr().err


def test_generation_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["bench", "generation", "--json", "--seconds", "0.05"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert "engine_steps_per_second" not in figures
    maps = [
        f"{problem}_{kind}"
        for problem in ("binary", "zelda", "sokoban")
        for kind in ("start_maps", "maps_on_the_way")
    ]
    for kind in [*maps, "sokoban_maps_to_solve"]:
        assert figures[f"{kind}_maps_per_second"] > figures[f"{kind}_single_maps_per_second"] > 0
        # What is measured is 200 to 900; a busy machine does not make it so much less.
        assert figures[f"{kind}_ratio"] > 20
        assert figures[f"{kind}_plain_maps_per_second"] > 0


def test_a_folder_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "orchard.txt").write_text(DESCRIPTION.strip("\n"))
    (tmp_path / "orchard_lvl0.txt").write_text(SMALL)
    options = ["--path", str(tmp_path), "--json", "--seconds", "0.05"]
    assert call(["bench", "arcade", *options]) == 0
    figures = json.loads(capsys.readouterr().out)
    names = [name.removeprefix("vgdl_orchard_") for name in figures if name.startswith("vgdl_")]
    assert names == [
        "steps_per_second", "plain_steps_per_second", "steps_ratio", "copies_per_second",
        "plain_copies_per_second", "copies_ratio", "calls_per_second", "batch_per_second",
        "batch_features_per_second", "batch_grid_per_second",
    ]  # fmt: skip
    # What is measured is 60 to 400; a busy machine does not make it so much less.
    assert figures["vgdl_orchard_steps_ratio"] > 10
    assert figures["vgdl_orchard_copies_ratio"] > 10


def test_the_engine_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["bench", "engine", "--json", "--levels", MAP, "--seconds", "0.01"]) == 0
    figures = json.loads(capsys.readouterr().out)
    rate = figures["engine_steps_per_second"]
    assert figures["engine_competition_ratio"] == pytest.approx(rate / 230_000, abs=0.06)
    assert not any(name.startswith(("rhea_", "tuner_")) for name in figures)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["bench", "engine", "--levels", MAP, "--seconds", "0.01"]) == 0
    printed = capsys.readouterr().out
    assert f"1 level of {MAP}" in printed
    for title in ("batch of 4096", "breadth-first children", "20 x 20"):
        assert title in printed


def test_our_packs_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "COMMUNITY_LEVELS", Path("nowhere.json"))
    name, levels = bench._choose_levels(None)
    assert name == "our packs"
    assert levels


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--levels", "nope"], "there is no file and no pack 'nope'"),
        (["--levels", "empty.json"], "empty.json holds no levels"),
        (["--seconds", "0"], "--seconds"),
        (["brains"], "Invalid value"),
        (["--levels", MAP, "--output", "file/x.json"], "file: can't be made"),
        (["--levels", MAP, "--output", "."], ".: it is a folder; name a file in it"),
        (["arcade", "--path", "nowhere"], "nowhere: there is no such folder"),
    ],
)
def test_wrong_usage(
    options: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.json").write_text('{"levels": []}')
    (tmp_path / "file").write_text("")
    assert call(["bench", *options]) == 2
    assert words in capsys.readouterr().err
