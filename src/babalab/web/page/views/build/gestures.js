// What the tools do from the press of a pointer to its release, or from a first key to a second one.

import { characterAt, EMPTY, floodCells, lineCells, rectangleCells, setCells } from "./drawing.js";
import { keepOnMap } from "./editor.js";
import { areaBetween, areaOfLifted, isInside, putDown } from "./selection.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./editor.js").ToolName} ToolName
 *
 * @typedef {object} Gesture
 * @property {(cell: Cell) => void} move
 * @property {() => void} end
 * @property {() => void} cancel
 */

/**
 * Begin what a tool does at a cell. Nothing is changed before the end.
 * @param {Editor} editor
 * @param {ToolName} tool
 * @param {Cell} start
 * @param {string} [character] what is drawn
 * @returns {Gesture}
 */
export function beginGesture(editor, tool, start, character = editor.piece) {
  switch (tool) {
    case "pencil":
    case "type":
      return drawFreely(editor, start, character);
    case "eraser":
      return drawFreely(editor, start, EMPTY);
    case "line":
      return drawShape(editor, start, character, lineCells);
    case "rectangle":
      return drawShape(editor, start, character, (from, to) => rectangleCells(from, to, editor.filled));
    case "fill":
      return drawShape(editor, start, character, (_, to) => floodCells(editor.rows, to));
    case "picker":
      return pick(editor, start);
    case "select":
      return isInside(editor.selection, start) ? moveSelection(editor, start) : selectArea(editor, start);
  }
}

/** Whether a tool is used by a first and a second press of a key. @param {ToolName} tool */
export function hasTwoEnds(tool) {
  return tool === "line" || tool === "rectangle" || tool === "select";
}

/**
 * @param {Editor} editor
 * @param {Cell} start
 * @param {string} character
 * @returns {Gesture}
 */
function drawFreely(editor, start, character) {
  let rows = editor.rows;
  let last = start;
  const move = (/** @type {Cell} */ cell) => {
    rows = setCells(rows, lineCells(last, cell), character);
    last = cell;
    editor.show({ rows, solid: true });
  };
  move(start);
  return { move, end: () => finish(editor, rows, character), cancel: () => editor.cancel() };
}

/**
 * @param {Editor} editor
 * @param {Cell} start
 * @param {string} character
 * @param {(from: Cell, to: Cell) => Cell[]} cellsOf
 * @returns {Gesture}
 */
function drawShape(editor, start, character, cellsOf) {
  let rows = editor.rows;
  const move = (/** @type {Cell} */ cell) => {
    rows = setCells(editor.rows, cellsOf(start, cell), character);
    editor.show({ rows, solid: false });
  };
  move(start);
  return { move, end: () => finish(editor, rows, character), cancel: () => editor.cancel() };
}

/**
 * @param {Editor} editor
 * @param {import("./drawing.js").Rows} rows
 * @param {string} character
 */
function finish(editor, rows, character) {
  editor.commit({ rows });
  if (character !== EMPTY) editor.noteUse(character);
}

/**
 * @param {Editor} editor
 * @param {Cell} start
 * @returns {Gesture}
 */
function pick(editor, start) {
  let found = characterAt(editor.rows, start);
  return {
    move: (cell) => {
      found = characterAt(editor.rows, cell) || found;
    },
    end: () => {
      if (editor.tool === "picker") editor.tool = editor.toolBefore;
      if (found === EMPTY) editor.setTool("eraser");
      else editor.setPiece(found);
    },
    cancel: () => undefined,
  };
}

/**
 * @param {Editor} editor
 * @param {Cell} start
 * @returns {Gesture}
 */
function selectArea(editor, start) {
  const had = editor.selection !== null;
  let moved = false;
  let area = areaBetween(editor.rows, start, start);
  const show = () => {
    editor.previewSelection = area;
    editor.look();
  };
  show();
  return {
    move: (cell) => {
      moved ||= cell[0] !== start[0] || cell[1] !== start[1];
      area = areaBetween(editor.rows, start, cell);
      show();
    },
    // A click beside what is selected only deselects.
    end: () => editor.select(had && !moved ? null : area),
    cancel: () => editor.cancel(),
  };
}

/**
 * @param {Editor} editor
 * @param {Cell} start
 * @returns {Gesture}
 */
function moveSelection(editor, start) {
  const lifted = editor.liftSelection();
  if (!lifted) return selectArea(editor, start);
  let moved = lifted;
  return {
    move: ([row, column]) => {
      moved = keepOnMap({
        ...lifted,
        top: lifted.top + row - start[0],
        left: lifted.left + column - start[1],
      });
      editor.previewSelection = areaOfLifted(moved);
      editor.show({ rows: putDown(moved), solid: true });
    },
    end: () => {
      if (moved === lifted) editor.cancel();
      else editor.drop(moved);
    },
    cancel: () => editor.cancel(),
  };
}
