// The board without anything that moves or lies over it: a change redraws only the cells it is on.

import { h } from "../dom.js";

/**
 * @typedef {import("./pieces.js").Picture} Picture
 * @typedef {import("./pieces.js").Piece} Piece
 */

export class StillLayer {
  /**
   * @param {import("./sprites.js").Sprites} sprites
   * @param {{ground: string, gridLine: string}} colours
   */
  constructor(sprites, { ground, gridLine }) {
    this.sprites = sprites;
    this.ground = ground;
    this.gridLine = gridLine;
    this.canvas = h("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    /** The picture on the canvas. @type {Picture | null} */
    this.picture = null;
    /** The visible contents of each cell. @type {string[]} */
    this.looks = [];
    this.form = "";
  }

  /**
   * Bring the canvas to a picture and return it.
   * @param {Picture} picture
   * @param {number} cell the side of a cell in pixels
   * @param {boolean} grid
   */
  show(picture, cell, grid) {
    const form = `${picture.width} ${picture.height} ${cell} ${grid}`;
    if (picture === this.picture && form === this.form) return this.canvas;
    const { width, height } = picture;
    if (form !== this.form) {
      this.canvas.width = width * cell;
      this.canvas.height = height * cell;
      this.looks = [];
    }
    this.picture = picture;
    this.form = form;
    /** @type {Piece[][]} */
    const piles = Array.from({ length: width * height }, () => []);
    for (const piece of picture.pieces) piles[piece.row * width + piece.column]?.push(piece);
    this.context.imageSmoothingEnabled = cell < this.sprites.side;
    piles.forEach((pile, index) => {
      const look = lookOf(pile);
      if (look === this.looks[index]) return;
      this.looks[index] = look;
      this.drawCell(pile, Math.floor(index / width), index % width, cell, grid);
    });
    return this.canvas;
  }

  /**
   * @param {Piece[]} pile
   * @param {number} row
   * @param {number} column
   * @param {number} cell
   * @param {boolean} grid
   */
  drawCell(pile, row, column, cell, grid) {
    const { context } = this;
    const [x, y] = [column * cell, row * cell];
    context.fillStyle = this.ground;
    context.fillRect(x, y, cell, cell);
    if (grid) {
      const line = Math.max(1, Math.round(cell / 32));
      context.fillStyle = this.gridLine;
      if (column) context.fillRect(x, y, line, cell);
      if (row) context.fillRect(x, y, cell, line);
    }
    for (const { character, facing, active } of pile) {
      this.sprites.draw(context, character, facing, active, x, y, cell);
    }
  }
}

/** @param {Piece[]} pile */
function lookOf(pile) {
  let look = "";
  for (const { character, facing, active } of pile) look += `${character}${facing}${active ? "*" : ""} `;
  return look;
}
