"""An agent whose best parameters are known, for tuning to find."""

from __future__ import annotations

from pathlib import Path

BEST = {"aim[x]": 1.0, "aim[y]": -2.0, "power": 12, "mode": "fast", "steady": True}
"""It needs one iteration there, and more the farther away it is."""

SOURCE = '''
"""An agent that needs the fewer iterations the better it is aimed."""

from dataclasses import dataclass
from typing import Literal

from babalab.agents import Agent, Findings, Progress, parameter
from babalab.base.parameters import parse_vector


@dataclass(frozen=True, kw_only=True)
class Archer(Agent):
    name = "archer"

    aim: str = parameter("0/0", "where to", components=("x", "y"), tuned=(-4.0, 4.0))
    power: int = parameter(5, "how far", low=1, high=20)
    mode: Literal["slow", "fast"] = parameter("slow", "how")
    steady: bool = parameter(False, "whether to wait")
    boundless: float = parameter(1.0, "no end to it", low=0)
    note: str = parameter("", "of no importance")

    def search(self, start, spending, statistics):
        {trouble}
        x, y = parse_vector(self.aim)
        miss = (x - 1) ** 2 + (y + 2) ** 2 + abs(self.power - 12)
        miss += 3 * (self.mode == "slow") + 2 * (not self.steady)
        for _ in range(1 + int(10 * miss)):
            spending.affordable(1, 1)
            spending.spend(iterations=1, steps=1)
        yield Progress(spending, statistics)
        moves = "r" * 4
        return Findings(moves if start.play(moves).won else None)
'''


def write_archer(folder: Path, trouble: str = "pass") -> str:
    """Write the agent, with what shall happen first in its search; how to name it."""
    path = folder / "archer.py"
    path.write_text(SOURCE.format(trouble=trouble))
    return f"{path}:Archer"


MOODY = """    def __post_init__(self):
        super().__post_init__()
        if self.power {when}:
            raise {error}

    def search"""


def write_moody_archer(
    folder: Path, when: str = "> 10", error: str = "ZeroDivisionError('too strong')"
) -> str:
    """Write one that there is not with every power; how to name it."""
    text = write_archer(folder)
    path = folder / "archer.py"
    refusing = MOODY.format(when=when, error=error)
    path.write_text(path.read_text().replace("    def search", refusing))
    return text
