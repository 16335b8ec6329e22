"""What there is to call: the members of the stub."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

STUB: Final = Path(__file__).parents[3] / "src/babalab/_core.pyi"


@dataclass(frozen=True)
class Member:
    """A function, a constructor (`__init__`), a method or a property."""

    owner: str
    """The name of its class, empty for a function."""
    name: str
    parameters: tuple[str, ...]
    is_property: bool

    @property
    def label(self) -> str:
        """Return its name for people: `Level` is the constructor, `Level.step` a method."""
        if self.is_constructor:
            return self.owner
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def is_constructor(self) -> bool:
        return self.name == "__init__"

    @property
    def needs_receiver(self) -> bool:
        return bool(self.owner) and not self.is_constructor


@cache
def _classes() -> dict[str, ast.ClassDef]:
    body = ast.parse(STUB.read_text("utf-8")).body
    return {each.name: each for each in body if isinstance(each, ast.ClassDef)}


def _member(node: ast.FunctionDef, owner: str = "") -> Member:
    names = [each.arg for each in (*node.args.args, *node.args.kwonlyargs)]
    is_property = any(
        isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list
    )
    return Member(owner, node.name, tuple(names[1:] if owner else names), is_property)


def _own_members(owner: str) -> list[Member]:
    nodes = _classes()[owner].body
    return [_member(each, owner) for each in nodes if isinstance(each, ast.FunctionDef)]


@cache
def all_members() -> tuple[Member, ...]:
    """Return everything that can be called, each where it is defined."""
    body = ast.parse(STUB.read_text("utf-8")).body
    functions = [_member(each) for each in body if isinstance(each, ast.FunctionDef)]
    return (*functions, *(each for owner in _classes() for each in _own_members(owner)))


@cache
def constructor(owner: str) -> Member | None:
    """Return how objects of a class are made; None for a base class that has no objects."""
    return next((each for each in _own_members(owner) if each.is_constructor), None)


@cache
def class_names() -> tuple[str, ...]:
    """Return the classes that have objects."""
    return tuple(name for name in _classes() if constructor(name))


@cache
def usable_members(owner: str) -> tuple[Member, ...]:
    """Return the methods and properties of a class, those of its bases too."""
    bases = [each.id for each in _classes()[owner].bases if isinstance(each, ast.Name)]
    inherited = [member for base in bases for member in usable_members(base)]
    return (*inherited, *(each for each in _own_members(owner) if not each.is_constructor))


@cache
def concrete_classes(owner: str) -> tuple[str, ...]:
    """Return the class itself, or the classes derived from it if it has no objects."""
    if constructor(owner):
        return (owner,)
    return tuple(
        name
        for name, node in _classes().items()
        if any(isinstance(base, ast.Name) and base.id == owner for base in node.bases)
    )
