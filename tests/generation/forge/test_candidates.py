"""Candidates: the first of every class by their numbers, whoever forges them."""

from __future__ import annotations

from itertools import islice

import pytest

from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.workers import Workers
from babalab.generation.forge.candidates import forge_candidates
from babalab.generation.forge.forging import forge, list_numbers

SEED = 1
CLASS = 1


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The levels of the first numbers that lead to one, by hand."""
    done = (forge(SEED, number) for number in list_numbers(CLASS))
    return [each.level.line for each in islice(filter(None, done), 2)]


@pytest.mark.parametrize("executor", [InThisProcess(), Workers(2)])
def test_the_first_of_a_class_on_any_executor(executor: Executor, lines: list[str]) -> None:
    told: list[str] = []
    found = forge_candidates(SEED, {CLASS: 2}, executor, told.append)
    assert [each.level.line for each in found] == lines
    assert [line.rpartition(" ")[2] for line in told] == lines
    assert told[0].startswith("class 1, number ")
