"""Measuring the page in a browser: what it loads, how soon it answers, how fast its core is.

Needs Chromium and Playwright's package for Python, which only development installs. Everything is
measured in one run, the native core and plain Python beside the browser.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from babalab.agents import Champion
from babalab.base.budget import Budget
from babalab.bench.engine import MIXING_STEPS, make_large_level
from babalab.bench.report import Note, Report
from babalab.game.action import Action
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.web.browser import NoBrowserError, start_browser
from babalab.web.level_data import collect_sets
from babalab.web.serving import serve_in_background
from babalab.web.site import make_site

FIRST_LEVEL: Final = "#/play/first-steps/across"
SLOW_NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
"""The network of Lighthouse's phones, "slow 4G": milliseconds, and bytes per second."""
SLOW_PROCESSOR: Final = 4
"""The processor of Lighthouse's phones is so many times slower."""
KEYS_PRESSED: Final = 60
SECONDS_HELD: Final = 6
MOST_SECONDS: Final = 10
"""The time the champion has for each level."""
MOST_PATIENCE: Final = 60
STATES: Final = 2048
"""States that one call of the core steps."""

STEP_MANY: Final = """async ([line, plays, seconds]) => {
  const { load, Level } = await import(new URL("babalab/index.js", location.href));
  await load();
  const level = Level.parse(line);
  const rows = plays.map((moves) => level.play(moves).row);
  const mixed = new Uint8Array(rows.length * level.rowBytes);
  rows.forEach((row, i) => mixed.set(row, i * level.rowBytes));
  const actions = Uint8Array.from(rows, (_, i) => i % 5);
  let steps = 0;
  const began = performance.now();
  do {
    const states = mixed.slice();
    for (let turn = 0; turn < 8; turn++) level.stepMany(states, actions);
    steps += 8 * rows.length;
  } while (performance.now() - began < seconds * 1000);
  const took = (performance.now() - began) / 1000;
  level.free();
  return [steps, took];
}"""
"""Steps many states of a level for some seconds, as `_step_natively` does."""

SOLVE: Final = """async ([line, seconds]) => {
  const { load, Level, solve } = await import(new URL("babalab/index.js", location.href));
  await load();
  let last;
  for await (const progress of solve(Level.parse(line), { seconds })) last = progress;
  const { solution, expansions, steps, seconds: took } = last.result;
  return { solution, expansions, steps, seconds: took };
}"""

WATCH_KEYS: Final = """() => {
  window.waits = [];
  addEventListener("keydown", ({ timeStamp }) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.waits.push(performance.now() - timeStamp);
    requestAnimationFrame(() => requestAnimationFrame(() => channel.port2.postMessage(null)));
  }, { capture: true });
}"""
"""Notes the time from each key press to the start of the frame after the one that shows it."""

WATCH_FRAMES: Final = """() => {
  window.frames_seen = [];
  let last = 0;
  const see = (now) => {
    if (last) window.frames_seen.push(now - last);
    last = now;
    requestAnimationFrame(see);
  };
  requestAnimationFrame(see);
}"""


def measure_page(report: Report, levels: Sequence[Level], seconds: float, note: Note) -> None:
    """Add all figures about the page. The champion solves `levels`; the speeds are their mean.

    Raises `NoBrowserError` without Chromium or Playwright.
    """
    sets, _ = collect_sets()
    with serve_in_background(make_site(sets)) as address, start_browser() as browser:
        note("loading the page")
        _measure_loading(report, browser, address)
        note("keys")
        _measure_keys(report, browser, address)
        note("frames")
        _measure_frames(report, browser, address)
        page = browser.new_context(service_workers="block").new_page()
        page.goto(f"{address}{FIRST_LEVEL}")
        note("steps in the browser")
        _measure_steps(report, page, levels, seconds)
        note("the champion in the browser")
        _measure_champion(report, page, levels, note)


def _measure_loading(report: Report, browser: Any, address: str) -> None:
    """Measure a first visit; bytes are those of the network, headers of the replies included."""
    for name, title, slow in (
        ("page", "unthrottled", False),
        ("page_slow", "slow 4G, a processor 4 times slower", True),
    ):
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        loaded: list[float] = []
        devtools.on(
            "Network.loadingFinished",
            lambda event, to=loaded: to.append(event["encodedDataLength"]),
        )
        if slow:
            devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
        page.add_init_script(
            "new MutationObserver((_, watching) => {"
            " if (!document.documentElement?.dataset.ready) return;"
            " watching.disconnect();"
            " requestAnimationFrame(() => { window.playable = performance.now(); });"
            "}).observe(document, { subtree: true, attributes: true, childList: true });"
        )
        page.goto(f"{address}{FIRST_LEVEL}")
        page.wait_for_load_state("networkidle")
        _wait_until(page, "window.playable !== undefined")
        report.add(
            f"{name}_playable_ms",
            f"to a board one can play, {title}",
            page.evaluate("window.playable"),
            "ms",
        )
        if not slow:
            report.add("page_bytes", "loaded for it, compressed", sum(loaded), "B")
            report.add("page_requests", "requests for it", len(loaded), "requests")
        context.close()


def _measure_keys(report: Report, browser: Any, address: str) -> None:
    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{address}{FIRST_LEVEL}")
    _wait_until(page, "document.documentElement.dataset.ready === 'play'")
    page.evaluate(WATCH_KEYS)
    for number in range(KEYS_PRESSED):
        page.keyboard.press(("ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp")[number % 4])
        page.wait_for_timeout(40 + 7 * (number % 9))  # at all moments of an animation
    waits = page.evaluate("window.waits")
    report.add("page_key_ms", "from a key to the picture, median", statistics.median(waits), "ms")
    report.add("page_key_worst_ms", "from a key to the picture, worst", max(waits), "ms")
    page.context.close()


def _measure_frames(report: Report, browser: Any, address: str) -> None:
    """Hold keys on a board of 20 x 20 that is full of things."""
    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{address}#/play/~{make_large_level().line}")
    _wait_until(page, "document.documentElement.dataset.ready === 'play'")
    page.evaluate(WATCH_FRAMES)
    for key in ("ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.down(key)
        page.wait_for_timeout(1000 * SECONDS_HELD / 4)
        page.keyboard.up(key)
    gaps = page.evaluate("window.frames_seen")
    frame = statistics.median(gaps)
    dropped = sum(round(gap / frame) - 1 for gap in gaps if gap > 1.5 * frame)
    share = 100 * dropped / (len(gaps) + dropped)
    report.add("page_frames", f"frames a second while a key is held ({frame:.1f} ms each)",
               len(gaps) / (sum(gaps) / 1000), "frames/s")  # fmt: skip
    report.add("page_dropped_frames", "frames dropped while a key is held", share, "%")
    page.context.close()


def _measure_steps(report: Report, page: Any, levels: Sequence[Level], seconds: float) -> None:
    """Compare the browser, the native core and plain Python on the same states and actions."""
    each = max(seconds / len(levels), 0.01)
    rates: dict[str, list[float]] = {"browser": [], "native": [], "plain": []}
    for number, level in enumerate(levels):
        plays = _draw_plays(number)
        steps, took = page.evaluate(STEP_MANY, [level.line, plays, each])
        rates["browser"].append(steps / took)
        rates["native"].append(_step_natively(level, plays, each))
        rates["plain"].append(_step_plainly(level, plays, each))
    means = {name: statistics.harmonic_mean(values) for name, values in rates.items()}
    titles = {"browser": "in the browser", "native": "native", "plain": "plain Python"}
    for name, title in titles.items():
        report.add(
            f"page_{name}_steps_per_second", f"the same steps, {title}", means[name], "steps/s"
        )
    report.add("page_native_ratio", "native to browser", means["native"] / means["browser"], "x")
    report.add("page_plain_ratio", "browser to plain", means["browser"] / means["plain"], "x")


def _draw_plays(seed: int) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choices("udlrs", k=MIXING_STEPS)) for _ in range(STATES)]


def _step_natively(level: Level, plays: Sequence[str], seconds: float) -> float:
    rows = b"".join(level.play(moves).row for moves in plays)
    mixed = np.frombuffer(rows, dtype=np.uint8).reshape(len(plays), -1)
    actions = (np.arange(len(plays)) % len(Action)).astype(np.uint8)
    steps = 0
    began = time.perf_counter()
    while not steps or time.perf_counter() - began < seconds:
        states = mixed
        for _ in range(8):
            states = level.core.step_many(states, actions, 1)
        steps += 8 * len(plays)
    return steps / (time.perf_counter() - began)


def _step_plainly(level: Level, plays: Sequence[str], seconds: float) -> float:
    steps, took = 0, 0.0
    for moves in plays:
        game = ReferenceGame(level.line)
        began = time.perf_counter()
        for letter in moves:
            game.step(letter)
        took += time.perf_counter() - began
        steps += len(moves)
        if took >= seconds:
            break
    return steps / took


def _measure_champion(report: Report, page: Any, levels: Sequence[Level], note: Note) -> None:
    """Let the champion solve every level natively and in the browser, one after the other."""
    solved = same = 0
    there, here = 0.0, 0.0
    for number, level in enumerate(levels, start=1):
        note(f"the champion in the browser: level {number} of {len(levels)}")
        theirs = page.evaluate(SOLVE, [level.line, MOST_SECONDS])
        ours = Champion().solve(level, Budget(seconds=MOST_SECONDS))
        moves = theirs["solution"]
        solved += moves is not None and level.play(moves).won
        there += theirs["seconds"]
        here += ours.seconds
        same += (moves, theirs["expansions"]) == (ours.solution, ours.iterations)
    count = len(levels)
    report.add("page_champion_solved", f"champion in the browser: solved, of {count}", solved,
               "levels")  # fmt: skip
    report.add("page_champion_same", "solution and expansions as native", same, "levels")
    report.add("page_champion_seconds", "its time for all", there, "s")
    report.add("page_champion_ratio", "its time to native", there / here, "x")


def _wait_until(page: Any, expression: str) -> None:
    deadline = time.monotonic() + MOST_PATIENCE
    while not page.evaluate(expression):
        if time.monotonic() > deadline:
            raise NoBrowserError(f"the page does not begin within {MOST_PATIENCE} seconds")
        page.wait_for_timeout(20)
