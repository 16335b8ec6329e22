// Drawing with mouse, pen or finger.

import { beginGesture } from "./gestures.js";

/**
 * @typedef {import("./gestures.js").Gesture} Gesture
 * @typedef {import("./drawing.js").Cell} Cell
 */

const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2;
const PEN_ERASER = 5;
const SHAPES = ["line", "rectangle", "fill"];

export class Pointer {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {import("./editor.js").Editor} editor
   * @param {{onHover: (cell: Cell | null) => void}} options
   */
  constructor(view, editor, { onHover }) {
    this.view = view;
    this.editor = editor;
    this.onHover = onHover;
    /** @type {Gesture | null} */
    this.gesture = null;
    this.drawing = -1;
    /** Fingers on the board. @type {Set<number>} */
    this.fingers = new Set();
    /** Two fingers have come: nothing is drawn until all are gone. */
    this.isBlocked = false;
    const { element } = view;
    element.addEventListener("pointerdown", (event) => this.onDown(event));
    element.addEventListener("pointermove", (event) => this.onMove(event));
    element.addEventListener("pointerup", (event) => this.onUp(event, true));
    element.addEventListener("pointercancel", (event) => this.onUp(event, false));
    element.addEventListener("pointerleave", () => this.hover(null));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A quick stroke would count as a fling, and the browser would swallow the tap that stops it.
    element.addEventListener("touchstart", (event) => this.onTouch(event), { passive: false });
  }

  /** @param {TouchEvent} event */
  onTouch(event) {
    if (!this.view.isLent && event.cancelable) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (this.view.isLent) return;
    if (event.pointerType === "touch") {
      this.fingers.add(event.pointerId);
      if (this.fingers.size > 1) {
        this.isBlocked = true;
        this.cancel();
      }
    }
    if (this.isBlocked || this.gesture) return;
    this.view.element.setPointerCapture(event.pointerId);
    const inside = this.view.board.cellAt(event.clientX, event.clientY);
    if (!inside) {
      if (this.editor.selection) this.editor.select(null);
      return;
    }
    this.view.hasCursor = false;
    this.view.mark([]);
    this.editor.setCursor(inside);
    const [tool, character] = this.toolFor(event);
    this.drawing = event.pointerId;
    this.gesture = beginGesture(this.editor, tool, inside, character);
  }

  /**
   * @param {PointerEvent} event
   * @returns {[import("./editor.js").ToolName, string]}
   */
  toolFor(event) {
    const { tool, piece } = this.editor;
    if (event.altKey || event.button === MIDDLE_BUTTON) return ["picker", piece];
    if (event.button === RIGHT_BUTTON || event.button === PEN_ERASER) {
      return SHAPES.includes(tool) ? [tool, "."] : ["eraser", "."];
    }
    return [tool, piece];
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.view.isLent) return;
    if (event.pointerType !== "touch") this.hover(this.view.board.cellAt(event.clientX, event.clientY));
    if (!this.gesture || event.pointerId !== this.drawing) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of points.length ? points : [event]) {
      const cell = this.view.cellNear(clientX, clientY);
      const [row, column] = this.editor.cursor;
      if (cell[0] === row && cell[1] === column) continue;
      this.editor.cursor = cell;
      this.gesture.move(cell);
    }
  }

  /** @param {PointerEvent} event @param {boolean} isDone */
  onUp(event, isDone) {
    this.fingers.delete(event.pointerId);
    if (event.pointerId === this.drawing) {
      const { gesture } = this;
      this.gesture = null;
      this.drawing = -1;
      if (isDone) gesture?.end();
      else gesture?.cancel();
    }
    if (!this.fingers.size) this.isBlocked = false;
  }

  /** Give up what is being drawn. Return whether there was something. */
  cancel() {
    const { gesture } = this;
    this.gesture = null;
    this.drawing = -1;
    gesture?.cancel();
    return gesture !== null;
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    const { hovered } = this.view;
    if (cell?.[0] === hovered?.[0] && cell?.[1] === hovered?.[1]) return;
    this.view.hovered = cell;
    this.view.request();
    this.onHover(cell);
  }
}
