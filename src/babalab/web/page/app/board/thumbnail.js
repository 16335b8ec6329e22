// Small still pictures of levels.

import { pictureOfRows } from "./pieces.js";

const GROUND = "#12141f";

/**
 * Draw a picture on a canvas that is just as large as needed.
 * @param {HTMLCanvasElement} canvas
 * @param {import("./pieces.js").Picture} picture
 * @param {import("./sprites.js").Sprites} sprites
 * @param {number} cell the side of a cell in pixels
 */
export function drawPicture(canvas, picture, sprites, cell) {
  canvas.width = picture.width * cell;
  canvas.height = picture.height * cell;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingEnabled = cell < sprites.side;
  context.imageSmoothingQuality = "high";
  context.fillStyle = GROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const { row, column, character, facing, active } of picture.pieces) {
    sprites.draw(context, character, facing, active, column * cell, row * cell, cell);
  }
}

/**
 * Make a picture of a level, about as wide as `target` device pixels.
 * @param {string} line the map on one line
 * @param {import("./sprites.js").Sprites} sprites
 * @param {number} [target]
 * @returns {HTMLCanvasElement}
 */
export function thumbnail(line, sprites, target = 320) {
  const canvas = document.createElement("canvas");
  canvas.className = "thumbnail";
  canvas.setAttribute("aria-hidden", "true");
  const picture = pictureOfRows(line.split("/"));
  const longest = Math.max(picture.width, picture.height);
  const cell = Math.max(4, Math.min(2 * sprites.side, Math.floor(target / longest)));
  drawPicture(canvas, picture, sprites, cell);
  return canvas;
}

/**
 * Draw thumbnails only once they come into view.
 * @param {import("./sprites.js").Sprites} sprites
 */
export class LazyThumbnails {
  /** @param {import("./sprites.js").Sprites} sprites */
  constructor(sprites) {
    /** @type {WeakMap<Element, string>} */
    this.lines = new WeakMap();
    this.observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const line = this.lines.get(target);
          if (!isIntersecting || line === undefined) continue;
          this.observer.unobserve(target);
          target.replaceChildren(thumbnail(line, sprites));
        }
      },
      { rootMargin: "300px" },
    );
  }

  /**
   * @param {Element} place
   * @param {string} line
   */
  add(place, line) {
    this.lines.set(place, line);
    this.observer.observe(place);
  }

  close() {
    this.observer.disconnect();
  }
}
