"""Names by which results know agents, planners and games."""

from __future__ import annotations

from typing import Final

from babalab.arena.errors import ArenaError
from babalab.execution.faults import cut

LONGEST_NAME: Final = 200


def check_name(kind: type, what: str, source: str) -> str:
    """Return the name of a class. Raises `ArenaError` if results can't be told by it.

    A store keeps what can't be printed in another form than it is asked for, and never finds it.
    """
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or not name:
        raise ArenaError(f"{source}: the {what} has no name; give {kind.__name__} one: name = …")
    if not name.isprintable() or ":" in name or len(name) > LONGEST_NAME:
        raise ArenaError(
            f"{source}: the {what} calls itself {cut(repr(name))}; a name has up to "
            f"{LONGEST_NAME} letters, no colon and nothing that can't be printed"
        )
    return name
