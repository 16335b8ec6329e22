// Pictures of positions for sharing.

import { State } from "../babalab/engine.js";
import { pictureOf, pictureOfRows } from "./board/pieces.js";
import { drawPicture } from "./board/thumbnail.js";

/** The longest side of a picture in pixels: more is only larger, and refused by many a forum. */
const LONGEST = 1600;
const LARGEST_SCALE = 4;

/** @typedef {{line: string, moves: string}} Position */

/**
 * The pieces of a position; of a map that is no level yet, its characters.
 * @param {Position} position
 * @returns {import("./board/pieces.js").Picture}
 */
export function pictureOfPosition({ line, moves }) {
  try {
    return pictureOf(State.parse(moves ? `${line}@${moves}` : line));
  } catch {
    return pictureOfRows(line.split("/"));
  }
}

/**
 * The side of a cell in pixels: whole multiples of a sprite's, as large as the picture may be.
 * @param {{width: number, height: number}} picture
 * @param {number} side that of a sprite
 */
export function cellSide({ width, height }, side) {
  const multiple = Math.floor(LONGEST / (Math.max(width, height) * side));
  return side * Math.max(1, Math.min(LARGEST_SCALE, multiple));
}

/**
 * @param {Position} position
 * @param {import("./board/sprites.js").Sprites} sprites
 * @returns {HTMLCanvasElement}
 */
export function canvasOfPosition(position, sprites) {
  const canvas = document.createElement("canvas");
  const picture = pictureOfPosition(position);
  drawPicture(canvas, picture, sprites, cellSide(picture, sprites.side));
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function blobOf(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no memory for the picture"))));
  });
}
