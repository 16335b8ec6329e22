"""Entrants: agents, planners and methods as results name them."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from babalab.agents import Agent
from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import fingerprint
from babalab.arena.former_code import former_codes
from babalab.arena.naming import check_name
from babalab.base.parameters import Value
from babalab.base.registry import ClassRegistry
from babalab.base.sources import DESCRIPTION, make_absolute
from babalab.execution.work import OURS

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Entrant:
    """A maker of results. Two with the same `spec` and `code` are the same."""

    spec: str
    """Its name, and its parameters as far as they are not as by default."""
    code: str
    """The fingerprint of what it is written in."""
    name: str
    parameters: dict[str, Value] = field(compare=False)
    source: str
    """A spec from which any process can make it."""
    former_codes: tuple[str, ...] = ()
    """Fingerprints under which earlier versions stored results of the same code."""
    ours: bool = False
    """Whether it consists of babalab's own code and nobody else's."""

    @property
    def team(self) -> str:
        """The team that its work belongs to: its own, unless it is ours."""
        return OURS if self.ours else self.source


class Codes(NamedTuple):
    """Fingerprints of a class: the present one and former ones."""

    code: str
    """Its fingerprint."""
    former_codes: tuple[str, ...]
    """Fingerprints under which earlier versions stored results of the same code."""


def find_codes(
    kind: type, substance: str = "", *, root: type = Agent, besides: Sequence[str] = ()
) -> Codes:
    """Return what results know the code of a class by; the arguments are those of `fingerprint`."""
    return Codes(
        fingerprint(kind, substance, root=root, besides=besides),
        former_codes(kind, substance, root=root, besides=besides),
    )


class Found(NamedTuple, Generic[Thing]):
    """The object that a spec names."""

    thing: Thing
    source: str
    """A spec by which any process finds it."""
    in_file: bool
    """Whether it is in a file of the user's."""


def find_for_any_process(
    text: str, find: Callable[[str], Thing], registry: ClassRegistry[Any]
) -> Found[Thing]:
    """Return what a text stands for by `find`: a class of the registry's, or an instance of one.

    Raises `ArenaError` if results could not name it, or workers not find it.
    """
    source, in_file = make_absolute(registry.expand(text))
    with contextlib.redirect_stdout(io.StringIO()):  # of a file that prints when loaded
        thing = find(source)
    kind = thing if isinstance(thing, type) else type(thing)
    name = check_name(kind, registry.what, text)
    described = source.endswith(DESCRIPTION)  # is told from others of its name by its text
    if in_file and not described and registry.get(name, kind) is not kind:
        raise ArenaError(f"{text}: it calls itself {name!r}, as one of ours; rename it")
    if not in_file and not registry.is_installed(kind):
        raise ArenaError(
            f"{text}: workers are processes of their own and don't know what "
            f"{kind.__module__} registered; write it as FILE.py:{kind.__name__}"
        )
    return Found(thing, source, in_file)


def is_ours(kind: type) -> bool:
    """Return whether a class, and all that it derives from, is of babalab or Python itself."""
    packages = {base.__module__.partition(".")[0] for base in kind.__mro__}
    return packages <= {"babalab", "builtins", "abc", "typing"}


Entering = TypeVar("Entering", bound=Entrant)


def require_distinct(several: Iterable[Entering]) -> list[Entering]:
    """Return all in order, each once. Raises `ArenaError` if different ones share a name."""
    found: dict[str, Entering] = {}
    for each in several:
        other = found.setdefault(each.spec, each)
        if other.code != each.code:
            raise ArenaError(
                f"{other.source} and {each.source} are both called {each.spec!r}; "
                "give one of them another name"
            )
    return list(found.values())
