"""What all executors have in common: order, sightings, stopping, calls and their errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from babalab.execution.call import call_each, make_calls
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import MOST_WAITING, Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.reporting import report, stop_requested
from babalab.execution.workers import Workers
from babalab.game.recordings import RecordingError
from support.tasks import (
    OddError,
    ask_often,
    count_up,
    last_first,
    misbehave,
    process_of,
    square,
    until_told,
)


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """Two that stay."""
    with Workers(2) as staying:
        yield staying


@pytest.fixture(params=["here", "workers"])
def executor(request: pytest.FixtureRequest, workers: Executor) -> Executor:
    return InThisProcess() if request.param == "here" else workers


def test_calls_return(executor: Executor) -> None:
    assert list(call_each(executor, square, range(20))) == [number**2 for number in range(20)]
    assert sorted(call_each(executor, square, range(20), ordered=False)) == [
        number**2 for number in range(20)
    ]
    assert list(call_each(executor, square, [])) == []
    assert list(executor.running) == []


def test_where_they_run(workers: Executor) -> None:
    assert set(call_each(InThisProcess(), process_of, range(3))) == {os.getpid()}
    elsewhere = set(call_each(workers, process_of, range(9)))
    assert os.getpid() not in elsewhere
    assert len(elsewhere) <= 2


def test_as_they_come_or_in_order(workers: Executor, tmp_path: Path) -> None:
    for ordered in (True, False):
        folder = tmp_path / str(ordered)
        folder.mkdir()
        found = list(call_each(workers, partial(last_first, folder), range(5), ordered=ordered))
        assert sorted(found) == [0, 1, 2, 3, 4]
        assert (found.index(0) == 0) is ordered


def test_there_may_be_no_end_of_tasks(executor: Executor) -> None:
    given: list[int] = []

    def numbers() -> Iterator[int]:
        for number in count():
            given.append(number)
            yield number

    with closing(call_each(executor, square, numbers())) as coming:
        assert list(islice(coming, 30)) == [number**2 for number in range(30)]
    assert len(given) <= 30 + MOST_WAITING * executor.count


def test_in_order_nobody_runs_far_ahead(workers: Executor, tmp_path: Path) -> None:
    """The first is done when the fourth is; all that may begin before it has been begun."""
    begun: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(100):
            begun.append(number)
            yield number

    with closing(call_each(workers, partial(last_first, tmp_path), numbers())) as coming:
        assert next(coming) == 0
        assert 4 <= len(begun) <= MOST_WAITING * workers.count + 1


def test_sightings_come_in_order_before_the_outcome(executor: Executor) -> None:
    seen: dict[str, list[Any]] = {}
    run = executor.run(
        make_calls(count_up, [5, 300, 0], name=str),
        watch=lambda task, sighting: seen.setdefault(task.where, []).append(sighting),
    )
    for outcome in run:
        limit = outcome.get()
        assert seen.get(str(limit), []) == list(range(limit))
    assert set(seen) == {"5", "300"}
    assert list(call_each(executor, count_up, [4])) == [4], "nobody has to watch"


def test_outside_of_a_task() -> None:
    report("nobody hears it")
    assert not stop_requested()


def test_asking_whether_to_stop_takes_no_time(executor: Executor) -> None:
    assert list(call_each(executor, ask_often, [100])) == [100]


def test_a_run_that_is_stopped(executor: Executor, tmp_path: Path) -> None:
    """Those under way end by themselves, the others never begin."""
    seen: list[int] = []
    found = list(
        call_each(
            executor,
            partial(until_told, tmp_path),
            range(50),
            watch=seen.append,
            stop=lambda: bool(seen),
        )
    )
    assert found == ["told"] * len(seen)
    assert 1 <= len(seen) <= executor.count
    assert {int(file.name) for file in tmp_path.iterdir()} == set(seen)
    assert list(call_each(executor, square, [3], stop=lambda: True)) == []
    assert list(call_each(executor, square, [3], stop=lambda: False)) == [9]


@pytest.mark.parametrize(
    ("how", "error", "told"),
    [
        ("error", ValueError, "no idea"),
        ("exit", SystemExit, "3"),
        ("odd", OddError, "no more ink"),
    ],
)
def test_what_a_call_raises(how: str, error: type[BaseException], told: str) -> None:
    with pytest.raises(error, match=told):
        list(call_each(InThisProcess(), misbehave, ["well", how, "well"]))


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("error", r"^ValueError: no idea \(tasks\.py:\d+: raise ValueError"),
        ("exit", r"^SystemExit: 3 \(tasks\.py:\d+: raise SystemExit"),
        ("odd", "^no more ink$"),
        ("lambda", "^'lambda': lost: .*pickle"),
        ("leave", "^'leave': crashed: ended its process with exit code 7; is there enough memory"),
        ("die", "^'die': crashed: killed by SIGKILL; is there enough memory"),
        ("close", "^'close': crashed: "),
    ],
)
def test_what_a_call_elsewhere_raises(how: str, told: str, workers: Executor) -> None:
    with pytest.raises(ExecutionError, match=told):
        list(call_each(workers, misbehave, ["well", how]))


def test_errors_of_ours_travel_as_they_are(workers: Executor) -> None:
    with pytest.raises(RecordingError) as caught:
        list(call_each(workers, misbehave, ["ours"]))
    assert str(caught.value) == "line 3: no recording"


USERS = '''
class Mine:
    """Known to nobody but this file."""

    def __init__(self, number):
        self.number = number

    def doubled(self, other):
        return 2 * self.number + other.number
'''


def test_classes_of_the_users_files_travel_along(workers: Executor, tmp_path: Path) -> None:
    module = load_users_file(tmp_path, USERS)
    found = call_each(workers, module.Mine(5).doubled, [module.Mine(1), module.Mine(2)])
    assert list(found) == [11, 12]


def load_users_file(folder: Path, text: str) -> Any:
    """Load a file as the registries do: under a name that no other process can import."""
    import importlib.util
    import sys

    from babalab.base.registry import USER_MODULE

    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"{USER_MODULE}test_{id(file)}", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
