"""Table III: the operators that tuners recommend most, and how consistent they are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.consensus import Consensus, find_consensus
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import ENTROPIES, PAPER
from babalab.papers.rhea.published_games import find_published_favourite
from babalab.papers.rhea.recommendations import (
    Recommendations,
    count_recommendations,
    format_combination,
)
from babalab.papers.rhea.table_c2 import contest_as_json
from babalab.planning.tuners import Space

MAJORITY = 3
"""Tuners that agree on a value, out of five, for the paper to highlight it."""

Found = dict[tuple[str, str], Recommendations]
"""By game and tuner."""


def load_recommendations(contest: Contest, store: Store) -> Found:
    """Return what each tuner considered best in each game, in the first of the configurations."""
    (configuration, *_) = contest.configurations
    found = {}
    for tuner in contest.tuners:
        player = contest.make_adaptive(tuner, configuration)
        for game in contest.boards:
            found[game, tuner] = count_recommendations(
                contest.load_logged(store, player, game), contest.space
            )
    return found


def find_agreed(found: Found, game: str, tuners: Sequence[str], parameter: int) -> int | None:
    """Return the value that at least three of the tuners recommend most, if there is one."""
    votes = Counter(
        value
        for tuner in tuners
        if (value := found[game, tuner].favourite_values[parameter]) is not None
    )
    value, count = votes.most_common(1)[0] if votes else (None, 0)
    return value if count >= MAJORITY else None


def find_consensuses(contest: Contest, found: Found) -> dict[str, Consensus]:
    """Return, for each parameter, whether the tuners agree more often than by chance.

    Without parameters of which that can't be said, as there are too few games or tuners.
    """
    consensuses = {}
    for place, name in enumerate(contest.space.names):
        rows = [
            [found[game, tuner].favourite_values[place] for tuner in contest.tuners]
            for game in contest.boards
        ]
        known = [[each for each in row if each is not None] for row in rows]
        consensus = find_consensus([row for row in known if len(row) == len(contest.tuners)])
        if consensus is not None:
            consensuses[name] = consensus
    return consensuses


def make_table_c3(contest: Contest, store: Store, found: Found | None = None) -> Exhibit:
    """Show the table, from the logs in the store, or from what was found in them."""
    found = load_recommendations(contest, store) if found is None else found
    names = contest.space.names
    consensuses = find_consensuses(contest, found)
    rows = []
    for game in contest.boards:
        for tuner in contest.tuners:
            each = found[game, tuner]
            ticks = each.combinations.total()
            share = each.combinations[each.favourite] / ticks if each.favourite else 0.0
            rows.append(
                [
                    game,
                    tuner,
                    format_combination(each.favourite),
                    f"{100 * share:.1f} %",
                    f"{each.entropy:.2f}",
                    f"{each.joint_entropy:.2f}",
                    *(_format_value(value) for value in each.favourite_values),
                    f"{ticks:,}",
                    *_format_published(game, tuner),
                ]
            )
        agreed = [find_agreed(found, game, contest.tuners, each) for each in range(len(names))]
        rows.append([game, "agreed", *[""] * 4, *map(_format_value, agreed), *[""] * 3])
    return Exhibit(
        title=f"{PAPER}, Table III, in {contest.configurations[0]}",
        headings=(
            "",
            "tuner",
            "5-tuple",
            "share",
            "H",
            "H of all",
            *names,
            "ticks",
            "paper's H",
            "paper's genetic",
        ),
        rows=rows,
        text_columns=2,
        details=("ticks", "share", "5-tuple", "H of all", *reversed(names)),
        data={
            **contest_as_json(contest),
            "parameters": {
                name: list(values) for name, values in zip(names, contest.space.values, strict=True)
            },
            "consensus": {name: each.as_json() for name, each in consensuses.items()},
            "rows": [_as_json(game, tuner, each) for (game, tuner), each in found.items()],
        },
        notes=[
            *_make_notes(contest),
            *(f"{name}: {consensus}" for name, consensus in consensuses.items()),
        ],
    )


def _format_value(value: int | None) -> str:
    return "-" if value is None else str(value)


def _format_published(game: str, tuner: str) -> tuple[str, str]:
    """Return the paper's entropy and genetic operator for its own games, else the range of all.

    Nothing for a tuner that the paper leaves out.
    """
    if tuner not in ENTROPIES:
        return "", ""
    cell = find_published_favourite(game, tuner)
    if cell is None:
        least, greatest = ENTROPIES[tuner]
        return f"{least:.2f} to {greatest:.2f}", ""
    return f"{cell.entropy:.2f}", str(cell.genetic)


def _as_json(game: str, tuner: str, each: Recommendations) -> dict[str, Any]:
    space = each.space
    known = find_published_favourite(game, tuner)
    return {
        "game": game,
        "tuner": tuner,
        "ticks": each.combinations.total(),
        "combination": None if each.favourite is None else space.settings(each.favourite),
        "count": each.combinations[each.favourite] if each.favourite is not None else 0,
        "entropy": each.entropy,
        "joint_entropy": each.joint_entropy,
        "published": None if known is None else known._asdict(),
        "shares": {
            name: dict(zip(map(str, values), each.compute_shares(place), strict=True))
            for place, (name, values) in enumerate(zip(space.names, space.values, strict=True))
        },
    }


def _make_notes(contest: Contest) -> list[str]:
    space = contest.space
    numbered = "; ".join(
        f"{name}: {', '.join(f'{number} {value}' for number, value in enumerate(values))}"
        for name, values in zip(space.names, space.values, strict=True)
    )
    return [
        numbered,
        "the 5-tuple that had the best mean payoff at the end of most ticks, with its share of "
        "them, any of equals; H, Shannon's entropy of all that had, in bits, in a run (one play of "
        "each level; the mean of all runs), and in all plays together, which grows with their "
        "number; then the value of each parameter that had the best mean payoff most often, and "
        "what at least three tuners agree on",
        *_describe_arms(space),
        "the paper's H and genetic operator are those of the same game, where it has it, else H is "
        "from the least to the greatest of its 20 games; its 5-tuples seem to count mutations as "
        "0 uniform, 1 1-bit, 3 3-bit, 4 softmax, 5 diversity, 2 being 2-bit, which is not used",
    ]


def _describe_arms(space: Space) -> Iterator[str]:
    """Describe how many combinations are told apart."""
    told = f"H is at most {math.log2(len(space.arms)):.2f} bits, of {len(space.arms)} combinations"
    if space.merged:
        yield (
            f"{told}, in the paper {math.log2(len(space.all)):.2f} of {len(space.all)}; where a "
            "value makes no difference, a 5-tuple has 0"
        )
    else:
        yield f"{told}, as in the paper; values count where they make no difference, too"
