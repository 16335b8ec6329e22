// Drawing with the keyboard: a cursor on the board, moved by arrows; a second Enter ends what a first one
// began.

import { texts } from "../../texts/texts.js";
import { EMPTY } from "./drawing.js";
import { beginGesture, hasTwoEnds } from "./gestures.js";
import { ENTRIES } from "./pieces.js";
import { areaBetween } from "./selection.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./gestures.js").Gesture} Gesture
 */

/** @type {Record<string, Cell>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PAGE = 5;

export class Keyboard {
  /**
   * @param {import("./board_view.js").BoardView} view
   * @param {import("./editor.js").Editor} editor
   * @param {(text: string) => void} announce
   */
  constructor(view, editor, announce) {
    this.view = view;
    this.editor = editor;
    this.announce = announce;
    /** The gesture that a first Enter has begun. @type {Gesture | null} */
    this.gesture = null;
    /** Where Shift and arrows began to select. @type {Cell | null} */
    this.selectedFrom = null;
    /** The column in which typing began, for the next line. */
    this.typedFrom = 0;
    this.isTyping = false;
    view.element.addEventListener("focus", () => this.onFocus());
    view.element.addEventListener("blur", () => this.showCursor(false));
    editor.addEventListener("content", () => {
      if (!this.isActing) this.gesture = null;
    });
    this.isActing = false;
  }

  onFocus() {
    if (this.view.element.matches(":focus-visible")) this.showCursor(true);
  }

  /** @param {boolean} shown */
  showCursor(shown) {
    if (this.view.hasCursor === shown) return;
    this.view.hasCursor = shown;
    this.view.request();
    if (shown && !this.view.isLent) this.announce(this.whereText());
  }

  whereText() {
    const { cursor } = this.editor;
    return texts.build.cellContent(cursor[0] + 1, cursor[1] + 1, this.view.describe(cursor));
  }

  /**
   * Take a key that was pressed while the board has the focus. Return whether it was one of ours.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const control = event.ctrlKey || event.metaKey;
    if (event.key in ARROWS && !event.altKey) {
      const far = control ? PAGE : 1;
      const [down, right] = ARROWS[event.key];
      return this.onArrow([down * far, right * far], event.shiftKey);
    }
    if (control || event.altKey) return false;
    if (this.editor.tool === "type" && this.onTyped(event.key)) return true;
    switch (event.key) {
      case "Enter":
      case " ":
        return this.press();
      case "Home":
        return this.moveTo([this.editor.cursor[0], 0]);
      case "End":
        return this.moveTo([this.editor.cursor[0], this.editor.width - 1]);
      case "PageUp":
        return this.moveTo([0, this.editor.cursor[1]]);
      case "PageDown":
        return this.moveTo([this.editor.height - 1, this.editor.cursor[1]]);
      default:
        return false;
    }
  }

  /**
   * @param {Cell} by
   * @param {boolean} selects
   */
  onArrow([down, right], selects) {
    const { editor } = this;
    if (editor.selection && !selects && !this.gesture) {
      this.act(() => editor.nudge(down, right));
      if (editor.selection)
        {this.announce(texts.build.movedTo(editor.selection.top + 1, editor.selection.left + 1));}
      return true;
    }
    const from = editor.cursor;
    this.moveTo([from[0] + down, from[1] + right]);
    if (selects && !this.gesture) {
      if (!editor.selection) this.selectedFrom = null;
      this.selectedFrom ??= from;
      const area = areaBetween(editor.rows, this.selectedFrom, editor.cursor);
      editor.select(area);
      if (area) {
        this.announce(texts.build.selected(area.bottom - area.top + 1, area.right - area.left + 1));
      }
    }
    return true;
  }

  /** @param {Cell} cell */
  moveTo(cell) {
    this.isTyping = false;
    this.editor.history.endGroup();
    this.editor.setCursor(cell);
    this.gesture?.move(this.editor.cursor);
    this.showCursor(true);
    this.announce(this.whereText());
    return true;
  }

  /** Enter or the space bar: use the tool here. */
  press() {
    const { editor } = this;
    this.showCursor(true);
    if (this.gesture) {
      const { gesture } = this;
      this.gesture = null;
      this.act(() => gesture.end());
    } else {
      const gesture = beginGesture(editor, editor.tool, editor.cursor);
      if (hasTwoEnds(editor.tool)) {
        this.gesture = gesture;
        this.announce(texts.build.begun);
        return true;
      }
      this.act(() => gesture.end());
    }
    // The picture is painted after this; what is on the cell is known then.
    queueMicrotask(() => this.announce(this.whereText()));
    return true;
  }

  /**
   * Type a character of the dialect at the cursor.
   * @param {string} key
   */
  onTyped(key) {
    const { editor } = this;
    const [row, column] = editor.cursor;
    if (key === "Enter") {
      editor.setCursor([row + 1, this.isTyping ? this.typedFrom : column]);
      return true;
    }
    if (key === "Backspace") {
      editor.setCursor([row, column - 1]);
      this.put(EMPTY);
      return true;
    }
    const character = key === " " ? EMPTY : key;
    if (!ENTRIES.has(character)) return false;
    if (!this.isTyping) {
      this.isTyping = true;
      this.typedFrom = column;
      editor.history.endGroup();
    }
    this.put(character);
    editor.setCursor([row, column + 1]);
    return true;
  }

  /** @param {string} character */
  put(character) {
    const { editor } = this;
    this.showCursor(true);
    this.act(() => editor.put(editor.cursor, character, "typed"));
    if (character !== EMPTY) editor.noteUse(character);
    this.announce(texts.build.pieceName(ENTRIES.get(character)));
  }

  /** Give up what was begun. Return whether there was something. */
  cancel() {
    const { gesture } = this;
    this.gesture = null;
    this.selectedFrom = null;
    this.isTyping = false;
    gesture?.cancel();
    return gesture !== null;
  }

  /** @param {() => void} action */
  act(action) {
    this.isActing = true;
    action();
    this.isActing = false;
  }
}
