"""Run the agents of paper B's Table II within the seconds of its authors, emulated by iterations.

    python tools/emulate_clock.py [--runs STORE] [AGENT...]

Their attempts end after ten seconds, ours after 10,000 iterations. The reports of paper A's
authors (../shared/papers/data/keke_reports), made by the same program on a similar machine, say
how many iterations a second it made on each level. That gives a limit of iterations for each level.
With --runs, the fitness of the tuning runs of `fig-2 --as code` in a store, with a limit of their
two seconds, is printed instead.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from sqlalchemy import select

from babalab.agents import Findings, OutOfBudgetError, make_agent
from babalab.agents.carry_over import Journey
from babalab.agents.spending import Spending
from babalab.arena import Store
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.levels import load_levels
from babalab.papers.baba_tuning.published import TABLE_II, TRAIN_IDS
from babalab.tuning.outcome import LevelOutcome
from babalab.tuning.packing import unpack_score
from babalab.tuning.records import runs, tuning_evaluations, tuning_steps

SHARED = Path(__file__).parents[2] / "shared"
SETS = SHARED / "keke" / "levels"
REPORTS = SHARED / "papers" / "data" / "keke_reports"

SPEED = 1.1
"""The speed of paper B's machine, that of the reports being 1: Default's iterations in Table II."""
WITH_HEURISTICS = 1.18
"""The cost of an iteration of `heuristic` in terms of Default's: Table I's 0.199 ms for a state,
beside 1.13 ms that Default takes for a state it keeps (median over the levels of the report)."""
CLEAR = 0.5
"""Seconds from which on a level's report tells the speed; the others have the median."""
SECONDS, TUNING_SECONDS = 10.0, 2.0
ITERATIONS, TUNING_ITERATIONS = 10_000, 2_000

AGENTS = {
    "heuristic:as=code": "",
    "heuristic:as=code,weights=ga-full-code": "GA full set",
    "heuristic:as=code,weights=bo-full-code": "BO full set",
    "heuristic:as=code,weights=ga-train-code": "GA train set",
    "heuristic:as=code,weights=bo-train-code": "BO train set",
    "best2022": "2022 best",
    "default": "Default",
    "default-fixed": "Default fixed",
    "bfs": "BFS",
    "dfs": "DFS",
}
"""Our agents and their rows of Table II."""
SEEDS = 3
"""Seeds of the agent that draws random numbers."""


class Outcome(NamedTuple):
    """An attempt."""

    solved: bool
    iterations: int
    seconds: float
    """As long as their program would have taken."""


@cache
def read_costs(agent: str) -> tuple[dict[str, float], float]:
    """Return their seconds for an iteration on each level where they are known, and the median."""
    text = (REPORTS / f"{agent}.json").read_text("utf-8")
    costs = {
        row["id"]: row["seconds"] / row["iterations"]
        for row in json.loads(text)["full_biy"]
        if row["seconds"] > CLEAR
    }
    return costs, median(costs.values())


def compute_cost(agent: str, level: Level) -> float:
    """Return the seconds of an iteration of an agent of ours on a level on their machine."""
    name = agent.partition(":")[0]
    costs, usual = read_costs(name if name in ("best2022", "bfs", "dfs") else "default")
    factor = WITH_HEURISTICS if name == "heuristic" else 1
    return costs.get(level.id, usual) * factor / SPEED


def try_levels(agent: str, levels: list[Level], seed: int) -> Iterator[Outcome]:
    """Attempt the levels of a set in their order.

    BFS and DFS carry over what they have from level to level, as theirs do.
    """
    carries = agent in ("bfs", "dfs")
    journey = Journey(newest_first=agent == "dfs") if carries else None
    for level in levels:
        cost = compute_cost(agent, level)
        budget = Budget(iterations=min(ITERATIONS, int(SECONDS / cost)))
        if journey is None:
            result = make_agent(agent, seed=seed).solve(level, budget)
            solved, iterations = result.solved, result.iterations
        else:
            solved, iterations = travel(journey, level, budget)
        yield Outcome(solved, iterations, iterations * cost)


def travel(journey: Journey, level: Level, budget: Budget) -> tuple[bool, int]:
    """Search the next level of a journey; return whether it was solved, and the iterations."""
    spending = Spending(budget)
    search = journey.search(level.start(), spending, {})
    findings = Findings()
    try:
        while True:
            next(search)
    except StopIteration as end:
        findings = end.value
    except OutOfBudgetError:
        pass
    return findings.solution is not None, spending.iterations


def print_agents(agents: Mapping[str, str]) -> None:
    """Print a row for each agent, and below it the paper's."""
    published = {row.name: row.figures for row in TABLE_II.rows}
    print(f"{'':42} train: win, iterations, s   test                     all")
    for agent, name in agents.items():
        outcomes: dict[str, list[Outcome]] = {}
        for part in ("train", "test"):
            levels = load_levels(str(SETS / f"{part}.json"))
            seeds = range(SEEDS if agent == "best2022" else 1)
            outcomes[part] = [each for seed in seeds for each in try_levels(agent, levels, seed)]
        outcomes["all"] = outcomes["train"] + outcomes["test"]
        figures = (
            (mean(each.solved for each in some), mean(each.iterations for each in some),
             mean(each.seconds for each in some))
            for some in outcomes.values()
        )  # fmt: skip
        print_row(agent, figures)
        if name:
            theirs = (published[name][part] for part in outcomes)
            rows = ((each.win_rate, each.iterations or 0, each.seconds) for each in theirs)
            print_row(f"  the paper's {name}", rows)


def print_row(name: str, figures: Iterator[tuple[float, float, float]]) -> None:
    """Print win rate, iterations and seconds on train, test and all levels."""
    cells = (f"{100 * rate:5.1f}% {count:6,.0f} {took:5.2f} s" for rate, count, took in figures)
    print(f"{name:42}", "     ".join(cells), flush=True)


def print_runs(address: str) -> None:
    """Print the best fitness of each tuning run, as it was and with their two seconds."""
    levels = [each for each in load_levels(str(SETS / "train.json")) if each.id in TRAIN_IDS]
    limits = [
        min(TUNING_ITERATIONS, TUNING_SECONDS / compute_cost("heuristic", each)) for each in levels
    ]
    print(f"{'':40} best fitness, solved   within 2 s")
    with Store(address, read_only=True) as store:
        for run in runs(store):
            if not run.name.startswith("figures-code-"):
                continue
            query = (
                select(tuning_evaluations.c.outcomes)
                .join(tuning_steps)
                .where(tuning_steps.c.run == run.name)
            )
            before, after = [], []
            for row in store.rows(query, [tuning_steps]):
                score = unpack_score(row["outcomes"], TUNING_ITERATIONS)
                outcomes = [first for first, *_ in score.outcomes]
                before.append(rate(outcomes, [TUNING_ITERATIONS] * len(outcomes)))
                after.append(rate(outcomes, limits))
            cells = (f"{fitness:8,.0f} {solved:5}" for fitness, solved in (max(before), max(after)))
            print(f"{run.name:40}", "     ".join(cells))


def rate(outcomes: list[LevelOutcome], limits: list[float]) -> tuple[float, int]:
    """Return the fitness with these limits of iterations, and the levels solved."""
    pairs = list(zip(outcomes, limits, strict=True))
    solved = sum(each.solved and each.iterations <= limit for each, limit in pairs)
    spent = mean(min(each.iterations, limit) for each, limit in pairs)
    return solved / len(pairs) * TUNING_ITERATIONS + TUNING_ITERATIONS - spent, solved


def main() -> None:
    """Print Table II, or what runs find."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="instead of Table II's")
    parser.add_argument("--runs", metavar="STORE", help="show the tuning runs in a store")
    chosen = parser.parse_args()
    if chosen.runs:
        print_runs(chosen.runs)
    else:
        print_agents(dict.fromkeys(chosen.agents, "") or AGENTS)


if __name__ == "__main__":
    main()
