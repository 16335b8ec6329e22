// The board while one edits: the map, what a gesture would make of it, selection, cursor, marked cells.

import { Board } from "../../app/board/board.js";
import { nameOf } from "../../app/board/reading_table.js";
import { pictureOfRows } from "../../app/board/pieces.js";
import { texts } from "../../texts/texts.js";
import { EMPTY } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./drawing.js").Rows} Rows
 * @typedef {import("../../app/board/pieces.js").Piece} Piece
 */

const DRAWING_TOOLS = ["pencil", "line", "rectangle", "fill", "type"];

export class BoardView {
  /**
   * @param {HTMLElement} element
   * @param {import("../../app/main.js").App} app
   * @param {import("./editor.js").Editor} editor
   */
  constructor(element, app, editor) {
    this.element = element;
    this.editor = editor;
    this.board = new Board(element, app, { grid: true, table: false });
    /** The cell below the mouse. @type {Cell | null} */
    this.hovered = null;
    /** Whether the cursor of the keyboard is shown. */
    this.hasCursor = false;
    /** Others show something on the board now. */
    this.isLent = false;
    /** @type {Rows | null} */
    this.shownRows = null;
    this.isWaiting = false;
    editor.addEventListener("look", () => this.request());
    this.paint();
  }

  /** Paint once after all that happens now. */
  request() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    queueMicrotask(() => {
      this.isWaiting = false;
      this.paint();
    });
  }

  paint() {
    if (this.isLent) return;
    const { editor, board } = this;
    const { preview } = editor;
    const rows = preview?.solid ? preview.rows : editor.rows;
    if (rows !== this.shownRows) {
      this.shownRows = rows;
      board.show(pictureOfRows([...rows]));
    }
    board.setOverlay("ghost", this.ghost());
    const area = editor.previewSelection ?? editor.selection;
    board.setOverlay("selection", area && { kind: "selection", ...area });
    const [row, column] = editor.cursor;
    board.setOverlay("cursor", this.hasCursor ? { kind: "cursor", row, column } : null);
  }

  /** @returns {import("../../app/board/overlays.js").GhostOverlay | null} */
  ghost() {
    const { editor, hovered } = this;
    const { preview } = editor;
    if (preview && !preview.solid) return { kind: "ghost", pieces: differences(editor.rows, preview.rows) };
    if (preview || !hovered || !DRAWING_TOOLS.includes(editor.tool)) return null;
    const [row, column] = hovered;
    return { kind: "ghost", pieces: [pieceAt(row, column, editor.piece)] };
  }

  /**
   * Mark cells; none takes the marks away.
   * @param {readonly Cell[]} cells
   * @param {string} [colour]
   */
  mark(cells, colour = "#f79a3b") {
    const marks = cells.map(([row, column]) => /** @type {[number, number]} */ ([row, column]));
    this.board.setOverlay("marks", marks.length ? { kind: "cells", cells: marks, colour, fill: true } : null);
  }

  /**
   * The cell that is nearest to a point of the window.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Cell}
   */
  cellNear(clientX, clientY) {
    const box = this.board.canvas.getBoundingClientRect();
    const { width, height } = this.editor;
    const place = (/** @type {number} */ share, /** @type {number} */ count) =>
      Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return [place((clientY - box.top) / box.height, height), place((clientX - box.left) / box.width, width)];
  }

  /**
   * What is on a cell, in words.
   * @param {Cell} cell
   */
  describe([row, column]) {
    const found = this.board.picture.pieces.find((piece) => piece.row === row && piece.column === column);
    return found ? nameOf(found) : texts.build.pieces.empty;
  }

  /**
   * Let others show something on the board, or take it back.
   * @param {boolean} isLent
   */
  lend(isLent) {
    this.isLent = isLent;
    this.board.grid = !isLent;
    this.board.fade(false);
    for (const name of ["ghost", "selection", "cursor", "marks"]) this.board.setOverlay(name, null);
    this.shownRows = null;
    this.paint();
  }

  close() {
    this.board.close();
  }
}

/**
 * @param {Rows} before
 * @param {Rows} after
 * @returns {Piece[]}
 */
function differences(before, after) {
  /** @type {Piece[]} */
  const pieces = [];
  after.forEach((text, row) => {
    if (text === before[row]) return;
    [...text].forEach((character, column) => {
      if (character !== before[row][column]) pieces.push(pieceAt(row, column, character));
    });
  });
  return pieces;
}

/**
 * @param {number} row
 * @param {number} column
 * @param {string} character
 * @returns {Piece}
 */
function pieceAt(row, column, character) {
  return { row, column, character: character || EMPTY, facing: "", active: false };
}
