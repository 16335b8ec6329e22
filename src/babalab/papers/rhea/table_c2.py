"""Table II: how often self-adaptive RHEA wins, with every tuner and in every configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from babalab.arena.store import Store
from babalab.base.statistics import Rate, mean_rate
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.agreement import LEVEL, Agreement, compare_with_published
from babalab.papers.rhea.configuration import Configuration
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import GAMES, PAPER, TABLE_II
from babalab.papers.rhea.published_games import find_papers_game
from babalab.papers.rhea.published_wins import ALL_TUNERS, compute_published_mean
from babalab.papers.rhea.rates import Differences, compare_rates
from babalab.papers.rhea.scale import BEST_FIXED
from babalab.planning.tuners import Combination

MOST_BESIDE = 4
"""The number of games up to which each has a column; more have a table of their own."""


@dataclass(frozen=True)
class WinRateLine:
    """A tuner, another planner, or the best fixed operators, in a configuration."""

    name: str
    configuration: Configuration
    rates: dict[str, Rate]
    """By game."""
    against: Differences | None = None
    """The best of those beside, in the same configuration; None of these themselves."""
    against_any: Differences | None = None
    """The best of those beside in any configuration, which is what the paper compares with."""
    operators: dict[str, Combination] | None = None
    """Of the best fixed ones, by game."""
    is_tuner: bool = False

    @cached_property
    def agreement(self) -> Agreement | None:
        """Return the comparison with the authors' data, in the games of theirs that are here."""
        if not self.is_tuner:
            return None
        return compare_with_published(self.name, self.configuration, self.rates)


def make_lines(contest: Contest, store: Store) -> list[WinRateLine]:
    """Return all lines of the table, those of a configuration together."""
    beside = {each: _make_lines_beside(contest, store, each) for each in contest.configurations}
    best = {each: _find_best(found) for each, found in beside.items()}
    best_of_any = _find_best([line for found in beside.values() for line in found])
    everybody = [
        contest.make_adaptive(tuner, configuration)
        for configuration in contest.configurations
        for tuner in contest.tuners
    ]
    rates = _group_by_planner(contest.compute_rates(store, everybody))
    made = []
    for configuration in contest.configurations:
        for tuner in contest.tuners:
            ours = rates.get(contest.make_adaptive(tuner, configuration).spec, {})
            line = WinRateLine(tuner, configuration, ours, is_tuner=True)
            if contest.beside:
                line = replace(
                    line,
                    against=compare_rates(ours, best[configuration]),
                    against_any=compare_rates(ours, best_of_any),
                )
            made.append(line)
        made += beside[configuration]
    return made


def _make_lines_beside(
    contest: Contest, store: Store, configuration: Configuration
) -> list[WinRateLine]:
    """Return the lines that the tuners are compared with."""
    players = {
        text: contest.make_planner_beside(text, configuration) for text in contest.planners_beside
    }
    rates = _group_by_planner(contest.compute_rates(store, players.values())) if players else {}
    made = []
    for text in contest.beside:
        if text == BEST_FIXED:
            found = find_best_fixed(contest, store, contest.find_finalists(store), configuration)
            reference = {game: rate for game, (_, rate) in found.items()}
            operators = {game: each for game, (each, _) in found.items()}
            made.append(WinRateLine(BEST_FIXED, configuration, reference, operators=operators))
        else:
            ours = rates.get(players[text].spec, {})
            made.append(WinRateLine(_name_beside(text), configuration, ours))
    return made


def _name_beside(text: str) -> str:
    """Return the name of a planner beside tuners, one of which may have the same name."""
    return f"{text} planner" if text in ALL_TUNERS else text


def _group_by_planner(rates: Mapping[tuple[str, str], Rate]) -> dict[str, dict[str, Rate]]:
    found: dict[str, dict[str, Rate]] = {}
    for (game, spec), rate in rates.items():
        found.setdefault(spec, {})[game] = rate
    return found


def _find_best(found: Sequence[WinRateLine]) -> dict[str, Rate]:
    """Return the highest rate of each game."""
    best: dict[str, Rate] = {}
    for line in found:
        for game, rate in line.rates.items():
            best[game] = max(best.get(game, rate), rate, key=lambda each: each.rate)
    return best


def find_best_fixed(
    contest: Contest,
    store: Store,
    finalists: Mapping[str, Sequence[Combination]],
    configuration: Configuration,
) -> dict[str, tuple[Combination, Rate]]:
    """Return the finalist that won most, for each game that has been played."""
    found = {}
    for game, combinations in finalists.items():
        players = {each: contest.make_fixed(each, configuration) for each in combinations}
        rates = contest.compute_rates(store, list(players.values()))
        known = {
            each: rates[game, player.spec]
            for each, player in players.items()
            if (game, player.spec) in rates
        }
        if known:
            best = max(known, key=lambda each: known[each].rate)
            found[game] = best, known[best]
    return found


def make_table_c2(contest: Contest, store: Store) -> Exhibit:
    """Show the table, from what the store has."""
    found = make_lines(contest, store)
    games = list(contest.boards)
    shown = games if len(games) <= MOST_BESIDE else []
    compared = ("better by", "worse by") if contest.beside else ()
    tested = any(line.agreement for line in found)
    return Exhibit(
        title=f"{PAPER}, Table II",
        headings=(
            "", "configuration", "win rate", "± games", "± runs", *compared, *shown, "paper",
            *(("difference", "games that differ") if tested else ()),
        ),
        details=(
            *reversed(shown), *compared, *(("games that differ",) if tested else ()), "± runs",
            "± games",
        ),
        rows=[
            _format_row(line, shown, bool(compared)) + (_format_agreement(line) if tested else [])
            for line in found
        ],
        data={
            **contest_as_json(contest),
            "rows": [_as_json(line, contest) for line in found],
            "published": [
                {"tuner": tuner, "configuration": name, **published._asdict()}
                for (tuner, name), published in TABLE_II.items()
            ],
        },
        notes=[
            *_make_notes(contest, contest.count_failures(store)),
            *(_explain_tests() if tested else ()),
            *_list_winners(found, contest),
        ],
        more=[] if shown else [tabulate_games(contest, found)],
    )  # fmt: skip


def tabulate_games(contest: Contest, found: Sequence[WinRateLine]) -> Exhibit:
    """Show win rates game by game: a column for each tuner and for each planner beside them."""
    names = list(dict.fromkeys(line.name for line in found))
    rows = []
    for configuration in contest.configurations:
        here = {line.name: line for line in found if line.configuration == configuration}
        for game in contest.boards:
            cells = [_format_cell(here[name], game) for name in names]
            rows.append([game, str(configuration), *cells])
    return Exhibit("Win rates game by game", ("", "configuration", *names), rows, {})


def _format_cell(line: WinRateLine, game: str) -> str:
    """Return a rate with its standard error, and the paper's beside it, marked if it differs."""
    if game not in line.rates:
        return "-"
    told = f"{format_percent(line.rates[game].rate)} ±{format_percent(line.rates[game].error)}"
    if line.agreement is None or game not in line.agreement.games:
        return told
    test = line.agreement.games[game]
    return f"{told} ({'≠ ' if test.differs else ''}{format_percent(test.theirs.rate)})"


def _format_agreement(line: WinRateLine) -> list[str]:
    """Return the difference to the authors' data, and the games in which it is real."""
    if line.agreement is None:
        return ["", ""]
    told = f"{100 * line.agreement.difference:+.1f} ±{format_percent(line.agreement.error)}"
    return [told, ", ".join(line.agreement.differing) or f"none of {len(line.agreement.games)}"]


def contest_as_json(contest: Contest) -> dict[str, Any]:
    """Return what was played, in types JSON knows."""
    scale = contest.scale
    return {
        "games": {
            game: [board.level.name for board in boards] for game, boards in contest.boards.items()
        },
        "tuners": list(contest.tuners),
        "configurations": list(map(str, contest.configurations)),
        "runs": scale.runs,
        "suite": contest.suite,
        "sizes": contest.configurations[0].sizes,
        "fitness": contest.fitness,
        "flat": contest.flat,
        "softmax": contest.softmax,
        "payoff": contest.payoff,
        "merged": contest.merged,
        "discount": contest.discount,
        "beside": list(contest.beside),
        "screening": {
            "configuration": str(contest.screening_configuration),
            "runs": scale.screening_runs,
            "combinations": len(contest.screened),
            "finalists": scale.finalists,
        }
        if contest.has_best_fixed
        else None,
    }


def format_percent(value: float | None) -> str:
    """Return a share in percent, or a dash."""
    return "-" if value is None else f"{100 * value:.1f}"


def _format_row(line: WinRateLine, games: Sequence[str], compared: bool) -> list[str]:
    told = ["-"] * 3
    if line.rates:
        average = mean_rate(list(line.rates.values()))
        told = [*map(format_percent, (average.rate, average.over_games, average.over_runs))]
    return [
        line.name,
        str(line.configuration),
        *told,
        *(_format_comparison(line) if compared else []),
        *(_format_cell(line, game) for game in games),
        _format_published(line) if line.is_tuner else "",
    ]


def _format_published(line: WinRateLine) -> str:
    """Return a cell of the paper's table, or what the data says of a tuner that it leaves out."""
    printed = TABLE_II.get((line.name, str(line.configuration)))
    if printed is not None:
        return f"{printed.win_rate:.1f} ±{printed.error:.1f}"
    known = compute_published_mean(line.name, line.configuration)
    return "" if known is None else " ±".join(map(format_percent, (known.rate, known.over_games)))


def _format_comparison(line: WinRateLine) -> list[str]:
    if line.against is None:
        return ["", ""]
    if not line.rates:
        return ["-", "-"]
    told = line.against.as_json()
    return [
        f"{format_percent(told[which])} ({told[f'{which}_games']})" for which in ("better", "worse")
    ]


def _as_json(line: WinRateLine, contest: Contest) -> dict[str, Any]:
    average = mean_rate(list(line.rates.values())) if line.rates else None
    return {
        "tuner": line.name,
        "configuration": str(line.configuration),
        "win_rate": None if average is None else average.rate,
        "error_over_games": None if average is None else average.over_games,
        "error_over_runs": None if average is None else average.over_runs,
        "against_best_beside": None if line.against is None else line.against.as_json(),
        "against_best_of_any": None if line.against_any is None else line.against_any.as_json(),
        "games": {game: rate.as_json() for game, rate in line.rates.items()},
        "against_published": None if line.agreement is None else line.agreement.as_json(),
        "operators": None
        if line.operators is None
        else {game: contest.space.settings(each) for game, each in line.operators.items()},
    }


def _make_notes(contest: Contest, failures: int) -> Iterator[str]:
    scale = contest.scale
    yield (
        f"win rates in percent, of {scale} on up to {scale.levels} of each game; ± games is the "
        "standard error of the mean over games, as in the paper, ± runs that of other runs of "
        "the same games; beside a game's rate, its standard error"
    )
    if contest.beside:
        yield (
            f"better and worse by: the difference to the best of {', '.join(contest.beside)} in "
            "each game, in the same configuration, on average of the games (how many) where there "
            "is one"
        )
    if contest.has_best_fixed:
        yield (
            f"{BEST_FIXED}: found among {len(contest.screened)} combinations in "
            f"{contest.screening_configuration}, with "
            f"{replace(scale, runs=scale.screening_runs)} on seeds of their own; the best "
            f"{scale.finalists} of each game then made as many runs as the tuners, and the best "
            "of these is shown"
        )
    yield describe_games(contest)
    if failures:
        yield f"plays that came to nothing, and count as not won: {failures:,}"


def _explain_tests() -> Iterator[str]:
    yield (
        "difference: our mean less that of the authors' data in the games that both have, with its "
        "standard error over the runs of both; a game differs (≠) if Fisher's exact test says so "
        f"at {LEVEL} after Holm's correction for the number of games; in brackets, their rate"
    )


def describe_games(contest: Contest) -> str:
    """Describe which of the paper's games are here."""
    here = {find_papers_game(game) for game in contest.boards} - {None}
    if not here:
        return f"the paper's figures are for {GAMES} other games"
    if len(here) == len(contest.boards) == GAMES:
        return "the paper's figures are for the same games"
    return f"the paper's figures are for {GAMES} games, of which {len(here)} are here"


def _list_winners(found: list[WinRateLine], contest: Contest) -> Iterator[str]:
    for line in found:
        if line.operators:
            told = "; ".join(
                f"{game} {format_settings(contest.space.settings(each))}"
                for game, each in line.operators.items()
            )
            yield f"{BEST_FIXED} in {line.configuration}: {told}"


def format_settings(settings: Mapping[str, Any]) -> str:
    """Return settings in one line."""
    return ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in settings.items()
    )
