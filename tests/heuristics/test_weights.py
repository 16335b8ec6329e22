"""Files of weights: what is read, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.heuristics import NAMES, WeightsError, load_weights, weight_sets
from babalab.heuristics.plus import LISTS, PLUS_NAMES


def written(weights: dict[str, object], *, rest: str = "") -> str:
    lines = "\n".join(f"{name} = {value}" for name, value in weights.items())
    return f"[made]\nseed = 3\n\n[weights]\n{lines}\n{rest}"


ALL: dict[str, object] = {name: number / 4 for number, name in enumerate(NAMES)}


def refusal(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WeightsError) as refused:
        load_weights(path, NAMES)
    return str(refused.value)


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    shuffled = dict(sorted(ALL.items()))
    file.write_text(written(shuffled))
    found = load_weights(file, NAMES)
    assert found.name == "mine"
    assert found.made == {"seed": 3}
    assert list(found.weights.items()) == list(ALL.items())
    assert found.turns is None


def test_turns_are_read_too(tmp_path: Path) -> None:
    file = tmp_path / "plus.toml"
    turns = "\n[turns]\n" + "".join(f'"{name}" = {n % 9}\n' for n, name in enumerate(LISTS))
    file.write_text(written(dict.fromkeys(PLUS_NAMES, 1), rest=turns))
    assert list((load_weights(file, PLUS_NAMES).turns or {}).values()) == [
        n % 9 for n in range(len(LISTS))
    ]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    some = {name: value for name, value in ALL.items() if name not in ("goals", "path")}
    message = refusal(file, written(some))
    assert message == f"{file}:4:1: nothing for goals, path; write 0 for what shall not count"


def test_what_is_too_much_is_named(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    message = refusal(file, written({**ALL, "gaols": 1}))
    assert message.startswith(f"{file}:{4 + len(NAMES) + 1}:1: ")
    assert "no key 'gaols'; did you mean 'goals'" in message


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("nan", "nan: a weight is a number from -10000 to 10000"),
        ("9" * 400, f"{'9' * 40}: a weight is a number from -10000 to 10000"),
        ("{a = 1}", "a table: a weight is a number"),
        ("inf", "inf: a weight is a number from -10000 to 10000"),
        ("1e5", "100000.0: a weight is a number from -10000 to 10000"),
        ("true", "true: a weight is a number"),
        ('"3"', '"3": a weight is a number'),
    ],
)
def test_no_numbers(tmp_path: Path, value: str, reason: str) -> None:
    file = tmp_path / "w.toml"
    message = refusal(file, written({**ALL, "dead": value}))
    assert message == f"{file}:{5 + NAMES.index('dead')}:1: dead = {reason}"


def test_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    assert refusal(file, "[weights]\ngoals = \n").startswith(f"{file}:2:9: Invalid value")
    assert refusal(file, "goals = 1") == (
        f"{file}: there is no table [weights] with a number for each heuristic"
    )
    assert refusal(file, "weights = 1") == f"{file}: weights has to be a table, [weights]"


@pytest.mark.parametrize("text", ["a = " + "[" * 3_000, "[weights]\ngoals = " + "9" * 5_000])
def test_more_than_toml_can_take(tmp_path: Path, text: str) -> None:
    assert "it has to be TOML" in refusal(tmp_path / "w.toml", text)


def test_numbers_too_long_to_be_written_out(tmp_path: Path) -> None:
    assert "a huge number" in refusal(tmp_path / "w.toml", "[weights]\ngoals = 0x" + "f" * 10_000)


def test_a_file_larger_than_any_of_weights(tmp_path: Path) -> None:
    """Such keys take Python a minute for each megabyte and more."""
    assert "larger than 16.0 KiB" in refusal(tmp_path / "w.toml", "a" + ".a" * 10**6 + " = 1")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text(written(ALL), encoding="utf-8-sig")
    assert list(load_weights(file, NAMES).weights) == list(NAMES)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"nowhere\.toml: can't be read: there is no such file"):
        load_weights(tmp_path / "nowhere.toml", NAMES)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(WeightsError, match="it is not text in UTF-8"):
        load_weights(tmp_path / "binary.toml", NAMES)


@given(st.text(max_size=200))
def test_rubbish_is_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "rubbish.toml"
    file.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(WeightsError):
        load_weights(file, NAMES)


@pytest.mark.parametrize("names", [NAMES, PLUS_NAMES])
def test_every_set_says_how_it_was_made(names: tuple[str, ...]) -> None:
    sets = weight_sets(names)
    assert sets
    for name, found in sets.items():
        assert list(found.weights) == list(names)
        assert found.made["command"], name
        if found.made["command"] != "by hand":
            assert found.made.keys() >= {"seed", "date", "optimizer", "evaluations", "solved"}, name
