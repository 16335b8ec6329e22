// Playing the level on the editor's own board, and coming back: with the draft as it was, or as it is now.

import { reversed, STILL, turnOf } from "../../app/board/motions.js";
import { pictureOf } from "../../app/board/pieces.js";
import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { isMove, MovesInput } from "../../app/moves_input.js";
import { texts } from "../../texts/texts.js";
import { bump } from "../play/bump.js";
import { Game } from "../play/game.js";
import { Narrator } from "../play/narrator.js";
import { Walk } from "../play/walk.js";
import { mapOf } from "./played_map.js";

/**
 * @typedef {import("../../app/input/commands.js").Command} Command
 * @typedef {import("./drawing.js").Rows} Rows
 */

export class PlayMode {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./board_view.js").BoardView} view
   * @param {Rows} rows
   * @param {object} options
   * @param {() => void} options.onBack
   * @param {(rows: Rows, covered: number) => void} options.onContinue
   * @param {(moves: string) => void} options.onWin
   */
  constructor(app, view, rows, { onBack, onContinue, onWin }) {
    this.app = app;
    this.view = view;
    this.onBack = onBack;
    this.onWin = onWin;
    this.game = new Game(rows.join("/"), "");
    this.walk = new Walk((letter) => this.step(letter));
    this.narrator = new Narrator(app.announce);
    const its = texts.build.playing;
    const tool = (
      /** @type {import("../../app/icons.js").IconName} */ icon,
      /** @type {string} */ label,
      /** @type {string} */ keys,
      /** @type {Command} */ command,
    ) => button(icon, label, () => this.onButton(command), { iconOnly: true, class: "quiet", keys });
    this.undo = tool("undo", its.undo, "Z", "undo");
    this.redo = tool("redo", its.redo, "Y", "redo");
    this.again = tool("restart", its.restart, "R", "restart");
    this.status = h("p", { class: "build-play-status", "data-test": "play-status" });
    const back = button("left", its.back, () => onBack(), {
      class: "primary",
      keys: "Escape",
      "data-test": "back",
    });
    const goOn = button(
      "build",
      its.continueHere,
      () => {
        const { rows: played, covered } = mapOf(this.game.state);
        onContinue(played, covered);
      },
      { "data-test": "continue" },
    );
    this.input = new MovesInput({
      board: view.element,
      onCommand: (command) => this.take(command),
      onTap: (x, y) => this.tap(x, y),
    });
    this.element = h(
      "div",
      { class: "build-play", role: "group", "aria-label": its.label },
      back,
      this.undo,
      this.redo,
      this.again,
      this.status,
      goOn,
    );
    this.pad = this.input.pad;
    this.show(STILL);
    view.element.focus({ preventScroll: true });
    app.announce(its.begun);
  }

  /** @param {Command} command */
  onButton(command) {
    this.take(command);
    this.view.element.focus({ preventScroll: true });
  }

  /**
   * @param {Command} command
   * @returns {boolean | void}
   */
  take(command) {
    this.walk.stop();
    if (isMove(command)) {
      if (!this.game.state.won) this.step(command);
      return;
    }
    switch (command) {
      case "undo": {
        const events = this.game.undo();
        if (events) this.narrator.tellUndo();
        return this.show(events ? reversed(turnOf(events)) : STILL);
      }
      case "redo": {
        const events = this.game.redo();
        if (events) this.narrator.tellRedo();
        return this.show(events ? turnOf(events) : STILL);
      }
      case "restart":
        this.game.restart();
        return this.show(STILL);
      case "escape":
        return this.onBack();
      default:
        return false;
    }
  }

  /** @param {string} letter */
  step(letter) {
    const step = this.game.step(letter);
    const { state, moves } = this.game;
    this.narrator.tellMove(step);
    if (!step.changed) {
      this.view.board.show(pictureOf(state), bump(state, letter));
      return;
    }
    this.show(turnOf(step.events));
    if (!state.won) return;
    this.narrator.tell(texts.build.playing.won(moves.length));
    this.onWin(moves);
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    const cell = this.view.board.cellAt(x, y);
    const moves = cell && !this.game.state.won ? this.walk.movesTo(this.game, cell) : null;
    if (moves) this.walk.start(moves);
  }

  /** @param {import("../../app/board/motions.js").Turn} turn */
  show(turn) {
    const { state, moves, canUndo, canRedo } = this.game;
    const its = texts.build.playing;
    this.view.board.show(pictureOf(state), turn);
    this.view.board.fade(state.lost && !state.won);
    this.undo.ariaDisabled = this.again.ariaDisabled = String(!canUndo);
    this.redo.ariaDisabled = String(!canRedo);
    const text = state.won ? its.won(moves.length) : state.lost ? its.lost : its.moves(moves.length);
    this.status.textContent = text;
    this.status.classList.toggle("good", state.won);
    this.status.classList.toggle("bad", state.lost && !state.won);
  }

  close() {
    this.walk.stop();
    this.narrator.close();
    this.input.close();
    this.game.close();
    this.element.remove();
  }
}
