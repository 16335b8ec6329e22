"""What works without the extra, and what is said where it is needed."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({names}))
"""
ALL = ("gymnasium", "stable_baselines3", "torch", "safetensors", "tensorboard")


def run(code: str, missing: tuple[str, ...] = ALL) -> str:
    """Run code where these libraries are not installed; what it prints."""
    script = WITHOUT.format(names=missing) + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_needs_nothing() -> None:
    printed = run(
        """
        import babalab.learning
        from babalab.learning import OBSERVATIONS, ClassCurriculum, LevelList, decode
        from babalab.learning.rewards import parse_reward
        from babalab import State
        state = State.parse("______/_b..f_/_B12._/_F13._/______")
        mask = OBSERVATIONS["full"].observe(state)["mask"]
        print(mask.tolist(), len(LevelList("grammar").levels))
        """
    )
    assert printed.startswith("[0, 0, 0, 1, 0] ")


def test_what_needs_it_says_so() -> None:
    names = ("BabaEnv", "BabaVectorEnv", "StableEnv", "PlainEnv", "api_test")
    printed = run(
        f"""
        import babalab.learning
        from babalab import BabalabError
        for name in {names}:
            try:
                getattr(babalab.learning, name)
            except BabalabError as error:
                print(error)
        """
    )
    expected = [f"{name} needs the extra babalab[learn]" for name in names]
    assert [line.partition(":")[0] for line in printed.splitlines()] == expected


def test_environments_need_no_torch() -> None:
    printed = run(
        """
        from babalab.learning import BabaVectorEnv
        print(BabaVectorEnv("first-steps", 2).reset()[0].shape)
        """,
        missing=("torch", "stable_baselines3"),
    )
    assert printed == "(2, 34, 20, 20)\n"


def test_commands_that_list_need_nothing() -> None:
    printed = run(
        """
        from babalab.cli.main import call
        print(call(["env", "list"]), call(["env", "bench"]))
        """
    )
    assert printed.endswith("0 2\n")
    assert "knowledge-flat" in printed


@pytest.mark.parametrize(
    "order",
    [
        "import babalab.learning; import gymnasium",
        "import gymnasium; import babalab.learning",
        "import babalab.learning; from gymnasium.spaces import Box; import gymnasium",
        "import babalab.learning, importlib.util; importlib.util.find_spec('gymnasium'); "
        "import gymnasium",
    ],
)
def test_the_environment_is_known_whatever_is_imported_first(order: str) -> None:
    pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")
    make = "print(gymnasium.make('babalab/Baba-v0'), gymnasium.make_vec('babalab/Baba-v0'))"
    printed = run(f"{order}; {make}", missing=())
    assert "BabaEnv" in printed
    assert "BabaVectorEnv" in printed


def test_gymnasium_can_be_told_where_to_look() -> None:
    """With no import of ours, and without torch, whose import takes seconds."""
    pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")
    printed = run(
        """
        import gymnasium
        env = gymnasium.make("babalab.learning:babalab/Baba-v0", levels="grammar")
        _, info = env.reset(seed=0, options={"level": "first-steps/across"})
        print(env.unwrapped.levels[info["level"]].name, [env.step(3)[2] for _ in range(4)])
        print(gymnasium.make_vec("babalab.learning:babalab/Baba-v0", num_envs=3).num_envs)
        print(gymnasium.make("babalab.learning:babalab/Game-v0", game="magpies").reset()[1]["tick"])
        print([name for name in ("torch", "stable_baselines3") if name in sys.modules])
        """,
        missing=(),
    )
    assert printed == "Across [False, False, False, True]\n3\n0\n[]\n"


def test_importing_takes_none_of_the_libraries_along() -> None:
    code = f"import sys, babalab.learning; print([m for m in {ALL} if m in sys.modules])"
    assert run(code, missing=()) == "[]\n"


def test_unknown_names() -> None:
    import babalab.learning

    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        babalab.learning.nonsense  # noqa: B018
    for name in babalab.learning.__all__:
        assert getattr(babalab.learning, name) is not None
    assert set(babalab.learning.__all__) == set(dir(babalab.learning))
