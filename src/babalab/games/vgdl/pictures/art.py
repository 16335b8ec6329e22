"""Our pixel art: 16 by 16 pixels a sprite, one key per pixel.

A ``.`` is a hole. Of the sprite's own colour there are ``l`` light, ``b`` the body, ``d`` dark,
``e`` darker and ``D`` deep; ``k`` ink, ``w`` white, ``s`` steel, ``p`` pearl, ``f`` a face, ``r``
red and ``y`` yellow are the same in any. Sheets of halves are mirrored: what is drawn is the left
side.
"""

from __future__ import annotations

from typing import Final

from babalab.game.drawing.sheets import Grid, cut_sheet


def _mirror(halves: dict[str, Grid]) -> dict[str, Grid]:
    return {name: tuple(row + row[::-1] for row in grid) for name, grid in halves.items()}


PEOPLE: Final = _mirror(
    cut_sheet(
        """
        walker    gunner    shooterD  shooterU  fallen    wanderer
        ........  ........  ........  .......s  ........  ........
        .....ddd  .......d  .....ddd  .....ddd  ........  ........
        ....dbbb  ......ds  ....dbbb  ....dbbb  ........  ....dddd
        ...dbbbb  ......ds  ...dbbbb  ...dbbbb  .....ddd  ...dbbbb
        ...dbfff  ......ds  ...dbfff  ...dbbbb  ....dsss  ..dbllbb
        ...dffff  .....ddd  ...dffff  ...dbbbb  ...dssss  ..dblbbb
        ...dfkff  ...ddbll  ...dfkff  ...dbbbb  ...dksks  ..dbwwbb
        ...dfkff  ..dbbfff  ...dfkff  ...dbbbb  ...dsksp  ..dbwkbb
        ...dffff  ..dbffkf  ...dffff  ...ddbbb  ...dksks  ..dbwkbb
        ....dffr  ..dbffkf  ....dffr  ....dddd  ...dssss  ..dbbbbb
        ..dddddd  .ddbffff  ..dddddd  ..dddddd  ....dspp  ..dbbbkk
        .dbbbbbb  .dbbbbff  .dbbbbsk  .dbbbbbb  ....dsss  ..dbbbbb
        .dbdbbbb  dbbbbbbb  .dbdbbsk  .dbdbbbb  .....ddd  ..dbbbbb
        .dfdbbbb  dlbbbbbb  .dfdbbdd  .dfdbbbb  ........  ...dddbb
        ....dbbd  dddddddd  ....dbbd  ....dbbd  ........  ...d..dd
        ....ddd.  .s.s.s.s  ....ddd.  ....ddd.  ........  ........

        chaser    hare      saucer    rotor     boulder   token
        ........  ...dd...  ........  .ssssss.  ........  ........
        .d......  ..dlbd..  ........  .......s  ........  ........
        .dd.....  ..dlbd..  .......d  .......s  .....ddd  .......d
        .dldddd.  ..dlbd..  .....ddl  .....ddd  ...ddbbb  .......d
        ..dlbbbd  ..dlbbdd  ....dllp  ...ddbbb  ..ddbbll  ......db
        ..dbbbbb  ..dbbbbb  ....dlpp  ..dbblll  ..dbblll  ......db
        .dbkkbbb  .dbwwwbb  ...ddddd  ..dblbbb  .ddbbbll  .ddddbbl
        .dbwwkkb  .dbwkkbb  .ddbbbbb  .dbbwwbb  .dbbbbbb  ..dbbbll
        .dbwwkbb  .dbwkkbb  dbblbbbl  .dbbwkbb  .dbbbbbb  ...dbblb
        .dbbbbbb  .dbwwwbb  dbbbbbbb  .dbbbbbb  .dbdbbbb  ....dblb
        .dbbkkkk  .dbbbbpk  .ddddddd  .dbbbddd  .ddbbbbb  ....dbbb
        .dbbwkwk  ..dbbbbk  ...s.dbb  ..dbdkkk  ..dbbbdb  ...dbbbd
        ..dbkkkk  ..dbbbbw  ..s..dbb  ...ddkkk  ..ddbbbb  ...dbddd
        ..dbbbbb  ...dbbbb  ......dd  ....dddk  ...ddddb  ..ddd...
        ...dd.dd  ..dd.ddd  .......k  ......dd  .....ddd  ........
        ........  ........  ........  ........  ........  ........
        """
    )
)
"""Pictures that are symmetric: those with faces, and a few things."""

THINGS: Final = _mirror(
    cut_sheet(
        """
        door      portal    exit      gem       spark     nest
        ........  ........  ........  ........  ........  ........
        ....dddd  .....ddd  ........  ........  .......l  ...ddddd
        ..ddbbbb  ...ddbbb  ....l.l.  ........  ..b....l  .ddbbbbb
        .ddbbddd  ..dbblll  ..l.....  .....ddd  ...b...l  .dbbdddd
        .dbbdDDD  ..dbldDD  ........  ....dlll  ...bl.bl  dbbdkkkk
        .dbdDDDd  .dbldDDD  .l......  ...dllwl  ....lbbl  dbdkkkkk
        .dbdDDDd  .dbdDDdd  ......dd  ..dlllll  ....blll  dbdkkkkk
        .dbdDDDd  .dblDDdl  .l...dDD  ..ddbbbb  .lllllww  dbdkkkDD
        .dbdDDDd  .dblDDdl  .....dDD  ..dbdbbb  ....blll  dbdkkDDD
        .dbdDDyd  .dbdDDdd  .l....dd  ...dbdbb  ....lbbl  dbbdkkDD
        .dbdDDyd  .dbldDDD  ........  ...dbbdb  ...bl.bl  dlbbdddd
        .dbdDDDd  ..dbldDD  ..l.....  ....dbbd  ...b...l  .dlbbbbb
        .dbdDDDd  ..dbblll  ....l.l.  .....dbb  ..b....l  .ddlllll
        .dbdDDDd  ...ddbbb  ........  ......db  .......l  ...ddddd
        .dbdDDDd  .....ddd  ........  .......d  ........  ........
        .ddddddd  ........  ........  ........  ........  ........

        crate     block     dots      ball
        ........  dddddddd  DDDDDDDD  ........
        .ddddddd  dlllllll  DDDDDDDD  ........
        .dbbbbbb  dlbbbbbb  DDeDDDDD  ........
        .dbddddd  dlbbbbbb  DDDDDDDD  .....ddd
        .dbdlbbb  dlbdbbbb  DDDDDDDD  ....dbbb
        .dbdblbb  dlbbbbbb  DDDDDeDD  ...dbbll
        .dbdbblb  dlbbbbbb  DDDDDDDD  ...dbbll
        .dbdbbbl  dlbbbbdb  DDDDDDDD  ...dbbbb
        .dbdbbbl  dlbbbbbb  DDDDDDDD  ...dbbbb
        .dbdbblb  dlbbbbbb  DeDDDDDD  ...dbbbb
        .dbdblbb  dlbdbbbb  DDDDDDDD  ...ddbbb
        .dbdlbbb  dlbbbbbb  DDDDDDDe  ....dddb
        .dbddddd  dlbbbbbb  DDDDDDDD  .....ddd
        .dbbbbbb  dbbbbbbb  DDDeDDDD  ........
        .ddddddd  dddddddd  DDDDDDDD  ........
        ........  dddddddd  DDDDDDDD  ........
        """
    )
)
"""Things that are alike on both sides."""

LOPSIDED: Final = cut_sheet(
    """
    shooterR          dart              blade             bricks
    ................  ................  ................  bbbbbbbdbbbbbbbb
    .....dddddd.....  ................  ................  lllllbbdlllllbbb
    ....dbbbbbbd....  ................  ................  bbbbbbbdbbbbbbbb
    ...dbbbbbbbbd...  .......dd.......  ................  bbbbbbbdbbbbbbbb
    ...dbbffffffd...  .......dbd......  ................  dddddddddddddddd
    ...dbfffffffd...  .dddddddbbd.....  .......dddddd...  bbbdbbbbbbbdbbbb
    ...dffffkffkd...  .dllllllllbd....  .k...ddllllll...  lbbdlllllbbdllll
    ...dffffkffkd...  .dlllllllllbdd..  .kssdlwwwwwwll..  bbbdbbbbbbbdbbbb
    ...dffffffffd...  .dbbbbbbbbbbdd..  .kssdbbllllllbb.  bbbdbbbbbbbdbbbb
    ....dfffffrd....  .dbbbbbbbbbd....  .k...ddbbbbbb...  dddddddddddddddd
    ..ddddddddd.....  .dddddddbbd.....  .......dddddd...  bbbbbbbdbbbbbbbb
    .dbbbbbbbbddddd.  .......dbd......  ................  lllllbbdlllllbbb
    .dbdbbbbbfffssss  .......dd.......  ................  bbbbbbbdbbbbbbbb
    .dfdbbbbbdddkk..  ................  ................  bbbbbbbdbbbbbbbb
    ....dbbddbbd....  ................  ................  dddddddddddddddd
    ....ddd..ddd....  ................  ................  dddddddddddddddd

    tufts             waves             planks            hazard
    DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  dddddddddddddddd
    DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  ddbddddbddddbddd
    DDDDDDDDDDDeDDDD  DDeeDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  dbdbddbdbddbdbdd
    DDDDDDDDDeDeDDDD  DeDDeDDeDDDDDDDD  eeeeeeeeeeeeeeee  bdddbbdddbbdddbb
    DDeDDDDDDeDeDDDD  DDDDDeeDDDDDDDDD  DDDDDDeDDDDDDDDD  dddddddddddddddd
    eDeDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  DDDDDDeDDDDDDDDD  dddddddddddddddd
    eDeDDDDDDDDDDDDD  DDDDDDDDDDeeDDDD  DDDDDDeDDDDDDDDD  dddbddddbddddbdd
    DDDDDDDDDDDDDDDD  DDDDDDDDDeDDeDDe  eeeeeeeeeeeeeeee  ddbdbddbdbddbdbd
    DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDeeD  DDDDDDDDDDDDeDDD  dbdddbbdddbbdddb
    DDDDDDDDDDDDeDDD  DDDDDDDDDDDDDDDD  DDDDDDDDDDDDeDDD  bddddddddddddddd
    DDDDDDDDDDeDeDDD  DDDeeDDDDDDDDDDD  DDDDDDDDDDDDeDDD  dddddddddddddddd
    DDDDeDDDDDeDeDDD  DDeDDeDDeDDDDDDD  eeeeeeeeeeeeeeee  ddbddddbddddbddd
    DDeDeDDDDDDDDDDD  DDDDDDeeDDDDDDDD  DDDeDDDDDDDDDDDD  dbdbddbdbddbdbdd
    DDeDeDDDDDDDDDDD  DDDDDDDDDDDDDDDD  DDDeDDDDDDDDDDDD  bdddbbdddbbdddbb
    DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  DDDeDDDDDDDDDDDD  dddddddddddddddd
    DDDDDDDDDDDDDDDD  DDDDDDDDDDDDDDDD  eeeeeeeeeeeeeeee  dddddddddddddddd
    """
)
"""The rest; oriented ones face right."""

GRIDS: Final[dict[str, Grid]] = {**PEOPLE, **THINGS, **LOPSIDED}
"""Every drawing by its name."""
