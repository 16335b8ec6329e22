"""Reading and writing files: errors that say what to do, and no half-written files."""

from __future__ import annotations

import io
import os
import shutil
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from babalab.base.wording import format_size
from babalab.levels.errors import FileError

STANDARD_STREAM = "-"
"""The path that means standard input when reading and standard output when writing."""

Watch = Callable[[int, int], None]
"""Called with the bytes that have been read, and how many there are; 0 if that is not known."""

_CHUNK = 1 << 20
MAX_FILE_BYTES = 64 * 2**20
"""The most that is read into memory at once; a film given by mistake is larger."""


def read_bytes(path: str | Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raises `FileError`."""
    return b"".join(read_chunks(path, limit=limit))


def read_chunks(
    path: str | Path, watch: Watch | None = None, *, limit: int | None = None
) -> Iterator[bytes]:
    """Yield a file, or standard input for ``-``, piece by piece. Raises `FileError`.

    `watch` is told of the bytes read and of those there are; a file of more than `limit` is
    refused.
    """
    done = 0
    try:
        with _open_input(path) as file:
            size = os.fstat(file.fileno()).st_size if watch is not None else 0
            while chunk := file.read(_CHUNK):
                done += len(chunk)
                if limit is not None and done > limit:
                    raise FileError(
                        f"{path}: larger than {format_size(limit)}, the most that is read"
                    )
                if watch is not None:
                    watch(done, size)
                yield chunk
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: can't be read: {_explain(error)}") from error


def write_text(path: str | Path, text: str) -> None:
    """Write a text to a file, which has either its old content or all of the new at any time.

    ``-`` is standard output. Anything but a plain file, such as a pipe, is written to directly.
    Raises `FileError`.
    """
    if str(path) == STANDARD_STREAM:
        try:
            sys.stdout.write(text)
        except (OSError, ValueError) as error:
            raise FileError(f"{path}: can't be written: {_explain(error)}") from error
    else:
        write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write data that is not text; ``-`` has no special meaning here."""
    with open_to_replace(path) as file:
        file.write(data)


@contextmanager
def open_to_replace(path: str | Path) -> Iterator[BinaryIO]:
    """Open a new file that replaces the one of this path once all is written.

    Anything but a plain file, such as a pipe, is written to directly. Raises `FileError`.
    """
    try:
        # A link stays a link: the file it leads to is the one replaced.
        target = Path(path).resolve()
        special = target.exists() and not target.is_file()
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a circle of links
        raise FileError(f"{path}: can't be written: {_explain(error)}") from error
    try:
        with target.open("wb") if special else _open_replacement(target) as file:
            yield file
    except OSError as error:
        raise FileError(f"{path}: can't be written: {_explain(error)}") from error


@contextmanager
def _open_replacement(target: Path) -> Iterator[BinaryIO]:
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _open_input(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, which stays open."""
    if str(path) != STANDARD_STREAM:
        with Path(path).open("rb") as file:
            yield file
        return
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:  # a replaced stream, as in a notebook or a test
        text = sys.stdin.read(MAX_FILE_BYTES + 1)
        buffer = io.BytesIO(text.encode("utf-8", errors="surrogatepass"))
    yield buffer


def _explain(error: Exception) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder; name a file in it"
        case PermissionError():
            return "permission denied"
        case OSError() if error.strerror:
            return error.strerror.lower()
        case _:
            return str(error)
