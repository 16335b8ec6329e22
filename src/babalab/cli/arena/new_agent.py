"""`babalab new-agent`: a small agent to start one's own from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

from babalab.agents import AGENTS
from babalab.base.errors import BabalabError
from babalab.cli.ui.arguments import Force
from babalab.cli.ui.console import err
from babalab.cli.ui.files import write_new_file
from babalab.cli.ui.options import argument, option

DEFAULT_NAME = "my-agent"


def new_agent(
    name: Annotated[str, argument("Name of the agent: lower case and hyphens.")] = (DEFAULT_NAME),
    whole_class: Annotated[
        bool, option("Write a class, with parameters, statistics and progress.", "--class")
    ] = False,
    force: Force = False,
) -> None:
    """Write a small agent to start from: a function, or with --class a class."""
    name = name.removesuffix(".py").replace("_", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BabalabError(f"{name!r} is no name for an agent; use lower case letters and hyphens")
    path = Path(name.replace("-", "_") + ".py")
    if whole_class:
        class_name = "".join(part.capitalize() for part in name.split("-"))
        text = _read("template.txt").replace("MyAgent", class_name).replace(DEFAULT_NAME, name)
    else:
        if name in AGENTS.names():
            raise BabalabError(f"there is an agent {name!r} already; choose another name")
        text = _read("function_template.txt")
    write_new_file(path, text.replace("THIS_FILE", str(path)), force=force)
    err.print(f"wrote {path}; try it with")
    err.print(f"  babalab solve first-steps/across --agent {path}")
    err.print(f"  babalab evaluate --agents {path},bfs,random --levels first-steps")


def _read(template: str) -> str:
    return (resources.files("babalab.agents") / template).read_text(encoding="utf-8")
