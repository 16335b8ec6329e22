// The dialog that gives a position to others: link, picture, text, code of a frame.

import { texts } from "../texts/texts.js";
import { button } from "./buttons.js";
import { canCopyPictures, copyPicture, download } from "./clipboard.js";
import { CopyReport, copyButton, showDone } from "./copy_button.js";
import { showDialog } from "./dialogs.js";
import { fill, h, useStyles } from "./dom.js";
import { addressOf, embeddedAddressOf, frameCode, frameSize } from "./share_address.js";
import { blobOf, canvasOfPosition, pictureOfPosition } from "./share_picture.js";

/** @typedef {import("./main.js").App} App */

class ShareDialog {
  /**
   * @param {App} app
   * @param {{line: string, moves: string, name: string}} play
   */
  constructor(app, { line, moves, name }) {
    this.app = app;
    this.line = line;
    this.moves = moves;
    this.name = name || texts.common.unnamed;
    this.withMoves = moves !== "";
    this.report = new CopyReport();
    this.link = h("input", { class: "input mono", readOnly: true, "aria-label": texts.share.link, "data-test": "link" });
    this.code = h("textarea", { class: "input", rows: 4, readOnly: true, "aria-label": texts.share.code });
    this.code.dataset.test = "embed-code";
    this.picture = h("figure", { class: "share-picture" });
    this.canvas = h("canvas");
    this.preview = h("div", { class: "share-preview" });
    for (const field of [this.link, this.code]) field.addEventListener("focus", () => field.select());
  }

  /** The part to share: the play so far, or the level from its start. */
  get position() {
    return { line: this.line, moves: this.withMoves ? this.moves : "" };
  }

  body() {
    return [this.aboutPicture(), this.aboutLink(), this.aboutText(), this.aboutFrame(), this.report.element];
  }

  aboutPicture() {
    const its = texts.share;
    const tick = h("input", {
      type: "checkbox",
      checked: this.withMoves,
      "data-test": "with-moves",
      onchange: () => {
        this.withMoves = tick.checked;
        void this.update();
      },
    });
    const save = button(
      "import",
      its.savePicture,
      async () => {
        download(await blobOf(this.canvas), `${fileName(this.name)}.png`);
        this.report.say(its.savedPicture, false);
        showDone(save, "import", its.savePicture, its.saved);
      },
      { "data-test": "save-picture" },
    );
    const copy = button(
      "copy",
      its.copyPicture,
      async () => {
        if (await copyPicture(blobOf(this.canvas))) {
          this.report.copied(its.picture);
          showDone(copy, "copy", its.copyPicture);
        } else {
          this.report.say(its.pictureRefused, true);
        }
      },
      { "data-test": "copy-picture" },
    );
    return h(
      "div",
      { class: "share-top" },
      this.picture,
      h(
        "div",
        { class: "stack" },
        this.moves && h("label", { class: "row share-tick" }, tick, its.withMoves(this.moves.length)),
        h("div", { class: "row" }, canCopyPictures() && copy, save),
      ),
    );
  }

  aboutLink() {
    const its = texts.share;
    // It fails where the user closes it.
    const share = () => navigator.share({ title: this.name, url: this.link.value }).catch(() => undefined);
    return h(
      "section",
      { class: "stack share-part" },
      h("h3", null, its.link),
      h(
        "div",
        { class: "share-line" },
        this.link,
        copyButton({
          label: its.copyLink,
          what: its.link,
          read: () => addressOf(this.position),
          field: this.link,
          report: this.report,
          class: "primary",
          test: "copy-link",
        }),
        "share" in navigator && button("share", its.send, share),
      ),
    );
  }

  aboutText() {
    const its = texts.share;
    /** @param {string} label @param {string} test @param {() => string} read */
    const copy = (label, test, read) =>
      copyButton({ label, what: label, read, report: this.report, class: "small", test });
    return h(
      "section",
      { class: "stack share-part" },
      h("h3", null, its.text),
      h(
        "div",
        { class: "row" },
        copy(its.map, "copy-map", () => this.line.replaceAll("/", "\n")),
        copy(its.oneLine, "copy-line", () => {
          const { line, moves } = this.position;
          return moves ? `${line}@${moves}` : line;
        }),
        this.moves && copy(its.moves(this.moves.length), "copy-moves", () => this.moves),
      ),
    );
  }

  aboutFrame() {
    const its = texts.share;
    const toggle = button("eye", its.preview, () => this.togglePreview(toggle), {
      class: "small",
      "aria-expanded": "false",
      "data-test": "preview",
    });
    const copy = copyButton({
      label: its.copyCode,
      what: its.code,
      read: () => this.code.value,
      field: this.code,
      report: this.report,
      class: "small",
      test: "copy-code",
    });
    return h(
      "details",
      { class: "share-part" },
      h("summary", null, its.embed),
      h("div", { class: "stack" }, this.code, h("div", { class: "row" }, copy, toggle), this.preview),
    );
  }

  /** @param {HTMLElement} toggle */
  togglePreview(toggle) {
    const isShown = this.preview.childElementCount > 0;
    toggle.setAttribute("aria-expanded", String(!isShown));
    if (isShown) fill(this.preview);
    else void this.showPreview();
  }

  async showPreview() {
    const size = frameSize(pictureOfPosition(this.position));
    const src = await embeddedAddressOf(this.position);
    fill(this.preview, h("iframe", { src, title: texts.share.frameTitle(this.name), ...sizeAsText(size) }));
  }

  /** Write everything that depends on what is shared. */
  async update() {
    const { position } = this;
    this.canvas = canvasOfPosition(position, this.app.sprites);
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", texts.share.pictureOf(this.name));
    fill(this.picture, this.canvas);
    const [link, embedded] = await Promise.all([addressOf(position), embeddedAddressOf(position)]);
    this.link.value = link;
    const size = frameSize(pictureOfPosition(position));
    this.code.value = frameCode(embedded, size, texts.share.frameTitle(this.name));
    if (this.preview.childElementCount) await this.showPreview();
  }
}

/**
 * Show the dialog for a play.
 * @param {App} app
 * @param {{line: string, moves?: string, name?: string}} play `moves`: those played so far
 */
export async function showShare(app, { line, moves = "", name = "" }) {
  await useStyles("css/share.css");
  const share = new ShareDialog(app, { line, moves, name });
  await share.update();
  const { dialog } = showDialog(texts.share.title(share.name), () => share.body(), { class: "share" });
  dialog.querySelector(/** @type {"button"} */ (".copy.primary"))?.focus();
}

/** @param {{width: number, height: number}} size */
function sizeAsText({ width, height }) {
  return { width: String(width), height: String(height) };
}

/** @param {string} name */
function fileName(name) {
  const plain = name.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-");
  return plain.replace(/^-+|-+$/g, "").toLowerCase() || "level";
}
