"""The reference engine with notes: who moved whom, what was destroyed and transformed.

States show where things are, not which thing is which, so they are not enough to tell a play. The
reference engine knows its things by identity and agrees with the native one step by step; this one
plays along and records every event at the moment it happens.
"""

from __future__ import annotations

from babalab.game import events
from babalab.game.action import Action
from babalab.game.reference import ReferenceGame, Thing, Word

_CAUSES = (events.Cause.KILL, events.Cause.SINK, events.Cause.MELT)
"""The causes of the passes of destruction, in their order."""


class Chronicle(ReferenceGame):
    """One play of a level; `turn` makes a move and returns its events."""

    def __init__(self, level: str) -> None:
        self._notes: list[events.Event] = []
        self._chain: list[Thing | Word] = []
        self._by_itself = False
        self._cause: events.Cause | None = None
        self._passes = 0
        self._numbers: dict[int, int] = {}
        self._numbered: list[Thing | Word] = []  # keeps them alive, so that their ids stay theirs
        super().__init__(level)

    def turn(self, action: Action) -> list[events.Event]:
        """Play an action and return the events, in order."""
        rules, you, over = list(self.rules), self.controlled, self.over
        self._notes = []
        self._by_itself = action is Action.WAIT
        if not you or action is Action.WAIT:
            self._notes.append(events.Waited())
        self.step(action.letter)
        notes = self._notes
        if (
            you
            and action is not Action.WAIT
            and not any(type(each) is events.Walked for each in notes)
        ):
            notes.insert(0, events.Blocked(action))
        # The rules are read last, so what they brought about comes after them.
        changes = [each for each in notes if type(each) is events.Transformed]
        notes = [each for each in notes if type(each) is not events.Transformed]
        notes += [events.RuleBroken(rule) for rule in rules if rule not in self.rules]
        notes += [events.RuleMade(rule) for rule in self.rules if rule not in rules]
        notes += changes
        if self.controlled != you:
            notes.append(events.ControlChanged(you, self.controlled))
        if self.won:
            notes.append(self._find_victory())
        elif self.over and not over:
            notes.append(events.Lost())
        return notes

    @property
    def controlled(self) -> tuple[str, ...]:
        """The nouns of what is YOU, in the order of the rules."""
        return tuple(dict.fromkeys(thing.noun for thing in self.you))

    @property
    def over(self) -> bool:
        """Whether nothing is YOU and nothing moves by itself."""
        return not self.you and not self.movers

    def _find_victory(self) -> events.Won:
        """Return the event of a win, with the same pair of things as `State.outcome`."""
        you, win = next((a, b) for a in self.you for b in self.wins if a.cell == b.cell)
        return events.Won(you.noun, win.noun, you.cell)

    # ------------------------------------------------------------ taking notes

    def _try_to_move(self, mover: Thing | Word, direction: str) -> bool:
        origin = mover.cell
        self._chain.append(mover)
        moved = super()._try_to_move(mover, direction)
        self._chain.pop()
        if moved:
            self._notes.append(self._move(mover, origin))
        return moved

    def _move(self, mover: Thing | Word, origin: tuple[int, int]) -> events.Event:
        number = self._number(mover)
        if self._chain:
            first = self._chain[0]
            assert isinstance(first, Thing)
            is_word = isinstance(mover, Word)
            what = mover.text if isinstance(mover, Word) else mover.noun
            by = self._number(first)
            return events.Pushed(
                number, what, is_word, origin, mover.cell, by, first.noun, self._by_itself
            )
        assert isinstance(mover, Thing)
        kind = events.Wandered if self._by_itself else events.Walked
        return kind(number, mover.noun, origin, mover.cell)

    def _destroy_meetings(self) -> None:
        self._passes = 0
        super()._destroy_meetings()
        self._by_itself = True  # after the player's part of the turn comes the movers'

    def _destroy(self, pairs: list[tuple[Thing, Thing]]) -> None:
        self._cause = _CAUSES[self._passes]
        self._passes += 1
        super()._destroy(pairs)
        self._cause = None

    def _leave_lists(self, thing: Thing) -> None:
        kin = self.kin[thing.noun]
        leaves = thing if thing in kin else kin[-1] if kin else None
        super()._leave_lists(thing)
        if self._cause is not None and leaves is not None:
            cause = self._cause if leaves is thing else events.Cause.INSTEAD
            self._notes.append(
                events.Destroyed(self._number(leaves), leaves.noun, leaves.cell, cause)
            )

    def _replace(self, old: Thing, new: Thing) -> None:
        super()._replace(old, new)
        self._number(new)
        self._notes.append(events.Transformed(self._number(old), old.noun, old.cell, new.noun))

    def _read_rules(self) -> None:
        if not self._numbers:
            for word in self.words:
                self._number(word)
            for thing in self.roster:
                self._number(thing)
        super()._read_rules()

    def _number(self, one: Thing | Word) -> int:
        if id(one) not in self._numbers:
            self._numbers[id(one)] = len(self._numbers)
            self._numbered.append(one)
        return self._numbers[id(one)]
