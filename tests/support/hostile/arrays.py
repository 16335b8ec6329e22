"""Arrays that are nearly the right ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from support.hostile.recipes import World, rows_of
from support.hostile.states import state_replacements

DTYPES: Final = (
    *("bool", "uint8", "int8", "uint16", "uint32", "int64", "float16", "float32", "float64"),
    *("complex128", "object", "U4", "S4", "M8[s]", "V8"),
)
Made = tuple[str, str, Callable[[], Any]]
"""A kind of replacement, its label, and what makes it."""


def array_replacements(array: NDArray[Any], world: World) -> Iterator[Made]:
    """Yield what to pass instead of an array."""
    makers = {
        "shape": _shapes(array),
        "stride": _strides(array),
        "dtype": _dtypes(array),
        "values": _values(array),
    }
    for kind, made in makers.items():
        for label, make in made.items():
            yield kind, label, make
    yield "readonly", "readonly", lambda: _read_only(array)
    if array.dtype == np.uint8 and array.ndim == 2:
        yield from _rows(array, world)


def _shapes(array: NDArray[Any]) -> dict[str, Callable[[], Any]]:
    made: dict[str, Callable[[], Any]] = {
        "0-d": lambda: np.array(array.flat[0]),
        "flat": lambda: array.reshape(-1) if array.ndim > 1 else array[np.newaxis],
        "deeper": lambda: array[..., np.newaxis],
        "empty": lambda: array[:0],
        "fewer": lambda: array[:-1],
        "more": lambda: np.concatenate([array, array[-1:]]),
        "many": lambda: np.repeat(array, 1000, axis=0),
        "none-of-huge": lambda: np.empty(
            (0, *(2 ** (54 // array.ndim),) * (array.ndim - 1)), array.dtype
        ),
        "swapped": lambda: np.ascontiguousarray(array.T),
        "huge": lambda: np.broadcast_to(array[:1], (2**40, *array.shape[1:])),
        "32-d": lambda: array.reshape(array.shape + (1,) * (32 - array.ndim)),
    }
    if array.ndim > 1:
        made |= {
            "narrower": lambda: np.ascontiguousarray(array[..., :-1]),
            "wider": lambda: np.concatenate([array, array[..., -1:]], axis=-1),
            "no-columns": lambda: np.ascontiguousarray(array[..., :0]),
            "many-no-columns": lambda: np.empty((2**40, *array.shape[1:-1], 0), array.dtype),
            "most-no-columns": lambda: np.empty((_most(array), *array.shape[1:-1], 0), array.dtype),
        }
    return made


def _most(array: NDArray[Any]) -> int:
    """Return the most rows without columns that NumPy allows."""
    return (2**63 - 1) // (array.itemsize * math.prod(array.shape[1:-1]))


def _strides(array: NDArray[Any]) -> dict[str, Callable[[], Any]]:
    return {
        "transposed": lambda: array.T,
        "every-second": lambda: np.repeat(array, 2, axis=0)[::2],
        "backwards": lambda: array[::-1],
        "fortran": lambda: np.asfortranarray(array),
        "all-the-same": lambda: np.broadcast_to(array[:1], array.shape),
        "inner": lambda: np.repeat(array, 2, axis=-1)[..., ::2],
        "misaligned": lambda: np.frombuffer(
            bytearray(b"\0" + array.tobytes()), array.dtype, offset=1
        ).reshape(array.shape),
    }


def _dtypes(array: NDArray[Any]) -> dict[str, Callable[[], Any]]:
    made: dict[str, Callable[[], Any]] = {
        f"as-{name}": (lambda name=name: array.astype(name)) for name in DTYPES
    }
    made["big-endian"] = lambda: array.astype(array.dtype.newbyteorder(">"))
    for label, value in (("nan", np.nan), ("inf", np.inf), ("-1", -1.0), ("1e300", 1e300)):
        made[f"float64-{label}"] = lambda value=value: np.full(array.shape, value)
    made["int64-negative"] = lambda: np.full(array.shape, -1)
    made["masked"] = lambda: np.ma.masked_array(array, np.ones(array.shape, bool))
    made["as-list"] = array.tolist
    made["memoryview"] = lambda: memoryview(array)
    made["objects-none"] = lambda: np.full(array.shape, None)
    return made


def _values(array: NDArray[Any]) -> dict[str, Callable[[], Any]]:
    """Return arrays of the right form with extreme numbers in them."""
    extremes: dict[str, Any] = {"0": 0, "1": 1}
    if array.dtype.kind in "ui":
        extremes |= {"max": np.iinfo(array.dtype).max, "min": np.iinfo(array.dtype).min}
    elif array.dtype.kind == "f":
        extremes |= {"nan": np.nan, "inf": np.inf, "-inf": -np.inf, "-1": -1, "tiny": 5e-324}
        extremes["max"] = np.finfo(array.dtype).max
    made: dict[str, Callable[[], Any]] = {}
    for label, value in extremes.items():
        made[f"all-{label}"] = lambda value=value: np.full_like(array, value)
        made[f"last-{label}"] = lambda value=value: _with_last(array, value)
    if array.dtype.kind == "b":
        made["no-bools"] = lambda: np.full(array.shape, 0xFF, np.uint8).view(np.bool_)
    return made


def _with_last(array: NDArray[Any], value: Any) -> NDArray[Any]:
    changed = array.copy()
    changed.flat[-1] = value
    return changed


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def _rows(array: NDArray[np.uint8], world: World) -> Iterator[Made]:
    """Yield rows of which the last is spoilt, or all are another level's."""
    count = len(array)
    yield "state", "rows-of-twin", lambda: rows_of(world.twin, count)
    yield "state", "rows-of-other", lambda: rows_of(world.other, count)
    last = array[-1].tobytes()
    for label, spoilt in state_replacements(last, world).items():
        if len(spoilt) == len(last):
            row = np.frombuffer(spoilt, np.uint8)[np.newaxis]
            yield "state", label, lambda row=row: np.concatenate([array[:-1], row])
