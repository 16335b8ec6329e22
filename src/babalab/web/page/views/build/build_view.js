// The editor: a draft, its modes, and the keys.

import { toast } from "../../app/dialogs.js";
import { watchStored } from "../../app/storage.js";
import { texts } from "../../texts/texts.js";
import { ClipboardKeys } from "./clipboard_keys.js";
import { BLANK } from "./document.js";
import { Editor, TOOLS } from "./editor.js";
import { showImportDialog } from "./import_dialog.js";
import { Judge } from "./judge.js";
import { Keyboard } from "./keyboard.js";
import { Layout } from "./layout.js";
import { listOthers } from "./other_levels.js";
import { lastDraft, rememberDraft } from "./opening.js";
import { obey } from "./orders.js";
import { PlayMode } from "./play_mode.js";
import { Pointer } from "./pointer.js";
import { Saver } from "./saver.js";
import { orderOf } from "./shortcuts.js";
import { WatchMode } from "./watch_mode.js";
import { cutAtWin } from "./winning_moves.js";

/** @typedef {import("./document.js").Content} Content */

/** Fields and lists take their keys themselves. */
const TYPING = "input, select, textarea, [contenteditable]";

export class BuildView {
  /**
   * @param {HTMLElement} main
   * @param {import("../../app/main.js").App} app
   * @param {import("./drafts.js").Drafts} drafts
   * @param {string} key the draft to edit
   */
  constructor(main, app, drafts, key) {
    this.main = main;
    this.app = app;
    this.drafts = drafts;
    this.title = texts.build.title;
    this.editor = new Editor(drafts.readCourse(key) ?? BLANK);
    this.judge = new Judge(app.thinker, cutAtWin);
    void listOthers(app.levels, drafts.read(key)?.origin ?? "").then((others) => this.judge.know(others));
    /** Playing or watching, on the same board. @type {PlayMode | WatchMode | null} */
    this.mode = null;
    this.layout = new Layout(app, this.editor, this.judge, {
      obey: (order) => obey(this, order),
      watch: (index) => this.watch(index),
      mark: (remark) => this.mark(remark),
    });
    main.append(this.layout.element);
    const { view } = this.layout;
    this.pointer = new Pointer(view, this.editor, { onHover: (cell) => this.layout.showCell(cell) });
    this.keyboard = new Keyboard(view, this.editor, app.announce);
    this.clipboardKeys = new ClipboardKeys(this);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.takeKey(event);
    window.addEventListener("keydown", this.onKey);
    this.saver = new Saver(drafts, this.editor, key, (state) => this.layout.showSaved(state));
    this.layout.showSaved("saved");
    this.unwatch = watchStored(`draft.${key}`, () => this.onChangedElsewhere());
    rememberDraft(key);
    this.editor.addEventListener("content", () => this.judge.ask(this.editor.content));
    this.judge.ask(this.editor.content);
  }

  close() {
    this.leaveMode();
    this.saver.close();
    this.unwatch();
    this.judge.close();
    this.clipboardKeys.close();
    window.removeEventListener("keydown", this.onKey);
    this.layout.close();
  }

  /** @param {import("./findings.js").Remark | null} remark */
  mark(remark) {
    if (remark) this.leaveMode();
    this.layout.view.mark(remark?.cells ?? [], remark?.isNote ? "#8fb2ea" : "#f79a3b");
  }

  // ---------------------------------------------------------------- modes

  play() {
    this.leaveMode();
    const { rows } = this.editor;
    this.lend();
    const mode = new PlayMode(this.app, this.layout.view, rows, {
      onBack: () => this.leaveMode(),
      onWin: (moves) => this.judge.offer(rows.join("/"), moves),
      onContinue: (played, covered) => {
        this.leaveMode();
        this.editor.commit({ rows: played });
        if (covered) toast(texts.build.playing.covered(covered));
      },
    });
    this.enter(mode, "play");
    this.layout.frame.after(mode.pad);
    this.layout.element.classList.toggle("with-pad", this.app.settings.values.pad);
  }

  /** @param {number | null} index the picture to show; null plays all */
  watch(index) {
    const { opinion } = this.judge;
    const solution = opinion?.answer.solution;
    if (!opinion || !solution) return;
    if (index !== null && this.mode instanceof WatchMode && this.mode.bar.moves === solution) {
      this.mode.goTo(index);
      return;
    }
    this.leaveMode();
    this.lend();
    const mode = new WatchMode(this.app, this.layout.view, opinion.line, solution, {
      index,
      onBack: () => this.leaveMode(),
    });
    this.enter(mode, "watch");
    mode.begin();
  }

  /** The board is for others to show something on. */
  lend() {
    this.pointer.cancel();
    this.keyboard.cancel();
    this.layout.findings.choose(null);
    this.layout.view.lend(true);
  }

  /**
   * @param {PlayMode | WatchMode} mode
   * @param {"play" | "watch"} name
   */
  enter(mode, name) {
    this.mode = mode;
    this.layout.modePlace.hidden = false;
    this.layout.modePlace.append(mode.element);
    this.layout.element.dataset.mode = name;
    this.layout.frame.scrollIntoView({ block: "nearest" });
  }

  leaveMode() {
    const { mode } = this;
    if (!mode) return;
    this.mode = null;
    mode.close();
    this.layout.modePlace.hidden = true;
    delete this.layout.element.dataset.mode;
    this.layout.view.lend(false);
    this.layout.focusBoard();
    this.app.announce(texts.build.backToEditing);
  }

  // ---------------------------------------------------------------- drafts

  /** @param {string} key */
  openDraft(key) {
    this.close();
    const next = new BuildView(this.main, this.app, this.drafts, key);
    // Who holds this view closes the one that is open now.
    this.close = () => next.close();
    next.layout.focusBoard();
  }

  /** The open draft is deleted: open the one that was changed last. Return its key. */
  openAnother() {
    const key = lastDraft(this.drafts);
    this.openDraft(key);
    return key;
  }

  /** @param {Content[]} contents @param {number} [open] */
  addDrafts(contents, open = 0) {
    const { keys, kept } = this.drafts.addAll(contents);
    this.openDraft(keys[open]);
    if (!kept) toast(texts.build.importing.noRoom);
    else if (contents.length > 1) toast(texts.build.importing.added(contents.length));
  }

  /** @param {{text?: string, file?: File}} [given] */
  import(given) {
    showImportDialog(this.app, (contents, open) => this.addDrafts(contents, open), given);
  }

  /** Another window has changed this draft: that version can be had, as one more step of this one. */
  onChangedElsewhere() {
    if (document.hasFocus()) return;
    const its = texts.build.saving;
    const load = () => {
      const draft = this.drafts.read(this.saver.key);
      if (draft) this.editor.commit(draft.content);
    };
    toast(its.elsewhere, { label: its.load, action: load });
  }

  // ---------------------------------------------------------------- keys

  /** Escape: give up what was begun, then the selection, then the marks. */
  escape() {
    if (this.pointer.cancel() || this.keyboard.cancel()) return;
    if (this.editor.selection) this.editor.select(null);
    else this.layout.findings.choose(null);
    if (this.editor.tool === "type") this.editor.setTool("pencil");
  }

  /** @param {KeyboardEvent} event */
  takeKey(event) {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : null;
    if (this.mode) {
      // A play takes its keys itself.
      if (event.key === "Escape" && this.mode instanceof WatchMode) this.leaveMode();
      return;
    }
    if (target?.closest(TYPING)) return;
    const { board } = this.layout;
    const isOnBoard = target === board || target === document.body || target === this.main;
    if (isOnBoard && this.keyboard.onKey(event)) {
      event.preventDefault();
      if (target !== board) this.layout.focusBoard();
      return;
    }
    const order = orderOf(event);
    if (order === null) return;
    if (typeof order === "number") {
      if (!this.layout.palette.chooseRecent(order)) return;
    } else if (isTool(order)) {
      this.editor.setTool(order);
      this.app.announce(texts.build.tools[order]);
    } else if (!this.pointer.cancel() || order !== "undo") {
      // A stroke that is not ended yet would bring back what an order changes; undo only takes it back.
      obey(this, order);
    }
    event.preventDefault();
  }
}

/**
 * @param {string} order
 * @returns {order is import("./editor.js").ToolName}
 */
function isTool(order) {
  return /** @type {readonly string[]} */ (TOOLS).includes(order);
}
