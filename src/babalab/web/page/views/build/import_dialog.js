// The dialog that takes levels in: pasted, chosen as a file, or dropped. Every problem is listed with its
// place.

import { thumbnail } from "../../app/board/thumbnail.js";
import { button } from "../../app/buttons.js";
import { showDialog } from "../../app/dialogs.js";
import { debounce, fill, h } from "../../app/dom.js";
import { readLevels } from "../../knowledge/formats.js";
import { texts } from "../../texts/texts.js";
import { BLANK } from "./document.js";

/**
 * @typedef {import("./document.js").Content} Content
 * @typedef {import("../../knowledge/diagnostics.js").Problem} Problem
 */

const SHOWN_LEVELS = 200;
const SHOWN_PROBLEMS = 200;
/** Longer texts are not put into the field: browsers get slow. */
const MOST_SHOWN = 200_000;

class ImportDialog {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {(contents: Content[], open: number) => void} onTake
   */
  constructor(app, onTake) {
    this.app = app;
    this.onTake = onTake;
    const its = texts.build.importing;
    /** @type {Content[]} */
    this.levels = [];
    this.chosen = 0;
    this.filename = "";
    this.field = h("textarea", {
      class: "input",
      rows: 8,
      spellcheck: false,
      "aria-label": its.field,
      placeholder: its.placeholder,
      "data-test": "import-text",
    });
    this.readSoon = debounce(() => this.read(this.field.value), 150);
    this.field.addEventListener("input", () => {
      this.filename = "";
      this.readSoon();
    });
    this.file = h("input", {
      type: "file",
      class: "visually-hidden",
      accept: ".txt,.json,.lvl,text/plain,application/json",
      "aria-label": its.file,
      onchange: () => {
        const [file] = this.file.files ?? [];
        if (file) void this.readFile(file);
      },
    });
    this.drop = h(
      "label",
      { class: "build-drop" },
      this.file,
      h("span", { class: "button small" }, its.file),
      h("span", { class: "soft small-text" }, its.drop),
    );
    this.summary = h("p", { role: "status", class: "small-text" });
    this.problems = h("ol", { class: "build-problems", "aria-label": its.problems });
    this.found = h("div", { class: "build-import-levels", role: "radiogroup", "aria-label": its.levels });
    this.open = button("check", its.open, () => this.take(false), {
      class: "primary",
      "data-test": "import-open",
    });
    this.openAll = button("import", its.all(0), () => this.take(true), { "data-test": "import-all" });
  }

  /** @param {string | null} text */
  show(text) {
    const its = texts.build.importing;
    const { dialog, close } = showDialog(
      its.title,
      () => [
        h("p", { class: "soft small-text" }, its.intro),
        this.field,
        this.drop,
        this.summary,
        this.problems,
        this.found,
      ],
      {
        class: "build-wide",
        foot: (shut) => [button(null, texts.common.cancel, shut), this.openAll, this.open],
      },
    );
    this.close = close;
    dialog.addEventListener("dragover", (event) => event.preventDefault());
    dialog.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void this.readFile(file);
    });
    if (text !== null) this.field.value = text;
    this.read(this.field.value);
    this.field.focus();
  }

  /** @param {File} file */
  async readFile(file) {
    this.filename = file.name;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = bytes.length <= MOST_SHOWN ? new TextDecoder().decode(bytes) : "";
    this.field.value = text;
    this.read(bytes);
  }

  /** @param {string | Uint8Array} content */
  read(content) {
    this.readSoon.cancel();
    const its = texts.build.importing;
    const isEmpty = typeof content === "string" && !content.trim();
    const { levels, problems } = isEmpty ? { levels: [], problems: [] } : readLevels(content, this.filename);
    this.levels = levels.map(({ rows, name, author, id, solution }) => ({
      ...BLANK,
      rows,
      name,
      author,
      id,
      solution,
    }));
    this.chosen = 0;
    const errors = problems.filter((each) => each.isError).length;
    this.summary.textContent = isEmpty ? "" : its.summary(levels.length, errors, problems.length - errors);
    this.showProblems(problems);
    this.showLevels();
    this.open.disabled = !levels.length;
    this.openAll.hidden = levels.length < 2;
    this.openAll.textContent = its.all(levels.length);
  }

  /** @param {Problem[]} problems */
  showProblems(problems) {
    const its = texts.build.importing;
    this.problems.hidden = !problems.length;
    const items = problems.slice(0, SHOWN_PROBLEMS).map((problem) => {
      const kind = problem.isError ? its.error : its.warning;
      const place = problem.line ? its.place(problem.line, problem.column) : "";
      const text = h("span", null, h("b", null, kind), " ", problem.message);
      return h(
        "li",
        { class: `build-problem ${problem.isError ? "bad" : ""}` },
        problem.line > 0 && button(null, place, () => this.goTo(problem), { class: "small" }),
        text,
      );
    });
    const more = problems.length - items.length;
    fill(this.problems, items, more > 0 && h("li", { class: "soft" }, its.more(more)));
  }

  /**
   * Put the caret where a problem is.
   * @param {Problem} problem
   */
  goTo({ line, column }) {
    const lines = this.field.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const at = before + Math.max(0, column - 1);
    this.field.focus();
    this.field.setSelectionRange(at, Math.min(at + 1, this.field.value.length));
  }

  showLevels() {
    const its = texts.build.importing;
    this.found.hidden = !this.levels.length;
    const items = this.levels.slice(0, SHOWN_LEVELS).map((level, index) => {
      const name = level.name || level.id || its.numbered(index + 1);
      return h(
        "label",
        { class: "build-card" },
        h("input", {
          type: "radio",
          name: "import-level",
          checked: index === this.chosen,
          "aria-label": name,
          onchange: () => {
            this.chosen = index;
          },
        }),
        h("span", { class: "build-card-picture" }, thumbnail(level.rows.join("/"), this.app.sprites, 160)),
        h("span", { class: "small-text" }, name),
      );
    });
    const more = this.levels.length - items.length;
    fill(this.found, items, more > 0 && h("p", { class: "soft small-text" }, its.moreLevels(more)));
  }

  /** @param {boolean} all */
  take(all) {
    if (!this.levels.length) return;
    this.close?.();
    if (all) this.onTake(this.levels, this.chosen);
    else this.onTake([this.levels[this.chosen]], 0);
  }
}

/**
 * @param {import("../../app/main.js").App} app
 * @param {(contents: Content[], open: number) => void} onTake levels that the user wants as drafts, and which of
 *   them to open
 * @param {{text?: string, file?: File}} [given]
 */
export function showImportDialog(app, onTake, { text, file } = {}) {
  const dialog = new ImportDialog(app, onTake);
  dialog.show(text ?? null);
  if (file) void dialog.readFile(file);
}
