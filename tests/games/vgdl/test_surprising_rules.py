"""What a straightforward reading of VGDL's rules gets wrong: a small game for each, by hand."""

from __future__ import annotations

import pytest

from support.vgdl_small import small

UP, LEFT, RIGHT = (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0)


def test_fallen_avatars_still_meet_others() -> None:
    play = small(
        "coin > Immovable\nspike > Immovable",
        "AB.",
        "A > avatar coin\nB > spike",
        """
        avatar EOS > stepBack
        avatar TIME > killSprite timer=1 scoreChange=5
        avatar coin > reverseDirection scoreChange=1
        """,
    )
    scores = [play.play(action).score for action in ("wait", "right", "right")]
    assert scores == [6, 7, 8]
    assert play.at("avatar") == [(0, 0)]
    assert play.of("avatar")[0].disabled
    assert play.game.legal_actions(play.state) == (0,)


def test_edges_run_all_effects_for_each_rule() -> None:
    twice = small(
        "puff > Immovable\nm > Missile orientation=RIGHT",
        "A.m",
        "m > m",
        "m EOS > reverseDirection scoreChange=1\nm EOS > spawn stype=puff scoreChange=10",
    )
    twice.play("wait wait")
    assert (twice.at("m"), twice.facing("m"), twice.score) == ([(30, 0)], [RIGHT], 22)
    once = small(
        "m > Missile orientation=RIGHT",
        "A.m",
        "m > m",
        "m EOS > reverseDirection scoreChange=1\nm EOS > stepBack scoreChange=10",
    )
    once.play("wait wait")
    assert (once.at("m"), once.facing("m"), once.score) == ([(20, 0)], [LEFT], 11)


def test_rules_of_a_pair_stay_together() -> None:
    # Killing the box is written last, but belongs to the first pair: nobody is left to score.
    play = small(
        "box > Immovable\nlid > Immovable",
        "Ab",
        "b > box lid",
        """
        box lid > stepBack scoreChange=1
        box wall > killSprite
        lid box > stepBack scoreChange=10
        box lid > killSprite scoreChange=100
        """,
    )
    # The box is marked then, and still acts as the second of the lid's pair.
    assert play.play().score == 111
    assert play.play().score == 111


def test_what_is_killed_still_acts_on_others() -> None:
    play = small(
        "a > Immovable\nb > Missile",
        "Ax",
        "x > a a b",
        "b a > killSprite scoreChange=1\na b > killSprite scoreChange=10",
    )
    assert play.play().score == 21  # the bullet is gone with the first one, and kills both
    assert play.at("a") == []


def test_pushed_ones_look_on_even_if_they_stay() -> None:
    play = small(
        "box > Passive cooldown=9", ".Ab.", "b > box", "box avatar > bounceForward scoreChange=1"
    )
    play.play("right")
    assert (play.at("box"), play.facing("box"), play.score) == ([(20, 0)], [RIGHT], 1)
    play.play("wait")  # the avatar did not move: the box looks nowhere
    assert (play.at("box"), play.facing("box"), play.score) == ([(20, 0)], [(0.0, 0.0)], 2)


def test_what_is_pushed_pushes_at_the_speed_of_the_other() -> None:
    # The box has no speed to push with: the ball takes its own, the crate without one a cell.
    play = small(
        "box > Passive\nball > Passive speed=0.5\ncrate > Passive",
        ".Abx....",
        "b > box\nx > ball crate",
        "box avatar > bounceForward\nball box > bounceForward\ncrate box > bounceForward",
    )
    play.play("right")
    assert (play.at("box"), play.at("ball"), play.at("crate")) == (
        [(30, 0)],
        [(35, 0)],
        [(40, 0)],
    )


def test_shots_cost_ammunition() -> None:
    play = small(
        "clip > Resource limit=2\nbang > Flicker limit=0\nme > FlakAvatar stype=bang ammo=clip",
        "Mcc",
        "M > me\nc > clip",
        "clip me > collectResource",
    )
    assert play.play("use").at("bang") == []
    play.play("right right")
    shots = [len(there) for there in play.trail("bang", "use use use use")]
    assert shots == [1, 1, 0, 0]  # each is there for the tick of its shot only
    assert play.of("me")[0].resources == {"clip": 0}


def test_stepping_back_undoes_a_teleport() -> None:
    play = small(
        "gate > Portal stype=exit\nexit > Immovable",
        "Ag.x",
        "g > gate\nx > exit",
        "avatar gate > teleportToExit\navatar exit > stepBack",
    )
    assert play.play("right").at("avatar") == [(0, 0)]


def test_refused_changes_still_score() -> None:
    play = small(
        "solo > Immovable singleton=True\nbox > Immovable",
        "bs",
        "b > avatar box\ns > solo",
        "box avatar > transformTo stype=solo scoreChange=3",
    )
    play.play()
    assert (play.at("box"), play.at("solo"), play.score) == ([(0, 0)], [(10, 0)], 3)


def test_changed_ones_keep_what_they_had() -> None:
    play = small(
        "coin > Resource limit=3 value=2\nme > MovingAvatar healthPoints=4\n a >\n b >",
        "Mc",
        "M > a\nc > coin",
        "coin a > collectResource\na coin > transformTo stype=b scoreChange=1",
    )
    play.play("right")
    (changed,) = play.of("b")
    assert (changed.resources, changed.health, changed.max_health) == ({"coin": 2}, 4, 4)
    assert play.at("a") == []
    assert play.play("left").at("b") == [(0, 0)]  # who plays is the new one


def test_changed_ones_look_where_the_old_ones_did_if_nothing_else_is_said() -> None:
    play = small(
        """
        old > Missile orientation=UP
            a >
            b >
            c >
        free > Missile
        set > Missile orientation=LEFT
        box > Passive
        """,
        "Aabc",
        "a > a\nb > b\nc > c",
        """
        a TIME > transformTo stype=free timer=1
        b TIME > transformTo stype=set timer=1
        c TIME > transformTo stype=box timer=1
        """,
    )
    play.play()
    assert (play.facing("free"), play.facing("set")) == ([UP], [LEFT])
    assert play.facing("box") == [(0.0, 0.0)]  # it has no front


def test_an_avatar_that_becomes_a_thing_stays_as_a_fallen_one() -> None:
    play = small(
        "stone > Immovable\ntrap > Immovable",
        "At",
        "t > trap",
        "avatar trap > transformTo stype=stone",
        "SpriteCounter stype=avatar win=False",
    )
    play.play("right")
    assert play.at("stone") == play.at("avatar") == [(10, 0)]
    assert play.of("avatar")[0].disabled
    assert play.game.lost(play.state)


def test_health_must_stay_below_its_limit() -> None:
    play = small(
        "inn > Immovable\nme > MovingAvatar healthPoints=7 limitHealthPoints=10",
        "M",
        "M > me inn",
        "me inn > addHealthPoints value=1 scoreChange=1",
    )
    play.play("wait", 5)
    assert (play.of("me")[0].health, play.score) == (9, 2)


def test_the_last_blow_does_not_score() -> None:
    play = small(
        "spike > Immovable\nme > MovingAvatar healthPoints=2",
        "M",
        "M > me spike",
        "me spike > subtractHealthPoints scoreChange=1",
    )
    assert play.play().score == 1
    assert play.play().score == 1
    assert play.of("me")[0].disabled


def test_time_begins_at_once_and_the_latest_is_first() -> None:
    play = small(
        "clock > Immovable",
        "Ac",
        "c > clock",
        "clock TIME > reverseDirection timer=2 repeating=True scoreChange=1",
    )
    assert [play.play().score for _ in range(5)] == [1, 1, 2, 2, 3]
    order = small(
        "box > Immovable\nball > Immovable",
        "Ab",
        "b > box",
        "ball TIME > killSprite timer=1 scoreChange=5\nbox TIME > spawn stype=ball timer=1",
    )
    order.play()  # spawning was written last and comes first, so the ball is killed at once
    assert (order.at("ball"), order.score) == ([], 5)


def test_timeouts_play_one_tick_more() -> None:
    play = small("box > Immovable", "A", ends="Timeout limit=2 win=True")
    assert [play.game.over(play.play().state) for _ in range(3)] == [False, False, True]
    assert play.game.won(play.state)
    assert play.game.result_score(play.state) == 1  # of a win without score


def test_no_play_is_longer_than_two_thousand_and_one_ticks() -> None:
    play = small("box > Immovable", "A")
    play.play("wait", 2000)
    assert not play.game.over(play.state)
    play.play()
    assert play.game.lost(play.state)
    assert play.game.tick(play.state) == 2001


@pytest.mark.parametrize(
    ("action", "places"),
    [
        ("right", [(27, 20), (30, 20), (30, 20)]),
        ("left", [(13, 20), (10, 20), (10, 20)]),
        ("down", [(20, 27), (20, 30), (20, 30)]),
        ("up", [(20, 13), (20, 10), (20, 10)]),
    ],
)
def test_pixel_perfect_steps_back_from_all_sides(
    action: str, places: list[tuple[int, int]]
) -> None:
    play = small(
        "me > MovingAvatar speed=0.7",
        "wwwww w...w w.M.w w...w wwwww",
        "M > me",
        "me wall > stepBack pixelPerfect=True",
    )
    assert [there for (there,) in play.trail("me", f"{action} " * 3)] == places


@pytest.mark.parametrize(
    ("facing", "places"),
    [
        ("LEFT", [(10, 10), (0, 10), (20, 10), (10, 10)]),
        ("RIGHT", [(10, 10), (20, 10), (0, 10), (10, 10)]),
        ("UP", [(10, 10), (10, 0), (10, 20), (10, 10)]),
        ("DOWN", [(10, 10), (10, 20), (10, 0), (10, 10)]),
    ],
)
def test_wrapping_looks_at_the_orientation(facing: str, places: list[tuple[int, int]]) -> None:
    play = small(f"m > Missile orientation={facing}", "A.. .m. ...", "m > m", "m EOS > wrapAround")
    assert [there for (there,) in play.trail("m", "wait " * 4)] == places
