"""Our pixel art for tiles that the game does not have, in its format: one palette key a pixel."""

from __future__ import annotations

from typing import Final

from babalab.game.drawing.sheets import cut_sheet

TILES: Final = cut_sheet(
    """
    crate             target            key               door
    ................  ................  ................  .....bbbbbb.....
    .tttttttttttttt.  ................  ................  ...bbttttttbb...
    .tBBBBBBBBBBBBt.  ................  ....yyyy........  ..btBBBBBBBBtb..
    .tBttbbbbbbttBt.  .....iiiiii.....  ...yyllyy.......  .btBBbBBBBbBBtb.
    .tBtttbbbbtttBt.  ....ii....ii....  ..yyA..Ayy......  .btBBbBBBBbBBtb.
    .tBbtttbbtttbBt.  ...ii......ii...  ..yl....ly......  .btBBbBBBBbBBtb.
    .tBbbttttttbbBt.  ...i...II...i...  ..yl....ly......  .btBBbBBBBbBBtb.
    .tBbbbttttbbbBt.  ...i..IIII..i...  ..yyA..Ayy......  .btBBbBBBBbBBtb.
    .tBbbbttttbbbBt.  ...i..IIII..i...  ...yyyyyy.......  .btBBbBByybBBtb.
    .tBbbttttttbbBt.  ...i...II...i...  ....AyyA........  .btBBbBByAbBBtb.
    .tBbtttbbtttbBt.  ...ii......ii...  .....yyyy.......  .btBBbBBBBbBBtb.
    .tBtttbbbbtttBt.  ....ii....ii....  ......yyyy......  .btBBbBBBBbBBtb.
    .tBttbbbbbbttBt.  .....iiiiii.....  .......yyyyy....  .btBBbBBBBbBBtb.
    .bBBBBBBBBBBBBb.  ................  ........yyAyy...  .btBBbBBBBbBBtb.
    .bbbbbbbbbbbbbb.  ................  .........yA.yA..  .btBBBBBBBBBBtb.
    ................  ................  ..........A.....  .bbbbbbbbbbbbbb.

    bat               scorpion          spider
    ................  ................  ................
    ................  .........cccc...  .......pp.......
    ................  ........cc..cc..  .......p........
    .V....v..v....V.  .............cc.  .......p........
    VvV...vvvv...VvV  .............cr.  .g.....p.....g..
    VvvV.vvvvvv.VvvV  .rr.........rr..  g.g...ggg...g.g.
    VvvvvvyvvyvvvvvV  rr.r.......rrr..  g..g.ggggg.g..g.
    VvvvvvvvvvvvvvvV  r...r.....rrr...  ...gggwgwggg....
    VvvvvvwvvwvvvvvV  rr.r.rrrrrrrr...  .gg.gwkgkwg.gg..
    .VvvVvvvvvvVvvV.  .rr.rrrrrrrr....  g..gggggggggg.g.
    .VvV.VvvvvV.VvV.  ...rrwkrwkrM....  g.g.gGgggGg..gg.
    ..V...VvvV...V..  .rr.rrrrrrrr....  ...ggGGGGGgg....
    .......VV.......  rr.rrMrrMrrM....  ..g..ggggg..g...
    ................  r...M.rM.rM.r...  .g..g.....g..g..
    ................  rr.r.M..M..M....  .g..g.....g..g..
    ................  .rr.............  ................
    """
)
