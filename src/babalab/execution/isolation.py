"""Isolation: workers that can reach neither the files, the network nor the processes of the system.

Linux only: user, process and network namespaces, and Landlock for files (ABI 1 and later).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from babalab.execution.errors import ExecutionError
from babalab.execution.system import close_memory, end_with_parent, lead_nowhere

_NEW_NAMESPACES: Final = 0x10000000 | 0x40000000 | 0x20000000 | 0x08000000
"""CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC."""
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PR_SET_NO_NEW_PRIVS = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_RIGHTS: Final = (0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1)
"""All rights to files that an ABI of Landlock knows; later ones know those of the last."""
_SYSTEM: Final = (
    "/bin", "/etc/ld.so.cache", "/etc/localtime", "/lib", "/lib64", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/sys/devices/system", "/usr",
)  # fmt: skip
_DEVICES: Final = ("/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero")


class _RulesetAttributes(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def require_isolation() -> None:
    """Raise `ExecutionError` if this system can't isolate workers."""
    missing = _find_missing()
    if missing is not None:
        raise ExecutionError(f"agents can't be isolated here: {missing}; leave out --isolate")


@cache
def _find_missing() -> str | None:
    """Return what isolation needs and the system lacks."""
    if sys.platform != "linux":
        return "only Linux can do that"
    if _landlock_abi() < 1:
        return "the kernel has no Landlock, or it is switched off"
    process = os.fork()
    if process == 0:
        try:
            _leave_namespaces()
            os._exit(0)
        except BaseException:
            os._exit(1)
    if os.waitpid(process, 0)[1]:
        return "the system allows no user namespaces"
    return None


def enter_isolation(readable: Sequence[str], telling: int) -> None:
    """Isolate this process, which was forked for it; returns in a child that does the work.

    The child is the first process of its own: when it ends, all that it started ends. It sees no
    network and can signal nobody outside. Of files it reads Python, babalab without its levels,
    the system's libraries and those `readable`; it writes none. Its process number is written to
    the descriptor `telling`. This process only waits for it, and ends as it ended.
    """
    _leave_namespaces()
    end_with_parent()
    inner = os.fork()
    if inner:
        os.write(telling, str(inner).encode())
        _end_like(inner)
    os.close(telling)
    _restrict_files(readable)


def _end_like(inner: int) -> None:
    """Wait for a child and end as it did."""
    lead_nowhere()
    os.closerange(3, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") < 1 << 16 else 1 << 16)
    status = os.waitpid(inner, 0)[1]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _leave_namespaces() -> None:
    """Leave the namespaces of the system for new ones, as the same user. Raises `OSError`."""
    user, group = os.geteuid(), os.getegid()
    if ctypes.CDLL(None, use_errno=True).unshare(_NEW_NAMESPACES):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    close_memory(False)  # else /proc/self would belong to root
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _restrict_files(readable: Sequence[str]) -> None:
    """Give up all access to files but reading some. Raises `OSError`."""
    rights = _RIGHTS[min(_landlock_abi(), len(_RIGHTS) - 1)]
    attributes = _RulesetAttributes(rights)
    ruleset = _call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    read = _READ_FILE | _READ_DIR | _EXECUTE
    for path in _list_readable(readable):
        _allow(ruleset, path, read)
    installed = Path(__file__).parents[2]
    for folder in {installed, *(Path(file).parent for file in readable)}:  # searched for modules
        _allow(ruleset, folder, _READ_DIR)
    for device in _DEVICES:
        _allow(ruleset, Path(device), _READ_FILE | _WRITE_FILE)
    if ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError("new privileges can't be refused")
    _call(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _list_readable(readable: Iterable[str]) -> Iterator[Path]:
    """Yield what may be read: Python and its packages, babalab but for its levels, our files."""
    yield from map(Path, _SYSTEM)
    yield Path(f"/proc/{os.getpid()}") if os.getpid() != 1 else Path("/proc/self").resolve()
    package = Path(__file__).parents[1]
    packs = package / "levels" / "packs"
    paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values()}
    paths |= {str(package), *filter(None, sys.path[1:])}
    for path in {Path(each).resolve() for each in paths}:
        yield from _without(path, packs)
    for file in map(Path, readable):
        yield file
        yield from _list_modules_beside(file)


def _without(path: Path, excluded: Path) -> Iterator[Path]:
    """Yield a folder, or what is in it if something that lies below must be left out."""
    if path == excluded or not path.exists():
        return
    if path not in excluded.parents:
        yield path
        return
    for each in path.iterdir():
        yield from _without(each, excluded)


def _list_modules_beside(file: Path) -> Iterator[Path]:
    """Yield the modules and packages in the folder of a file, which it may import."""
    if file.suffix == ".py":
        yield from file.parent.glob("*.py")
        yield from (each.parent for each in file.parent.glob("*/__init__.py"))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow access to a path and all below it, if it is there."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            rights &= ~_READ_DIR
        beneath = _PathBeneath(rights, descriptor)
        _call(_ADD_RULE, ruleset, 1, ctypes.byref(beneath), 0)
    finally:
        os.close(descriptor)


@cache
def _landlock_abi() -> int:
    """Return the version of Landlock's interface, 0 or less if there is none."""
    if sys.platform != "linux":
        return 0
    return int(ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, 0, 1))


def _call(number: int, *arguments: object) -> int:
    result = int(ctypes.CDLL(None, use_errno=True).syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
