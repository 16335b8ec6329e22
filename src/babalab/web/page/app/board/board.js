// The board: a canvas that shows a state, glides from one to the next, and knows which cell is where.

import { h } from "../dom.js";
import { drawOverlay } from "./overlays.js";
import { STILL } from "./motions.js";
import { ReadingTable } from "./reading_table.js";
import { Sparks } from "./sparks.js";
import { StillLayer } from "./still_layer.js";
import { drawPicture } from "./thumbnail.js";

/**
 * @typedef {import("./pieces.js").Picture} Picture
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {import("./motions.js").Turn} Turn
 * @typedef {import("./overlays.js").Overlay} Overlay
 *
 * @typedef {object} BoardOptions
 * @property {string} [label] what screen readers call it
 * @property {boolean} [grid] whether to draw lines between the cells
 * @property {number} [milliseconds] how long a turn is seen to take
 * @property {boolean} [table] whether there is a table for screen readers; else the view tells what is there
 */

const GROUND = "#12141f";
const GRID_LINE = "#23273a";

export class Board {
  /**
   * @param {HTMLElement} element an empty element of the class "board"; the board fills it
   * @param {import("../main.js").App} app
   * @param {BoardOptions} [options]
   */
  constructor(element, app, { label = "", grid = false, milliseconds = 110, table = true } = {}) {
    this.element = element;
    this.app = app;
    this.grid = grid;
    this.milliseconds = milliseconds;
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    this.table = table ? new ReadingTable() : null;
    element.append(this.canvas);
    if (this.table) element.append(this.table.element);
    if (label) element.setAttribute("aria-label", label);
    /** @type {Picture} */
    this.picture = { width: 1, height: 1, pieces: [] };
    /** @type {Map<string, Overlay>} */
    this.overlays = new Map();
    this.turn = STILL;
    this.began = 0;
    this.sparks = new Sparks();
    this.still = new StillLayer(app.sprites, { ground: GROUND, gridLine: GRID_LINE });
    this.faded = false;
    /** The side of a cell in device pixels. */
    this.cell = 16;
    this.frame = 0;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(element);
  }

  /**
   * Show a picture; with a turn, pieces glide to where they are in it.
   * @param {Picture} picture
   * @param {Turn} [turn]
   */
  show(picture, turn = STILL) {
    const resized = picture.width !== this.picture.width || picture.height !== this.picture.height;
    this.picture = picture;
    this.turn = this.app.settings.reducedMotion ? STILL : turn;
    this.began = performance.now();
    if (!this.app.settings.reducedMotion) this.sparks.add(turn.sparks, this.began);
    this.table?.write(picture);
    if (resized) this.fit();
    else this.request();
  }

  /**
   * Draw something over the board, under a name; null takes it away.
   * @param {string} name
   * @param {Overlay | null} overlay
   */
  setOverlay(name, overlay) {
    if (overlay) this.overlays.set(name, overlay);
    else if (!this.overlays.delete(name)) return;
    this.request();
  }

  /**
   * Show the board without colour: the play is lost.
   * @param {boolean} faded
   */
  fade(faded) {
    if (this.faded === faded) return;
    this.faded = faded;
    this.element.classList.toggle("faded", faded);
  }

  /**
   * The cell at a point of the window, [row, column]; null if there is none.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number] | null}
   */
  cellAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * this.picture.width);
    const row = Math.floor(((clientY - box.top) / box.height) * this.picture.height);
    const inside = row >= 0 && row < this.picture.height && column >= 0 && column < this.picture.width;
    return inside ? [row, column] : null;
  }

  /**
   * A PNG of the board as it is, without anything drawn over it.
   * @param {number} [scale] pixels of the picture for each of a sprite
   * @returns {Promise<Blob | null>}
   */
  toBlob(scale = 3) {
    const canvas = h("canvas");
    drawPicture(canvas, this.picture, this.app.sprites, this.app.sprites.side * scale);
    return new Promise((resolve) => canvas.toBlob(resolve));
  }

  close() {
    this.observer.disconnect();
    this.table?.write.cancel();
    cancelAnimationFrame(this.frame);
    this.element.replaceChildren();
  }

  /** Choose the largest cells that fit: whole device pixels, whole multiples of a sprite where possible. */
  fit() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    const { width, height } = this.picture;
    const room = Math.min((clientWidth * ratio) / width, (clientHeight * ratio) / height);
    const side = this.app.sprites.side;
    const multiple = Math.floor(room / side) * side;
    // A multiple keeps the pixels of the art square; if it wastes much room, size is worth more.
    const cell = multiple >= 0.8 * room ? multiple : Math.floor(room);
    this.cell = Math.max(1, Math.min(cell, 8 * side));
    this.canvas.width = this.cell * width;
    this.canvas.height = this.cell * height;
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.draw(performance.now());
  }

  request() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  /** @param {number} now */
  onFrame(now) {
    this.frame = 0;
    if (this.draw(now)) this.request();
  }

  /**
   * Draw it as it is at a time, and return whether it still moves.
   * @param {number} now
   */
  draw(now) {
    const { context, cell, picture } = this;
    const passed = this.turn.motions.length ? (now - this.began) / this.milliseconds : 1;
    const time = Math.min(1, Math.max(0, passed));
    // Fast, then slower; turn upon turn, as of a held key, at one speed.
    const share = this.turn.steady ? time : 1 - (1 - time) ** 2;
    context.imageSmoothingEnabled = cell < this.app.sprites.side;
    const shifts = share < 1 ? shiftsOf(picture, this.turn) : null;
    if (shifts) this.drawMoving(shifts, 1 - share);
    else context.drawImage(this.still.show(picture, cell, this.grid), 0, 0);
    const canvas = { context, cell, width: picture.width, height: picture.height, sprites: this.app.sprites };
    for (const overlay of this.overlays.values()) drawOverlay(canvas, overlay);
    const sparking = this.sparks.draw(context, cell, now);
    return share < 1 || sparking;
  }

  /**
   * Draw all pieces, some of them on their way.
   * @param {Map<Piece, [number, number]>} shifts where each has come from
   * @param {number} share how much of the way is left
   */
  drawMoving(shifts, share) {
    const { context, cell, picture } = this;
    context.fillStyle = GROUND;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.grid) this.drawGrid();
    for (const piece of picture.pieces) {
      const shift = shifts.get(piece);
      const row = piece.row + (shift ? shift[0] * share : 0);
      const column = piece.column + (shift ? shift[1] * share : 0);
      const [x, y] = [Math.round(column * cell), Math.round(row * cell)];
      this.app.sprites.draw(context, piece.character, piece.facing, piece.active, x, y, cell);
    }
  }

  drawGrid() {
    const { context, cell } = this;
    const line = Math.max(1, Math.round(cell / 32));
    context.fillStyle = GRID_LINE;
    for (let x = 1; x < this.picture.width; x++) context.fillRect(x * cell, 0, line, this.canvas.height);
    for (let y = 1; y < this.picture.height; y++) context.fillRect(0, y * cell, this.canvas.width, line);
  }
}

/**
 * Find the piece that each motion is of, and how far from its place it begins.
 * @param {Picture} picture
 * @param {Turn} turn
 */
function shiftsOf({ width, pieces }, { motions }) {
  /** @type {Map<string, [number, number][]>} */
  const wanted = new Map();
  for (const { character, from, to } of motions) {
    const key = `${character}${to[0] * width + to[1]}`;
    const shifts = wanted.get(key) ?? [];
    shifts.push([from[0] - to[0], from[1] - to[1]]);
    wanted.set(key, shifts);
  }
  /** @type {Map<Piece, [number, number]>} */
  const found = new Map();
  for (const piece of pieces) {
    const shift = wanted.get(`${piece.character}${piece.row * width + piece.column}`)?.shift();
    if (shift) found.set(piece, shift);
  }
  return found;
}
