"""Write down what the classes of `former_code.json` mean now.

Results that version 0.1.0 stored count as those of a class as long as it means what is written
there. Run this after a change of code that changes nothing of what the classes do; after one that
does, delete the class's entry under "means" by hand. Entries that are gone stay away.

    python tools/accept_meanings.py
"""

from __future__ import annotations

import json

from babalab.agents import Agent, agents
from babalab.arena.fingerprint import meaning
from babalab.arena.former_code import FILE
from babalab.arena.plays.board import Game
from babalab.games import games
from babalab.games.vgdl import VgdlGame
from babalab.generation.algorithms import Algorithm, algorithms
from babalab.generation.problems import Problem, problems
from babalab.generation.representations import Representation, representations
from babalab.planning import Planner, planners

BESIDES = {
    Planner: ("babalab.planning.playing",),
    Algorithm: ("babalab.generation.searching",),
}
"""The loops that results of planners and algorithms depend on, too."""


def meanings() -> dict[str, str]:
    """Return the meaning of every class whose former results count, by its name in the file."""
    tables = {
        Agent: agents(),
        Planner: planners(),
        Game: {**games(), VgdlGame.__name__: VgdlGame},
        Problem: problems(),
        Representation: representations(),
        Algorithm: algorithms(),
    }
    known = json.loads(FILE.read_text(encoding="utf-8"))["means"]
    found = {}
    for root, table in tables.items():
        for name, kind in {"": root, **table}.items():
            entry = f"{root.__name__.lower()}:{name}"
            if entry in known:
                found[entry] = meaning(kind, root=root, besides=BESIDES.get(root, ())).hex()
    return found


def main() -> None:
    """Write the meanings into the file, leaving everything else as it is."""
    text = FILE.read_text(encoding="utf-8")
    head = text[: text.index(' "means": {')]
    entries = ",\n".join(f'  "{name}": "{means}"' for name, means in sorted(meanings().items()))
    FILE.write_text(f'{head} "means": {{\n{entries}\n }}\n}}\n', encoding="utf-8")
    print(f"{FILE.name}: {len(meanings())} classes")


if __name__ == "__main__":
    main()
