"""Our pixel art of the eleven things and the border stone, as text: one palette key per pixel.

Creatures, which have a face, are drawn as they look to the right, towards us (down) and away (up);
their look to the left is the mirror of that to the right. Other things have a single picture.
"""

from __future__ import annotations

from typing import Final

from babalab.game.drawing.sheets import cut_sheet

THINGS: Final = cut_sheet(
    """
    baba              baba.down         baba.up
    ................  ................  ................
    ........ww..ww..  ...ww......ww...  ...ww......ww...
    ........wj..wj..  ...wj......jw...  ...ww......ww...
    ........wj..wj..  ...wj......jw...  ...ww......ww...
    .......wwwwwwww.  ...wwwwwwwwww...  ...wwwwwwwwww...
    ......wwwwwwwwww  ..wwwwwwwwwwww..  ..wwwwwwwwwwww..
    ......wwwwkwwwkw  ..wwwkwwwwkwww..  ..wwwwwwwwwwww..
    .ww...wwwwkwwwkw  ..wwwkwwwwkwww..  ..wwwwwwwwwwww..
    wwww..wwwwwwwwww  ..wwwwwwwwwwww..  ..wwwwwwwwwwww..
    wwwwwwwwwjwwwwwj  ..wjjwwkkwwjjw..  ..pwwwwppwwwwp..
    pwwwwwwwwwwwwww.  ..wwwwwwwwwwww..  ..wwwwpwwpwwww..
    .wwwwwwwwwwwww..  ...wwwwwwwwww...  ...wwpwwwwpww...
    .wwwwwwwwwwwww..  ...wwwwwwwwww...  ...wwpwwwwpww...
    .pwwwwwwwwwwwp..  ...pwwwwwwwwp...  ...pwwppppwwp...
    .ww.ww..ww.ww...  ...ww.w..w.ww...  ...ww.w..w.ww...
    .pp.pp..pp.pp...  ...pp.p..p.pp...  ...pp.p..p.pp...

    keke              keke.down         keke.up
    ................  ................  ................
    ....r.......r...  ...r........r...  ...r........r...
    ...rr......rr...  ...rr......rr...  ...rr......rr...
    ...rrr....rrr...  ...rrr....rrr...  ...rrr....rrr...
    ...rrrrrrrrrr...  ...rrrrrrrrrr...  ...rrrrrrrrrr...
    ..rrrrrrrrrrrr..  ..rrrrrrrrrrrr..  ..rrrrrrrrrrrr..
    ..rrrrwwwrrwww..  ..rrwwwrrwwwrr..  ..rrrrrrrrrrrr..
    ..rrrrwwkrrwwk..  ..rrwkwrrwkwrr..  ..rrrrrrrrrrrr..
    ..rrrrwwkrrwwk..  ..rrwkwrrwkwrr..  ..rrrrrrrrrrrr..
    ..rrrrrrrrrrrr..  ..rrrrrrrrrrrr..  ..rrrrrrrrrrrr..
    ..MrrrrrrwwwMr..  ..rrrrwwwwrrrr..  ..MrrrrrrrrrrM..
    ...rrrrrrrrrr...  ...rrrrMMrrrr...  ...MrrrrrrrrM...
    .rr.rccccccr.rr.  .rr.rccccccr.rr.  .rr.rrrrrrrr.rr.
    ....rccccccr....  ....rccccccr....  ....rrrMMrrr....
    ....rrrrrrrr....  ....rrrrrrrr....  ....rrrrrMrr....
    ....MMM..MMM....  ....MMM..MMM....  ....MMM..MMM....

    skull             skull.down        skull.up
    ................  ................  ................
    .....uuuuuuu....  .....uuuuuu.....  .....uuuuuu.....
    ...uuuuuuuuuuu..  ...uuuuuuuuuu...  ...uuuuuuuuuu...
    ..uuuuuuuuuuuu..  ..uuuuuuuuuuuu..  ..uuuuuuuuuuuu..
    ..uuuuuuuuuuuuu.  ..uuuuuuuuuuuu..  ..uuuuuuuuuuuu..
    .vuuuuuuuuuuuuu.  .uuuuuuuuuuuuuu.  .uuuuuuvuuuuuuu.
    .vuuuukkkuukkku.  .uukkkkuukkkkuu.  .uuuuuuvvuuuuuu.
    .vuuuukkkuukkku.  .uukkkkuukkkkuu.  .uuuuuuuvuuuuuu.
    .vuuuukkkuukkku.  .uukkkkuukkkkuu.  .uuuuuuvvuuuuuu.
    .vvuuuuuuukuuuu.  .vuuuuukkuuuuuv.  .vuuuuuvuuuuuuv.
    ..vvuuuuuukuuu..  ..vuuuukkuuuuv..  ..vuuuuuuuuuuv..
    ...vvvuuuuuuuu..  ...vuuuuuuuuv...  ...vvvuuuuvvv...
    .....vuuuuuuu...  ....uuuuuuuu....  ....vvvvvvvv....
    .....vukukuku...  ....ukukukuu....  ....vkvkvkvv....
    .....vukukuku...  ....ukukukuu....  ....vkvkvkvv....
    ......v.v.v.v...  .....v.v.v.v....  .....v.v.v.v....

    flag              floor             grass             love              lava
    ................  eeeeeeeEeeeeeeeE  ................  ................  oooooooooooooooo
    ...pp...........  eeeeeeeEeeeeeeeE  ............h...  ................  oooyyyoooooooooo
    ...ssyyyyy......  eeeeeeeEeeeeeeeE  ..h........hg...  ...iii....iii...  ooyllyooooooyyoo
    ...psyyyyyyyyy..  eeeeeeeEeeeeeeeE  ..gh.....h.g....  ..iiiii..iiiii..  oooyyoooooooooyo
    ...pslyyyyyyyyy.  eeeeeeeEeeeeeeeE  ...g..h..g.g..h.  .iijjiiiiiiiiii.  oooooooorrooooor
    ...psllyyyyyyyy.  eeeeeeeEeeeeeeeE  ...gg.g.gg.gGgg.  .ijjiiiiiiiiiii.  rrooooorrrrrooor
    ...psyyyyyyyyy..  eeeeeeeEeeeeeeeE  ...Gg.g.gG.gGg..  .ijiiiiiiiiiiiI.  rrrrorrrMMrrrrrr
    ...psyyyyyyyy...  EEEEEEEEEEEEEEEE  ....GgGgG.GgG...  .iiiiiiiiiiiiiI.  MrrrrrrMooMMrrMM
    ...psyyyyyyyyy..  eeeEeeeeeeeEeeee  ................  ..iiiiiiiiiiiI..  oMMrrMMooooooMMo
    ...psAAAAyyyyyy.  eeeEeeeeeeeEeeee  .....h......h...  ...iiiiiiiiiI...  oooMMoooooyyoooo
    ...ps...AAAAAA..  eeeEeeeeeeeEeeee  .h...gh....hg...  ....iiiiiiiI....  ooooooooooylyooo
    ...ps...........  eeeEeeeeeeeEeeee  .gh...g.h..g..h.  .....iiiiiI.....  oyyooooooooyyooo
    ...ps...........  eeeEeeeeeeeEeeee  ..g.h.g.g.gg.gg.  ......iiiI......  yoooorrooooooooo
    ...ps...........  eeeEeeeeeeeEeeee  ..gGg.gGg.gG.g..  .......iI.......  rroorrrrooooorro
    ..ppss..........  eeeEeeeeeeeEeeee  ..GgG.GgGgG.GG..  ................  rrrrrrMrrrrrrrrr
    .ddddddd........  EEEEEEEEEEEEEEEE  ...G...G.G......  ................  MMMMMMoMMMMrrMMM

    rock              wall              goop              border
    ................  xxxxxxxxxxZxxxxx  qqqqqqqqqqqqqqqq  dddddddddddddddn
    ................  zzzzzzzzzzZzzzzz  qaaqqqqqqqqqqqqq  dnnnnnnnnnnnnnnn
    .....bbbbbb.....  zzzzzzzzzzZzzzzz  aqqaaqqqqqqaaaqq  dnnnnnnnnnnnnnnn
    ...bbttttbbbb...  zzzzzzzzzzZzzzzz  qqqqqaqqqaaqqqaa  dnnnnnnnnnnnnnnn
    ..bbtttttbbbbb..  ZZZZZZZZZZZZZZZZ  QqqqqqaaaqqqqqqQ  dnnnndnnnnnnnnnn
    ..btttttbbbbbb..  xxZxxxxxxxxxxZxx  qqqQQqqqqqqQQQqq  dnnnnnnnnnnnnnnn
    .bbtttbbbbBbbbb.  zzZzzzzzzzzzzZzz  qqqqqQQQQQQqqqqq  dnnnnnnnnnnndnnn
    .bbbtbbbbbBBbbb.  zzZzzzzzzzzzzZzz  qqqqqqqqqqqqqqqq  dnnnnnnnnnnnnnnn
    .bbbbbbbbbbBbbB.  zzZzzzzzzzzzzZzz  qqaaqqqqqqqqqqqq  dnnnnnnnnnnnnnnn
    .bbbbBbbbbbbbbB.  ZZZZZZZZZZZZZZZZ  qawqaqqqqqqqqaaq  dnnnnnnnnnnnnnnn
    .bbbBBbbbbbbbbB.  xxxxxxxZxxxxxxxx  qaqqaqqaaqqqaqqa  dnnnnnnndnnnnnnn
    .BbbbBbbbbbbbBB.  zzzzzzzZzzzzzzzz  qqaaqqaqqaaaqqqq  dnndnnnnnnnnnnnn
    ..BbbbbbbbbbBB..  zzzzzzzZzzzzzzzz  QQqqqqqqqqqqqqQQ  dnnnnnnnnnnnnnnn
    ..BBBbbbbbBBBB..  zzzzzzzZzzzzzzzz  qqQQqqqqqqqqQQqq  dnnnnnnnnnnnnnnn
    ....BBBBBBBB....  ZZZZZZZZZZZZZZZZ  qqqqQQqqQQQQqqqq  dnnnnnnnnnnnnnnn
    ................  ZZZZZZZZZZZZZZZZ  qqqqqqQQqqqqqqqq  nnnnnnnnnnnnnnnn
    """
)
"""The pictures by noun, those of creatures that look down or up as in ``baba.down``."""
