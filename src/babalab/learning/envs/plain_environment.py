"""An environment made the plain way: the game in plain Python, observations one cell at a time.

This is what one would write without a native core: the yardstick of `babalab env bench`, and in
the tests a twin that shares nothing with the fast environments but the definition. It has one
level.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from babalab.game.action import LETTERS, Action
from babalab.game.batch import Stop
from babalab.game.level import Level
from babalab.game.reference import Border, Cell, ReferenceGame, Thing, Word
from babalab.game.vocabulary import (
    BORDER,
    NOUNS,
    PROPERTIES,
    THING_CHARACTERS,
    WORD_CHARACTERS,
)
from babalab.learning.envs.observations import (
    BORDER_CODE,
    CELL_PLANES,
    CODES,
    EMPTY_CODE,
    PAPER_SIZE,
    PREDICATES,
    Seen,
    Size,
    fit_size,
    observation_named,
)
from babalab.learning.errors import LearningError
from babalab.learning.rewards import Reward, parse_reward
from babalab.learning.rewards.reference import compute_parts, look

_CODE_OF: Final = {character: code for code, character in enumerate(CODES)}


class PlainEnv(gymnasium.Env[Seen, np.int64 | int]):
    """One level, played in the reference engine, with the settings of a `BabaEnv`."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        level: Level,
        *,
        observation: str = "paper",
        reward: str | Reward = "sparse",
        size: Size | None = PAPER_SIZE,
        max_steps: int = 100,
        death: Stop = "helpless",
        masks: bool = True,
    ) -> None:
        self.level = level
        self.size = fit_size([level], size)
        self.observation_space = observation_named(observation).make_space(self.size)
        self.action_space = gymnasium.spaces.Discrete(len(Action))
        self._observation = observation
        self._reward = parse_reward(reward)
        self._is_sparse = str(self._reward) == "sparse"
        self._max_steps = max_steps
        self._death = death
        self._masks = masks
        self._steps = 0
        self._game: ReferenceGame | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed, options=options)
        self._game = ReferenceGame(self.level.map)
        self._steps = 0
        return self._look(self._game)

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play one action."""
        game = self._game
        if game is None:
            raise LearningError("reset the environment before its first step")
        before = None if self._is_sparse else look(game, self._death)
        game.step(LETTERS[action])
        self._steps += 1
        if before is None:
            reward = float(game.won)
        else:
            after = look(game, self._death)
            reward = sum(compute_parts(self._reward, before, after).values())
        dead = not game.you and (self._death == "helpless" or not game.movers)
        ended = game.won or dead
        truncated = not ended and self._steps >= self._max_steps
        seen, info = self._look(game)
        return seen, reward, ended, truncated, info

    def _look(self, game: ReferenceGame) -> tuple[Seen, dict[str, Any]]:
        info: dict[str, Any] = {"level": 0, "won": game.won}
        if self._observation == "paper":
            seen: Seen = self._draw_planes(game)
        elif self._observation == "ascii":
            seen = self._draw_characters(game)
        if self._masks or self._observation == "full":
            mask = find_mask(game)
            if self._masks:
                info["action_mask"] = mask
            if self._observation == "full":
                seen = {
                    "cells": self._draw_cells(game),
                    "rules": _make_rule_table(game),
                    "mask": mask.astype(np.uint8),
                }
        return seen, info

    def _draw_planes(self, game: ReferenceGame) -> NDArray[np.uint8]:
        seen = np.zeros((len(CODES), *self.size), np.uint8)
        seen[BORDER_CODE] = 1
        seen[BORDER_CODE, : game.height, : game.width] = 0
        for y, row in enumerate(game.picture().split("\n")):
            for x, character in enumerate(row):
                seen[_CODE_OF[character], y, x] = 1
        return seen

    def _draw_characters(self, game: ReferenceGame) -> NDArray[np.uint8]:
        seen = np.full(self.size, ord(BORDER), np.uint8)
        for y, row in enumerate(game.picture().split("\n")):
            for x, character in enumerate(row):
                seen[y, x] = ord(character)
        return seen

    def _draw_cells(self, game: ReferenceGame) -> NDArray[np.uint8]:
        seen = np.zeros((len(CELL_PLANES), *self.size), np.uint8)
        facing_matters = _facing_matters(game)
        for y in range(game.height):
            for x in range(game.width):
                front, back = game.front.get((y, x)), game.back.get((y, x))
                if isinstance(back, Border):
                    continue
                seen[0, y, x] = _find_code(front)
                seen[1, y, x] = _find_code(back)
                for one in (back, front):
                    if isinstance(one, Thing) and one.facing and facing_matters:
                        seen[2, y, x] = 1 + LETTERS.index(one.facing)
        for noun, things in game.kin.items():
            bits = _pack_properties(game, noun)
            for thing in things:
                y, x = thing.cell
                seen[3, y, x] |= bits & 255
                seen[4, y, x] |= bits >> 8
        return seen


def find_mask(game: ReferenceGame) -> NDArray[np.int8]:
    """Return 1 for each action that changes anything, found by trying; 1 for all, if none does."""
    before = _describe(game)
    mask = np.zeros(len(Action), np.int8)
    for action in Action:
        trial = game.copy()
        trial.step(action.letter)
        mask[action] = _describe(trial) != before
    return mask if mask.any() else np.ones_like(mask)


def _describe(game: ReferenceGame) -> object:
    """Return a comparable description of a game, with things in the order they are met."""
    numbers: dict[int, int] = {}
    looks: list[tuple[object, ...]] = []

    def number_piece(piece: Thing | Word | Border) -> int:
        if isinstance(piece, Border):
            return -1
        if id(piece) not in numbers:
            numbers[id(piece)] = len(numbers)
            facing = piece.facing if isinstance(piece, Thing) and _facing_matters(game) else None
            what = piece.noun if isinstance(piece, Thing) else piece.text
            looks.append((what, piece.cell, facing, piece.movable, piece.stopping))
        return numbers[id(piece)]

    def number_layer(cells: dict[Cell, Any]) -> dict[Cell, int]:
        return {cell: number_piece(cells[cell]) for cell in sorted(cells)}

    words = [number_piece(word) for word in game.words]
    roster = [number_piece(thing) for thing in game.roster]
    kin = {noun: [number_piece(thing) for thing in things] for noun, things in game.kin.items()}
    return (
        words,
        roster,
        kin,
        number_layer(game.front),
        number_layer(game.back),
        looks,
        game.rules,
        game.won,
    )


def _facing_matters(game: ReferenceGame) -> bool:
    """Return whether facing matters: only movers use it."""
    return any(word.text == "move" for word in game.words)


def _make_rule_table(game: ReferenceGame) -> NDArray[np.uint8]:
    table = np.zeros((len(NOUNS), len(PREDICATES)), np.uint8)
    for y, noun in enumerate(NOUNS):
        for x, predicate in enumerate(PREDICATES):
            table[y, x] = f"{noun}-is-{predicate}" in game.rules
    return table


def _pack_properties(game: ReferenceGame, noun: str) -> int:
    """Return a bit for each property of a noun."""
    return sum(
        1 << bit
        for bit, property_ in enumerate(PROPERTIES)
        if f"{noun}-is-{property_}" in game.rules
    )


def _find_code(piece: Thing | Word | None) -> int:
    if piece is None:
        return EMPTY_CODE
    if isinstance(piece, Word):
        return _CODE_OF[WORD_CHARACTERS[piece.text]]
    return _CODE_OF[THING_CHARACTERS[piece.noun]]
