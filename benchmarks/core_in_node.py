"""Measure the core in WebAssembly under Node beside the native one and plain Python, in one run.

``python benchmarks/core_in_node.py [LEVELS]``: a file or address of levels, full_biy by default.
`babalab bench page` measures it in Chromium, with the page around it. Seconds are those of the
processor.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from babalab import Level
from babalab.agents import Champion
from babalab.game.batch import Batch
from babalab.game.reference import ReferenceGame
from babalab.levels import load_levels

SECONDS = 3.0
LIMIT = 10.0
"""Seconds that the champion has for a level."""
STATES = 1024


def rate_of(work: Callable[[], int]) -> float:
    """Do the work again and again for some seconds; return how many steps a second it makes."""
    work()
    steps, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        steps += work()
    return steps / (time.process_time() - began)


def make_plays(levels: list[Level]) -> list[tuple[Level, Any, Any]]:
    """Return for each level states of random plays, and an action for each."""
    plays = []
    for level in levels:
        rows = Batch(level).rollout(Batch(level).start(STATES), 20, seed=1).states
        actions = np.random.default_rng(0).integers(0, 5, STATES, dtype=np.uint8)
        plays.append((level, np.ascontiguousarray(rows), actions))
    return plays


def main() -> None:
    """Measure and print a table."""
    levels = load_levels(sys.argv[1] if sys.argv[1:] else "../shared/keke/levels/full_biy.json")
    plays = make_plays(levels[::4])

    def step_natively() -> int:
        for level, rows, actions in plays:
            states = rows
            for _ in range(8):
                states = level.core.step_many(states, actions, 1)
        return 8 * STATES * len(plays)

    def step_in_python() -> int:
        for level, _, actions in plays[:8]:
            game = ReferenceGame(level.map)
            for action in actions[:20]:
                game.step("udlrs"[action])
        return 20 * len(plays[:8])

    native, python = rate_of(step_natively), rate_of(step_in_python)
    answers = []
    for level in levels:
        began = time.process_time()
        result = Champion().solve(level, seconds=LIMIT)
        answers.append((result, time.process_time() - began))
    found = run_node(levels, plays)

    sizes = found["bytes"]
    print(f"wasm: {sizes['raw']:,} bytes, gzip {sizes['gzip']:,}, brotli {sizes['brotli']:,}")
    print(f"steps/s: native {native:,.0f}, Node {found['batch']:,.0f} (batches of {STATES}),")
    print(f"         Node one by one {found['single']:,.0f}, plain Python {python:,.0f}")
    theirs = found["answers"]
    same = sum(
        (ours.solution, ours.iterations, ours.steps)
        == (other["solution"], other["expansions"], other["steps"])
        for (ours, _), other in zip(answers, theirs, strict=True)
    )
    ours, others = (sum(t for _, t in answers), sum(each["seconds"] for each in theirs))
    solved = sum(each["solution"] is not None for each in theirs)
    slowest = max(each["seconds"] for each in theirs)
    print(
        f"champion: {solved} of {len(levels)} solved in Node {found['node']}, {same} as natively;"
    )
    print(f"          {others:.2f} s, natively {ours:.2f} s: {others / ours:.2f} times;")
    print(f"          {slowest:.2f} s for the slowest level")


def run_node(levels: list[Level], plays: list[tuple[Level, Any, Any]]) -> Any:
    """Return what core_in_node.mjs measures."""
    node = shutil.which("node") or sys.exit("there is no Node here")
    task = {
        "seconds": SECONDS,
        "limit": LIMIT,
        "lines": [level.line for level in levels],
        "plays": [
            {
                "line": level.line,
                "rows": base64.b64encode(rows.tobytes()).decode(),
                "actions": actions.tolist(),
            }
            for level, rows, actions in plays
        ],
    }
    script = Path(__file__).with_suffix(".mjs")
    told = subprocess.run(
        [node, str(script)],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(told.stdout)


if __name__ == "__main__":
    main()
