"""Names by which results know agents, planners and games."""

from __future__ import annotations

from babalab.arena.errors import ArenaError


def check_name(kind: type, what: str, source: str) -> str:
    """Return the name of a class. Raises `ArenaError` if results can't be told by it.

    A store keeps what can't be printed in another form than it is asked for, and never finds it.
    """
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or not name:
        raise ArenaError(f"{source}: the {what} has no name; give {kind.__name__} one: name = …")
    if not name.isprintable():
        raise ArenaError(
            f"{source}: the {what} calls itself {name!r}, with characters that can't be printed; "
            "rename it"
        )
    return name
