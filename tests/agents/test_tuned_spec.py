"""Files that are agents: what `tune --output` writes, and policies."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.agents import AGENTS, AgentError, make_agent, spec_of
from babalab.arena import Contestant
from babalab.base.specs import override_spec, split_settings

TUNED = """
[made]
name = "a run"
agent = "mcts:plays=5,c=1.5"

[parameters]
plays = 5
c = 1.5
"""


def write(folder: Path, text: str, name: str = "mine.toml") -> str:
    file = folder / name
    file.write_text(text)
    return str(file)


def test_it_is_the_agent_it_names(tmp_path: Path) -> None:
    file = write(tmp_path, TUNED)
    assert make_agent(file, seed=3) == make_agent("mcts:plays=5,c=1.5", seed=3)
    mine, named = Contestant.of(file), Contestant.of("mcts:plays=5,c=1.5")
    assert (mine.spec, mine.code, mine.source) == (named.spec, named.code, named.source)


def test_what_the_tables_say_counts(tmp_path: Path) -> None:
    file = write(tmp_path, TUNED.replace("plays = 5", "plays = 7"))
    assert spec_of(make_agent(file)) == "mcts:plays=7,c=1.5"
    assert spec_of(make_agent(f"{file}:c=3,depth=9")) == "mcts:plays=7,depth=9,c=3.0"


def test_vectors(tmp_path: Path) -> None:
    agent = make_agent("heuristic")
    numbers = agent.numbers("weights")
    (parameter,) = (
        each for each in AGENTS.named("heuristic").__dataclass_fields__.values()
        if each.name == "weights"
    )  # fmt: skip
    names = parameter.metadata["components"]
    lines = [f"{name} = {number}" for name, number in zip(names, numbers, strict=True)]
    text = '[made]\nagent = "heuristic"\n[weights]\n' + "\n".join(lines)
    assert spec_of(make_agent(write(tmp_path, text))) == "heuristic"
    other = text.replace(lines[0], f"{names[0]} = 9.5")
    assert make_agent(write(tmp_path, other)).numbers("weights") == (9.5, *numbers[1:])
    with pytest.raises(AgentError, match=rf"mine.toml:3:1: nothing for {names[0]}"):
        make_agent(write(tmp_path, text.replace(f"{lines[0]}\n", "")))


def test_a_users_own_is_looked_for_from_the_file(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    own = "def solve(level, moves='u'):\n    return moves\n"
    write(tmp_path / "agents", own, "mine.py")
    text = '[made]\nagent = "mine:moves=rrr"\nsource = "agents/mine.py"\n[parameters]\n'
    file = write(tmp_path, f'{text}moves = "rrr"\n')
    assert make_agent(file).solve("______/_b..f_/_B12._/_F13._/______").solution == "rrr"
    assert Contestant.of(file).spec == "mine:moves=rrr"
    assert Contestant.of(file).source == f"{tmp_path}/agents/mine.py:moves=rrr"


WRONG = {
    "[weights]\na = 1": "mine.toml: it does not say which agent it is for; write agent",
    "[made]\nname = 'x'": "mine.toml:1:1: it does not say which agent",
    "[made": r"mine.toml(:\d+:\d+)?: .*it has to be TOML",
    "x = = 2": r"mine.toml:1:\d+: .*it has to be TOML",
    "[made]\nagent = 'mtcs'": "mine.toml:2:1: there is no agent 'mtcs'; did you mean 'mcts'",
    "[made]\nagent = 'mine.toml'": "mine.toml:2:1: mine.toml is a file like this, and not an agent",
    "[made]\nagent = 'mcts:plays=x'": "mine.toml:2:1: plays=x: it must be a whole number",
    "[made]\nagent = 'mcts'\n[parameters]\nplayz = 3": (
        "mine.toml:4:1: mcts has no parameter 'playz'; did you mean 'plays'"
    ),
    "[made]\nagent = 'mcts'\n[parameters]\nplays = 'x'": "mine.toml:4:1: plays=x: it must be",
    "[made]\nagent = 'mcts'\n[parameters]\nplays = [1]": "mine.toml:4:1: plays has to be a number",
    "[made]\nagent = 'mcts'\n[plays]\na = 1": "mine.toml:3:1: plays is no table but a whole number",
    "plays = 3\n[made]\nagent = 'mcts'": r"plays stands in no table; write it below \[parameters\]",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=WRONG[text]):
        make_agent(write(tmp_path, text))


def test_a_file_that_is_missing() -> None:
    for name in ("nowhere.toml", "nowhere.safetensors:plays=3"):
        with pytest.raises(AgentError, match=r"nowhere.*: there is no such file"):
            make_agent(name)


# ---------------------------------------------------------------- policies


def write_policy(folder: Path, **metadata: Any) -> str:
    """A file with the header that policies have, and nothing else."""
    given = {"format": "babalab", "kind": "policy", **metadata}
    header = json.dumps({"__metadata__": given}).encode()
    file = folder / "my.safetensors"
    file.write_bytes(struct.pack("<Q", len(header)) + header)
    return str(file)


@pytest.mark.parametrize(
    ("preset", "reward", "agent"),
    [
        ("strong", "sparse", "rl-strong"),
        ("paper", "distance:added", "rl"),
        ("paper", "knowledge", "rl-d"),
        ("paper", "knowledge-flat:added", "rl-0"),
        ("paper-text", "sparse", "rl"),
        ("", "mine.py:Own", "rl"),
    ],
)
def test_a_policy_is_played_by_the_agent_it_was_trained_for(
    preset: str, reward: str, agent: str, tmp_path: Path
) -> None:
    file = write_policy(tmp_path, recipe=json.dumps({"preset": preset, "reward": reward}))
    assert AGENTS.expand(file) == f"{agent}:policy={file}"
    assert AGENTS.expand(f"{file}:plays=3") == f"{agent}:policy={file},plays=3"
    assert spec_of(make_agent(file)) == f"{agent}:policy={file}"


def test_shipped_policies_are_their_own_agents() -> None:
    from importlib import resources

    folder = resources.files("babalab.learning") / "policies"
    for name in ("rl", "rl-d", "rl-0", "rl-strong"):
        file = str(folder / f"{name}.safetensors")
        assert AGENTS.expand(file) == f"{name}:policy={file}"


def test_files_that_are_no_policies(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"a checkpoint of a training, .*'babalab train export'"):
        make_agent(write_policy(tmp_path, kind="training"))
    with pytest.raises(AgentError, match="it is no policy of babalab's"):
        make_agent(write_policy(tmp_path, format="other"))
    with pytest.raises(AgentError, match="its metadata are damaged"):
        make_agent(write_policy(tmp_path, recipe="[]"))


@given(st.binary(max_size=80))
def test_damaged_files_are_told(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    for name in ("my.safetensors", "my.toml"):
        (folder / name).write_bytes(content)
        with pytest.raises(AgentError, match="my"):
            make_agent(str(folder / name))


# ---------------------------------------------------------------- specs

NAMES = st.sampled_from(["mcts", "mine.py:Mine", "mine.toml", "a/b.py"])
SETTINGS = st.dictionaries(
    st.sampled_from(["plays", "c", "depth"]), st.sampled_from(["1", "x", "1/2/-3", "a+b"])
)


@given(NAMES, SETTINGS, SETTINGS)
def test_settings_are_overridden(name: str, old: dict[str, str], new: dict[str, str]) -> None:
    spec = override_spec(override_spec(name, old), new)
    assert split_settings(spec) == (name, {**old, **new})
