"""Representations: the changes that can be made to a map."""

from babalab.generation.representations.narrow import Narrow
from babalab.generation.representations.people import People
from babalab.generation.representations.representation import (
    REPRESENTATIONS,
    Change,
    Children,
    Representation,
    register_representation,
    representation_named,
    representations,
)
from babalab.generation.representations.turtle import Turtle
from babalab.generation.representations.wide import Wide

__all__ = [
    "REPRESENTATIONS",
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
