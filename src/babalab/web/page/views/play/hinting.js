// Hints: from a way that is known, else from the solver; revealed step by step, and marked on the board.

import { Film } from "../../app/film.js";
import { isAbort } from "../../app/thinker.js";
import { Hint } from "../../knowledge/hint.js";
import { texts } from "../../texts/texts.js";
import { HintPanel } from "./hint_panel.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{solution: string | null, takeBack: number | null, hopeless: boolean, steps: string[]}} Found
 */

/** Seconds that the solver has, and those where one asks it to think for longer. */
const SECONDS = 10;
const MORE_SECONDS = 60;
/** Answers found sooner than this, in milliseconds, come without a word about thinking. */
const QUICK = 120;

export class Hinting {
  /**
   * @param {object} surroundings
   * @param {import("../../app/main.js").App} surroundings.app
   * @param {Game} surroundings.game
   * @param {import("./ways.js").Ways} surroundings.ways
   * @param {string} surroundings.known a solution of the level; "" if none is on record
   * @param {import("../../app/board/board.js").Board} surroundings.board
   * @param {(moves: string) => void} surroundings.make make moves on the board, one after another
   * @param {(solution: string) => void} surroundings.film show a way as a film
   * @param {(count: number) => void} surroundings.takeBack
   */
  constructor({ app, game, ways, known, board, make, film, takeBack }) {
    this.app = app;
    this.game = game;
    this.ways = ways;
    this.known = known;
    this.board = board;
    this.film = film;
    this.takeBack = takeBack;
    /** @type {Hint | null} */
    this.hint = null;
    this.revealed = 0;
    this.thinking = new AbortController();
    this.isThinking = false;
    this.panel = new HintPanel({
      more: () => this.reveal(),
      make: () => this.hint && make(this.hint.moves),
      showAll: () => void this.showSolution(),
      stop: () => this.close(),
    });
  }

  /** Give a hint, or the next step of the one that is shown. */
  ask() {
    if (this.isThinking) return;
    if (this.hint) this.reveal();
    else void this.giveHint(SECONDS);
  }

  /** Show the whole way from here. */
  async showSolution() {
    const solution = await this.findSolution(SECONDS, () => this.showSolution());
    if (solution === null) return;
    this.close();
    this.film(solution);
  }

  /** A move was made or taken back: keep the hint as long as one keeps to it. */
  follow() {
    const { hint, revealed } = this;
    const next = hint && hint.moves.length > 1 ? hint.follow(this.game.state) : null;
    // At the end of its moves a hint is done; the next one is a key away.
    if (!next || !hint || next.solution === null || !hint.moves.endsWith(next.moves)) return this.close();
    if (next === hint) return;
    this.hint = next;
    this.panel.showSteps(next.steps, revealed);
    this.mark();
  }

  close() {
    this.thinking.abort();
    this.isThinking = false;
    this.hint = null;
    this.revealed = 0;
    this.panel.close();
    this.unmark();
  }

  /** @param {number} seconds */
  async giveHint(seconds) {
    const { state } = this.game;
    const solution = await this.findSolution(seconds, () => this.giveHint(MORE_SECONDS));
    if (solution === null) return;
    this.hint = new Hint(state, "solved", { solution });
    this.reveal();
  }

  /**
   * A way from here; null if there is none in this time, which the panel then says.
   * @param {number} seconds
   * @param {() => Promise<void>} again what to offer then
   * @returns {Promise<string | null>}
   */
  async findSolution(seconds, again) {
    const { state } = this.game;
    const known = this.ways.from(state);
    if (known !== null) return known;
    this.close();
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.isThinking = true;
    const telling = setTimeout(() => this.panel.showThinking(), QUICK);
    try {
      const found = await this.app.thinker.think(
        "hint",
        { text: state.text, seconds, known: this.known },
        { signal, onProgress: ({ statistics }) => this.panel.showProgress(statistics?.expanded ?? 0) },
      );
      if (signal.aborted) return null;
      this.isThinking = false;
      clearTimeout(telling);
      this.panel.close();
      return this.take(found, state.moves, seconds < MORE_SECONDS ? again : null);
    } catch (error) {
      if (isAbort(error)) return null;
      this.isThinking = false;
      clearTimeout(telling);
      const reason = texts.play.thinkingFailed(error instanceof Error ? error.message : String(error));
      this.panel.showMessage(reason, { label: texts.play.tryAgain, action: () => void again() });
      return null;
    } finally {
      clearTimeout(telling);
    }
  }

  /**
   * @param {Found} found
   * @param {string} moves those made so far
   * @param {(() => Promise<void>) | null} again
   */
  take({ solution, takeBack, hopeless, steps }, moves, again) {
    const its = texts.play;
    if (solution && !takeBack) {
      this.ways.learn(moves + solution);
      return solution;
    }
    if (hopeless) {
      this.panel.showMessage(its.hopeless);
    } else if (takeBack) {
      if (solution) this.ways.learn(moves.slice(0, moves.length - takeBack) + solution);
      const action = () => {
        this.close();
        this.takeBack(takeBack);
      };
      this.panel.showMessage(steps[0] ?? its.cantWin, { label: its.takeBack(takeBack), action });
    } else {
      this.panel.showMessage(its.noHint, again && { label: its.thinkLonger, action: () => void again() });
    }
    return null;
  }

  reveal() {
    if (!this.hint) return;
    const { steps } = this.hint;
    this.revealed = Math.min(this.revealed + 1, steps.length);
    this.panel.showSteps(steps, this.revealed);
    this.mark();
    this.app.announce(steps[this.revealed - 1]);
  }

  /** Mark on the board what is revealed: the place, then the way. */
  mark() {
    this.unmark();
    if (!this.hint || this.revealed < 2) return;
    this.board.setOverlay("hint-place", { kind: "cells", cells: this.hint.cells, fill: true });
    if (this.revealed < 3) return;
    const { state, moves } = this.hint;
    this.board.setOverlay("hint-way", {
      kind: "path",
      cells: traceWay(state.level.line, state.moves, moves),
    });
  }

  unmark() {
    this.board.setOverlay("hint-place", null);
    this.board.setOverlay("hint-way", null);
  }
}

/**
 * The cells on the way of the first thing that walks.
 * @param {string} line
 * @param {string} before
 * @param {string} moves
 */
function traceWay(line, before, moves) {
  const film = new Film(line, before, moves);
  /** @type {[number, number][]} */
  const way = [];
  for (let index = 1; index <= film.last; index++) {
    const step = film.eventsAt(index).find((event) => event.kind === "walked");
    if (step?.kind !== "walked") continue;
    if (!way.length) way.push(step.origin);
    way.push(step.target);
  }
  return way;
}
