"""The core in a real browser, under the policy of the page: in its thread and in a worker."""

from __future__ import annotations

from typing import Any

import pytest

from babalab import load_level
from babalab.agents.champion import Champion
from support.program import wait_until

HARD = (
    "__________/_L1.....O_/_1......1_/_8......9_/_........_/_F15.V12._/_w.l.Kv.._/_3.2.V..k_/"
    "_.......k_/__________"
)


@pytest.fixture
def core_page(page: Any) -> Any:
    """A page of the site, in which `window.babalab` is the package, loaded."""
    page.goto("./")
    page.evaluate(
        """async () => {
             window.babalab = await import(new URL("babalab/index.js", document.baseURI));
             await babalab.load();
           }"""
    )
    return page


def test_levels_are_played_in_the_thread_of_the_page(core_page: Any) -> None:
    level = load_level("first-steps/across")
    told = core_page.evaluate(
        """([line, solution]) => {
             const state = babalab.State.parse(`${line}@${solution}`);
             return [state.won, state.picture, [...state.rules], state.hash()];
           }""",
        [level.line, level.solution],
    )
    state = level.play(level.solution)
    assert told == [True, state.picture, list(state.rules), f"{state.hash:032x}"]


def test_solve_works_in_a_worker_of_its_own(core_page: Any) -> None:
    level = load_level("first-steps/across")
    workers: list[str] = []
    core_page.on("worker", lambda worker: workers.append(worker.url))
    told = core_page.evaluate(
        """async (line) => {
             for await (const { result } of babalab.solve(babalab.Level.parse(line))) {
               if (result) return result;
             }
           }""",
        level.line,
    )
    expected = Champion().solve(level)
    assert (told["verdict"], told["solution"]) == ("solved", expected.solution)
    assert (told["expansions"], told["steps"]) == (expected.iterations, expected.steps)
    assert [url.rpartition("/")[2] for url in workers] == ["solver_worker.js"]


def test_whoever_stops_listening_ends_the_worker(core_page: Any) -> None:
    glimpses = core_page.evaluate(
        """async (line) => {
             const glimpses = [];
             for await (const { expansions } of babalab.solve(babalab.Level.parse(line))) {
               glimpses.push(expansions);
               if (glimpses.length === 3) break;
             }
             return glimpses;
           }""",
        HARD,
    )
    assert glimpses == sorted(set(glimpses))

    def has_ended() -> bool:
        core_page.evaluate("0")  # which lets Playwright hear of it
        return not core_page.workers

    wait_until(has_ended, "the worker goes on")


def test_a_worker_tells_what_is_wrong(core_page: Any) -> None:
    message = core_page.evaluate(
        """async (line) => {
             try {
               for await (const _ of babalab.solve(babalab.Level.parse(line), { seed: -1 }));
             } catch (error) {
               return `${error.name}: ${error.message}`;
             }
           }""",
        HARD,
    )
    assert "a seed is a number from 0" in message
