"""What a straightforward reading of VGDL's sprites gets wrong: a small game for each, by hand."""

from __future__ import annotations

from itertools import pairwise

from support.vgdl_small import small

UP, DOWN, LEFT, RIGHT = (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)


def test_a_tab_is_one_blank() -> None:
    play = small("  a > Immovable\n\tb > Missile\n  c > Passive", "A")
    # The tab is less deep than the two blanks around it: b is no child, and c is b's.
    types = play.game.description.by_name
    assert types["c"].parent == types["b"].number
    assert types["c"].kind == "Missile"


def test_a_class_above_wins() -> None:
    play = small("a > Missile\n b > Immovable\n  c > Chaser", "A")
    kinds = {name: each.kind for name, each in play.game.description.by_name.items()}
    # The nearest written one above counts, even though that one is not what it says.
    assert (kinds["b"], kinds["c"]) == ("Missile", "Immovable")


def test_killed_singletons_still_count() -> None:
    play = small(
        "box > Immovable\nsolo > Flicker singleton=True limit=-2",
        "ABs",
        "B > box\ns > solo",
        "solo TIME > killSprite timer=1\nbox TIME > spawn stype=solo timer=1 repeating=True",
    )
    assert play.play().at("solo") == []  # the old one, killed in this tick, was in the way
    assert play.play().at("solo") == [(10, 0)]


def test_a_parents_singleton_is_for_all_below() -> None:
    play = small("any > Immovable singleton=True\n a >\n b >", "Aab", "a > a\nb > b")
    assert (play.at("a"), play.at("b")) == ([(10, 0)], [])


def test_clones_look_as_new_ones() -> None:
    play = small(
        "ship > Missile orientation=RIGHT speed=0.5",
        "A.s.",
        "s > ship",
        "ship TIME > cloneSprite timer=1\nship TIME > reverseDirection timer=1",
    )
    play.play()  # the rule written last comes first
    assert play.facing("ship") == [LEFT, RIGHT]


def test_missiles_stand_still_at_first() -> None:
    play = small("m > Missile orientation=RIGHT", "Am...", "m > m")
    assert play.trail("m", "wait wait wait") == [[(10, 0)], [(20, 0)], [(30, 0)]]


def test_flickers_live_two_updates_more() -> None:
    play = small("f > Flicker limit=3", "Af", "f > f")
    lives = [len(there) for there in play.trail("f", "wait " * 6)]
    assert lives == [1, 1, 1, 1, 0, 0]  # 3 + 2 updates, killed in the last


def test_bombers_stand_still_and_random_bombers_do_not() -> None:
    play = small("b > Bomber\nr > RandomBomber", "... .A. ...\n", "A > avatar b r")
    play.play("wait", 5)
    assert play.at("b") == [(10, 10)]
    assert play.at("r") != [(10, 10)]


def test_random_bombers_fly_on_only_where_they_merely_turned() -> None:
    # With a turn, the passive move that follows goes one cell on; after a move it is blocked.
    play = small("r > RandomBomber rotateInPlace=True", "A....r....", "r > r")
    play.play()  # the first passive move is none
    turns = 0
    for _ in range(30):
        (before,), (faced,) = play.at("r"), play.facing("r")
        play.play()
        (after,), (facing,) = play.at("r"), play.facing("r")
        assert ((after[0] - before[0]) / 10, (after[1] - before[1]) / 10) == facing
        turns += facing != faced
    assert 0 < turns < 30


def test_spawners_spawn_at_once_and_then_every_cooldown() -> None:
    play = small("egg > Immovable\nhen > SpawnPoint stype=egg cooldown=3 total=3", "A.h", "h > hen")
    eggs = [len(there) for there in play.trail("egg", "wait " * 8)]
    assert eggs == [1, 1, 1, 2, 2, 2, 3, 3]
    assert play.at("hen") == []


def test_late_spawners_count_from_both_ticks() -> None:
    # Made in tick 1 and updated first in tick 2: it spawns where 2 + tick is a multiple of 3.
    play = small(
        "box > Immovable\negg > Immovable\nhen > SpawnPoint stype=egg cooldown=3",
        ".A.b",
        "b > box",
        "box avatar > transformTo stype=hen",
    )
    eggs = [len(there) for there in play.trail("egg", "right right wait wait wait wait wait wait")]
    assert eggs == [0, 0, 0, 0, 1, 1, 1, 2]


def test_wanderers_idle_first_and_keep_their_way() -> None:
    play = small("n > RandomNPC cons=2", "A" + "." * 9 + " .n" + "......." + " ........", "n > n")
    steps = []
    before = play.at("n")[0]
    drawn = [play.chance.state]
    for _ in range(8):
        after = play.play().at("n")[0]
        steps.append((after[0] - before[0], after[1] - before[1]))
        before = after
        drawn.append(play.chance.state)
    assert steps[:2] == [(0, 0), (0, 0)]
    assert steps[2] == steps[3] == steps[4] != (0, 0)
    assert steps[5] == steps[6] == steps[7] != (0, 0)
    draws = [a != b for a, b in pairwise(drawn)]
    assert draws == [False, False, True, False, False, True, False, False]


def test_shooters_turn_first() -> None:
    play = small("me > ShootAvatar", ".M. ...", "M > me")
    assert play.facing("me") == [RIGHT]
    assert play.play("down").at("me") == [(10, 0)]
    assert play.facing("me") == [DOWN]
    assert play.play("down").at("me") == [(10, 10)]


def test_shooters_that_do_not_turn_look_where_they_went() -> None:
    play = small("me > ShootAvatar rotateInPlace=False", ".Mw", "M > me", "me wall > stepBack")
    play.play("left")
    assert (play.at("me"), play.facing("me")) == ([(0, 0)], [LEFT])
    play.play("right right")
    assert (play.at("me"), play.facing("me")) == ([(10, 0)], [RIGHT])  # though it was put back


def test_what_is_made_moves_in_the_same_tick_if_it_stands_before_its_maker() -> None:
    early = "m > Flicker limit=0\nhen > SpawnPoint stype=m total=1"
    late = "hen > SpawnPoint stype=m total=1\nm > Flicker limit=0"
    lives = [
        [len(there) for there in small(sprites, "Ah", "h > hen").trail("m", "wait wait wait")]
        for sprites in (early, late)
    ]
    assert lives == [[1, 0, 0], [1, 1, 0]]  # two updates, the first at once or a tick later
    shot = small("me > FlakAvatar stype=m\nm > Flicker limit=0", "M", "M > me")
    assert [len(there) for there in shot.trail("m", "use wait wait")] == [1, 0, 0]


def test_pixels_between_cells() -> None:
    # 0.35 of 10 pixels are 3; 0.05 are none, and then the speed itself, cut to 0, is none either.
    play = small(
        "m > Missile orientation=RIGHT speed=0.35\nn > Missile orientation=RIGHT speed=0.05",
        "Amn.",
        "m > m\nn > n",
    )
    assert play.trail("m", "wait wait wait") == [[(10, 0)], [(13, 0)], [(16, 0)]]
    assert play.at("n") == [(20, 0)]


def test_the_longest_cooldown_is_no_more_than_one_longer_than_the_play() -> None:
    """The box may be pushed as turning round left it, however long it waits for that."""
    for cooldown in (5000, 2**31 - 1):
        play = small(
            f"box > Passive speed=0.05 cooldown={cooldown}",
            "A.b.",
            "b > box",
            "box TIME > turnAround\nbox avatar > bounceForward",
        )
        assert play.trail("box", "right right right") == [[(20, 0)], [(30, 0)], [(30, 0)]]
