"""`babalab levels`: list packs, fetch, validate, convert and generate sets of levels."""

from __future__ import annotations

import typer

from babalab.base.errors import BabalabError
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.help_texts import PlainGroup
from babalab.cli.ui.lazy_commands import make_group

COMMANDS = {
    "list": ("listing:list_levels", "List all packs, or the levels of a pack or a file."),
    "validate": (
        "files:validate_files",
        "List everything wrong with files of levels; exit with 1 if any has errors.",
    ),
    "convert": (
        "files:convert",
        "Convert a level or a set between ASCII text, one-line text and Keke JSON.",
    ),
    "fetch": (
        "fetch:fetch_sets",
        "Download published sets of levels, and check that they are what was published.",
    ),
    "generate": (
        "generate:generate",
        "Generate random solvable levels that imitate those made by people, with solutions.",
    ),
}

app = typer.Typer(
    cls=PlainGroup,
    help="List our packs; fetch, validate, convert and generate sets of levels.",
    epilog=EPILOG,
)


@app.callback(invoke_without_command=True)
def levels(context: typer.Context, as_json: AsJson = False) -> None:
    """List the packs if no command is given."""
    if context.invoked_subcommand is None:
        from babalab.cli.levels.listing import list_levels

        list_levels(None, as_json)
    elif as_json:
        raise BabalabError(f"put --json behind {context.invoked_subcommand}")


levels_group = make_group(app, __package__, COMMANDS)
