// A play on the board: takes commands, shows what they do, and keeps everything around the board up to date.

import { STILL, reversed, turnOf } from "../../app/board/motions.js";
import { pictureOf } from "../../app/board/pieces.js";
import { isMove, MovesInput } from "../../app/moves_input.js";
import { texts } from "../../texts/texts.js";
import { bump } from "./bump.js";
import { DeadEndWatch } from "./dead_ends.js";
import { Ending } from "./ending.js";
import { FilmMode } from "./film_mode.js";
import { Game } from "./game.js";
import { Hinting } from "./hinting.js";
import { Layout } from "./layout.js";
import { Narrator } from "./narrator.js";
import { RulesPanel } from "./rules_panel.js";
import { Walk } from "./walk.js";
import { Ways } from "./ways.js";
import { Whereabouts } from "./whereabouts.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/input/commands.js").Command} Command
 * @typedef {import("../../app/input/commands.js").How} How
 * @typedef {import("../../app/levels.js").Found} Found
 * @typedef {import("../../app/board/motions.js").Turn} Turn
 * @typedef {import("./subject.js").Subject} Subject
 */

export class PlayView {
  /**
   * @param {App} app
   * @param {Subject} subject
   * @param {{previous: Found | null, next: Found | null}} neighbours
   */
  constructor(app, subject, neighbours) {
    this.app = app;
    this.subject = subject;
    this.neighbours = neighbours;
    /** Whether moves come of a key that is held. */
    this.steady = false;
    this.isOpeningDialog = false;
    this.game = new Game(subject.line, subject.moves);
    this.whereabouts = new Whereabouts(app, subject, this.game, neighbours.next);
    this.ways = new Ways(this.game.start);
    for (const known of [subject.solution, app.progress.winOf(subject.address)?.moves]) {
      if (known) this.ways.learn(known);
    }
    this.layout = new Layout(app, subject, neighbours, {
      onCommand: (command) => void this.take(command, { repeated: false, gamepad: false }),
      fullAddress: () => `${location.pathname}${this.whereabouts.fragment}`,
    });
    this.element = this.layout.element;
    const { board } = this.layout;
    this.rules = new RulesPanel(app, board, this.game.start);
    this.film = new FilmMode({ app, board, onEnd: (moves) => this.endFilm(moves) });
    this.walk = new Walk((letter) => this.step(letter));
    this.hinting = new Hinting({
      app,
      board,
      game: this.game,
      ways: this.ways,
      known: subject.solution,
      make: (moves) => this.walk.start(moves),
      film: (moves) => this.startFilm(this.game.moves, moves, texts.play.filmTitle),
      takeBack: (count) => this.takeBack(count),
    });
    this.ending = new Ending(app, subject, neighbours.next, this.layout, {
      undo: () => void this.take("undo", { repeated: false, gamepad: false }),
      restart: () => void this.take("restart", { repeated: false, gamepad: false }),
      watch: () => this.startFilm("", this.game.moves, texts.play.ownFilmTitle),
      share: () => this.share(),
    });
    this.watch = new DeadEndWatch({
      app,
      game: this.game,
      ways: this.ways,
      known: subject.solution,
      onChange: (found) => this.layout.notices.showDeadEnd(found, (count) => this.takeBack(count)),
    });
    this.narrator = new Narrator(app.announce);
    this.input = new MovesInput({
      board: this.layout.boardElement,
      onCommand: (command, how) => this.take(command, how),
      onTap: (x, y) => this.tap(x, y),
    });
    this.layout.place({
      rules: this.rules.element,
      hint: this.hinting.panel.element,
      film: this.film.element,
      pad: this.input.pad,
    });
    this.onSettings = () => this.watch.look();
    app.settings.addEventListener("change", this.onSettings);
  }

  /** The view is in the page now. */
  begin() {
    this.show(STILL);
    this.whereabouts.remember();
  }

  /**
   * Take a new address: of the same level it only changes the moves.
   * @param {import("../../app/router.js").Route} route
   */
  change({ address, moves }) {
    const isSame = address === this.subject.address && !address.startsWith("~");
    if (!isSame || !/^[udlrs]*$/.test(moves)) return false;
    this.whereabouts.accept();
    if (moves === this.game.moves) return true;
    this.stop();
    this.game.begin(moves);
    this.show(STILL);
    return true;
  }

  close() {
    this.whereabouts.close();
    this.app.settings.removeEventListener("change", this.onSettings);
    this.walk.stop();
    this.hinting.close();
    this.watch.close();
    this.narrator.close();
    this.film.close();
    this.input.close();
    this.ending.close();
    this.layout.close();
    this.element.remove();
    this.game.close();
  }

  // ---------------------------------------------------------------- commands

  /**
   * @param {Command} command
   * @param {How} how
   * @returns {boolean | void}
   */
  take(command, how) {
    if (this.film.isOn) return this.film.take(command);
    this.walk.stop();
    this.steady = how.repeated;
    if (isMove(command)) {
      if (this.game.state.won && how.gamepad && command === "s") this.goNext();
      else this.step(command);
      return true;
    }
    switch (command) {
      case "undo":
        return this.undo();
      case "redo":
        return this.redo();
      case "restart":
        return this.restart();
      case "hint":
        return void (this.game.state.won || this.hinting.ask());
      case "solution":
        return void (this.game.state.won ? this.ending.actions.watch() : this.hinting.showSolution());
      case "next":
        return this.game.state.won && this.goNext();
      case "share":
        return void this.share();
      case "help":
        return void this.help();
      case "escape":
        return this.hinting.panel.isOpen && this.hinting.close();
    }
  }

  /** @param {string} letter */
  step(letter) {
    if (this.game.state.won) return;
    const step = this.game.step(letter);
    const { state } = this.game;
    this.narrator.tellMove(step);
    if (!step.changed) {
      this.layout.board.show(pictureOf(state), bump(state, letter));
      return;
    }
    if (state.won) this.win();
    this.show(turnOf(step.events));
  }

  undo() {
    const events = this.game.undo();
    if (!events) return this.narrator.tell(texts.play.nothingToUndo);
    this.narrator.tellUndo();
    this.show(reversed(turnOf(events)));
  }

  redo() {
    const events = this.game.redo();
    if (!events) return;
    this.narrator.tellRedo();
    this.show(turnOf(events));
  }

  restart() {
    if (!this.game.moves) return;
    this.stop();
    this.game.restart();
    this.narrator.tell(texts.play.restarted);
    this.show(STILL);
  }

  /** @param {number} count */
  takeBack(count) {
    this.stop();
    this.game.takeBack(count);
    this.narrator.tell(texts.play.takenBack(count));
    this.show(STILL);
  }

  share() {
    const { line, name } = this.subject;
    const { moves } = this.game;
    return this.openDialog(async () => {
      const { showShare } = await import("../../app/share_dialog.js");
      await showShare(this.app, { line, moves, name });
    });
  }

  help() {
    return this.openDialog(async () => {
      const { showHelp } = await import("./help_dialog.js");
      showHelp();
    });
  }

  /**
   * Open a dialog whose code comes later, once though its key is pressed twice.
   * @param {() => Promise<void>} open
   */
  async openDialog(open) {
    if (this.isOpeningDialog) return;
    this.isOpeningDialog = true;
    this.walk.stop();
    this.input.releaseAll();
    try {
      await open();
    } finally {
      this.isOpeningDialog = false;
    }
  }

  goNext() {
    const { next } = this.neighbours;
    if (!next && this.app.embedded) return false; // there is no other page in a frame
    this.app.go(next ? `#/play/${next.address}` : "#/");
    return true;
  }

  /**
   * A tap on the board: walk there, or push what is beside.
   * @param {number} clientX
   * @param {number} clientY
   */
  tap(clientX, clientY) {
    this.walk.stop();
    const cell = this.layout.board.cellAt(clientX, clientY);
    if (!cell || this.film.isOn || this.game.state.won) return;
    const moves = this.walk.movesTo(this.game, cell);
    if (moves) return this.walk.start(moves);
    if (moves === null) {
      this.layout.flash(cell);
      this.narrator.tell(texts.play.noWayThere);
    }
  }

  // ---------------------------------------------------------------- what is shown

  /**
   * Show where the play is now.
   * @param {Turn} turn
   */
  show(turn) {
    const { state, moves } = this.game;
    this.layout.board.show(pictureOf(state), { ...turn, steady: this.steady });
    this.layout.showCount({ moves: moves.length, ...this.ending.records });
    this.layout.showUndo(this.game.canUndo, this.game.canRedo);
    this.rules.show(state);
    this.ending.show(state, this.narrator);
    this.layout.notices.showState(state, this.game.canUndo);
    this.hinting.follow();
    this.watch.look();
    this.whereabouts.update();
  }

  win() {
    this.input.releaseAll();
    this.ways.learn(this.game.moves);
    this.ending.win(this.game.moves, this.game.events);
    this.layout.showWins();
  }

  /**
   * @param {string} before
   * @param {string} moves
   * @param {string} title
   */
  startFilm(before, moves, title) {
    this.stop();
    this.ending.hide();
    this.layout.showFilm(true);
    this.film.start(this.subject.line, before, moves, title);
  }

  /** @param {string | null} moves */
  endFilm(moves) {
    this.layout.showFilm(false);
    if (moves !== null) this.goOnFrom(moves);
    this.show(STILL);
    this.layout.boardElement.focus({ preventScroll: true });
  }

  /**
   * Be where these moves lead.
   * @param {string} moves
   */
  goOnFrom(moves) {
    if (!moves.startsWith(this.game.moves)) this.game.begin(moves);
    else for (const letter of moves.slice(this.game.moves.length)) this.game.step(letter);
  }

  /** End everything that goes on by itself. */
  stop() {
    this.walk.stop();
    this.input.releaseAll();
    this.hinting.close();
  }
}
