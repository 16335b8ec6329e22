// Keeps the address, and where the player was last, up to date with the play.

import { debounce } from "../../app/dom.js";
import { fragmentOf } from "./subject.js";

/** @typedef {import("../../app/main.js").App} App */

/** Milliseconds after the last move until the address has it. */
const PAUSE = 400;

export class Whereabouts {
  /**
   * @param {App} app
   * @param {import("./subject.js").Subject} subject
   * @param {import("./game.js").Game} game
   * @param {import("../../app/levels.js").Found | null} next the level after this one
   */
  constructor(app, subject, game, next) {
    this.app = app;
    this.subject = subject;
    this.game = game;
    this.next = next;
    this.isOpen = true;
    /** The address as it was when this last had to do with it. */
    this.fragment = location.hash;
    this.update = debounce(() => void this.write(), PAUSE);
  }

  /** The address has been changed by others, and the play follows it. */
  accept() {
    this.fragment = location.hash;
  }

  close() {
    this.isOpen = false;
    this.update.cancel();
    this.remember();
  }

  async write() {
    const fragment = await fragmentOf("play", this.subject, this.game.moves);
    // One may have gone elsewhere meanwhile, though that view is not open yet.
    if (!this.isOpen || location.hash !== this.fragment) return;
    this.fragment = fragment;
    this.app.replaceRoute(fragment);
    this.remember();
  }

  /** Keep where one is, for the first page. */
  remember() {
    const { progress, embedded } = this.app;
    if (embedded) return;
    const { found, address } = this.subject;
    const { moves, state } = this.game;
    if (!found) progress.last = this.fragment.replace(/^#\/play\//, "");
    else if (state.won) progress.last = this.next?.address ?? address;
    else progress.last = moves ? `${address}@${moves}` : address;
  }
}
