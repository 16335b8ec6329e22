"""Descriptions of VGDL spoilt by chance, as people and programs spoil them."""

from __future__ import annotations

import random

ODD_WORDS = (
    "", ">", "=", "#", "NaN", "inf", "1e999", "-1", "0", "99999999999999999999", "2147483648",
    "0.5", "speed=", "stype=", "stype=wall", "stype=wall stype=avatar", "limit=-3", "timer=0",
    "timer=-1 repeating=True", "cooldown=-2147483648", "healthPoints=2147483647",
    "scoreChange=2147483647", "value=-2147483648", "square_size=1", "square_size=1000000000", "EOS",
    "TIME", "wall", "avatar", "é", "\u2028", "\x00", "\x0b", "\u00a0", "SpriteSet", "BasicGame",
    "transformTo", "Missile", "killSprite", "singleton=True", "speed=1e300", "speed=-1e300",
    "prob=-7", "speed=1e-300", "total=-1", "cons=-1", "cons=2000000000", "limit=2147483647",
)  # fmt: skip


def spoilt(text: str, chance: random.Random) -> str:
    """The text with a few lines or characters changed."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice((_of_lines, _of_words, _of_indents, _of_characters))(text, chance)
    if chance.random() < 0.2:
        text = text.replace("\n", chance.choice(("\r\n", "\r")))
    return text


def _of_lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.randrange(3)
    if what == 0:
        del lines[one]
    elif what == 1:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _of_words(text: str, chance: random.Random) -> str:
    """A word put where another was, or between two."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    line = lines[place]
    indent = line[: len(line) - len(line.lstrip())]
    words = line.split()
    at = chance.randrange(len(words) + 1)
    everywhere = text.split() or [""]
    word = chance.choice(ODD_WORDS if chance.random() < 0.6 else everywhere)
    words[at : at + chance.randrange(2)] = [word]
    lines[place] = indent + " ".join(words)
    return "\n".join(lines)


def _of_indents(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    lines[place] = (
        chance.choice(("", " ", "\t", " " * 4, " " * 8, " " * 12)) + lines[place].lstrip()
    )
    return "\n".join(lines)


def _of_characters(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    new = chance.choice("#>=\t \n\r\x00é\u2028\u3000aA0.-")
    return text[:at] + new + text[at + chance.randrange(2) :]
