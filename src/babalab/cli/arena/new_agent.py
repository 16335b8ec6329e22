"""`babalab new-agent`: a commented template to start one's own agent from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

from babalab.base.errors import BabalabError
from babalab.cli.ui.arguments import Force
from babalab.cli.ui.console import err
from babalab.cli.ui.files import write_new_file
from babalab.cli.ui.options import argument

DEFAULT_NAME = "my-agent"


def new_agent(
    name: Annotated[str, argument("Name of the agent: lower case and hyphens.")] = (DEFAULT_NAME),
    force: Force = False,
) -> None:
    """Write a commented template of an agent into this folder."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BabalabError(f"{name!r} is no name for an agent; use lower case letters and hyphens")
    path = Path(name.replace("-", "_") + ".py")
    class_name = "".join(part.capitalize() for part in name.split("-"))
    template = (resources.files("babalab.agents") / "template.txt").read_text(encoding="utf-8")
    text = template.replace("MyAgent", class_name).replace(DEFAULT_NAME, name)
    write_new_file(path, text, force=force)
    err.print(f"wrote {path}; try it with")
    err.print(f"  babalab solve first-steps/across --agent {path}:{class_name}")
