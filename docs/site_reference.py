"""Write the pages of the reference from the code: one for each room, one for each command."""

from __future__ import annotations

import importlib
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from babalab.cli.ui.lazy_commands import load_commands

ROOMS = (
    "game", "levels", "heuristics", "games", "planning", "agents", "arena", "tuning", "generation",
    "learning", "testing", "base", "execution",
)  # fmt: skip
"""Those with something for users, the ones they need first coming first."""


def write_reference(folder: Path) -> None:
    """Write all pages into a folder, in place of those that are there."""
    for name in ("api", "commands"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    _write_api(folder / "api")
    _write_commands(folder / "commands")


def _write_api(folder: Path) -> None:
    pages = {"babalab": "babalab", **{room: f"babalab.{room}" for room in ROOMS}}
    described: set[str] = set()
    for page, module in pages.items():
        (folder / f"{page}.md").write_text(_api_page(module, described), encoding="utf-8")
    toc = "\n".join(pages)
    (folder / "index.md").write_text(
        "# The Python API\n\nStart with [`babalab`](babalab.md): the names most programs need. "
        "Each room below has more.\n\n"
        f"```{{toctree}}\n:maxdepth: 1\n\n{toc}\n```\n",
        encoding="utf-8",
    )


def _api_page(name: str, described: set[str]) -> str:
    """Return the page of a module; what an earlier page describes is not indexed again."""
    module = importlib.import_module(name)
    names = [each for each in getattr(module, "__all__", ()) if not each.startswith("_")]
    parts = [f"# `{name}`\n", f"```{{eval-rst}}\n.. automodule:: {name}\n   :no-members:\n```\n"]
    for each in names:
        value = getattr(module, each)
        directive = _directive(name, each, value)
        home = f"{getattr(value, '__module__', name)}.{each}"
        directive += "\n   :no-index:" if home in described else ""
        described.add(home)
        parts.append(f"## {each}\n\n```{{eval-rst}}\n{directive}\n```\n")
    return "\n".join(parts)


def _directive(module: str, name: str, value: Any) -> str:
    """Return the directive that documents a value; of a constant, only that it is there."""
    ours = str(getattr(value, "__module__", "")).startswith("babalab")
    if inspect.isclass(value) and ours:
        return f".. autoclass:: {module}.{name}"
    if inspect.isroutine(value) and ours:
        return f".. autofunction:: {module}.{name}"
    shown = repr(value)
    known = f"\n   :value: {shown}" if isinstance(value, str | int | float) else ""
    return f".. py:data:: {module}.{name}{known}"


def _write_commands(folder: Path) -> None:
    from babalab.cli.main import program

    context = typer.Context(program(), info_name="babalab")
    pages = []
    for name, command in load_commands(program()):
        text = "\n".join(_command_page(command, f"babalab {name}", context))
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        pages.append(name)
    toc = "\n".join(pages)
    (folder / "index.md").write_text(
        "# Commands\n\nWhat `babalab COMMAND --help` says, on pages.\n\n"
        f"```{{toctree}}\n:maxdepth: 1\n\n{toc}\n```\n",
        encoding="utf-8",
    )


def _command_page(command: Any, path: str, parent: typer.Context) -> Iterator[str]:
    """Yield the lines about a command and, if it is a group, about those in it."""
    context = typer.Context(command, info_name=path.rpartition(" ")[2], parent=parent)
    level = "#" * (path.count(" "))
    yield f"{level} {path}\n"
    yield inspect.cleandoc(command.help or command.short_help or "").replace("\b", "") + "\n"
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{path} {pieces}\n```\n"
    yield from _parameter_table(command, context)
    if isinstance(command, TyperGroup):
        for name, each in load_commands(command):
            yield from _command_page(each, f"{path} {name}", context)


def _parameter_table(command: Any, context: typer.Context) -> Iterator[str]:
    rows = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and parameter.name != "help":
            name, text = (" ".join(part.split()).replace("|", "\\|") for part in record)
            rows.append(f"| `{name}` | {text} |")
    if rows:
        yield "| option | meaning |\n|---|---|\n" + "\n".join(rows) + "\n"
