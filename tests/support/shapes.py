"""Classes to register: shapes, with a registry that plug-ins of tests add to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.base.errors import BabalabError
from babalab.base.parameters import check_parameters, parameter
from babalab.base.registry import ClassRegistry

GROUP = "shapes.of.tests"


class ShapeError(BabalabError):
    """Raised for a shape that does not exist."""


@dataclass(frozen=True)
class Shape:
    """The base of all shapes."""

    name: ClassVar[str]

    size: int = parameter(1, "how large it is", low=1, high=9)

    def __post_init__(self) -> None:
        check_parameters(self)


class Circle(Shape):
    """A round one."""

    name = "circle"


class Square(Shape):
    """One with corners."""

    name = "square"


def make_registry() -> ClassRegistry[Shape]:
    """Return a registry with two shapes."""
    made = ClassRegistry(Shape, ShapeError, GROUP)
    made.register(Square)
    made.register(Circle)
    return made


SHAPES = make_registry()
"""The one that plug-ins add to; tests put a new one in its place."""
