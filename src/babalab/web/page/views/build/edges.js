// The edges of the map, which one can drag: it grows or shrinks there.

import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { limitEdges } from "./transforms.js";

/** @typedef {"top" | "left" | "bottom" | "right"} Side */

/** @type {readonly Side[]} */
const SIDES = ["top", "left", "bottom", "right"];

export class Edges {
  /**
   * @param {HTMLElement} frame around the board, with room for the handles
   * @param {import("./board_view.js").BoardView} view
   * @param {import("./editor.js").Editor} editor
   */
  constructor(frame, view, editor) {
    this.frame = frame;
    this.view = view;
    this.editor = editor;
    this.outline = h("div", { class: "build-outline", hidden: true, "aria-hidden": "true" });
    this.label = h("span", { class: "build-outline-label" });
    this.outline.append(this.label);
    // The dialog does the same for those who don't drag.
    this.handles = SIDES.map((side) => this.makeHandle(side));
    frame.append(...this.handles, this.outline);
    this.observer = new ResizeObserver(() => this.place());
    this.observer.observe(view.board.canvas);
    this.observer.observe(frame);
  }

  /** @param {Side} side */
  makeHandle(side) {
    const handle = h("div", {
      class: `build-edge at-${side}`,
      "aria-hidden": "true",
      title: texts.build.dragEdge,
    });
    handle.dataset.side = side;
    handle.addEventListener("pointerdown", (event) => this.drag(event, side, handle));
    return handle;
  }

  /** Put the handles along the sides of the canvas. */
  place() {
    const canvas = this.view.board.canvas.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    for (const handle of this.handles) {
      const side = /** @type {Side} */ (handle.dataset.side);
      const { style } = handle;
      const [x, y] = [canvas.left - frame.left, canvas.top - frame.top];
      if (side === "top" || side === "bottom") {
        style.left = `${x}px`;
        style.width = `${canvas.width}px`;
        style.top = `${side === "top" ? y : y + canvas.height}px`;
      } else {
        style.top = `${y}px`;
        style.height = `${canvas.height}px`;
        style.left = `${side === "left" ? x : x + canvas.width}px`;
      }
    }
  }

  /**
   * @param {PointerEvent} start
   * @param {Side} side
   * @param {HTMLElement} handle
   */
  drag(start, side, handle) {
    if (this.view.isLent || start.button !== 0) return;
    start.preventDefault();
    handle.setPointerCapture(start.pointerId);
    handle.classList.add("dragged");
    const { width } = this.view.board.canvas.getBoundingClientRect();
    const cell = width / this.editor.width;
    let edges = { top: 0, left: 0, bottom: 0, right: 0 };
    const move = (/** @type {PointerEvent} */ event) => {
      const way = {
        top: start.clientY - event.clientY,
        bottom: event.clientY - start.clientY,
        left: start.clientX - event.clientX,
        right: event.clientX - start.clientX,
      }[side];
      edges = limitEdges(this.editor.rows, {
        top: 0,
        left: 0,
        bottom: 0,
        right: 0,
        [side]: Math.round(way / cell),
      });
      this.showOutline(edges, cell);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      handle.classList.remove("dragged");
      this.outline.hidden = true;
      if (event.type === "pointerup") this.editor.resize(edges);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  /**
   * @param {import("./transforms.js").Edges} edges
   * @param {number} cell
   */
  showOutline({ top, left, bottom, right }, cell) {
    const canvas = this.view.board.canvas.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const { style } = this.outline;
    style.left = `${canvas.left - frame.left - left * cell}px`;
    style.top = `${canvas.top - frame.top - top * cell}px`;
    style.width = `${canvas.width + (left + right) * cell}px`;
    style.height = `${canvas.height + (top + bottom) * cell}px`;
    this.label.textContent = texts.build.size(
      this.editor.width + left + right,
      this.editor.height + top + bottom,
    );
    this.outline.hidden = false;
  }

  close() {
    this.observer.disconnect();
  }
}
