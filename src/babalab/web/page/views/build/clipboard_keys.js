// Copying and pasting parts of maps, also between windows and into other programs: as text.

import { copyText } from "../../app/clipboard.js";
import { texts } from "../../texts/texts.js";
import { ENTRIES } from "./pieces.js";
import { parseBlock } from "./selection.js";

/** @typedef {import("./drawing.js").Rows} Rows */

const TYPING = "input, select, textarea, [contenteditable]";

export class ClipboardKeys {
  /** @param {import("./build_view.js").BuildView} build */
  constructor(build) {
    this.build = build;
    this.onCopy = (/** @type {ClipboardEvent} */ event) => this.take(event, () => build.editor.copy());
    this.onCut = (/** @type {ClipboardEvent} */ event) => this.take(event, () => build.editor.cut());
    this.onPaste = (/** @type {ClipboardEvent} */ event) => {
      if (!this.isOurs(event)) return;
      const [file] = event.clipboardData?.files ?? [];
      if (file) build.import({ file });
      else this.paste(event.clipboardData?.getData("text/plain") ?? "");
      event.preventDefault();
    };
    this.onDragOver = (/** @type {DragEvent} */ event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    this.onDrop = (/** @type {DragEvent} */ event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      build.import({ file });
    };
    document.addEventListener("copy", this.onCopy);
    document.addEventListener("cut", this.onCut);
    document.addEventListener("paste", this.onPaste);
    document.addEventListener("dragover", this.onDragOver);
    document.addEventListener("drop", this.onDrop);
  }

  close() {
    document.removeEventListener("copy", this.onCopy);
    document.removeEventListener("cut", this.onCut);
    document.removeEventListener("paste", this.onPaste);
    document.removeEventListener("dragover", this.onDragOver);
    document.removeEventListener("drop", this.onDrop);
  }

  /**
   * Whether a copy or paste is meant for the map: not for a field, a dialog, or text that is marked.
   * @param {ClipboardEvent} event
   */
  isOurs(event) {
    if (this.build.mode || document.querySelector("dialog[open]")) return false;
    if (event.target instanceof Element && event.target.closest(TYPING)) return false;
    return event.type === "paste" || !document.getSelection()?.toString();
  }

  /** @param {ClipboardEvent} event @param {() => Rows | null} action */
  take(event, action) {
    if (!this.isOurs(event)) return;
    const block = action();
    if (!block) return;
    event.clipboardData?.setData("text/plain", block.join("\n"));
    event.preventDefault();
    this.say(block);
  }

  /**
   * What a button has copied: the browser may refuse its clipboard, ours has it anyway.
   * @param {Rows | null} block
   */
  put(block) {
    if (!block) return;
    void copyText(block.join("\n"));
    this.say(block);
  }

  /** @param {Rows} block */
  say(block) {
    this.build.app.announce(texts.build.copied(block[0].length, block.length));
  }

  /** Return what to paste: from the browser's clipboard if it lets us, else what was copied here. */
  async pasteFromSystem() {
    let text = "";
    try {
      text = await navigator.clipboard.readText();
    } catch {
      // Refused, or there is none.
    }
    this.paste(text);
  }

  /**
   * Put a block on the map; anything else is for the dialog that reads files.
   * @param {string} text
   */
  paste(text) {
    const { editor } = this.build;
    const block = text.trim() ? parseBlock(text, (character) => ENTRIES.has(character)) : editor.clipboard;
    const fits = block && block.length <= editor.height && block[0].length <= editor.width;
    if (fits) editor.paste(block);
    else if (text.trim()) this.build.import({ text });
  }
}
