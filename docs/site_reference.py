"""Write the reference pages from the code: one for each room, one for each command."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import typer
from sphinx.pycode import ModuleAnalyzer
from typer.core import TyperGroup

from babalab.cli.commands import PANELS
from babalab.cli.ui.lazy_commands import load_commands

ROOMS = (
    "game", "levels", "heuristics", "games", "planning", "agents", "arena", "tuning", "generation",
    "learning", "papers", "testing", "web", "base", "execution",
)  # fmt: skip
"""The rooms with something for users, in the order in which users need them."""


def write_reference(folder: Path) -> None:
    """Write all pages into a folder, replacing those that are there."""
    for name in ("api", "commands"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    _write_api(folder / "api")
    _write_commands(folder / "commands")


def _write_index(folder: Path, title: str, text: str, pages: list[str]) -> None:
    toc = "\n".join(pages)
    (folder / "index.md").write_text(
        f"# {title}\n\n{text}\n```{{toctree}}\n:hidden:\n\n{toc}\n```\n", encoding="utf-8"
    )


def _table(head: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [head, ("---", "---"), *rows]
    return "\n".join(f"| {left} | {right} |" for left, right in lines) + "\n"


# The API


def _write_api(folder: Path) -> None:
    pages = {"babalab": "babalab", **{room: f"babalab.{room}" for room in ROOMS}}
    described: set[str] = set()
    rows = []
    for page, name in pages.items():
        module = importlib.import_module(name)
        (folder / f"{page}.md").write_text(_api_page(module, described), encoding="utf-8")
        rows.append((f"[`{name}`]({page}.md)", _first_line(module)))
    text = "Start with [`babalab`](babalab.md), which has the names that most programs need.\n\n"
    _write_index(folder, "Python API", text + _table(("module", "contents"), rows), [*pages])


def _api_page(module: ModuleType, described: set[str]) -> str:
    """Return the page of a room: the names it exports or, if it exports none, its modules."""
    names = [each for each in getattr(module, "__all__", ()) if not each.startswith("_")]
    if names:
        parts = [(each, *_describe_name(module, each, described)) for each in names]
    else:
        parts = [_describe_module(each, described) for each in _modules_in(module)]
    rows = [(f"[`{name}`](#{_anchor(name)})", line) for name, line, _ in parts]
    head = f"# {module.__name__}\n\n{_directive(_automodule(module))}"
    sections = [f"## {name}\n\n{_directive(directive)}" for name, _, directive in parts]
    return "\n".join([head, _table(("name", "summary"), rows), *sections])


def _describe_module(module: ModuleType, described: set[str]) -> tuple[str, str, str]:
    """Return the name of a module, its first line, and directives for the names it defines."""
    names = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and (inspect.isclass(value) or inspect.isroutine(value))
    ]
    directives = [_describe_name(module, name, described)[1] for name in names]
    return module.__name__, _first_line(module), "\n\n".join([_automodule(module), *directives])


def _describe_name(module: ModuleType, name: str, described: set[str]) -> tuple[str, str]:
    """Return the first line about a name, and its directive; only the first one is indexed."""
    value = getattr(module, name)
    in_package = getattr(value, "__module__", "").startswith("babalab")
    if in_package and (inspect.isclass(value) or inspect.isroutine(value)):
        kind = "autoclass" if inspect.isclass(value) else "autofunction"
        home, line, body = f"{value.__module__}.{name}", _first_line(value), ""
        directive = f".. {kind}:: {module.__name__}.{name}"
        if any(base.__module__.startswith("babalab") for base in getattr(value, "__bases__", ())):
            directive += "\n   :show-inheritance:"
    else:
        defined_in = _home(module, name)
        home = f"{defined_in}.{name}"
        lines = ModuleAnalyzer.for_module(defined_in).find_attr_docs().get(("", name), [""])
        line, body = lines[0], "\n\n   " + "\n   ".join(lines)
        shown = f"\n   :value: {value!r}" if isinstance(value, str | int | float) else ""
        directive = f".. py:data:: {name}\n   :module: {defined_in}{shown}"
    index = "\n   :no-index:" if home in described else ""
    described.add(home)
    return line, directive + index + body


def _home(module: ModuleType, name: str) -> str:
    """Return the module that an exported name is imported from."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and name in (alias.name for alias in node.names):
            return str(node.module)
    return module.__name__


def _modules_in(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__):
        if not found.ispkg:
            yield importlib.import_module(f"{package.__name__}.{found.name}")


def _automodule(module: ModuleType) -> str:
    return f".. automodule:: {module.__name__}\n   :no-members:"


def _directive(text: str) -> str:
    return f"```{{eval-rst}}\n{text}\n```\n"


def _anchor(heading: str) -> str:
    """Return the anchor that MyST gives to a heading."""
    return re.sub(r"[^\w-]", "", heading.lower())


def _first_line(value: Any) -> str:
    line = (inspect.getdoc(value) or "").partition("\n")[0].replace("|", "\\|")
    return re.sub(r"docs/([\w-]+)\.md", r"[\1](../../\1.md)", line)


# The commands


def _write_commands(folder: Path) -> None:
    from babalab.cli.main import program

    context = typer.Context(program(), info_name="babalab")
    pages = []
    for name, command in load_commands(program()):
        text = "\n".join(_command_page(command, f"babalab {name}", context))
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        pages.append(name)
    parts = ["`babalab COMMAND --help` prints the same in the terminal.\n"]
    for panel, commands in PANELS.items():
        rows = [(f"[`{name}`]({name}.md)", line) for name, (_, line) in commands.items()]
        parts.append(f"## {panel}\n\n{_table(('command', 'purpose'), rows)}")
    _write_index(folder, "Commands", "\n".join(parts), pages)


def _command_page(command: Any, path: str, parent: typer.Context) -> Iterator[str]:
    """Yield the text about a command and, if it is a group, about the commands in it."""
    context = typer.Context(command, info_name=path.rpartition(" ")[2], parent=parent)
    yield f"{'#' * path.count(' ')} {path}\n"
    yield _mark_commands(inspect.cleandoc(command.help or "").replace("\b", "")) + "\n"
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{path} {pieces}\n```\n"
    yield from _describe_parameters(command, context)
    if isinstance(command, TyperGroup):
        for name, each in load_commands(command):
            yield from _command_page(each, f"{path} {name}", context)


def _describe_parameters(command: Any, context: typer.Context) -> Iterator[str]:
    """Yield a definition for each argument and option."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and parameter.name != "help":
            name, text = (" ".join(part.split()) for part in record)
            yield f"`{name}`\n: {_mark_commands(_tidy_help(text))}\n"


def _mark_commands(text: str) -> str:
    """Return a help text with its quoted commands marked as code."""
    return re.sub(r"'(babalab [^']*)'", r"`\1`", text)


def _tidy_help(text: str) -> str:
    """Return a help text with Typer's remarks about defaults in plain words."""
    found = re.fullmatch(r"(.*?) ?\[([^][]*)\]", text)
    if found is None:
        return text
    remarks = re.sub(r"default: \((.*)\)", r"default: \1", found[2])
    remarks = re.sub(r"env var: ", "environment variable: ", remarks)
    return f"{found[1]} *({remarks})*"
