"""Rewards as text: what is read, what is written, and what is said about mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.learning.rewards import NAMED, PARTS, Reward, RewardError, RewardWay, parse_reward
from babalab.learning.rewards.declared import MOST_WEIGHT, PAIRS
from babalab.learning.rewards.reward import CalledReward, TakenReward, Term
from babalab.learning.rewards.settings import RewardSetting

# ---------------------------------------------------------------- rewards for Hypothesis

WEIGHTS = st.floats(-1000, 1000, allow_subnormal=False)
FACTORS = st.floats(0, 1, allow_subnormal=False)
FACTOR = 0.85
"""All pairs in one reward have the same, or the core could not compute it."""


@st.composite
def names(draw: st.DrawFn) -> CalledReward:
    name = draw(st.sampled_from([*NAMED, *PARTS]))
    if name in PARTS:
        pair = PARTS[name].is_pair
        return CalledReward(name, (RewardSetting(name, draw(WEIGHTS), FACTOR),) if pair else ())
    named = NAMED[name]
    keys = draw(st.lists(st.sampled_from([p.name for p in named.parts]), unique=True))
    settings = [
        RewardSetting(key, draw(WEIGHTS), FACTOR if PARTS[key].is_pair else None) for key in keys
    ]
    if named.pairs:
        settings.insert(draw(st.integers(0, len(settings))), RewardSetting("factor", factor=FACTOR))
    return CalledReward(name, tuple(settings))


def sums(of: st.SearchStrategy[CalledReward | TakenReward]) -> st.SearchStrategy[tuple[Term, ...]]:
    return st.lists(st.builds(Term, WEIGHTS, of), min_size=1, max_size=4).map(tuple)


TERMS = st.recursive(
    names(),
    lambda inner: st.builds(
        TakenReward,
        st.sampled_from([RewardWay.VALUE, RewardWay.CHANGE, RewardWay.POTENTIAL]),
        sums(inner),
    ),
    max_leaves=6,
)


@st.composite
def discounted(draw: st.DrawFn) -> Reward:
    return Reward(draw(sums(TERMS))).with_discount(draw(FACTORS))


# ---------------------------------------------------------------- reading and writing


@given(reward=discounted())
def test_a_reward_round_trips(reward: Reward) -> None:
    text = str(reward)
    assert parse_reward(text) == reward
    assert str(parse_reward(text)) == text
    assert parse_reward(text).components() == reward.components()


@given(reward=discounted())
def test_spaces_do_not_matter_where_they_do_not_part_names(reward: Reward) -> None:
    text = str(reward)
    for sign in "*(),:=/":
        text = text.replace(sign, f"  {sign}\t")
    assert parse_reward(f" {text} ") == reward


@given(text=st.text(alphabet="dksp wintcagealu-_:,/=()*+.0159e", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        reward = parse_reward(text)
    except RewardError as error:
        message = str(error)
    else:
        message = f"reward: {reward}"
        assert parse_reward(str(reward)) == reward
    assert message.startswith("reward: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sparse", "sparse"),
        (" Sparse ", "sparse"),
        ("sparse+0.1*potential(distance)", "sparse + 0.1*potential(distance)"),
        ("sparse-step", "sparse - step"),
        ("sparse-0.01*step", "sparse - 0.01*step"),
        ("knowledge-flat-step", "knowledge-flat - step"),
        ("players-killers-players", "players-killers - players"),
        ("-step", "-step"),
        ("- .5 * step", "-0.5*step"),
        ("1e-3*win", "0.001*win"),
        ("players_killers", "players-killers"),
        ("players-killers:3/.5", "players-killers:3/0.5"),
        ("players-killers:/0.5", "players-killers:/0.5"),
        ("knowledge:players_killers=2.5/0.85", "knowledge:players-killers=2.5/0.85"),
        ("knowledge:win=1,death=-1-step", "knowledge:win=1,death=-1 - step"),
        ("knowledge-flat:text", "knowledge-flat:text"),
        ("Knowledge-Flat: text, added", "knowledge-flat:text,added"),
        ("potential(distance,0.99)", "potential(distance, 0.99)"),
        ("potential(distance, 0.999)", "potential(distance)"),
        ("potential(knowledge:win=1, 0.99)", "potential(knowledge:win=1, 0.99)"),
        ("0.5*(win - 2*(step - death))", "0.5*win - step + death"),
        ("potential( change( players ) )", "potential(change(players))"),
    ],
)
def test_what_is_read_is_written(text: str, written: str) -> None:
    assert str(parse_reward(text)) == written


def test_a_reward_is_taken_as_it_is() -> None:
    reward = parse_reward("sparse")
    assert parse_reward(reward) is reward


# ---------------------------------------------------------------- parameters


def weights(text: str) -> dict[str, float]:
    return {each.label: each.weight for each in parse_reward(text).components()}


def factors(text: str) -> dict[str, float | None]:
    return {
        each.part.name: each.factor for each in parse_reward(text).components() if each.part.is_pair
    }


def test_weights_and_factors_can_be_set() -> None:
    text = "knowledge:players-killers=3/0.5,players-sinkers=4,players-words=/0.1,win=1"
    assert weights(text)["players-killers"] == 3
    assert weights(text)["players-sinkers"] == 4
    assert weights(text)["players-words"] == -1
    assert weights(text)["win"] == 1
    assert factors(text) == {
        "players-killers": 0.5,
        "players-sinkers": 0.85,
        "pushables-sinkers": 0.85,
        "players-winnables": 0.9,
        "players-words": 0.1,
    }


def test_a_factor_for_all_comes_first_wherever_it_stands() -> None:
    text = "knowledge:players-words=/0.1,factor=0.5"
    assert factors(text) == {**dict.fromkeys((p.name for p in PAIRS), 0.5), "players-words": 0.1}
    assert factors("knowledge:factor=1") == factors("knowledge-flat")
    assert factors("knowledge:factor=0") == factors("knowledge-flat:text")


def test_weights_add_up_and_what_comes_to_nothing_is_left_out() -> None:
    assert weights("win + 2*win - 3*win + sparse") == {"win": 1}
    assert weights("0.5*distance:added + nearness") == {"nearness": 1.5, "win": 250, "death": -250}
    assert weights("players - potential(players)") == {"players": 1, "potential(players)": -1}


def test_another_discount() -> None:
    reward = parse_reward("sparse + potential(change(potential(nearness)), 0.5)")
    assert reward.discount == 0.5
    assert reward.with_discount(0.9).discount == 0.9
    assert parse_reward("sparse").discount is None
    assert parse_reward("sparse").with_discount(0.9) == parse_reward("sparse")


# ---------------------------------------------------------------- mistakes

MISTAKES = [
    ("", 1, "the name of a reward is expected here"),
    ("   ", 4, "the name of a reward is expected here"),
    ("sparce", 1, "there is no reward 'sparce'; did you mean 'sparse'?"),
    ("sparse + 0.1*potental(distance)", 14, "did you mean 'potential'?"),
    ("sparse + xyzzy", 10, "known rewards: 'distance', 'knowledge'"),
    ("sparse sparse", 8, "a + or - is expected here, or the end"),
    ("sparse +", 9, "the name of a reward is expected here"),
    ("sparse + + step", 10, "the name of a reward is expected here"),
    ("sparse * 2", 8, "a + or - is expected here"),
    ("0.5", 1, "a number alone is no reward"),
    ("sparse - 1", 10, "a number alone is no reward"),
    ("2**win", 3, "the name of a reward is expected here"),
    ("1e9*win", 1, "a weight is a number from -1,000,000 to 1,000,000"),
    ("1e999*win", 1, "a weight is a number"),
    ("1e5*(win+100*step)", 5, "a weight is a number"),
    ("potential", 1, "'potential' is of something; write potential(distance)"),
    ("potential()", 11, "the name of a reward is expected here"),
    ("potential(distance", 10, "this bracket is not closed"),
    ("potential(distance step)", 20, "a + or - is expected here, or a )"),
    ("potential(distance, 2)", 21, "a discount is a number from 0 to 1"),
    ("potential(distance, gamma)", 21, "a discount is a number from 0 to 1"),
    ("change(distance, 0.9)", 16, "only a potential has a discount"),
    ("distance(win)", 9, "'distance' has no brackets"),
    ("knowledge:", 11, "the name of a reward is expected here"),
    ("knowledge:wins=5", 11, "'knowledge' has no parameter 'wins'; did you mean 'win'?"),
    ("sparse:factor=1", 8, "'sparse' has no parameter 'factor'; it has 'win'"),
    ("knowledge:text", 11, "'knowledge' has no parameter 'text'"),
    ("knowledge-flat:text=1", 16, "'text' is not set to anything"),
    ("distance:added=1", 10, "'added' is not set to anything"),
    ("sparse:added", 8, "'sparse' has no parameter 'added'"),
    ("knowledge:win", 11, "'win' needs a number"),
    ("knowledge:win=", 15, "a number is expected here"),
    ("knowledge:win=1/0.5", 11, "'win' has a weight only"),
    ("knowledge:win=1,win=2", 17, "win is set twice"),
    ("knowledge:factor=2", 11, "a factor is a number from 0 to 1"),
    ("knowledge:players-words=1/-1", 11, "a factor is a number from 0 to 1"),
    ("knowledge:win=1e7", 11, "a weight is a number"),
    ("players:2", 9, "'players' has no parameters; its weight stands before it, as in 2*players"),
    ("(" * 30 + "win", 21, "more than 20 brackets"),
    ("sparse; rm", 7, "a + or - is expected here"),
    ("sparse + ключ", 10, "the name of a reward is expected here"),
]


@pytest.mark.parametrize(("text", "column", "words"), MISTAKES)
def test_mistakes_are_placed_and_named(text: str, column: int, words: str) -> None:
    with pytest.raises(RewardError) as caught:
        parse_reward(text)
    assert str(caught.value).startswith(f"reward: column {column}: ")
    assert words in str(caught.value)


def test_too_long() -> None:
    with pytest.raises(RewardError, match="characters"):
        parse_reward("win + " * 2000 + "win")


def test_what_the_core_could_not_compute_is_refused() -> None:
    with pytest.raises(RewardError, match=r"players-killers has the factors 0\.85 and 1"):
        parse_reward("knowledge + knowledge-flat")
    with pytest.raises(RewardError, match=r"discounts 0\.9 and 0\.99"):
        parse_reward("potential(distance, 0.9) + potential(rules, 0.99)")


def test_rewards_made_in_python_are_checked_as_well() -> None:
    with pytest.raises(RewardError, match="did you mean"):
        CalledReward("sparce")
    with pytest.raises(RewardError, match="no parameter"):
        CalledReward("sparse", (RewardSetting("factor", factor=1.0),))
    with pytest.raises(RewardError, match="weight"):
        Term(2 * MOST_WEIGHT, CalledReward("sparse"))
    with pytest.raises(RewardError, match="at least one"):
        Reward(())
    with pytest.raises(RewardError, match="takes something"):
        TakenReward(RewardWay.EVENT, (Term(1.0, CalledReward("sparse")),))
    with pytest.raises(RewardError, match="discount"):
        TakenReward(RewardWay.POTENTIAL, (Term(1.0, CalledReward("sparse")),), 1.5)
    with pytest.raises(RewardError, match="only a potential"):
        TakenReward(RewardWay.CHANGE, (Term(1.0, CalledReward("sparse")),), 0.5)
