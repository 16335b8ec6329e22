"""The gallery's filters and the tree of the analysis against plain models in Python."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path
from typing import Any

from babalab.game.level import length_class_of
from support.javascript import needs_node, run_javascript

MECHANICS = ("push", "kill", "sink", "make-rule", "move")
STATUSES = ("open", "won", "fewest", "longer")
NAMES = ("Éclair", "eclair 2", "Eclair 10", "Über", "Rock bottom", "bottom rock", "Way out")

Item = dict[str, Any]
Filters = dict[str, Any]


def make_packs(chance: random.Random) -> list[dict[str, Any]]:
    packs: list[dict[str, Any]] = []
    for number in range(4):
        levels = []
        for index in range(40):
            solution = "r" * chance.choice((0, 1, 5, 6, 10, 11, 20, 30, 40, 41, 99))
            levels.append(
                {
                    "id": f"{index + 1}",
                    "name": chance.choice(NAMES),
                    "author": chance.choice(("Ann", "Böb", "")),
                    "line": "_",
                    "solution": solution,
                    "shortest": chance.random() < 0.5,
                    "mechanics": chance.sample(MECHANICS, chance.randrange(4)),
                    "lengthClass": length_class_of(len(solution)) if solution else None,
                    "difficulty": chance.choice((None, 0, 9, 10, 50, 99, 100)),
                }
            )
        packs.append({"id": f"pack{number}", "title": f"Pack {number}", "levels": levels})
    return packs


def make_filters(chance: random.Random) -> Filters:
    def maybe(value: Any, otherwise: Any) -> Any:
        return value if chance.random() < 0.35 else otherwise

    easiest = chance.choice((0, 10, 40))
    return {
        "search": maybe(
            chance.choice(("eclair", "BOTTOM rock", " bob ", "pack2/1", "zzz", "10")), ""
        ),
        "packs": maybe(chance.sample([f"pack{n}" for n in range(4)], 2), []),
        "mechanics": maybe(chance.sample(MECHANICS, chance.choice((1, 2, 3))), []),
        "match": chance.choice(("all", "any")),
        "classes": maybe(chance.sample(range(6), 2), []),
        "easiest": maybe(easiest, 0),
        "hardest": maybe(chance.choice((easiest, 50, 90)) if easiest < 50 else 60, 100),
        "status": maybe(chance.choice(STATUSES), ""),
        "order": chance.choice(("pack", "difficulty", "length", "name")),
        "descending": chance.random() < 0.5,
    }


def fold(text: str) -> str:
    split = unicodedata.normalize("NFD", text)
    return "".join(each for each in split if not unicodedata.combining(each)).lower()


def statuses_of(item: Item) -> list[str]:
    if item["won_in"] is None:
        return ["open"]
    if not item["solution"]:
        return ["won"]
    return ["won", "fewest" if item["won_in"] <= len(item["solution"]) else "longer"]


def fits(item: Item, filters: Filters) -> bool:
    words = fold(f"{item['name']} {item['author']} {item['address']}")
    wanted = set(filters["mechanics"])
    has = wanted & set(item["mechanics"])
    difficulty = item["difficulty"]
    is_any = filters["easiest"] == 0 and filters["hardest"] == 100
    return (
        all(word in words for word in fold(filters["search"]).split())
        and (not filters["packs"] or item["pack"] in filters["packs"])
        and (not wanted or (has == wanted if filters["match"] == "all" else bool(has)))
        and (not filters["classes"] or (item["lengthClass"] or 0) in filters["classes"])
        and (
            is_any
            or (difficulty is not None and filters["easiest"] <= difficulty <= filters["hardest"])
        )
        and (not filters["status"] or filters["status"] in statuses_of(item))
    )


def sort_key(item: Item, filters: Filters) -> Any:
    sign = -1 if filters["descending"] else 1
    if filters["order"] == "pack":
        return sign * item["place"]
    figure = len(item["solution"]) or None if filters["order"] == "length" else item["difficulty"]
    return (figure is None, sign * (figure or 0), item["place"])


#: Names in the order that people expect: without case and accents, numbers by their values.
NAME_ORDER = ("bottom rock", "Éclair", "eclair 2", "Eclair 10", "Rock bottom", "Über", "Way out")


def choose(items: list[Item], filters: Filters) -> list[Item]:
    found = [item for item in items if fits(item, filters)]
    if filters["order"] == "name":
        sign = -1 if filters["descending"] else 1
        return sorted(
            found, key=lambda item: (sign * NAME_ORDER.index(item["name"]), item["place"])
        )
    return sorted(found, key=lambda item: sort_key(item, filters))


def count(items: list[Item], filters: Filters) -> dict[str, Any]:
    """Count by definition: choose again with each choice made."""

    def chosen_with(**changes: Any) -> list[Item]:
        return [item for item in items if fits(item, {**filters, **changes})]

    def present(counts: dict[str, int]) -> dict[str, int]:
        return {name: number for name, number in counts.items() if number}

    mechanics = {}
    for each in MECHANICS:
        if filters["match"] == "all":
            mechanics[each] = len(chosen_with(mechanics=[*filters["mechanics"], each]))
        else:
            mechanics[each] = len(chosen_with(mechanics=[each]))
    rated = [item["difficulty"] for item in chosen_with(easiest=0, hardest=100)]
    return {
        "packs": present({f"pack{n}": len(chosen_with(packs=[f"pack{n}"])) for n in range(4)}),
        "classes": present({str(n): len(chosen_with(classes=[n])) for n in range(6)}),
        "statuses": present({each: len(chosen_with(status=each)) for each in STATUSES}),
        "mechanics": present(mechanics),
        "difficulties": [
            sum(each is not None and min(9, each // 10) == n for each in rated) for n in range(10)
        ],
    }


@needs_node
def test_filters_choose_and_count_as_python_does(tmp_path: Path) -> None:
    chance = random.Random(7)
    packs = make_packs(chance)
    items: list[Item] = []
    wins: dict[str, dict[str, str]] = {}
    for pack in packs:
        for level in pack["levels"]:
            address = f"{pack['id']}/{level['id']}"
            if chance.random() < 0.4:
                wins[address] = {
                    "moves": "r" * max(1, len(level["solution"]) + chance.choice((0, 3)))
                }
            won_in = len(wins[address]["moves"]) if address in wins else None
            facts = {"address": address, "pack": pack["id"], "place": len(items), "won_in": won_in}
            items.append({**level, **facts})
    choices = []
    for _ in range(300):
        filters = make_filters(chance)
        chosen = [item["address"] for item in choose(items, filters)]
        choices.append({"filters": filters, "chosen": chosen, "counts": count(items, filters)})
    sizes = [len(each["chosen"]) for each in choices]
    assert sizes.count(0) > 20
    assert max(sizes) == len(items)
    run_javascript("gallery_filters", {"packs": packs, "wins": wins, "choices": choices}, tmp_path)


class PlainTree:
    """Visited positions as a list of move sequences, in the order of their first visits."""

    def __init__(self, keys: dict[str, str]) -> None:
        self.keys = keys
        self.paths = [""]
        self.folded: set[str] = set()
        self.current = ""

    def go(self, path: str) -> None:
        self.current = path
        self.folded -= {path[:end] for end in range(len(path))}

    def play(self, letter: str) -> None:
        path = self.current + letter
        if path not in self.paths:
            self.paths.append(path)
        self.go(path)

    def prune(self, path: str) -> None:
        if self.current.startswith(path):
            self.go(path[:-1])
        self.paths = [each for each in self.paths if not each.startswith(path)]
        self.folded &= set(self.paths)

    def children(self, path: str) -> list[str]:
        return [each for each in self.paths if each[:-1] == path and each]

    def runs(self, first: str = "", level: int = 0) -> list[dict[str, Any]]:
        nodes = [first]
        while len(self.children(nodes[-1])) == 1:
            nodes.append(self.children(nodes[-1])[0])
        end = nodes[-1]
        hidden = sum(each.startswith(end) and each != end for each in self.paths)
        is_folded = end in self.folded
        found = [{"nodes": nodes, "level": level, "hidden": hidden if is_folded else 0}]
        if not is_folded:
            for child in self.children(end):
                found += self.runs(child, level + 1)
        return found

    def first_like(self, path: str) -> str | None:
        first = next(each for each in self.paths if self.keys[each] == self.keys[path])
        return None if first == path else first

    def as_json(self) -> dict[str, Any]:
        return {
            "current": self.current,
            "size": len(self.paths),
            "runs": self.runs(),
            "alike": {path: self.first_like(path) for path in self.paths},
        }


def make_tree_test(chance: random.Random) -> dict[str, Any]:
    class Keys(dict[str, str]):
        def __missing__(self, path: str) -> str:
            # Positions are alike where each move was made equally often, as on an open floor.
            return self.setdefault(path, "".join(sorted(path)))

    keys = Keys()
    tree = PlainTree(keys)
    operations: list[dict[str, Any]] = []
    for _ in range(60):
        kind = chance.choices(("play", "go", "prune", "fold"), (12, 4, 1, 1))[0]
        others = [path for path in tree.paths if path]
        branching = [path for path in tree.paths if len(tree.children(path)) > 1]
        letter = chance.choice("udlr")
        path = ""
        if kind == "play":
            tree.play(letter)
        elif kind == "go":
            path = chance.choice(tree.paths)
            tree.go(path)
        elif kind == "prune" and others:
            path = chance.choice(others)
            tree.prune(path)
        elif kind == "fold" and branching:
            path = chance.choice(branching)
            tree.folded.add(path)
        else:
            continue
        operations.append({"kind": kind, "moves": path, "letter": letter, "after": tree.as_json()})
    return {"keys": dict(keys), "operations": operations}


@needs_node
def test_tree_is_that_of_a_plain_model(tmp_path: Path) -> None:
    chance = random.Random(11)
    trees = [make_tree_test(chance) for _ in range(25)]
    kinds = [each["kind"] for tree in trees for each in tree["operations"]]
    assert all(kinds.count(kind) > 20 for kind in ("play", "go", "prune", "fold"))
    run_javascript("analyse_tree", {"trees": trees}, tmp_path)
