"""Specs: things with parameters as texts, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.parameters import ParameterError, check_parameters, parameter
from babalab.base.specs import complete_spec, list_assigned, make_from_spec, spec_of, split_specs


@dataclass(frozen=True, kw_only=True)
class Kettle:
    """Something with a parameter of every type."""

    name: ClassVar[str] = "kettle"

    seed: int = parameter(0, "not part of specs", low=0)
    cups: int = parameter(2, "how many it holds", low=1, high=100)
    heat: float = parameter(99.5, "in degrees", low=-273.15, high=1e6)
    whistles: bool = parameter(True, "or not")
    metal: Literal["tin", "copper"] = parameter("tin", "of which it is made")
    label: str = parameter("", "what is written on it")

    def __post_init__(self) -> None:
        check_parameters(self)


class Pot(Kettle):
    """Another with the same parameters."""

    name: ClassVar[str] = "pot"


def named(name: str) -> type[Kettle]:
    return {"kettle": Kettle, "pot": Pot}[name]


LABELS = st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=8)
KETTLES = st.builds(
    lambda kind, **values: kind(**values),
    st.sampled_from([Kettle, Pot]),
    cups=st.integers(1, 100),
    heat=st.floats(-273.15, 1e6),
    whistles=st.booleans(),
    metal=st.sampled_from(["tin", "copper"]),
    label=LABELS,
)


@given(KETTLES)
def test_specs_round_trip(kettle: Kettle) -> None:
    spec = spec_of(kettle)
    assert make_from_spec(spec, named) == kettle
    assert spec_of(make_from_spec(spec, named)) == spec


@given(KETTLES)
def test_only_what_differs_is_written(kettle: Kettle) -> None:
    default = type(kettle)()
    differing = {
        name
        for name in ("cups", "heat", "whistles", "metal", "label")
        if getattr(kettle, name) != getattr(default, name)
    }
    assert list_assigned(spec_of(kettle)) == differing


@given(st.lists(KETTLES.map(spec_of), max_size=5))
def test_lists_of_specs_fall_into_their_parts(specs: list[str]) -> None:
    assert split_specs(",".join(specs)) == specs
    assert split_specs(" , ".join(specs)) == specs


@given(KETTLES, st.integers(1, 100))
def test_settings_are_added_where_a_spec_leaves_them_open(kettle: Kettle, cups: int) -> None:
    completed = complete_spec(spec_of(kettle), named, {"cups": cups, "spout": 1})
    made = make_from_spec(completed, named)
    expected = kettle.cups if "cups" in list_assigned(spec_of(kettle)) else cups
    assert made == type(kettle)(
        cups=expected,
        heat=kettle.heat,
        whistles=kettle.whistles,
        metal=kettle.metal,
        label=kettle.label,
    )


def test_values_may_have_colons_and_equal_signs() -> None:
    assert make_from_spec("kettle:label=a:b=c", named) == Kettle(label="a:b=c")


def test_the_seed_is_left_out() -> None:
    assert spec_of(Kettle(seed=7)) == "kettle"
    assert make_from_spec("kettle:seed=7", named) == Kettle(seed=7)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kettle:cup=3", "kettle has no parameter 'cup'; did you mean 'cups'"),
        ("kettle:x=3", "kettle has no parameter 'x'; it has 'seed', 'cups', 'heat'"),
        ("kettle:cups", "'kettle:cups': 'cups' is not of the form name=value"),
        ("kettle:cups=1,heat", "'heat' is not of the form name=value"),
        ("kettle:cups=1,cups=1", "cups is set twice"),
        ("kettle:cups=0", "cups=0: it must be a whole number from 1 to 100"),
        ("kettle:cups=1.5", "cups=1.5: it must be a whole number"),
        ("kettle:heat=hot", "heat=hot: it must be a number from -273.15 to 1,000,000"),
        ("kettle:heat=nan", "it must be a number"),
        ("kettle:whistles=1", "whistles=1: it must be true or false"),
        ("kettle:metal=gold", "it must be tin or copper"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make_from_spec(spec, named)
    assert message in str(caught.value)


@dataclass(frozen=True, kw_only=True)
class Teapot:
    """Something with a keyword, two words and an underscore as names of parameters."""

    name: ClassVar[str] = "teapot"

    as_: Literal["pot", "jug"] = parameter("pot", "what it is used as")
    warm_up: bool = parameter(False, "with hot water first")
    odd_: int = parameter(0, "no keyword")


@pytest.mark.parametrize(
    "spec", ["teapot:as=jug,warm-up=true,odd_=2", "teapot:warm_up=true,odd_=2,as=jug"]
)
def test_keywords_and_hyphens(spec: str) -> None:
    made = make_from_spec(spec, lambda _: Teapot)
    assert made == Teapot(as_="jug", warm_up=True, odd_=2)
    assert list_assigned(spec) == {"as", "warm_up", "odd_"}
    assert spec_of(made) == "teapot:as=jug,warm_up=true,odd_=2"


def test_the_field_of_a_keyword_is_no_parameter() -> None:
    with pytest.raises(ParameterError, match="did you mean 'as'"):
        make_from_spec("teapot:as_=jug", lambda _: Teapot)
