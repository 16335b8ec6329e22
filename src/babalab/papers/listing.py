"""List all experiments: what they show, what they cost, and how much of each has been done."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from babalab.base.errors import BabalabError
from babalab.papers.exhibit import Exhibit
from babalab.papers.experiment import Experiment, Stored
from babalab.papers.laboratory import Laboratory
from babalab.papers.registry import experiments

NOT_KEPT = "not kept"


def list_experiments(laboratory: Laboratory) -> Exhibit:
    """List all experiments by paper, with how much of each is done."""
    listed = [(kind, _count_stored(kind, laboratory)) for kind in experiments().values()]
    tables = [
        Exhibit(
            title=f"Paper {paper.letter}: {paper.title}",
            headings=("", "what it shows", "what it takes", "done"),
            rows=[[kind.name, kind.title, kind.cost, str(stored)] for kind, stored in group],
            data={},
            text_columns=4,
            prose_columns=(1, 2, 3),
            details=("what it takes",),
        )
        for paper, group in groupby(listed, key=lambda each: each[0].paper)
    ]
    return Exhibit(
        title="Published tables and figures",
        headings=(),
        rows=(),
        data={"experiments": [_as_json(kind, stored) for kind, stored in listed]},
        more=tables,
        notes=[
            "'babalab reproduce NAME' runs one, 'babalab reproduce NAME --help' has its options",
        ],
    )


def _count_stored(kind: type[Experiment], laboratory: Laboratory) -> Stored | str:
    """Return how much of an experiment is done, or why that is not known."""
    try:
        return kind.make().count_stored(laboratory) or NOT_KEPT
    except BabalabError as error:
        return f"unknown: {error}"


def _as_json(kind: type[Experiment], stored: Stored | str) -> dict[str, Any]:
    known = stored if isinstance(stored, Stored) else None
    return {
        "name": kind.name,
        "paper": kind.paper.title,
        "title": kind.title,
        "cost": kind.cost,
        "done": None if known is None else known.done,
        "total": None if known is None else known.total,
        "unit": None if known is None else known.noun,
        "note": None if known is not None else stored,
    }
