/** The editor without a page: tools, selection, undo; each gesture is one step. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLANK } from "../../../src/babalab/web/page/views/build/document.js";
import { Editor } from "../../../src/babalab/web/page/views/build/editor.js";
import { beginGesture } from "../../../src/babalab/web/page/views/build/gestures.js";
import { ALL, findEntries } from "../../../src/babalab/web/page/views/build/pieces.js";
import { mapOfPieces } from "../../../src/babalab/web/page/views/build/played_map.js";
import { orderOf, SHORTCUTS } from "../../../src/babalab/web/page/views/build/shortcuts.js";
import { mirror, turnRight } from "../../../src/babalab/web/page/views/build/transforms.js";
import { texts } from "../../../src/babalab/web/page/texts/texts.js";
import { Chance } from "./build_random.js";

/** @typedef {import("../../../src/babalab/web/page/views/build/drawing.js").Cell} Cell */

/** @param {string} line */
const editorOf = (line) => new Editor({ ...BLANK, rows: line.split("/") });
/** @param {Editor} editor */
const lineOf = (editor) => editor.rows.join("/");

/**
 * @param {Editor} editor
 * @param {import("../../../src/babalab/web/page/views/build/editor.js").ToolName} tool
 * @param {Cell[]} way
 */
function drag(editor, tool, way) {
  editor.setTool(tool);
  const gesture = beginGesture(editor, tool, way[0]);
  for (const cell of way.slice(1)) gesture.move(cell);
  gesture.end();
}

test("each tool draws what it says, as one step", () => {
  const editor = editorOf("...../...../.....");
  editor.setPiece("w");
  drag(editor, "pencil", [
    [0, 0],
    [0, 2],
    [2, 2],
  ]);
  assert.equal(lineOf(editor), "www../..w../..w..");
  drag(editor, "eraser", [
    [0, 0],
    [0, 1],
  ]);
  assert.equal(lineOf(editor), "..w../..w../..w..");
  editor.setPiece("b");
  drag(editor, "line", [
    [2, 0],
    [1, 1],
    [2, 1],
  ]);
  assert.equal(lineOf(editor), "..w../..w../bbw..", "only the last place of the other end counts");
  drag(editor, "rectangle", [
    [0, 3],
    [2, 4],
  ]);
  assert.equal(lineOf(editor), "..wbb/..wbb/bbwbb");
  editor.setPiece("k");
  drag(editor, "fill", [[0, 0]]);
  assert.equal(lineOf(editor), "kkwbb/kkwbb/bbwbb");
  for (const line of [
    "..wbb/..wbb/bbwbb",
    "..w../..w../bbw..",
    "..w../..w../..w..",
    "www../..w../..w..",
    "...../...../.....",
  ]) {
    assert.ok(editor.undo());
    assert.equal(lineOf(editor), line);
  }
  assert.ok(!editor.undo());
});

test("a rectangle is filled or not", () => {
  const editor = editorOf(".../.../...");
  drag(editor, "rectangle", [
    [0, 0],
    [2, 2],
  ]);
  assert.equal(lineOf(editor), "www/w.w/www");
  editor.undo();
  editor.setFilled(true);
  drag(editor, "rectangle", [
    [2, 2],
    [0, 0],
  ]);
  assert.equal(lineOf(editor), "www/www/www");
});

test("nothing changes before the end of a gesture, nor if it is given up", () => {
  for (const tool of /** @type {const} */ (["pencil", "line", "rectangle", "fill", "eraser", "select"])) {
    const editor = editorOf("b../.../...");
    let changes = 0;
    editor.addEventListener("content", () => changes++);
    const gesture = beginGesture(editor, tool, [0, 0]);
    gesture.move([2, 1]);
    assert.equal(lineOf(editor), "b../.../...");
    gesture.cancel();
    assert.equal(editor.preview, null);
    assert.equal(editor.previewSelection, null);
    assert.ok(!changes && !editor.history.canUndo);
  }
});

test("the picker takes a piece and gives back to the tool before", () => {
  const editor = editorOf("bW/.2");
  editor.setTool("rectangle");
  drag(editor, "picker", [[0, 1]]);
  assert.deepEqual([editor.piece, editor.tool], ["W", "rectangle"]);
  drag(editor, "picker", [[1, 0]]);
  assert.deepEqual([editor.piece, editor.tool], ["W", "eraser"], "an empty cell is picked up as the eraser");
});

test("a click selects one cell; beside what is selected it deselects; inside it changes nothing", () => {
  const editor = editorOf("b../...");
  drag(editor, "select", [[0, 1]]);
  assert.deepEqual(editor.selection, { top: 0, left: 1, bottom: 0, right: 1 });
  drag(editor, "select", [[0, 1]]);
  assert.deepEqual(editor.selection, { top: 0, left: 1, bottom: 0, right: 1 });
  drag(editor, "select", [[1, 2]]);
  assert.equal(editor.selection, null);
  assert.ok(!editor.history.canUndo);
});

test("what is moved comes back with what it covered", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const chance = new Chance(seed);
    const editor = new Editor({ ...BLANK, rows: chance.map(9, "..bBw") });
    const before = lineOf(editor);
    drag(editor, "select", [chance.cell(editor.rows), chance.cell(editor.rows)]);
    const area = editor.selection;
    assert.ok(area);
    /** @type {[number, number][]} */
    const ways = Array.from({ length: 4 }, () => [chance.number(-1, 1), chance.number(-1, 1)]);
    let [down, right] = [0, 0];
    for (const [dy, dx] of ways) {
      const at = editor.selection;
      if (!at) break;
      const had = editor.lifted ?? { top: at.top, left: at.left };
      editor.nudge(dy, dx);
      if (!editor.lifted) continue;
      down += editor.lifted.top - had.top;
      right += editor.lifted.left - had.left;
    }
    if (!editor.selection) continue;
    editor.nudge(-down, -right);
    assert.equal(lineOf(editor), before, `seed ${seed}`);
  }
});

test("moves with the arrows that follow each other are one step", () => {
  const editor = editorOf("b.../..../....");
  drag(editor, "select", [
    [0, 0],
    [0, 0],
  ]);
  for (const [down, right] of [
    [1, 0],
    [0, 1],
    [0, 1],
  ])
    {editor.nudge(down, right);}
  assert.equal(lineOf(editor), "..../..b./....");
  editor.undo();
  assert.equal(lineOf(editor), "b.../..../....");
});

test("copy, cut, paste, duplicate and delete", () => {
  const editor = editorOf("bB12./...../.....");
  editor.select({ top: 0, left: 0, bottom: 0, right: 1 });
  assert.deepEqual(editor.copy(), ["bB"]);
  editor.duplicate();
  assert.equal(lineOf(editor), "bBbB./...../.....");
  editor.undo();
  editor.select({ top: 0, left: 2, bottom: 0, right: 3 });
  assert.deepEqual(editor.cut(), ["12"]);
  assert.equal(lineOf(editor), "bB.../...../.....");
  editor.select(null);
  editor.setCursor([2, 4]);
  editor.paste(editor.clipboard ?? []);
  assert.equal(lineOf(editor), "bB.../...../...12", "pasted where it has room");
  assert.deepEqual(editor.selection, { top: 2, left: 3, bottom: 2, right: 4 });
  editor.deleteSelection();
  assert.equal(lineOf(editor), "bB.../...../.....");
});

test("mirrors and turns are of the selection, else of the map", () => {
  const editor = editorOf("bB../..../...w");
  editor.select({ top: 0, left: 0, bottom: 0, right: 1 });
  editor.transform(mirror);
  assert.equal(lineOf(editor), "Bb../..../...w");
  editor.transform(turnRight);
  assert.equal(lineOf(editor), "B.../b.../...w");
  assert.deepEqual(editor.selection, { top: 0, left: 0, bottom: 1, right: 0 });
  editor.select(null);
  editor.transform(turnRight);
  assert.equal(lineOf(editor), ".bB/.../.../w..");
});

test("after any change what is selected and the cursor are on the map", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const chance = new Chance(seed);
    const editor = new Editor({ ...BLANK, rows: chance.map(9) });
    for (let step = 0; step < 25; step++) {
      const cell = chance.cell(editor.rows);
      chance.choice([
        () => drag(editor, "select", [cell, chance.cell(editor.rows)]),
        () => editor.nudge(chance.number(-9, 9), chance.number(-9, 9)),
        () => editor.resize({ top: chance.number(-4, 2), left: chance.number(-4, 2), bottom: 0, right: 1 }),
        () => editor.transform(turnRight),
        () => editor.undo(),
        () => editor.redo(),
        () => editor.duplicate(),
        () => editor.deleteSelection(),
        () => editor.setCursor([chance.number(-9, 99), chance.number(-9, 99)]),
        () => editor.paste(["bB", ".1"], cell),
      ])();
      const { cursor, selection: area, width, height, rows } = editor;
      assert.ok(rows.every((row) => row.length === width));
      assert.ok(cursor[0] >= 0 && cursor[0] < height && cursor[1] >= 0 && cursor[1] < width);
      if (!area) continue;
      assert.ok(area.top >= 0 && area.left >= 0 && area.bottom < height && area.right < width);
      assert.ok(area.top <= area.bottom && area.left <= area.right);
    }
    while (editor.undo());
    assert.deepEqual(editor.rows, new Chance(seed).map(9), "undo comes back to the beginning");
  }
});

test("pieces used before keep their numbers", () => {
  const editor = editorOf("..");
  for (const piece of ["b", "f", "b", "w"]) editor.noteUse(piece);
  assert.deepEqual(editor.recent, ["b", "f", "w"]);
  for (const { character } of ALL) editor.noteUse(character);
  assert.equal(editor.recent.length, 9);
});

test("a piece is found by its letter, its name or a part of it", () => {
  const { pieceName } = texts.build;
  const find = (/** @type {string} */ typed) => findEntries(typed, pieceName).map((each) => each.character);
  for (const { character } of ALL) assert.equal(find(character)[0], character);
  assert.deepEqual(find("wall").slice(0, 2), ["w", "W"]);
  assert.equal(find("word wa")[0], "W");
  assert.deepEqual(find("la"), ["l", "L", "f", "F"], "names that begin so come first");
  assert.equal(find("").length, ALL.length);
  assert.deepEqual(find("xyz"), []);
});

test("every shortcut does one thing, and has a name; a played state becomes a map", () => {
  const { tools, orders } = texts.build;
  const seen = new Set();
  for (const { keys, does } of SHORTCUTS) {
    assert.ok(!seen.has(keys), keys);
    seen.add(keys);
    assert.ok(does === "recent" || Object.hasOwn(tools, does) || Object.hasOwn(orders, does), does);
  }
  const press = (/** @type {string} */ key, held = {}) =>
    orderOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });
  assert.equal(press("b"), "pencil");
  assert.equal(press("R", { shiftKey: true }), "filled");
  assert.equal(press("z", { ctrlKey: true }), "undo");
  assert.equal(press("Z", { metaKey: true, shiftKey: true }), "redo");
  assert.equal(press("?", { shiftKey: true }), "help");
  assert.equal(press("4"), 4);
  assert.equal(press("c", { ctrlKey: true }), null, "copying is an event of its own");
  assert.equal(press("b", { altKey: true }), null);
  const pieces = [
    { row: 0, column: 0, character: "f" },
    { row: 0, column: 0, character: "b" },
    { row: 1, column: 1, character: "_" },
  ];
  assert.deepEqual(mapOfPieces(2, 2, pieces), { rows: ["b.", "._"], covered: 1 });
});

test("undo and redo select what was selected", () => {
  const editor = editorOf("bw.../...../.....");
  drag(editor, "select", [
    [0, 0],
    [0, 1],
  ]);
  const first = editor.selection;
  editor.nudge(1, 2, "");
  const second = editor.selection;
  assert.deepEqual(second, { top: 1, left: 2, bottom: 1, right: 3 });
  editor.transform(turnRight);
  assert.deepEqual(editor.selection, { top: 1, left: 2, bottom: 2, right: 2 });
  editor.undo();
  assert.deepEqual(editor.selection, second);
  editor.undo();
  assert.deepEqual(editor.selection, first);
  editor.nudge(0, 1);
  assert.equal(lineOf(editor), ".bw../...../.....", "what is selected is what moves");
  editor.undo();
  editor.redo();
  assert.deepEqual(editor.selection, { top: 0, left: 1, bottom: 0, right: 2 });
});

test("what is selected stays selected when the map grows above and beside it", () => {
  const editor = editorOf("...../.bw../.....");
  drag(editor, "select", [
    [1, 1],
    [1, 2],
  ]);
  editor.resize({ top: 2, left: 1, bottom: 0, right: 0 });
  editor.deleteSelection();
  assert.equal(lineOf(editor), "....../....../....../....../......");
  editor.undo();
  editor.undo();
  assert.deepEqual(editor.selection, { top: 1, left: 1, bottom: 1, right: 2 });
});
