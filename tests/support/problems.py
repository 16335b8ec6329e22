"""A problem of somebody's, as the text of a file."""

STRIPES = '''
import os
from dataclasses import dataclass
from typing import ClassVar
import numpy as np
from PIL import Image
from babalab.generation import Measure, Problem, Tile, Want
from babalab.game.errors import BabalabError
from babalab.base.parameters import parameter

class OddError(BabalabError):
    """It can be told, but not sent to another process."""

    def __init__(self, what, how_much):
        super().__init__(f"{how_much} {what}")

@dataclass(frozen=True, kw_only=True)
class Stripes(Problem):
    """As many dark cells as wanted."""

    name: ClassVar[str] = "stripes"
    tiles: ClassVar[tuple[Tile, ...]] = (Tile("light", ".", 0.5), Tile("dark", "o", 0.5))
    statistics: ClassVar[tuple[str, ...]] = ("dark",)
    dark: int = parameter(3, "dark cells", low=0)
    trouble: str = parameter("", "what goes wrong")
    searches: ClassVar[int] = 0

    @property
    def wants(self):
        return (Want("dark", 1, self.dark, self.dark),)

    @property
    def measures(self):
        return (Measure("dark", 0, 9, 3), Measure("dark", 0, 9, 3))

    def measure(self, maps, hints=None):
        if self.trouble == "error" and len(maps) > 1:
            raise RuntimeError("no ink")
        if self.trouble == "odd" and len(maps) > 1:
            raise OddError("ink", "no more")
        if self.trouble.isdecimal():
            # So many searches go well, each of which begins with one map.
            Stripes.searches += len(maps) == 1
            if Stripes.searches > 2 * int(self.trouble):
                raise OddError("ink", "no more")
        if self.trouble == "end" and len(maps) > 1:
            os._exit(7)
        return maps.sum(axis=1, keepdims=True).astype(float)

    def draw(self, map_):
        return Image.fromarray(map_.reshape(self.height, self.width))
'''
