/** Chronicles and stories against those of Python, event for event and word for word. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Chronicle } from "../../../src/babalab/web/page/knowledge/chronicle.js";
import { tell } from "../../../src/babalab/web/page/knowledge/story.js";
import { expected } from "./expected.js";

test("every story is told as Python tells it", () => {
  for (const { line, before, moves, story } of expected.stories) {
    assert.deepEqual(tell(line, before, moves).asJson(), story, `${line}@${before} ${moves}`);
  }
});

test("a chronicle agrees with the reference engine turn by turn, also after the win", () => {
  for (const { line, moves, turns } of expected.chronicles) {
    const chronicle = new Chronicle(line);
    [...moves].forEach((letter, i) => {
      const events = chronicle.turn(letter);
      const told = { events, rules: chronicle.rules, you: chronicle.you.length, won: chronicle.won };
      assert.deepEqual(told, turns[i], `${line}@${moves.slice(0, i + 1)}`);
    });
  }
});

test("a chronicle reproduces recordings of the competition's engine, step for step", () => {
  for (const { line, moves, observations } of expected.recordings) {
    const chronicle = new Chronicle(line);
    observations.forEach((/** @type {any} */ observation, /** @type {number} */ step) => {
      if (step) {
        chronicle.turn(moves[step - 1]);
      }
      const { picture, rules, you, won } = chronicle;
      assert.deepEqual([picture, rules, you.length, won], observation, `${line}@${moves.slice(0, step)}`);
    });
  }
});

test("a copy goes its own way", () => {
  for (const { line, moves, turns } of expected.chronicles) {
    const middle = Math.floor(moves.length / 2);
    const chronicle = new Chronicle(line);
    for (const letter of moves.slice(0, middle)) {
      chronicle.turn(letter);
    }
    const copy = chronicle.clone();
    const again = [...moves.slice(middle)].map((letter) => chronicle.turn(letter));
    const copied = [...moves.slice(middle)].map((letter) => copy.turn(letter));
    const told = turns.slice(middle).map((/** @type {any} */ turn) => turn.events);
    assert.deepEqual(again, told);
    assert.deepEqual(copied, told);
  }
});
