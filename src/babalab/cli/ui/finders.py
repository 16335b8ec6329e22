"""Find what a word of a command line may become: levels, agents, games, stored runs and so on.

Each finder takes the word typed so far; see `completion`. Where several packs, agents or folders
fit, only those are offered; where one does, what is in it: a shell puts no space behind a word that
may still go on.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from babalab.base.specs import split_specs

if TYPE_CHECKING:
    from babalab.base.parameters import Parameter
    from babalab.base.registry import ClassRegistry
    from babalab.cli.ui.completion import Finder

LEVEL_FILES: Final = (".txt", ".json", ".line", ".lines")
LARGEST_FILE: Final = 1_000_000
"""The size in bytes up to which a file is read for the ids of its levels."""
SECONDS: Final = 0.2
"""The time after which a store is not asked any longer."""


# ---------------------------------------------------------------- files and levels


def find_files(*suffixes: str) -> Finder:
    """Return a finder of files with these suffixes, and of folders."""

    def find(word: str) -> list[str]:
        return _find_files(word, suffixes)

    return find


def _find_files(word: str, suffixes: Sequence[str]) -> list[str]:
    before, slash, start = word.rpartition("/")
    found = []
    for each in sorted(Path(f"{before}{slash}" or ".").iterdir()):
        if each.name.startswith(start) and (start or not each.name.startswith(".")):
            if each.is_dir():
                found.append(f"{before}{slash}{each.name}/")
            elif each.suffix in suffixes:
                found.append(f"{before}{slash}{each.name}")
    if len(found) == 1 and found[0].endswith("/") and found[0] != word:
        return _find_files(found[0], suffixes) or found
    return found


def find_level_sets(word: str) -> Iterator[str]:
    """Find packs, fetched sets, files of levels and, behind ``/`` or ``#``, single levels."""
    yield from _find_levels(word)


def find_level(word: str) -> Iterator[str]:
    """Find single levels: those of the only set that fits, else the sets."""
    found = list(_find_levels(word))
    if len(found) == 1 and not found[0].endswith("/"):
        (only,) = found
        inside = [*_find_levels(f"{only}/"), *_find_levels(f"{only}#")]
        found = [each for each in inside if not each.endswith("/")] or found
    yield from found


def _find_levels(word: str) -> Iterator[str]:
    from babalab.levels.fetched import PUBLISHED_SETS, find_fetched_file
    from babalab.levels.shipped import pack, pack_names

    if "#" in word:
        yield from _find_ids(word)
        return
    name, slash, _ = word.partition("/")
    if slash and name in pack_names():
        yield from (f"{name}/{level.id}" for level in pack(name).levels)
        return
    yield from (each for each in pack_names() if each.startswith(word))
    fetched = (each.address for each in PUBLISHED_SETS if find_fetched_file(each.address))
    yield from (each for each in fetched if each.startswith(word))
    try:
        yield from _find_files(word, LEVEL_FILES)
    except OSError:
        return


def _find_ids(word: str) -> Iterator[str]:
    from babalab.levels.fetched import find_fetched_file
    from babalab.levels.formats import read_levels

    name = word.rpartition("#")[0]
    file = Path(name) if Path(name).is_file() else find_fetched_file(name)
    if file is not None and file.stat().st_size <= LARGEST_FILE:
        for number, level in enumerate(read_levels(file), start=1):
            yield f"{name}#{level.id or number}"


def find_published_sets(word: str) -> Iterator[str]:
    """Find the sets of levels that can be fetched, and their collections."""
    from babalab.levels.fetched import PUBLISHED_SETS

    del word
    yield from (each.collection for each in PUBLISHED_SETS)
    yield from (each.address for each in PUBLISHED_SETS)


# ---------------------------------------------------------------- agents and other declared things


def find_agent(word: str) -> Iterator[str]:
    """Find an agent, and its parameters behind the colon."""
    from babalab.agents import AGENTS

    yield from _find_spec(AGENTS, word)


def find_agents(word: str) -> Iterator[str]:
    """Find the last agent of a list."""
    from babalab.agents import AGENTS

    yield from _find_spec(AGENTS, word, many=True)


def find_planner(word: str) -> Iterator[str]:
    """Find a planner, and its parameters behind the colon."""
    from babalab.planning.planner import PLANNERS

    yield from _find_spec(_expected(PLANNERS, "babalab.planning"), word)


def find_planners(word: str) -> Iterator[str]:
    """Find the last planner of a list."""
    from babalab.planning.planner import PLANNERS

    yield from _find_spec(_expected(PLANNERS, "babalab.planning"), word, many=True)


def find_problem(word: str) -> Iterator[str]:
    """Find a problem of map generation, and its parameters behind the colon."""
    from babalab.generation.problems import problems

    yield from _find_spec(problems(), word)


def find_problem_parameter(context: Any, word: str) -> Iterator[str]:
    """Find a parameter of the problem that a command is about."""
    from babalab.generation.problems import problems

    kind = problems()[_get_first(context, "problem").partition(":")[0]]
    yield from _find_assignments(_parameters(kind), word)


def find_algorithm(word: str) -> Iterator[str]:
    """Find an algorithm of map generation, and its parameters behind the colon."""
    from babalab.generation.algorithms import algorithms

    yield from _find_spec(algorithms(), word)


def find_representation(word: str) -> Iterator[str]:
    """Find a representation of maps."""
    from babalab.generation.representations import representations

    del word
    yield from representations()


def find_mechanic(word: str) -> Iterator[str]:
    """Find a mechanic of Baba Is You."""
    from babalab.generation.baba.mechanics import MECHANICS

    del word
    yield from MECHANICS


def find_optimizer(word: str) -> Iterator[str]:
    """Find an optimiser of parameters."""
    from babalab.tuning.optimizers import OPTIMIZERS

    del word
    yield from OPTIMIZERS


def find_objective(word: str) -> Iterator[str]:
    """Find an objective of tuning."""
    from babalab.tuning.objectives import OBJECTIVES

    del word
    yield from (*OBJECTIVES, "subsets", "subsets-fitness")


def find_varied(context: Any, word: str) -> Iterator[str]:
    """Find a parameter of the agent that is tuned."""
    from babalab.agents import AGENTS

    del word
    name = _get_first(context, "agent").partition(":")[0]
    yield from (each.name for each in _parameters(AGENTS.named(name)) if each.name != "seed")


def find_reward(word: str) -> Iterator[str]:
    """Find a reward."""
    from babalab.learning.rewards import NAMED

    del word
    yield from NAMED


def find_preset(word: str) -> Iterator[str]:
    """Find a preset of training."""
    from babalab.learning.training.presets import PRESETS

    del word
    yield from PRESETS


def find_trained(word: str) -> Iterator[str]:
    """Find a trained agent, or a file or folder of a training."""
    from babalab.agents import AGENTS

    yield from (each for each in AGENTS.names() if each.startswith("rl"))
    yield from _find_files(word, (".safetensors",))


# ---------------------------------------------------------------- games


def find_game(context: Any, word: str) -> Iterator[str]:
    """Find a game: ours, those in the folders of ``--path``, or a file."""
    from babalab.cli.games.folders import get_folders
    from babalab.games import GAMES
    from babalab.games.vgdl.folder import find_descriptions

    yield from GAMES.names()
    for folder in get_folders(context):
        yield from find_descriptions(folder)
    if word:
        yield from _find_files(word, (".py", ".txt"))
        yield from _find_classes(word)


def find_game_level(context: Any, word: str) -> Iterator[str]:
    """Find a level of the game that a command is about."""
    from babalab.cli.games.folders import find_in_folders
    from babalab.games import game_named

    game = find_in_folders(context, _get_first(context, "game"))
    yield from (level.name for level in game_named(str(game)).levels())
    if word:
        yield from _find_files(word, (".txt",))


def find_game_levels(context: Any, word: str) -> Iterator[str]:
    """Find the last level of a list."""
    before, comma, last = word.rpartition(",")
    found = [*([] if comma else ["all"]), *find_game_level(context, last)]
    yield from (f"{before}{comma}{each}" for each in found)


# ---------------------------------------------------------------- stores


def find_tuning(context: Any, word: str) -> list[str]:
    """Find a tuning run of the store."""
    del word
    return _ask_store(context, "SELECT name FROM tuning_runs ORDER BY created DESC")


def find_stored_agent(context: Any, word: str) -> list[str]:
    """Find an agent that the store has results of."""
    del word
    return _ask_store(context, "SELECT DISTINCT agent FROM results ORDER BY agent")


def find_stored_agents(context: Any, word: str) -> list[str]:
    """Find the last agent of a list."""
    before, comma, _ = word.rpartition(",")
    return [f"{before}{comma}{each}" for each in find_stored_agent(context, word)]


def _ask_store(context: Any, query: str) -> list[str]:
    """Return the first column of an answer, as far as it comes soon; databases elsewhere: none."""
    import sqlite3

    from babalab.arena.store_location import default_store

    file = Path(context.params.get("store") or default_store())
    deadline = time.monotonic() + SECONDS
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=SECONDS)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > deadline, 1000)
        return [str(row[0]) for row in connection.execute(query)]


def _get_first(context: Any, name: str) -> str:
    """Return the first argument of a command, as far as it is typed.

    Where an option still lacks its value, Click leaves arguments unread.
    """
    return str(context.params.get(name) or (context.args or [""])[0])


# ---------------------------------------------------------------- specs


def _expected(registry: Any, package: str) -> Any:
    """Return a registry after the package that says what belongs there was imported."""
    from importlib import import_module

    import_module(package)
    return registry


def _find_spec(registry: ClassRegistry[Any] | Any, word: str, *, many: bool = False) -> list[str]:
    """Find what the last spec in a word may become."""
    before, comma, last = word.rpartition(",")
    head = f"{before}{comma}"
    name, colon, assigned = last.partition(":")
    if name.endswith(".py") and colon:
        return [f"{head}{each}" for each in _find_classes(last)]
    if colon:
        found = _find_assignments(_parameters(registry[name]), assigned)
        return [f"{head}{name}:{each}" for each in found]
    found = []
    if comma:
        owner = split_specs(before)[-1].partition(":")[0]
        if ":" in before or not many:
            found += _find_assignments(_parameters(registry[owner]), last)
    if many or not comma:
        names: Callable[[], Iterable[str]] = getattr(registry, "names", registry.keys)
        found += names()
        if last:
            found += _find_files(last, (".py",))
    return [f"{head}{each}" for each in found]


def _find_classes(word: str) -> Iterator[str]:
    """Find the classes in a Python file, ``mine.py:Mine``, without running it."""
    file, colon, _ = word.rpartition(":")
    if colon and Path(file).stat().st_size <= LARGEST_FILE:
        for node in ast.parse(Path(file).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                yield f"{file}:{node.name}"


def _parameters(kind: Any) -> Sequence[Parameter]:
    from babalab.base.parameters import parameters_of

    return parameters_of(kind)


def _find_assignments(parameters: Sequence[Parameter], word: str) -> list[str]:
    """Find ``name=``; of the only parameter that fits also its values or its default."""
    name, equals, _ = word.partition("=")
    fitting = [
        each
        for each in parameters
        if each.name == name or (not equals and each.name.startswith(name))
    ]
    if len(fitting) != 1:
        return [f"{each.name}=" for each in fitting]
    (only,) = fitting
    values = only.choices or (("true", "false") if only.type is bool else ())
    if not values and only.default is not None and not isinstance(only.default, tuple):
        values = (str(only.default),)
    return [f"{only.name}={each}" for each in values] or [f"{only.name}="]
