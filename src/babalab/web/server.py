"""The site over HTTP: a FastAPI app that serves its files from memory."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from babalab.base.errors import require_extra
from babalab.web.site import FIRST_PAGE, Site, digest_of, media_type_of

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",  # the preview of an embedded level
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    )
)
"""The page may load its own files and nothing else. It may be shown in anybody's frame."""
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # kept, but asked about each time: see the service worker
}
POLICIES: Final = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
"""Headers of pages and workers. Other files have the policy of the page that loads them."""
LEAST_SAVED: Final = 0.95
"""A file is sent compressed if that makes it so many times as large, or smaller."""
NOT_FOUND: Final = (
    '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>Not found</title>\n'
    '<p>There is nothing here. <a href="/">To the first page</a></p></html>\n'
)


@dataclass(frozen=True)
class _Reply:
    """A file as it is sent: plain, and compressed where that is worth it."""

    plain: bytes
    packed: bytes | None
    headers: Mapping[str, str]


def make_app(site: Site) -> FastAPI:
    """Return the app that serves a site. Raises `MissingExtraError` without the extra `web`."""
    require_extra("serving the page", "web")
    from fastapi import FastAPI, Response

    replies = {path: _make_reply(path, content) for path, content in site.files.items()}
    app = FastAPI(title="babalab", docs_url=None, redoc_url=None, openapi_url=None)

    async def send(request: Request) -> Response:
        path: str = request.path_params["path"]
        reply = replies.get(path or FIRST_PAGE)
        if reply is None:
            return Response(NOT_FOUND, 404, {**HEADERS, **POLICIES}, "text/html")
        if _is_known(request.headers.get("if-none-match", ""), reply.headers["ETag"]):
            return Response(status_code=304, headers={**reply.headers})
        if reply.packed is not None and _takes_gzip(request):
            headers = {**reply.headers, "Content-Encoding": "gzip"}
            return Response(reply.packed, headers=headers)
        return Response(reply.plain, headers={**reply.headers})

    app.add_route("/{path:path}", send, methods=["GET", "HEAD"], include_in_schema=False)
    return app


def _make_reply(path: str, content: bytes) -> _Reply:
    packed = gzip.compress(content, mtime=0)
    worth_it = len(packed) <= LEAST_SAVED * len(content)
    headers = {
        **HEADERS,
        **(POLICIES if _has_policy(path) else {}),
        "Content-Type": media_type_of(path),
        "ETag": f'W/"{digest_of(content)}"',
        "Vary": "Accept-Encoding",
    }
    return _Reply(content, packed if worth_it else None, headers)


def _has_policy(path: str) -> bool:
    return path.endswith((".html", "worker.js")) or path.startswith("workers/")


def _is_known(given: str, tag: str) -> bool:
    """Return whether the asker has this version of a file."""
    return tag in (each.strip() for each in given.split(",")) or given.strip() == "*"


def _takes_gzip(request: Request) -> bool:
    """Return whether the asker wants gzip: named, and not with a quality of 0."""
    for each in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = (part.strip() for part in each.partition(";"))
        if name in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
