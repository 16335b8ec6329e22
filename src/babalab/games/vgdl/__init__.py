"""VGDL, the language of the GVGAI framework's arcade games: reading, playing and drawing them."""

from babalab.games.vgdl.description import Description
from babalab.games.vgdl.folder import GameFolder, game_in, games_in, read_folder
from babalab.games.vgdl.game import SpriteView, VgdlGame, vgdl_game
from babalab.games.vgdl.maps import Map
from babalab.games.vgdl.reading import read_description
from babalab.games.vgdl.streams import JavaRandom

__all__ = [
    "Description",
    "GameFolder",
    "JavaRandom",
    "Map",
    "SpriteView",
    "VgdlGame",
    "game_in",
    "games_in",
    "read_description",
    "read_folder",
    "vgdl_game",
]
