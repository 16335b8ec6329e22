"""Levels that count: every step that the engine makes on one of them is reported to a meter.

They are for handing the game to somebody else's code. Whatever that does with such a level, its
states, or a `Batch` of it, is counted by the engine and need not be believed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from babalab import _core
from babalab.base.budget import Budget
from babalab.game.action import Action
from babalab.game.level import Level
from babalab.game.state import State

if TYPE_CHECKING:  # who does without batches does without NumPy
    import numpy as np
    from numpy.typing import NDArray


class Meter(Protocol):
    """Told of all steps. It may refuse them by raising."""

    def require(self, steps: int) -> None:
        """Raise unless so many more steps may be made."""

    def count(self, steps: int) -> None:
        """Count steps; raise if they were more than may be made."""

    def charge(self, iterations: int, steps: int) -> None:
        """Count what a search of ours took that was started on the level."""

    def left(self) -> Budget:
        """Return what such a search may take."""


class MeteredCore(_core.Level):
    """The compiled level, which counts what it does."""

    def __init__(self, level: Level, meter: Meter) -> None:
        super().__init__(list(level.rows))
        self._meter = meter

    def step(self, row: bytes, action: int) -> bytes:
        """Count one step."""
        self._meter.count(1)
        return super().step(row, action)

    def step_many(self, rows: NDArray[np.uint8], *others: Any) -> Any:
        """Count a step for each state."""
        self._meter.count(len(rows))
        return super().step_many(rows, *others)

    def expand(self, rows: NDArray[np.uint8], *others: Any) -> Any:
        """Count five steps for each state."""
        self._meter.count(len(Action) * len(rows))
        return super().expand(rows, *others)

    def expand_unseen(self, rows: NDArray[np.uint8], *others: Any) -> Any:
        """Count five steps for each state."""
        self._meter.count(len(Action) * len(rows))
        return super().expand_unseen(rows, *others)

    def rollout(self, rows: NDArray[np.uint8], *others: Any) -> Any:
        """Count the moves that were played, which nobody knows before."""
        self._meter.require(1)
        ends, actions, lengths = super().rollout(rows, *others)
        self._meter.count(int(lengths.sum()))
        return ends, actions, lengths

    def play_plans(self, row: NDArray[np.uint8], *others: Any) -> Any:
        """Count the moves that were played, which nobody knows before."""
        self._meter.require(1)
        ends, won, over, lengths = super().play_plans(row, *others)
        self._meter.count(int(lengths.sum()))
        return ends, won, over, lengths


@dataclass(frozen=True, eq=False, repr=False)
class MeteredLevel(Level):
    """A bare map, whose start is the state where somebody begins. It equals the level of its map.

    A pickled one, or one made from its text, is an ordinary level.
    """

    row: bytes = field(default=b"", kw_only=True)
    meter: Meter = field(kw_only=True)

    @classmethod
    def of(cls, start: State, meter: Meter) -> MeteredLevel:
        """Return the level for play from this state on."""
        return cls(start.level.rows, row=start.row, meter=meter)

    def start(self) -> State:
        """Return the state to begin with; the moves of states are counted from here."""
        return State(self, self.row)

    def release(self, state: State) -> State:
        """Return a state of this level as one of an ordinary level, which nobody counts."""
        return State.of_moves(Level(self.rows), state.row, state.moves)

    @cached_property
    def core(self) -> _core.Level:
        """The compiled level that counts."""
        return MeteredCore(self, self.meter)

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if isinstance(other, Level) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rows,))  # as that of `Level`

    def __copy__(self) -> MeteredLevel:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> MeteredLevel:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Level, (self.rows,)


# Errors in somebody else's code name the class: to that code it is a level like any other.
MeteredLevel.__name__ = MeteredLevel.__qualname__ = "Level"
