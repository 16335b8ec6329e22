"""What a straightforward reading of VGDL gets wrong: a small game for each, counted by hand."""

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


def test_pixels_between_cells() -> None:
    # 0.35 of 10 pixels are 3; 0.05 are none, and then the speed itself, cut to 0, is none either.
    play = small(
        "m > Missile orientation=RIGHT speed=0.35\nn > Missile orientation=RIGHT speed=0.05",
        "Amn.",
        "m > m\nn > n",
    )
    assert play.trail("m", "wait wait wait") == [[(10, 0)], [(13, 0)], [(16, 0)]]
    assert play.at("n") == [(20, 0)]


def test_pixel_perfect_steps_back_stand_flush() -> None:
    play = small(
        "me > MovingAvatar speed=0.7",
        "M.w",
        "M > me",
        "me wall > stepBack pixelPerfect=True",
    )
    assert play.trail("me", "right right right") == [[(7, 0)], [(10, 0)], [(10, 0)]]


def test_wrapping_looks_at_the_orientation() -> None:
    play = small("m > Missile orientation=LEFT", "m.A", "m > m", "m EOS > wrapAround")
    assert play.trail("m", "wait wait wait") == [[(0, 0)], [(20, 0)], [(10, 0)]]
