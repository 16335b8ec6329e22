"""Section IV of paper C: how much a tuner should remember from one move to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babalab.arena.store import Store
from babalab.base.statistics import Rate, adjust_by_holm, difference_interval, fisher_test
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.agreement import LEVEL
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import PAPER
from babalab.papers.rhea.table_c2 import contest_as_json, format_percent

ALL_GAMES = "all"


def make_discounts(contests: Mapping[float, Contest], store: Store) -> Exhibit:
    """Show the win rates with each discount, of all tuners together, game by game.

    All are compared with the first.
    """
    rates = {discount: sum_over_tuners(each, store) for discount, each in contests.items()}
    first, *others = rates
    contest = contests[first]
    games = [game for game in (*contest.boards, ALL_GAMES) if all(game in rates[d] for d in rates)]
    tests = {other: _test(games, rates[first], rates[other]) for other in others}
    rows = []
    for place, game in enumerate(games):
        cells = [_format_rate(rates[discount][game]) for discount in rates]
        for other in others:
            low, high = difference_interval(rates[other][game], rates[first][game])
            corrected = tests[other][place]
            cells += [f"{100 * low:+.1f} to {100 * high:+.1f}", _format_verdict(corrected)]
        rows.append([game, *cells])
    return Exhibit(
        title=f"{PAPER}, section IV, in {contest.configurations[0]}",
        headings=(
            "",
            *(f"discount {discount}" for discount in rates),
            *(heading for other in others for heading in (f"{other} less {first}", "differs")),
        ),
        rows=rows,
        details=("differs", *(f"{other} less {first}" for other in others)),
        data={
            **contest_as_json(contest),
            "rates": {
                str(discount): {game: found[game].as_json() for game in games}
                for discount, found in rates.items()
            },
            "corrected": {
                str(other): dict(zip(games, tests[other], strict=True)) for other in others
            },
        },
        notes=[
            f"win rates in percent of {', '.join(contest.tuners)} together, {contest.scale}; a "
            "discount of 1 keeps all that a tuner has learned after a move, 0 nothing",
            "the 95 % interval of the difference of rates, and whether Fisher's exact test at "
            f"{LEVEL} calls it real, corrected by Holm's method for the number of games; all games "
            "together are one test",
            "the paper found all the same, but Crossfire better with 0.8; it has no figures",
        ],
    )


def sum_over_tuners(contest: Contest, store: Store) -> dict[str, Rate]:
    """Return how often all tuners together won each game, and all games."""
    (configuration, *_) = contest.configurations
    players = [contest.make_adaptive(tuner, configuration) for tuner in contest.tuners]
    found: dict[str, Rate] = {}
    for (game, _), rate in contest.compute_rates(store, players).items():
        for name in (game, ALL_GAMES):
            known = found.get(name, Rate(0, 0))
            found[name] = Rate(known.wins + rate.wins, known.plays + rate.plays)
    return found


def _test(
    games: Sequence[str], first: Mapping[str, Rate], other: Mapping[str, Rate]
) -> list[float]:
    """Return the corrected probabilities of the games; that of all together comes last."""
    found = [fisher_test(first[game], other[game]) for game in games]
    return [*adjust_by_holm(found[:-1]), *found[-1:]]


def _format_rate(rate: Rate) -> str:
    return f"{format_percent(rate.rate)} ±{format_percent(rate.error)}"


def _format_verdict(corrected: float) -> str:
    return f"{'yes' if corrected < LEVEL else 'no'} (p = {corrected:.2g})"
