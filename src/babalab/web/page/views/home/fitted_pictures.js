// Still pictures of levels, each as large as its place allows, drawn once the place comes into view.

import { pictureOfRows } from "../../app/board/pieces.js";
import { drawPicture } from "../../app/board/thumbnail.js";
import { h } from "../../app/dom.js";

export class FittedPictures {
  /** @param {import("../../app/board/sprites.js").Sprites} sprites */
  constructor(sprites) {
    this.sprites = sprites;
    /** @type {WeakMap<Element, string>} */
    this.lines = new WeakMap();
    /** @type {WeakMap<Element, HTMLCanvasElement>} */
    this.canvases = new WeakMap();
    this.sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) this.draw(target);
    });
    this.sights = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          this.sights.unobserve(target);
          this.sizes.observe(target); // which draws it for the first time
        }
      },
      { rootMargin: "400px" },
    );
  }

  /**
   * @param {Element} place an element whose size does not depend on what is in it
   * @param {string} line
   */
  add(place, line) {
    this.lines.set(place, line);
    this.sights.observe(place);
  }

  close() {
    this.sights.disconnect();
    this.sizes.disconnect();
  }

  /** @param {Element} place */
  draw(place) {
    const { clientWidth, clientHeight } = place;
    if (!clientWidth || !clientHeight) return;
    const picture = pictureOfRows((this.lines.get(place) ?? "").split("/"));
    const ratio = window.devicePixelRatio || 1;
    const room = ratio * Math.min(clientWidth / picture.width, clientHeight / picture.height);
    const multiple = Math.floor(room / this.sprites.side) * this.sprites.side;
    const cell = Math.max(1, multiple >= 0.85 * room ? multiple : Math.floor(room));
    let canvas = this.canvases.get(place);
    if (canvas && canvas.width === cell * picture.width) return;
    if (!canvas) {
      canvas = h("canvas", { "aria-hidden": "true" });
      this.canvases.set(place, canvas);
      place.append(canvas);
    }
    drawPicture(canvas, picture, this.sprites, cell);
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
  }
}
