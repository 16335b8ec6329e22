"""A storm of kills: whatever is killed below a run, every task gives its outcome."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from babalab.arena import SOLVING, LevelStudy, Store, Workers, carry_out, contestants, make_plan
from support.arena import LEVELS, QUICK, write_agent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


def list_descendants(process: int) -> list[int]:
    """All processes below one: nurseries, wardens, workers."""
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *list_descendants(child)]
    return found


@pytest.mark.parametrize("seed", range(2))
def test_a_storm_of_kills(seed: int, tmp_path: Path) -> None:
    """Somebody kills anything below this process, twelve times: nobody fails for that."""
    chance = random.Random(seed)
    napping = write_agent(
        tmp_path, "Napping", "import time; time.sleep(0.05)\nreturn Findings('rrr')"
    )
    study = LevelStudy(contestants([napping, "bfs"]), LEVELS[:1], seeds=range(20), budget=QUICK)
    over = threading.Event()
    killed: list[int] = []

    def rage() -> None:
        while not over.is_set() and len(killed) < 12:
            time.sleep(0.1)
            if below := list_descendants(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(victim := chance.choice(below), signal.SIGKILL)
                    killed.append(victim)

    storm = threading.Thread(target=rage)
    with Store(tmp_path / "results.db") as store:
        storm.start()
        try:
            made = list(carry_out(make_plan(store, study), store, Workers(2)))
        finally:
            over.set()
            storm.join()
        assert len(store.records(SOLVING)) == len(made) == 40
    assert killed
    assert all(attempt.result.solved for attempt in made), [each.error for each in made]
