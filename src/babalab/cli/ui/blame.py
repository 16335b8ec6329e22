"""Errors of users' code: told as theirs, with their file and line, and never as faults of ours."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Generator, Iterator
from typing import Any

import typer

from babalab.agents import Agent
from babalab.base.errors import BabalabError
from babalab.cli.ui.streams import print_traceback_if_asked
from babalab.execution.faults import describe


class UsersFaultError(BabalabError):
    """A fault in the code of a user's agent, with its place."""


@contextlib.contextmanager
def blame(source: str) -> Iterator[None]:
    """Turn errors raised in here into errors of the user's file, if `source` names one."""
    try:
        yield
    except (BabalabError, typer.Exit, KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        if ".py" not in source:
            raise
        print_traceback_if_asked()
        raise BabalabError(f"{source}: {describe(error, None, '')}") from error


@contextlib.contextmanager
def blame_agent(agent: Agent, source: str) -> Iterator[None]:
    """Turn what goes wrong in a user's agent in here into a `UsersFaultError`.

    An agent of ours is not touched. One that raises `KeyboardInterrupt` itself is told from one
    that was interrupted by Ctrl-C.
    """
    if is_ours(agent):
        yield
        return
    with _note_interrupts() as arrived:
        _tell_interrupts(agent, arrived)
        try:
            yield
        except (typer.Exit, KeyboardInterrupt, GeneratorExit, MemoryError, UsersFaultError):
            raise
        except BaseException as error:
            print_traceback_if_asked()
            raise UsersFaultError(f"{source}: {describe(error, None, '')}") from error


def is_ours(agent: Agent) -> bool:
    """Return whether an agent is of babalab."""
    return type(agent).__module__.partition(".")[0] == "babalab"


@contextlib.contextmanager
def _note_interrupts() -> Iterator[list[int]]:
    """Yield a list that is empty until Ctrl-C is pressed, which does what it always does."""
    arrived: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield arrived
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: Any) -> None:
        arrived.append(number)
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield arrived
    finally:
        signal.signal(signal.SIGINT, before)


def _tell_interrupts(agent: Agent, arrived: list[int]) -> None:
    """Let a search raise `UsersFaultError` where it raises `KeyboardInterrupt` by itself."""
    search = agent.search

    def watch(running: Generator[Any, None, Any]) -> Generator[Any, None, Any]:
        try:
            return (yield from running)
        except KeyboardInterrupt as error:
            if arrived:
                raise
            place = describe(error, None, "")
            raise UsersFaultError(f"{place}; an agent must not interrupt the program") from error

    def begin(*arguments: Any) -> Any:
        running = search(*arguments)
        return watch(running) if isinstance(running, Generator) else running

    begin.__wrapped__ = search  # type: ignore[attr-defined]
    with contextlib.suppress(AttributeError, TypeError):  # one with slots goes without
        object.__setattr__(agent, "search", begin)
