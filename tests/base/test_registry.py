"""Registries: names and what they stand for, plug-ins of packages, and users' files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from babalab.base import registry as module
from babalab.base.parameters import ParameterError
from babalab.base.registry import ClassRegistry, Registry
from support import shapes as support
from support.shapes import GROUP, Circle, Shape, ShapeError, Square, make_registry

Install = Callable[..., None]


# ---------------------------------------------------------------- tables of anything


def test_a_table_keeps_its_order_and_reads_like_a_mapping() -> None:
    table = Registry("vowel", ShapeError, {"o": 3, "a": 1, "e": 2})
    assert list(table) == table.names() == ["o", "a", "e"]
    assert dict(table) == {"o": 3, "a": 1, "e": 2}
    assert (len(table), table["a"], table.named("e"), table.get("y")) == (3, 1, 2, None)
    assert "a" in table
    assert "y" not in table


def test_things_may_know_their_names() -> None:
    table: Registry[type[Shape]] = Registry("shape", ShapeError, (Square, Circle))
    assert dict(table) == {"square": Square, "circle": Circle}


def test_an_unknown_name_raises_the_tables_error() -> None:
    table = Registry("vowel", ShapeError, {"alpha": 1, "epsilon": 2})
    with pytest.raises(ShapeError, match="there is no vowel 'alfa'; did you mean 'alpha'"):
        table.named("alfa")
    with pytest.raises(ShapeError, match="known vowels: 'alpha', 'epsilon'"):
        table.named("zzz")
    with pytest.raises(KeyError):
        table["alfa"]


def test_a_name_is_given_once() -> None:
    table: Registry[int] = Registry("apple", ShapeError)
    table.add("red", 1)
    with pytest.raises(ValueError, match="there is an apple 'red' already"):
        table.add("red", 1)
    with pytest.raises(ValueError, match="a shape 'circle' already"):
        Registry("shape", ShapeError, (Circle, Circle))


# ---------------------------------------------------------------- classes


@pytest.fixture
def shapes(monkeypatch: pytest.MonkeyPatch) -> ClassRegistry[Shape]:
    """A registry with a circle and a square, which is also the one that plug-ins add to."""
    made = make_registry()
    monkeypatch.setattr(support, "SHAPES", made)
    return made


def test_classes_are_registered_by_their_names(shapes: ClassRegistry[Shape]) -> None:
    @shapes.register
    class Line(Shape):
        name = "line"

    assert shapes.named("line") is Line
    assert list(shapes.all()) == list(shapes) == shapes.names() == ["circle", "line", "square"]
    with pytest.raises(TypeError, match="str is not derived from Shape"):
        shapes.register(str)  # type: ignore[type-var]


def test_without_a_group_there_are_no_plug_ins(install: Install) -> None:
    install(ENTRY_POINTS)
    closed = ClassRegistry(Shape, ShapeError)
    closed.register(Circle)
    assert list(closed) == closed.names() == ["circle"]
    assert not closed.is_installed(Circle)
    with pytest.raises(ShapeError, match="there is no shape 'oval'"):
        closed.named("oval")
    assert loaded() == set()


def test_things_are_made_from_specs(shapes: ClassRegistry[Shape]) -> None:
    assert shapes.make("circle:size=4") == Circle(4)
    with pytest.raises(ParameterError, match="size=0: it must be a whole number from 1 to 9"):
        shapes.make("circle:size=0")
    with pytest.raises(ParameterError, match="circle has no parameter 'sise'; did you mean 'size'"):
        shapes.make("circle:sise=4")
    with pytest.raises(ShapeError, match="no shape 'cirkle'; did you mean 'circle'"):
        shapes.make("cirkle:size=4")


# ---------------------------------------------------------------- plug-ins


MODULES = {
    "shapes_one": "class Oval(Shape):\n    name = 'oval'\n",
    "shapes_registered": "@SHAPES.register\nclass Kite(Shape):\n    name = 'kite'\n",
    "shapes_many": "@SHAPES.register\nclass Star(Shape):\n    name = 'star'\n"
    "@SHAPES.register\nclass Moon(Shape):\n    name = 'moon'\n",
    "shapes_misnamed": "class Cube(Shape):\n    name = 'cube'\n",
}
ENTRY_POINTS = {
    "oval": "shapes_one:Oval",
    "kite": "shapes_registered:Kite",
    "whatever": "shapes_many",
    "dice": "shapes_misnamed:Cube",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package: modules in a folder of the path, with the metadata of entry points."""

    def install(entry_points: dict[str, str], modules: dict[str, str] = MODULES) -> None:
        for name, code in modules.items():
            text = f"from support.shapes import SHAPES, Shape\n{code}"
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        metadata = tmp_path / "shapes-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shapes\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in entry_points.items()]
        (metadata / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]))
        monkeypatch.syspath_prepend(tmp_path)
        module._find_entry_points.cache_clear()

    yield install
    module._find_entry_points.cache_clear()
    for name in loaded():
        del sys.modules[name]


def loaded() -> set[str]:
    """Return which modules of the package have been loaded."""
    return {name for name in sys.modules if name.startswith("shapes_")}


def test_listing_names_loads_nothing(shapes: ClassRegistry[Shape], install: Install) -> None:
    install(ENTRY_POINTS)
    assert shapes.names() == ["circle", "dice", "kite", "oval", "square"]
    assert shapes.named("circle") is Circle
    assert loaded() == set()


@pytest.mark.parametrize(("name", "file"), [("oval", "shapes_one"), ("kite", "shapes_registered")])
def test_a_name_loads_what_it_names(
    shapes: ClassRegistry[Shape], install: Install, name: str, file: str
) -> None:
    """Whether or not the class is registered by a decorator too."""
    install(ENTRY_POINTS)
    assert name in shapes
    assert shapes.make(f"{name}:size=3").size == 3
    assert loaded() == {file}


def test_a_module_may_register_several(shapes: ClassRegistry[Shape], install: Install) -> None:
    """As packages did before entry points could name a class."""
    install(ENTRY_POINTS)
    assert shapes.named("moon").name == "moon"
    assert {"circle", "kite", "moon", "oval", "square", "star"} <= set(shapes.names())


def test_all_are_loaded_to_be_listed_in_full(
    shapes: ClassRegistry[Shape], install: Install
) -> None:
    install(ENTRY_POINTS)
    names = ["circle", "cube", "kite", "moon", "oval", "square", "star"]
    assert list(shapes.all()) == list(shapes) == names
    assert shapes.names() == names, "what an entry point is called does not matter then"
    assert loaded() == set(MODULES)
    assert len(shapes) == len(names)


def test_a_plug_in_that_fails_is_told_of_where_a_name_is_missing(
    shapes: ClassRegistry[Shape], install: Install
) -> None:
    install(
        {**ENTRY_POINTS, "worn": "shapes_worn:Worn", "twice": "shapes_twice"},
        {
            **MODULES,
            "shapes_worn": "import nothing_of_the_sort\n",
            "shapes_twice": "@SHAPES.register\nclass Circle(Shape):\n    name = 'circle'\n",
        },
    )
    assert "oval" in shapes.all(), "the others are there"
    with pytest.raises(ShapeError) as caught:
        shapes.named("worn")
    assert "there is no shape 'worn'" in str(caught.value)
    assert "shapes_worn:Worn: ModuleNotFoundError: " in str(caught.value)
    assert "shapes_twice: ValueError: there is a shape 'circle' already" in str(caught.value)
    assert shapes.named("circle") is Circle


def test_what_is_installed(shapes: ClassRegistry[Shape], install: Install) -> None:
    """Babalab's own and those of packages with entry points: any process finds them by name."""
    install(ENTRY_POINTS)
    assert shapes.is_installed(shapes.named("star"))
    assert not shapes.is_installed(Circle)


# ---------------------------------------------------------------- babalab's own plug-ins

LIST_AND_SOLVE = """
import sys
from babalab.agents import AGENTS
from babalab.cli.main import call
assert {"champion", "rl", "rl-strong"} <= set(AGENTS.names())
call(["solve", "--help"])
call(["solve", "______/_b..f_/_B12._/_F13._/______", "--agent", "bfs"])
print(sorted(name for name in sys.modules if name.startswith("babalab.learning")))
"""


def test_no_command_loads_agents_that_are_not_asked_for() -> None:
    told = subprocess.run(
        [sys.executable, "-c", LIST_AND_SOLVE], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- users' files


def write(path: Path, *classes: str, more: str = "") -> Path:
    """Write a file with shapes of these names."""
    lines = ["from support.shapes import Circle, Shape", more]
    lines += [f"class {name}(Shape):\n    name = {name.lower()!r}\n" for name in classes]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_classes_in_files(shapes: ClassRegistry[Shape], tmp_path: Path) -> None:
    one = write(tmp_path / "one.py", "Mine")
    two = write(tmp_path / "two.py", "First", "Second")
    assert shapes.named(str(one)).name == "mine", "the only one, what it imports left out"
    assert shapes.named(f"{one}:Mine") is shapes.named(str(one)), "a file is loaded once"
    assert shapes.make(f"{two}:Second:size=2").size == 2
    assert "mine" not in shapes
    with pytest.raises(ShapeError, match=r"two.py: which shape\? It has First, Second; write"):
        shapes.named(str(two))
    with pytest.raises(ShapeError, match="It has First, Second"):
        shapes.named(f"{two}:Third")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import nothing_of_the_sort", "mine.py:2: can't be loaded: ModuleNotFoundError: "),
        ("raise ValueError('so there')", "mine.py:2: can't be loaded: ValueError: so there"),
        ("x = ", "mine.py:2:5: can't be loaded: SyntaxError: "),
        ("", "mine.py: there is no shape in it"),
    ],
)
def test_files_that_have_none(
    shapes: ClassRegistry[Shape], tmp_path: Path, code: str, message: str
) -> None:
    path = write(tmp_path / "mine.py", more=code)
    with pytest.raises(ShapeError) as caught:
        shapes.named(str(path))
    assert message in str(caught.value)
    with pytest.raises(ShapeError, match="there is no such file"):
        shapes.named(f"{tmp_path}/none.py:Mine")


def test_abstract_classes_say_what_they_lack(shapes: ClassRegistry[Shape], tmp_path: Path) -> None:
    code = "from abc import ABC, abstractmethod\nclass Half(Shape, ABC):\n    name = 'half'\n"
    lacking = "    @abstractmethod\n    def area(self): ...\n"
    path = write(tmp_path / "half.py", more=code + lacking)
    with pytest.raises(ShapeError, match="Half lacks area"):
        shapes.named(str(path))
    whole = write(tmp_path / "whole.py", "Whole", more=code + lacking)
    assert shapes.named(str(whole)).name == "whole"
    with pytest.raises(ShapeError, match="Half lacks area"):
        shapes.named(f"{whole}:Half")
