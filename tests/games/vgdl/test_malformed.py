"""Descriptions and levels that are wrong: what is said about them, word by word."""

from __future__ import annotations

import pytest

from babalab.game.errors import LevelError
from babalab.games.errors import DescriptionError, GameError
from babalab.games.game import GameLevel
from babalab.games.vgdl import JavaRandom, read_description, vgdl_game
from babalab.games.vgdl.maps import MOST_SPRITES
from babalab.games.vgdl.rule_section import MOST_RULES
from babalab.games.vgdl.sprite_section import MOST_TYPES
from support.vgdl_small import small, text_of

BOX = "box > Immovable"


def errors_of(text: str) -> list[str]:
    with pytest.raises(DescriptionError) as caught:
        read_description(text, "game.txt")
    return [str(diagnostic).removeprefix("game.txt:") for diagnostic in caught.value.diagnostics]


def warnings_of(text: str) -> list[str]:
    return [
        str(diagnostic).removeprefix("game.txt:")
        for diagnostic in read_description(text, "game.txt").warnings
    ]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("", ["1:1: error: there is nothing here; a description begins with BasicGame"]),
        ("# only this", ["1:1: error: there is nothing here; a description begins with BasicGame"]),
        (
            "\n  Game\n",
            ["2:3: error: a description begins with BasicGame, not 'Game'"],
        ),
        (
            "BasicGame\n SpriteSet\n InteractionSet\n TerminationSet\n",
            ["1:1: error: the section LevelMapping is missing"],
        ),
        (
            "BasicGame\n SpriteSet\n LevelMaping\n InteractionSet\n TerminationSet\n",
            [
                "1:1: error: the section LevelMapping is missing",
                "3:2: error: there is no section 'LevelMaping'; did you mean 'LevelMapping'?",
            ],
        ),
        (
            "BasicGame\n SpriteSet\n LevelMapping\n InteractionSet\nTerminationSet\n",
            [
                "1:1: error: the section TerminationSet is missing",
                "5:1: error: this line is not indented, and so does not belong to BasicGame; "
                "indent it",
            ],
        ),
    ],
    ids=["empty", "comment", "header", "missing", "misspelt", "not indented"],
)
def test_what_is_no_description(text: str, errors: list[str]) -> None:
    assert errors_of(text) == errors


@pytest.mark.parametrize(
    ("sprites", "error"),
    [
        ("box > Imovable", "3:15: error: there is no class 'Imovable'; did you mean 'Immovable'?"),
        ("box > speed=1", "3:9: error: 'box' has no class; write 'box > Immovable', say"),
        ("> Door", "3:9: error: a sprite is written as 'name > Class key=value …'"),
        (
            "EOS > Door",
            "3:9: error: EOS can't be the name of a sprite: rules mean something else by it",
        ),
        ("box > Door speed=", "3:20: error: speed= needs a value right behind it: a number"),
        ("box > Missile speed=101", "3:23: error: speed must be from -100 to 100 cells in a tick"),
        (
            "hen > SpawnPoint stype=hen",
            "3:26: error: 'hen' spawns its own type, and so without end; spawn another",
        ),
        ("box > Door\n box >", "4:10: error: 'box' stands below itself; give it another name"),
        (
            "box > Door\n lid >\n  box >",
            "5:11: error: 'box' stands below itself; give it another name",
        ),
    ],
)
def test_sprites_that_are_none(sprites: str, error: str) -> None:
    assert errors_of(text_of(sprites)) == [error]


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        (
            "box avatar > kilSprite",
            "22: error: there is no effect 'kilSprite'; did you mean 'killSprite' or "
            "'cloneSprite'?",
        ),
        (
            "box > killSprite",
            "9: error: an interaction is written as 'first second … > effect key=value …'",
        ),
        (
            "box avatar killSprite",
            "9: error: an interaction is written as 'first second … > effect key=value …'",
        ),
        ("box avatar > transformTo", "22: error: transformTo needs stype="),
        (
            "box avatar > transformToAll scoreChange=1",
            "22: error: transformToAll needs stype= and stypeTo=",
        ),
        (
            "box TIME > killSprite timer=0 repeating=True",
            "9: error: repeating needs a timer of 1 at least, not 0",
        ),
        (
            "box TIME > killSprite repeating=True",
            "9: error: repeating needs a timer of 1 at least, not 0",
        ),
    ],
)
def test_rules_that_are_none(rule: str, error: str) -> None:
    assert errors_of(text_of(BOX, rules=rule)) == [f"7:{error}"]


@pytest.mark.parametrize(
    ("end", "error"),
    [
        (
            "SpriteCount stype=box",
            "9: error: there is no termination 'SpriteCount'; did you mean 'SpriteCounter' or "
            "'MultiSpriteCounter'?",
        ),
        ("win=True", "9: error: a termination is written as 'Termination key=value …'"),
        ("Timeout win=True", "9: error: Timeout needs limit="),
        ("SpriteCounter limit=0", "9: error: SpriteCounter needs stype="),
    ],
)
def test_terminations_that_are_none(end: str, error: str) -> None:
    assert errors_of(text_of(BOX, ends=end)) == [f"9:{error}"]


@pytest.mark.parametrize("size", ["1", "0", "-5", "1001", "2147483647"])
def test_squares_too_small_or_huge(size: str) -> None:
    text = text_of(BOX).replace("square_size=10", f"square_size={size}")
    assert errors_of(text) == [f"1:11: error: square_size must be from 2 to 1000, not {size}"]


@pytest.mark.parametrize(
    ("sprites", "warning"),
    [
        ("box > Door speed=fast", "3:20: warning: speed is a number, not 'fast'; it is ignored"),
        ("box > Door speed=NaN", "3:20: warning: speed is a number, not 'NaN'; it is ignored"),
        ("box > Door speed=1e999", "3:20: warning: speed is a number, not '1e999'; it is ignored"),
        (
            "box > Missile cooldown=1.5",
            "3:23: warning: cooldown is a whole number, not '1.5'; it is ignored",
        ),
        (
            "box > Missile cooldown=99999999999",
            "3:23: warning: cooldown is a whole number, not '99999999999'; it is ignored",
        ),
        (
            "box > Door colour=RED",
            "3:20: warning: colour is ignored: a sprite has no key 'colour'; did you mean 'color'",
        ),
        (
            "box > Door color=YELOW",
            "3:20: warning: the color is ignored: there is no color 'YELOW'; did you mean 'YELLOW'",
        ),
        (
            "box > Missile cooldown = 2",
            "3:32: warning: before '=' there is no key; write key=value without blanks",
        ),
        ("box > Door stype=wall", "3:20: warning: Door has no key 'stype'; it is ignored"),
        (
            "box > Door Missile",
            "3:20: warning: 'Missile' is neither a class nor key=value; it is ignored",
        ),
        (
            "box > Door\nbox > Missile",
            "4:9: warning: 'box' was defined in line 3 already; this is what counts",
        ),
        (
            "hen > SpawnPoint stype=egg",
            "3:26: warning: stype is ignored: there is no sprite 'egg'; known sprites: 'wall', "
            "'avatar', 'hen'",
        ),
        (
            "any >\n a > Door\nhen > SpawnPoint stype=any",
            "5:26: warning: 'any' has no class of its own, so that none can be made; name 'a'; "
            "stype is ignored",
        ),
    ],
)
def test_what_is_ignored_of_sprites(sprites: str, warning: str) -> None:
    assert any(each.startswith(warning) for each in warnings_of(text_of(sprites)))


@pytest.mark.parametrize(
    ("mapping", "rules", "warning"),
    [
        (
            "b > bow",
            "",
            "6:13: warning: it is ignored: there is no sprite 'bow'; did you mean 'box'",
        ),
        ("bb > box", "", "6:9: warning: a mapping has one character: 'b' counts, 'b' is ignored"),
        (
            "b > box\nb > wall",
            "",
            "7:9: warning: 'b' was mapped in line 6 already; this is what counts",
        ),
        (
            "",
            "box EOS > bounceForward",
            "8:13: warning: bounceForward needs a second sprite, and EOS is none; it does nothing",
        ),
        (
            "",
            "box avatar > killSprite stype=box",
            "8:33: warning: stype is ignored: killSprite has no key 'stype'",
        ),
        (
            "",
            "box avatar > killSprite timer=3",
            "8:33: warning: timer is ignored: killSprite has no key 'timer'",
        ),
        (
            "",
            "box avatar > spawn stype=ball",
            "8:28: warning: the line is ignored: there is no sprite 'ball'; did you mean 'wall'",
        ),
        ("", "box avatar > killSprite now", "8:33: warning: 'now' is not key=value; it is ignored"),
    ],
)
def test_what_is_ignored_of_rules(mapping: str, rules: str, warning: str) -> None:
    found = warnings_of(text_of(BOX, mapping or "b > box", rules))
    assert any(each.startswith(warning) for each in found)


def test_what_a_line_says_twice_is_told_once() -> None:
    told = warnings_of(text_of(BOX, "b > box", "bow wall avatar EOS > killSprite"))
    assert len(told) == 1


def test_tabs_are_blamed_for_where_a_line_belongs() -> None:
    text = text_of(f"{BOX}\nball > Door").replace("        ball", "\t\tball")
    assert (
        "4:3: error: there is no section 'ball'; before it there are tabs, and each counts as one "
        "blank: indent with blanks"
    ) in errors_of(text)


@pytest.mark.parametrize(
    ("sprites", "mapping", "warning"),
    [
        (
            "any > Missile\n  one >",
            "x > any",
            "3:9: warning: 'any' stands above others, and only what is below is ever updated; "
            "name 'one'",
        ),
        ("any > Missile\n  one >", "x > one", None),
        ("any > Immovable\n  one >", "x > any", None),
        (
            "me > MovingAvatar\nwall > Immovable",
            "A > me",
            "3:9: warning: 'me' is the first sprite, as 'wall' comes later, and the framework does "
            "not play with an avatar there; put something before it",
        ),
        ("wall > Immovable\nme > MovingAvatar", "A > me", None),
        ("me > MovingAvatar", "A > me", None),
    ],
)
def test_places_that_the_framework_has_no_use_for(
    sprites: str, mapping: str, warning: str | None
) -> None:
    assert warnings_of(text_of(sprites, mapping)) == ([] if warning is None else [warning])


def test_all_that_is_wrong_is_told_at_once() -> None:
    text = text_of("a > Dor\nb > Immovable speed=", "", "b c > kill\nb > x", "Time")
    assert [error.split(": ")[0] for error in errors_of(text)] == [
        "3:13", "4:23", "8:15", "9:9", "11:9",
    ]  # fmt: skip


@pytest.mark.parametrize("deep", [False, True])
def test_more_sprites_than_anyone_needs(deep: bool) -> None:
    lines = [" " * (number * deep) + f"s{number} > Door" for number in range(2 * MOST_TYPES)]
    (error,) = errors_of(text_of("\n".join(lines)))
    assert "there are more than 250 sprites, and no more are supported" in error


@pytest.mark.parametrize("other", ["box", "EOS", "TIME"])
def test_more_rules_than_anyone_needs(other: str) -> None:
    (error,) = errors_of(text_of(BOX, "", f"box {f'{other} ' * 20 * MOST_RULES}> killSprite"))
    assert error == "7:9: error: there are more than 2000 rules, and no more are supported"


def test_a_text_too_long_to_be_a_game() -> None:
    (error,) = errors_of("#" * 1_000_001)
    assert error == " error: the description is longer than 1,000,000 characters"


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("", ":1: error: the level has no rows; the first must not be empty"),
        ("\nA", ":1: error: the level has no rows; the first must not be empty"),
        ("b", ": error: no character of the level is an avatar; put 'A' somewhere"),
        ("A" * 201, ": error: the level is 201 x 1; no side may be longer than 200"),
        ("A\n" * 201, ": error: the level is 1 x 201; no side may be longer than 200"),
        (
            "A" + "b" * 199 + ("\n" + "b" * 200) * 199,
            ": error: there are 119,998 sprites; at most 10,000 can be",
        ),
    ],
    ids=["empty", "blank", "no avatar", "wide", "high", "full"],
)
def test_levels_that_are_none(rows: str, error: str) -> None:
    level = GameLevel("bad", rows, "level.txt")
    kind = vgdl_game(read_description(text_of(BOX, "b > box box box"), "", "small"), (level,))
    with pytest.raises(LevelError) as caught:
        kind(level)
    assert str(caught.value) == f"level.txt{error}"


def test_what_is_odd_about_a_level() -> None:
    level = GameLevel("odd", "A.?\n.\n..bbb\n\n\n", "level.txt")
    kind = vgdl_game(read_description(text_of(BOX, "b > box"), "", "small"), (level,))
    game = kind(level)
    assert sorted(str(each) for each in game.map.warnings) == [
        "level.txt:1:3: warning: '?' stands for nothing; known: 'w', 'A', '.', 'b'; "
        "if it should, write '? >' below LevelMapping",
        "level.txt:3:4: warning: the first row has 3 characters; what is beyond is cut off",
        "level.txt:5: warning: the level ends with a blank row, which counts as one; "
        "was it meant to?",
    ]
    assert (game.map.columns, game.map.rows) == (3, 5)
    assert [each[1:] for each in game.map.sprites] == [(0, 0), (20, 20)]


@pytest.mark.parametrize(
    "sprites", ["avatar > Immovable", "avatar >\n a > Door"], ids=["another", "none"]
)
def test_games_without_avatar(sprites: str) -> None:
    with pytest.raises(
        GameError, match=r"game\.txt: there is no avatar among the sprites; add one"
    ):
        vgdl_game(read_description(text_of(sprites), "game.txt"))


def test_the_smallest_level() -> None:
    play = small(BOX, "A", rules="avatar EOS > stepBack scoreChange=1")
    assert play.play("left right up down").at("avatar") == [(0, 0)]
    assert play.score == 4


@pytest.mark.parametrize(
    "sprites",
    [
        "a > SpawnPoint stype=b\nb > SpawnPoint stype=a",
        "a > Bomber stype=b speed=0.3\nb > RandomBomber stype=a",
    ],
)
def test_spawners_without_end_are_bounded(sprites: str) -> None:
    play = small(sprites, "Aa", "a > a").play("wait", 40)
    assert len(play.game.sprites(play.state)) == MOST_SPRITES


def test_clones_without_end_are_bounded() -> None:
    play = small("a > Immovable", "Aa", "a > a", "a TIME > cloneSprite timer=1 repeating=True")
    counts = [len(there) for there in play.trail("a", "wait " * 16)]
    assert counts[:13] == [2**n for n in range(1, 14)]
    assert counts[13:] == [MOST_SPRITES - 1] * 3  # and the avatar


def test_what_is_made_of_everything_is_nothing_new() -> None:
    """Refused for want of room as by a singleton: the score counts, the maker does not."""
    play = small(
        "egg > Immovable\nhen > SpawnPoint stype=egg total=20000\nbox > Immovable",
        "Ah",
        "h > hen" + " box" * (MOST_SPRITES - 4),
        "hen EOS > killSprite\nhen avatar > killSprite",
    )
    counts = [len(there) for there in play.trail("egg", "wait wait wait wait")]
    assert counts == [1, 2, 2, 2]


def test_numbers_as_large_as_they_get() -> None:
    """Sums of the largest numbers are exact in the core too."""
    most = 2**31 - 1
    play = small(
        f"gem > Resource value={most} limit={most}\nbox > Immovable healthPoints={most}",
        "Ab",
        "b > box gem",
        f"box gem > subtractHealthPoints value=-{most} scoreChange={most}\n"
        f"gem box > collectResource scoreChange=-{most}",
    )
    play.play("wait", 3)
    (box,) = play.of("box")
    assert (box.health, box.resources, play.score) == (2 * most, {"gem": most}, 0)


def test_the_stream_may_be_anyones() -> None:
    play = small("n > RandomNPC", "A.n..", "n > n")
    states = [
        play.game.step(play.state, 0, JavaRandom(seed)) for seed in (5, 5, 2**60 + 5, -(2**60))
    ]
    assert states[0] == states[1]
