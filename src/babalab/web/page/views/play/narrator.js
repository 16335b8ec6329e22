// Tells screen readers what happened in the last moves, once there is a pause.

import { Chapter } from "../../knowledge/story.js";
import { texts } from "../../texts/texts.js";
import { debounce } from "../../app/dom.js";

/** @typedef {import("./game.js").Step} Step */

const PAUSE = 350;

export class Narrator {
  /** @param {(text: string) => void} announce */
  constructor(announce) {
    this.announce = announce;
    /** @type {Step[]} */
    this.made = [];
    this.undone = 0;
    this.redone = 0;
    this.flushSoon = debounce(() => this.flush(), PAUSE);
  }

  /** @param {Step} step */
  tellMove(step) {
    if (this.undone || this.redone) this.flush();
    this.made.push(step);
    this.flushSoon();
  }

  tellUndo() {
    if (this.made.length || this.redone) this.flush();
    this.undone++;
    this.flushSoon();
  }

  tellRedo() {
    if (this.made.length || this.undone) this.flush();
    this.redone++;
    this.flushSoon();
  }

  /**
   * Say this behind what is still to be told.
   * @param {string} text
   */
  tell(text) {
    const before = this.takeText();
    this.flushSoon.cancel();
    this.announce(before ? `${before} ${text}` : text);
  }

  flush() {
    const text = this.takeText();
    if (text) this.announce(text);
  }

  close() {
    this.flushSoon.cancel();
  }

  takeText() {
    const parts = [];
    if (this.undone) parts.push(texts.play.undone(this.undone));
    if (this.redone) parts.push(texts.play.redone(this.redone));
    const steps = this.made.map(({ letter, events, controlled }, index) => {
      return { number: index + 1, letter, events, controlled };
    });
    if (steps.length) parts.push(texts.hints.sentence(new Chapter(steps).lines.join("; ")));
    this.made = [];
    this.undone = this.redone = 0;
    return parts.join(" ");
  }
}
