"""Frames: messages of a known size on a stream, read without waiting for any of them."""

from __future__ import annotations

import array
import os
import select
import socket
import struct
from collections import deque
from collections.abc import Iterator
from typing import Final

_HEAD = struct.Struct("<cQ")
MOST_AT_ONCE: Final = 1 << 20
"""Bytes that are read in one go, so that nobody who writes endlessly is listened to endlessly."""
_AT_ONE_CALL: Final = 1 << 14
_LEAST_COUNTED: Final = 1 << 10
"""The bytes that a frame counts for at least: many small ones take longer than a large one."""
MOST_FILES: Final = 64
"""Open files that come with one piece of a stream."""
LARGEST: Final = 1 << 40
"""The largest frame between processes of ours."""


class FrameError(Exception):
    """Something on a stream that is not a frame, or one that is too large."""


def pack_frame(kind: bytes, body: bytes = b"") -> bytes:
    """Return a frame: a letter for its kind, its size, and its body."""
    return _HEAD.pack(kind, len(body)) + body


def receive_with_files(
    connection: socket.socket, most: int, most_files: int, flags: int = 0
) -> tuple[bytes, list[int]]:
    """Receive up to `most` bytes and the open files that come along.

    `socket.recv_fds` does the same, but forgets the flags (CPython 3.11 to 3.13).
    """
    files = array.array("i")
    data, attached, _, _ = connection.recvmsg(
        most, socket.CMSG_SPACE(most_files * files.itemsize), flags
    )
    for level, kind, rights in attached:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(rights[: len(rights) - len(rights) % files.itemsize])
    return data, files.tolist()


class FrameReader:
    """Puts frames together from pieces of a stream.

    `kinds` are the letters that may come, `most` is the number of bytes a body may have.
    """

    def __init__(self, kinds: bytes, most: int = LARGEST) -> None:
        self._kinds = kinds
        self.most = most
        self._buffer = bytearray()

    @property
    def empty(self) -> bool:
        """Return whether nothing waits for its rest."""
        return not self._buffer

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Take a piece of the stream and yield the frames that it completes, kind and body.

        Raises `FrameError` at the first byte that can't be right.
        """
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            kind, size = _HEAD.unpack_from(self._buffer)
            if kind not in self._kinds:
                raise FrameError("wrote something else to its connection")
            if size > self.most:
                raise FrameError(f"returned {size:,} bytes; up to {self.most:,} are allowed")
            end = _HEAD.size + size
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[_HEAD.size : end])
            del self._buffer[:end]
            yield kind, body


class FrameSocket:
    """A connected socket that sends and receives frames and never blocks.

    What can't be sent yet waits in `unsent`; call `flush` when the socket can be written to. With
    `takes_files`, open files that come along with frames wait in `files`, in their order.
    """

    def __init__(
        self,
        connection: socket.socket,
        kinds: bytes,
        most: int = LARGEST,
        *,
        takes_files: bool = False,
    ) -> None:
        connection.setblocking(False)
        self._socket = connection
        self.reader = FrameReader(kinds, most)
        self._takes_files = takes_files
        self.files: deque[int] = deque()
        self._unsent: deque[tuple[memoryview, int | None]] = deque()
        self.unsent = 0
        """Bytes that wait to be sent."""
        self.ended = False
        """Whether the other side has closed the connection, or broken it."""

    def fileno(self) -> int:
        """Return the descriptor, for selectors."""
        return self._socket.fileno()

    def send(self, kind: bytes, body: bytes = b"", file: int | None = None) -> None:
        """Send a frame, now or as soon as possible; an open file goes along and is closed."""
        frame = memoryview(pack_frame(kind, body))
        self._unsent.append((frame, file))
        self.unsent += len(frame)
        self.flush()

    def flush(self) -> None:
        """Send as much of what waits as is possible now."""
        while self._unsent and not self.ended:
            first, file = self._unsent[0]
            try:
                if file is None:
                    sent = self._socket.send(first)
                else:
                    sent = socket.send_fds(self._socket, [first], [file])
                    os.close(file)
            except BlockingIOError:
                return
            except OSError:
                self.ended = True
                return
            self.unsent -= sent
            if sent == len(first):
                self._unsent.popleft()
            else:
                self._unsent[0] = first[sent:], None

    def receive(self, most: int = MOST_AT_ONCE) -> Iterator[tuple[bytes, bytes]]:
        """Yield the frames that have arrived, up to about `most` bytes. Raises `FrameError`."""
        left = most
        while left > 0 and not self.ended:
            try:
                data = self._receive(_AT_ONE_CALL)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.ended = True
                return
            left -= len(data)
            for frame in self.reader.feed(data):
                left -= _LEAST_COUNTED
                yield frame

    def _receive(self, most: int) -> bytes:
        if not self._takes_files:
            return self._socket.recv(most)  # the system closes what comes along
        data, files = receive_with_files(self._socket, most, MOST_FILES)
        self.files += files
        return data

    def wait(self, seconds: float) -> None:
        """Wait until something can be received, or sent if something has to be."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        poll.poll(seconds * 1000)
        self.flush()

    def close(self) -> None:
        """Close the connection, and files that nobody took."""
        self.ended = True
        for file in (*self.files, *(file for _, file in self._unsent if file is not None)):
            os.close(file)
        self.files.clear()
        self._unsent.clear()
        self._socket.close()
