"""Table II: how often self-adaptive RHEA wins, with every tuner and in every configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from babalab.arena.exhibit import Exhibit
from babalab.arena.experiments.configuration import Configuration
from babalab.arena.experiments.contest import Contest
from babalab.arena.experiments.published_c import GAMES, PAPER, TABLE_II
from babalab.arena.experiments.rates import Differences, Rate, differences, mean_rate
from babalab.arena.store import Store
from babalab.planning.tuners import Combination

BEST_FIXED = "best fixed"


@dataclass(frozen=True)
class Line:
    """A tuner, or the best fixed operators, in a configuration."""

    name: str
    configuration: Configuration
    rates: dict[str, Rate]
    """By game."""
    against: Differences | None = None
    """The best fixed of the same configuration; None of these themselves."""
    against_any: Differences | None = None
    """The best fixed of any configuration, which is what the paper compares with."""
    operators: dict[str, Combination] | None = None
    """Of the best fixed ones, by game."""


def lines(contest: Contest, store: Store) -> list[Line]:
    """All lines of the table, those of a configuration together."""
    finalists = contest.finalists(store)
    fixed = {each: best_fixed(contest, store, finalists, each) for each in contest.configurations}
    of_any: dict[str, Rate] = {}
    for found in fixed.values():
        for game, (_, rate) in found.items():
            of_any[game] = max(of_any.get(game, rate), rate, key=lambda each: each.rate)
    made = []
    for configuration, found in fixed.items():
        reference = {game: rate for game, (_, rate) in found.items()}
        players = [contest.adaptive(tuner, configuration) for tuner in contest.tuners]
        rates = contest.rates(store, players)
        for tuner, player in zip(contest.tuners, players, strict=True):
            ours = {game: rate for (game, spec), rate in rates.items() if spec == player.spec}
            compared = differences(ours, reference), differences(ours, of_any)
            made.append(Line(tuner, configuration, ours, *compared))
        operators = {game: each for game, (each, _) in found.items()}
        made.append(Line(BEST_FIXED, configuration, reference, operators=operators))
    return made


def best_fixed(
    contest: Contest,
    store: Store,
    finalists: Mapping[str, Sequence[Combination]],
    configuration: Configuration,
) -> dict[str, tuple[Combination, Rate]]:
    """The finalist that won most, for each game that has been played."""
    found = {}
    for game, combinations in finalists.items():
        players = {each: contest.fixed(each, configuration) for each in combinations}
        rates = contest.rates(store, list(players.values()))
        known = {
            each: rates[game, player.spec]
            for each, player in players.items()
            if (game, player.spec) in rates
        }
        if known:
            best = max(known, key=lambda each: known[each].rate)
            found[game] = best, known[best]
    return found


def table_c2(contest: Contest, store: Store) -> Exhibit:
    """The table, from what the store has."""
    found = lines(contest, store)
    games = list(contest.boards)
    return Exhibit(
        title=f"{PAPER}, Table II",
        headings=(
            "", "configuration", "win rate", "± games", "± runs", "better by", "worse by", *games,
            "paper",
        ),
        rows=[_row(line, games) for line in found],
        data={
            **described(contest),
            "rows": [_as_json(line, contest) for line in found],
            "published": [
                {"tuner": tuner, "configuration": name, **published._asdict()}
                for (tuner, name), published in TABLE_II.items()
            ],
        },
        notes=[*_notes(contest, contest.failures(store)), *_winners(found, contest)],
    )  # fmt: skip


def described(contest: Contest) -> dict[str, Any]:
    """What was played, in types JSON knows."""
    scale = contest.scale
    return {
        "games": {
            game: [board.level.name for board in boards] for game, boards in contest.boards.items()
        },
        "tuners": list(contest.tuners),
        "configurations": list(map(str, contest.configurations)),
        "runs": scale.runs,
        "screening": {
            "configuration": str(contest.screening_configuration),
            "runs": scale.screening_runs,
            "combinations": len(contest.screened),
            "finalists": scale.finalists,
        },
    }


def percent(value: float | None) -> str:
    """A share in percent, or a dash."""
    return "-" if value is None else f"{100 * value:.1f}"


def _row(line: Line, games: list[str]) -> list[str]:
    published = TABLE_II.get((line.name, str(line.configuration)))
    beside = "" if published is None else f"{published.win_rate:.1f} ±{published.error:.1f}"
    cells = [
        f"{percent(line.rates[game].rate)} ±{percent(line.rates[game].error)}"
        if game in line.rates
        else "-"
        for game in games
    ]
    if not line.rates:
        return [line.name, str(line.configuration), *["-"] * 5, *cells, beside]
    average = mean_rate(list(line.rates.values()))
    return [
        line.name,
        str(line.configuration),
        percent(average.rate),
        percent(average.over_games),
        percent(average.over_runs),
        *_compared(line.against),
        *cells,
        beside,
    ]


def _compared(found: Differences | None) -> list[str]:
    if found is None:
        return ["", ""]
    told = found.as_json()
    return [f"{percent(told[which])} ({told[f'{which}_games']})" for which in ("better", "worse")]


def _as_json(line: Line, contest: Contest) -> dict[str, Any]:
    average = mean_rate(list(line.rates.values())) if line.rates else None
    return {
        "tuner": line.name,
        "configuration": str(line.configuration),
        "win_rate": None if average is None else average.rate,
        "error_over_games": None if average is None else average.over_games,
        "error_over_runs": None if average is None else average.over_runs,
        "against_best_fixed": None if line.against is None else line.against.as_json(),
        "against_best_of_any": None if line.against_any is None else line.against_any.as_json(),
        "games": {game: rate.as_json() for game, rate in line.rates.items()},
        "operators": None
        if line.operators is None
        else {game: contest.space.settings(each) for game, each in line.operators.items()},
    }


def _notes(contest: Contest, failures: int) -> Iterator[str]:
    scale = contest.scale
    yield (
        f"win rates in percent, of {scale} on up to {scale.levels} of each game; ± games is the "
        "standard error of the mean over games, as in the paper, ± runs that of other runs of "
        "the same games; beside a game's rate, its standard error"
    )
    yield (
        "better and worse by: the difference to the best fixed operators of the same "
        "configuration, on average of the games (how many) where there is one"
    )
    yield (
        f"those were found among {len(contest.screened)} combinations in "
        f"{contest.screening_configuration}, with {replace(scale, runs=scale.screening_runs)} on "
        f"seeds of their own; the best {scale.finalists} of each game then made as many runs as "
        "the tuners, and the best of these is shown"
    )
    yield f"the paper's figures are for {GAMES} other games"
    if failures:
        yield f"plays that came to nothing, and count as not won: {failures:,}"


def _winners(found: list[Line], contest: Contest) -> Iterator[str]:
    for line in found:
        if line.operators:
            told = "; ".join(
                f"{game} {written(contest.space.settings(each))}"
                for game, each in line.operators.items()
            )
            yield f"best fixed in {line.configuration}: {told}"


def written(settings: Mapping[str, Any]) -> str:
    """Settings in one line."""
    return ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in settings.items()
    )
