"""`babalab serve`: the page on this machine."""

from __future__ import annotations

import signal
import sys
import webbrowser
from typing import Annotated

from babalab.base.errors import require_extra
from babalab.base.wording import pluralize
from babalab.cli.ui.console import err
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit
from babalab.cli.ui.text import Text
from babalab.cli.web.levels import LevelChoice, collect_levels


def serve(
    host: Annotated[
        str,
        option("Address to listen at; 0.0.0.0 is all of this machine's.", metavar="HOST"),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        option("Port to listen at.", min=1, max=65535, usual="8642, or the next that is free"),
    ] = None,
    opens: Annotated[
        bool | None,
        option("Open a browser.", "--open/--no-open", usual="if this is a terminal"),
    ] = None,
    *,
    choice: LevelChoice,
) -> None:
    """Serve the page on this machine: play, build and analyse levels in a browser; Ctrl-C ends it.

    Nobody else can reach it unless --host says so. Progress and drafts stay in the browser, by the
    address. To put the page on the web, see 'babalab site'.

    Examples: 'babalab serve', 'babalab serve --levels my-level.txt --no-open'.
    """
    from babalab.web import make_app, make_site
    from babalab.web.serving import format_address, make_server, open_port

    require_extra("'babalab serve'", "web")
    listening = open_port(host, port)
    with listening:
        sets, complete = collect_levels(choice, quiet=False)
        if not complete:
            raise KeyboardInterrupt
        server = make_server(make_app(make_site(sets)))
        address = format_address(host, listening)

        def end(*_: object) -> None:
            server.should_exit = True

        # The server has a handler of its own, once it runs, which ends it after the answers under
        # way and then calls this one.
        before = signal.signal(signal.SIGINT, end)
        try:
            _announce(address, sum(len(each.levels) for each in sets))
            if opens or (opens is None and sys.stdout.isatty()):
                webbrowser.open(address)
            server.run(sockets=[listening])
        finally:
            signal.signal(signal.SIGINT, before)


def _announce(address: str, levels: int) -> None:
    """Print the address, alone on standard output."""
    emit(f"{address}\n")
    err.print(Text(f"the page with {pluralize(levels, 'level')}; Ctrl-C ends it", style="dim"))
