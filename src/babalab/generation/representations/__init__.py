"""Representations: the changes that can be made to a map."""

from babalab.generation.representations.narrow import Narrow
from babalab.generation.representations.people import People
from babalab.generation.representations.registry import (
    register_representation,
    representation_named,
    representations,
)
from babalab.generation.representations.representation import Change, Children, Representation
from babalab.generation.representations.turtle import Turtle
from babalab.generation.representations.wide import Wide

__all__ = [
    "Change",
    "Children",
    "Narrow",
    "People",
    "Representation",
    "Turtle",
    "Wide",
    "register_representation",
    "representation_named",
    "representations",
]
