"""Pictures of games of VGDL: their own sprites, or generic ones by class, colour and rules.

`image` draws states in palette indices, `art` has the generic pixel art, `looks` the drawing of
each type, `colours` the colours; `text` and `terminal` are for terminals. `babalab.games.drawing`
makes files of them.
"""
