"""Running the server of a site: on a free port, until Ctrl-C."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from babalab.base.errors import require_extra
from babalab.web.errors import SiteError
from babalab.web.server import make_app

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Server

    from babalab.web.site import Site

PORT: Final = 8642
"""The port that is tried first: a browser keeps progress and drafts by address and port."""
PORTS_TRIED: Final = 20


def open_port(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens: at `port`, or by default at the first free one from `PORT` on.

    Raises `SiteError` if there is no such host, or the port can't be had.
    """
    if port is not None:
        return _listen(host, port)
    for number in range(PORT, PORT + PORTS_TRIED):
        try:
            return _listen(host, number)
        except _TakenError:
            continue
    return _listen(host, 0)


def make_server(app: FastAPI) -> Server:
    """Return a server of the app that is quiet; it runs with sockets that listen already."""
    require_extra("serving the page", "web")
    import uvicorn

    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, lifespan="off"
    )
    return uvicorn.Server(config)


@contextmanager
def serve_in_background(site: Site, port: int = 0) -> Iterator[str]:
    """Serve a site on this machine by a thread, at a free port by default; yield its address."""
    with open_port("127.0.0.1", port) as listening:
        server = make_server(make_app(site))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield format_address("127.0.0.1", listening)
        finally:
            server.should_exit = True
            thread.join()


def format_address(host: str, listening: socket.socket) -> str:
    """Return the address to open in a browser."""
    port = listening.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _TakenError(SiteError):
    """A port that another program listens at."""


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM,
                                   flags=socket.AI_PASSIVE)  # fmt: skip
    except (OSError, UnicodeError) as error:
        raise SiteError(f"there is no host {host!r}") from error
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_REUSEPORT"):  # on Windows reusing would take the port from others
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        where = f"{host}:{port}"
        if error.errno == errno.EADDRINUSE:
            raise _TakenError(
                f"another program listens at {where}; name another port, or none to take a free one"
            ) from error
        if error.errno == errno.EACCES:
            raise SiteError(
                f"{where}: ports below 1024 are for the system; name another"
            ) from error
        raise SiteError(f"{where}: {error.strerror or error}") from error
    listening.setblocking(False)
    return listening
