"""Comparing a native state with a reference game, down to everything either of them knows."""

from __future__ import annotations

from babalab import State
from babalab.game.reference import Border, ReferenceGame, Thing, Word
from babalab.game.state import ThingTile


def assert_same(state: State, game: ReferenceGame) -> None:
    """Same picture, rules, win, lists in order, flags, facing and layers."""
    assert state.picture == game.picture()
    assert list(state.rules) == game.rules
    assert state.won == game.won
    assert state.level.core.you_count(state.row) == len(game.you)
    assert state.helpless == (not game.you)
    assert state.lost == (not game.you and not game.movers)

    facing = state.level.core.records_facing

    def looks(thing: Thing) -> tuple[object, ...]:
        return (
            thing.noun,
            thing.cell,
            thing.facing if facing else None,
            thing.movable,
            thing.stopping,
        )

    def our_looks(thing: ThingTile) -> tuple[object, ...]:
        letter = thing.facing.letter if thing.facing is not None else None
        return (thing.noun, thing.cell, letter, thing.movable, thing.stopping)

    ours = [(our_looks(thing), thing) for thing in state.things]
    assert [looked for looked, t in ours if t.in_roster] == [looks(t) for t in game.roster]
    for noun, kin in game.kin.items():
        mine = [looked for looked, t in ours if t.in_kin and t.noun == noun]
        assert mine == [looks(t) for t in kin]

    front = {t.cell: t.noun for t in state.things if t.layer == "front"}
    front |= {word.cell: word.text for word in state.words if word.in_front}
    assert front == {
        cell: one.text if isinstance(one, Word) else one.noun for cell, one in game.front.items()
    }
    assert {t.cell: t.noun for t in state.things if t.layer == "back"} == {
        cell: one.noun for cell, one in game.back.items() if not isinstance(one, Border)
    }
    assert [w.cell for w in state.words] == [w.cell for w in game.words]
    for name in ("you", "movers", "wins", "pushes", "stops", "killers", "sinkers"):
        assert list(getattr(state, name)) == [t.cell for t in getattr(game, name)], name
