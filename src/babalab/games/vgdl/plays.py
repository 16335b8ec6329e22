"""Many plays of one game of VGDL side by side."""

from __future__ import annotations

from babalab.games.plays import PlainPlays


class VgdlPlays(PlainPlays[bytes]):
    """Plays of a game of VGDL: see `Plays`."""
