"""Representations: which changes can be made to a map."""

from babalab.generation.representations.people import People
from babalab.generation.representations.registry import (
    register_representation,
    representation_named,
    representations,
)
from babalab.generation.representations.representation import Children, Representation
from babalab.generation.representations.wide import Wide

__all__ = [
    "Children",
    "People",
    "Representation",
    "Wide",
    "register_representation",
    "representation_named",
    "representations",
]
