"""Hostile calls of the native core, generated from its stub.

Every argument of every function in `src/babalab/_core.pyi` is replaced by what it should not be,
and objects are used in every way that they were not made for. Each case runs in a process of its
own (`server.py`) and may return or raise, in good time and with little memory. Anything else is a
fault.

`python -m support.hostile --help`, run in `tests`, runs a part of the cases, or one of them alone.
"""

from support.hostile import core as core  # before any module of babalab's loads another core
