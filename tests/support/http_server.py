"""A web server on this machine, for what fetches something."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def server(**answer: Any) -> Iterator[str]:
    """Answers every request alike: with `status`, `headers` and `body`; where it is."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body: bytes = answer.get("body", b"")
            self.send_response(answer.get("status", 200))
            headers = {"Content-Length": str(len(body)), **answer.get("headers", {})}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            asked.append(self.path)
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    asked: list[str] = answer.setdefault("asked", [])
    here = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=here.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{here.server_port}/levels/"
    finally:
        here.shutdown()
        thread.join()
        here.server_close()
