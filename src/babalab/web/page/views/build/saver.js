// Keeps the draft as it is edited.

import { debounce } from "../../app/dom.js";

/** @typedef {"saved" | "saving" | "unsaved"} SaveState "unsaved": the browser keeps nothing more */

const PAUSE = 250;

export class Saver {
  /**
   * @param {import("./drafts.js").Drafts} drafts
   * @param {import("./editor.js").Editor} editor
   * @param {string} key
   * @param {(state: SaveState) => void} onState
   */
  constructor(drafts, editor, key, onState) {
    this.drafts = drafts;
    this.editor = editor;
    this.key = key;
    this.onState = onState;
    this.isDirty = false;
    this.saveSoon = debounce(() => this.save(), PAUSE);
    this.onContent = () => {
      this.isDirty = true;
      this.onState("saving");
      this.saveSoon();
    };
    // A page that is left or put to sleep may never come back.
    this.onLeave = () => this.flush();
    editor.addEventListener("content", this.onContent);
    window.addEventListener("pagehide", this.onLeave);
    document.addEventListener("visibilitychange", this.onLeave);
  }

  save() {
    this.isDirty = false;
    const kept = this.drafts.write(this.key, this.editor.history.course);
    this.onState(kept ? "saved" : "unsaved");
    return kept;
  }

  /** Keep what is not kept yet. */
  flush() {
    this.saveSoon.cancel();
    if (this.isDirty) this.save();
  }

  close() {
    this.flush();
    this.editor.removeEventListener("content", this.onContent);
    window.removeEventListener("pagehide", this.onLeave);
    document.removeEventListener("visibilitychange", this.onLeave);
  }
}
