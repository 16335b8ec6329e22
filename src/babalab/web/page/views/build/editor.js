// What is being edited, with which tool and piece, and what is selected. Knows nothing of the page.

import { setCells } from "./drawing.js";
import { History, isSameMap } from "./document.js";
import * as selection from "./selection.js";
import { limitEdges, resize } from "./transforms.js";

/**
 * @typedef {import("./drawing.js").Rows} Rows
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./selection.js").Area} Area
 * @typedef {import("./selection.js").Lifted} Lifted
 * @typedef {import("./document.js").Content} Content
 * @typedef {import("./document.js").Course} Course
 * @typedef {import("./transforms.js").Edges} Edges
 *
 * @typedef {"pencil" | "line" | "rectangle" | "fill" | "select" | "eraser" | "picker" | "type"} ToolName
 *
 * @typedef {object} Preview what a gesture would make of the map
 * @property {Rows} rows
 * @property {boolean} solid whether it is drawn as if it were done already
 */

/** @type {readonly ToolName[]} */
export const TOOLS = ["pencil", "line", "rectangle", "fill", "eraser", "select", "picker", "type"];
const MOST_RECENT = 9;

/**
 * Events: "content" when the level is another one, "look" when only what is shown of it is.
 */
export class Editor extends EventTarget {
  /** @param {Course | Content} start */
  constructor(start) {
    super();
    this.history = new History(start);
    /** @type {ToolName} */
    this.tool = "pencil";
    /** The tool that the picker gives back to. @type {ToolName} */
    this.toolBefore = "pencil";
    this.filled = false;
    this.piece = "w";
    /** @type {string[]} */
    this.recent = [];
    /** @type {Area | null} */
    this.selection = null;
    /** The selection once it was moved: what it covered comes back. @type {Lifted | null} */
    this.lifted = null;
    /** @type {Preview | null} */
    this.preview = null;
    /** The selection that a gesture would make. @type {Area | null} */
    this.previewSelection = null;
    /** Where the keyboard draws. @type {Cell} */
    this.cursor = [0, 0];
    /** The rows copied last. @type {Rows | null} */
    this.clipboard = null;
    /** The selection in each version: undo brings that back too. @type {WeakMap<Content, Area | null>} */
    this.selections = new WeakMap();
  }

  get content() {
    return this.history.present;
  }

  get rows() {
    return this.content.rows;
  }

  get height() {
    return this.rows.length;
  }

  get width() {
    return this.rows[0].length;
  }

  /**
   * Change the level: one step of its history, or more of the last one if they have a group in common.
   * Return whether anything has changed.
   * @param {Partial<Content>} change
   * @param {string} [group]
   * @param {Area | null} [area] what is selected then
   */
  commit(change, group = "", area = this.selection) {
    this.preview = null;
    this.previewSelection = null;
    this.selections.set(this.content, this.selection);
    const changed = this.history.commit(change, group);
    this.selection = area && selection.clipArea(this.rows, area);
    if (!changed) {
      this.look();
      return false;
    }
    if (change.rows && !this.isLiftedOn(change.rows)) this.lifted = null;
    this.afterChange();
    return true;
  }

  undo() {
    return this.leap(() => this.history.undo());
  }

  redo() {
    return this.leap(() => this.history.redo());
  }

  /** @param {() => boolean} goTo */
  leap(goTo) {
    this.preview = null;
    this.lifted = null;
    this.selections.set(this.content, this.selection);
    if (!goTo()) return false;
    this.selection = this.selections.get(this.content) ?? null;
    this.afterChange();
    return true;
  }

  /** @param {ToolName} tool */
  setTool(tool) {
    if (tool === this.tool) return;
    if (this.tool !== "picker") this.toolBefore = this.tool;
    this.tool = tool;
    this.look();
  }

  /**
   * Choose what is drawn. A tool that doesn't draw gives way to the pencil.
   * @param {string} piece
   */
  setPiece(piece) {
    this.piece = piece;
    if (!["pencil", "line", "rectangle", "fill", "type"].includes(this.tool)) this.tool = "pencil";
    this.look();
  }

  /**
   * Remember that a piece was used.
   * @param {string} piece
   */
  noteUse(piece) {
    if (this.recent[0] === piece) return;
    // Those that are there stay at their numbers, so that one can learn them.
    if (this.recent.includes(piece)) return;
    this.recent = [...this.recent, piece].slice(-MOST_RECENT);
    this.look();
  }

  /** @param {boolean} filled */
  setFilled(filled) {
    this.filled = filled;
    this.look();
  }

  /** @param {Cell} cell */
  setCursor([row, column]) {
    this.cursor = [clamp(row, this.height), clamp(column, this.width)];
    this.look();
  }

  /**
   * Put one piece on a cell.
   * @param {Cell} cell
   * @param {string} character
   * @param {string} [group]
   */
  put(cell, character, group = "") {
    return this.commit({ rows: setCells(this.rows, [cell], character) }, group);
  }

  /** @param {Preview | null} preview */
  show(preview) {
    this.preview = preview;
    this.look();
  }

  /** Take back what a gesture has only shown. */
  cancel() {
    this.preview = null;
    this.previewSelection = null;
    this.look();
  }

  // ------------------------------------------------------------------ selection

  /** @param {Area | null} area */
  select(area) {
    this.selection = area;
    this.previewSelection = null;
    this.lifted = null;
    this.look();
  }

  selectAll() {
    this.select(selection.wholeArea(this.rows));
  }

  /** The selection in the air: as it was lifted before, or now. @returns {Lifted | null} */
  liftSelection() {
    if (!this.selection) return null;
    return this.lifted ?? selection.lift(this.rows, this.selection);
  }

  /**
   * Put what was lifted down where it is now; it stays selected.
   * @param {Lifted} lifted
   * @param {string} [group]
   */
  drop(lifted, group = "") {
    this.lifted = lifted;
    const changed = this.commit({ rows: selection.putDown(lifted) }, group, selection.areaOfLifted(lifted));
    if (!this.selection) this.lifted = null;
    return changed;
  }

  /**
   * Move what is selected by so many cells; it stays on the map at least in part.
   * @param {number} down
   * @param {number} right
   * @param {string} [group]
   */
  nudge(down, right, group = "nudge") {
    const lifted = this.liftSelection();
    if (!lifted) return false;
    const moved = keepOnMap({ ...lifted, top: lifted.top + down, left: lifted.left + right });
    return this.drop(moved, group);
  }

  /** Copy what is selected. @returns {Rows | null} */
  copy() {
    if (!this.selection) return null;
    this.clipboard = this.lifted?.block ?? selection.blockOf(this.rows, this.selection);
    return this.clipboard;
  }

  cut() {
    const block = this.copy();
    this.deleteSelection();
    return block;
  }

  /** Empty what is selected. What a moved block had covered comes back. */
  deleteSelection() {
    if (!this.selection) return false;
    const rows = this.lifted?.ground ?? selection.clearArea(this.rows, this.selection);
    this.lifted = null;
    return this.commit({ rows });
  }

  /**
   * Put a block on the map; it is selected, and can be moved.
   * @param {Rows} block
   * @param {Cell} [at] its upper left corner
   */
  paste(block, at = this.placeToPaste(block)) {
    this.tool = "select";
    return this.drop({ ground: this.rows, block, top: at[0], left: at[1] });
  }

  /** Another one of what is selected, beside it. */
  duplicate() {
    const { selection: area } = this;
    if (!area) return false;
    const block = this.lifted?.block ?? selection.blockOf(this.rows, area);
    const isRoom = area.right + block[0].length < this.width;
    this.tool = "select";
    return this.drop(
      keepOnMap({
        ground: this.rows,
        block,
        top: isRoom ? area.top : area.bottom + 1,
        left: isRoom ? area.right + 1 : area.left,
      }),
    );
  }

  /**
   * Where a block goes that nobody has put anywhere: the selection, else the cursor.
   * @param {Rows} block
   * @returns {Cell}
   */
  placeToPaste(block) {
    const [row, column] = this.selection ? [this.selection.top, this.selection.left] : this.cursor;
    return [
      Math.max(0, Math.min(row, this.height - block.length)),
      Math.max(0, Math.min(column, this.width - block[0].length)),
    ];
  }

  // ------------------------------------------------------------------ transforms

  /**
   * Mirror or turn what is selected, else the whole map.
   * @param {(rows: Rows) => Rows} change
   */
  transform(change) {
    const lifted = this.liftSelection();
    if (lifted) return this.drop(keepOnMap({ ...lifted, block: change(lifted.block) }));
    return this.commit({ rows: change(this.rows) });
  }

  /**
   * Move the edges of the map.
   * @param {Edges} edges
   */
  resize(edges) {
    const { top, left } = limitEdges(this.rows, edges);
    const [row, column] = this.cursor;
    const changed = this.commit(
      { rows: resize(this.rows, edges) },
      "",
      this.selection && selection.shiftArea(this.selection, top, left),
    );
    if (changed) this.setCursor([row + top, column + left]);
    return changed;
  }

  // ------------------------------------------------------------------ telling others

  afterChange() {
    const { selection: area } = this;
    if (area) this.selection = selection.clipArea(this.rows, area);
    this.cursor = [clamp(this.cursor[0], this.height), clamp(this.cursor[1], this.width)];
    this.dispatchEvent(new Event("content"));
    this.look();
  }

  look() {
    this.dispatchEvent(new Event("look"));
  }

  /** @param {Rows} rows */
  isLiftedOn(rows) {
    return this.lifted !== null && isSameMap(selection.putDown(this.lifted), rows);
  }
}

/**
 * @param {number} value
 * @param {number} length
 */
function clamp(value, length) {
  return Math.max(0, Math.min(value, length - 1));
}

/**
 * Move a block so far that some of it is on the map.
 * @param {Lifted} lifted
 * @returns {Lifted}
 */
export function keepOnMap(lifted) {
  const { ground, block } = lifted;
  return {
    ...lifted,
    top: Math.max(1 - block.length, Math.min(lifted.top, ground.length - 1)),
    left: Math.max(1 - block[0].length, Math.min(lifted.left, ground[0].length - 1)),
  };
}
