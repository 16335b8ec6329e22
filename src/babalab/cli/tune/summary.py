"""Descriptions of a tuning run: its command, its progress and its results."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from babalab.base.wording import pluralize
from babalab.cli.tune.display import TuningWatcher

if TYPE_CHECKING:
    from babalab.arena import Store
    from babalab.tuning import Evaluation, Tuning


def describe_interruption(tuning: Tuning, watcher: TuningWatcher, store: Store) -> str:
    """Describe the progress, and what the same command will do."""
    if watcher.done < watcher.total:
        return (
            f"interrupted after {watcher.done:,} of {pluralize(watcher.total, 'evaluation')}; they "
            f"are safe in {store.name}, and the same command goes on from there"
        )
    done = f"interrupted after the {pluralize(watcher.total, 'evaluation')}"
    if tuning.hold_out is None:
        return f"{done}, which are safe in {store.name}; the same command shows what they found"
    return (
        f"{done}, which are safe in {store.name}, while trying fold {tuning.hold_out}, held out; "
        "the same command tries that again"
    )


def format_command(
    tuning: Tuning,
    levels: str,
    vary: list[str],
    objectives: str | None,
    subset_size: int,
    evaluations: int,
) -> str:
    """Return the command that makes the same run anywhere."""
    request, budget = tuning.request, tuning.terms.budget
    options = {
        "--optimizer": tuning.kind.name,
        "--levels": levels,
        "--evaluations": evaluations,
        "--population": request.population,
        "--iterations": budget.iterations,
        "--seconds": budget.seconds,
        "--seed": request.seed,
        "--seeds": len(tuning.terms.seeds),
        "--objectives": objectives,
        "--subset-size": subset_size if len(tuning.objectives) > 1 else None,
        "--sampler": request.sampler if tuning.kind.name == "bo" else None,
        "--partitions": request.partitions,
    }
    words = ["babalab", "tune", tuning.space.text]
    for option, value in options.items():
        if value is not None:
            words += [option, f"{value:g}" if isinstance(value, float) else str(value)]
    words += [word for each in vary for word in ("--vary", each)]
    words += ["--hold-out", str(tuning.hold_out)] if tuning.hold_out is not None else []
    words += ["--no-clock"] if budget.seconds is None else []
    words += ["--start-from-current"] if request.start_from_current else []
    return shlex.join(words)


def summarize(
    tuning: Tuning,
    store: Store,
    watcher: TuningWatcher,
    constant: list[str],
    held_out: Evaluation | None,
) -> dict[str, Any]:
    """Return all results of a run, in types JSON knows."""
    from babalab.tuning import best, find_pareto_front

    tried = watcher.evaluations
    chosen = best(tried)
    return {
        "name": tuning.name,
        "store": store.name,
        "settings": tuning.settings,
        "evaluations": len(tried),
        "made": tuning.made,
        "best": None if chosen is None else asdict(chosen),
        "front": [asdict(each) for each in find_pareto_front(tried)],
        "held_out": None if held_out is None else asdict(held_out),
        "constant": constant,
        "failures": dict(tuning.errors),
        "refusals": dict(tuning.refusals),
    }
