"""Groups with a command for each class of a registry, its options made from its parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from babalab.base.errors import BabalabError
from babalab.base.parameters import Parameter
from babalab.cli.ui.declared_options import with_options
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.help_texts import PlainGroup
from babalab.cli.ui.options import make_command


class DeclaredCommand(NamedTuple):
    """A command as it is declared."""

    run: Callable[..., None]
    """The function of the command, with a ``**`` argument for the parameters."""
    parameters: Iterable[Parameter]
    help: str
    leave_out: Collection[str] = ()
    """Arguments of `run` that are no options of this command."""


class DeclaredCommands(PlainGroup, ABC):
    """A group whose commands are made when they are asked for: a start-up loads nothing for them.

    The name of the command may stand behind its options too.
    """

    @abstractmethod
    def list_names(self) -> list[str]:
        """Return the names of all commands."""

    @abstractmethod
    def declare(self, name: str) -> DeclaredCommand:
        """Return the command of a name. Raises a `BabalabError` if there is none."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """See `PlainGroup`."""
        return self.list_names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """See `PlainGroup`."""
        try:
            declared = self.declare(cmd_name)
        except BabalabError:
            if ctx.resilient_parsing:  # somebody is still typing
                return None
            raise
        run = with_options(declared.run, declared.parameters, leave_out=declared.leave_out)
        return make_command(cmd_name, run, help=declared.help, epilog=EPILOG)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See `PlainGroup`."""
        if args and args[0].startswith("-"):
            names = self.list_names()
            place = next((place for place, each in enumerate(args) if each in names), 0)
            args = [args[place], *args[:place], *args[place + 1 :]]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """See `PlainGroup`. Raises `BabalabError` for options that only other commands have."""
        name, command, rest = super().resolve_command(ctx, args)
        if not ctx.resilient_parsing:
            known = {*_list_options(command), *ctx.help_option_names}
            given = [word.partition("=")[0] for word in rest if word.startswith("--")]
            for option in given:
                if option not in known and (others := self._find_having(ctx, option)):
                    raise BabalabError(
                        f"no such option for {name}: {option}; it is for {', '.join(others)}"
                    )
        return name, command, rest

    def _find_having(self, ctx: Any, option: str) -> list[str]:
        """Return the names of the commands that have an option."""
        return [
            name
            for name in self.list_names()
            if option in _list_options(self.get_command(ctx, name))
        ]


def _list_options(command: Any) -> set[str]:
    return {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
