// The end of a play: records, progress, and the cards over the board.

import { texts } from "../../texts/texts.js";
import { makeLossCard, makeWinCard } from "./end_cards.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {{undo: () => void, restart: () => void, watch: () => void, share: () => void}} Actions
 */

/** Milliseconds from the winning move, or the last, to the card. */
const PAUSE_WON = 650;
const PAUSE_LOST = 500;

export class Ending {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./subject.js").Subject} subject
   * @param {import("../../app/levels.js").Found | null} next
   * @param {import("./layout.js").Layout} layout
   * @param {Actions} actions
   */
  constructor(app, subject, next, layout, actions) {
    this.app = app;
    this.subject = subject;
    this.next = next;
    this.layout = layout;
    this.actions = actions;
    /** The player's best before the win that is shown. @type {number | null} */
    this.ownBefore = null;
    this.isFirst = false;
    /** The noun that was WIN. */
    this.goal = "";
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The best known lengths of the level's solution. */
  get records() {
    const { solution, shortest, address } = this.subject;
    const own = this.app.progress.winOf(address)?.moves.length ?? null;
    return { best: solution ? solution.length : null, proved: shortest, own };
  }

  /**
   * The player has just won.
   * @param {string} moves
   * @param {import("../../knowledge/events.js").Event[]} events
   */
  win(moves, events) {
    this.ownBefore = this.records.own;
    this.isFirst = this.app.progress.addWin(this.subject.address, moves).first;
    const victory = events.find((event) => event.kind === "won");
    this.goal = victory?.kind === "won" ? victory.win : "";
  }

  /**
   * Show how a state ends the play, if it does.
   * @param {State} state
   * @param {import("./narrator.js").Narrator} narrator
   */
  show(state, narrator) {
    const end = state.won ? "won" : state.lost ? "lost" : "";
    this.layout.board.fade(end === "lost");
    if (end === this.shown) return;
    this.hide();
    this.shown = end;
    if (!end) return;
    const pause = this.app.settings.reducedMotion ? 0 : end === "won" ? PAUSE_WON : PAUSE_LOST;
    this.timer = setTimeout(() => this.layout.showCard(this.makeCard(state)), pause);
    const its = texts.play;
    if (end === "lost") narrator.tell(`${its.lost}. ${state.moves ? its.lostText : its.lostFromStart}`);
    else {
      const onward = this.next ? its.wonAnnounced : this.subject.found ? its.wonAnnouncedLast : "";
      narrator.tell(`${its.won} ${its.moves(state.moves.length)}. ${onward}`.trim());
    }
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = "";
    this.layout.showCard(null);
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {State} state */
  makeCard(state) {
    const { sprites, embedded } = this.app;
    if (!state.won) {
      return makeLossCard(sprites, {
        ...this.actions,
        fromStart: state.moves === "",
        editAddress: embedded ? "" : `#/build/${this.subject.address}`,
      });
    }
    const { best, proved } = this.records;
    return makeWinCard(
      sprites,
      {
        moves: state.moves,
        best,
        proved,
        own: this.ownBefore,
        first: this.isFirst,
        next: this.next,
        goal: this.goal,
        embedded,
      },
      { watch: this.actions.watch, again: this.actions.restart, share: this.actions.share },
    );
  }
}
