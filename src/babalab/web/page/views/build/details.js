// Name, author and what else is on record about the level.

import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

/** @typedef {"name" | "author" | "id" | "solution"} FieldName */

/** @type {readonly FieldName[]} */
const FIELDS = ["author", "id", "solution"];

export class Details {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    const its = texts.build.details;
    /** The name stands above the board. */
    this.name = this.makeField("name");
    this.name.classList.add("build-name");
    this.name.setAttribute("aria-label", its.name);
    this.name.placeholder = texts.common.unnamed;
    this.fields = new Map([
      ["name", this.name],
      ...FIELDS.map((field) => /** @type {const} */ ([field, this.makeField(field)])),
    ]);
    this.element = h(
      "details",
      { class: "panel build-details" },
      h("summary", null, its.title),
      h(
        "div",
        { class: "stack" },
        FIELDS.map((field) => h("label", { class: "field" }, its[field], this.fields.get(field))),
      ),
    );
    editor.addEventListener("content", () => this.update());
    this.update();
  }

  /** @param {FieldName} field */
  makeField(field) {
    const input = h("input", {
      class: field === "solution" ? "input mono" : "input",
      spellcheck: false,
      autocomplete: "off",
      "data-test": `details-${field}`,
    });
    input.addEventListener("input", () => {
      // What is no move is not let in.
      const value = field === "solution" ? input.value.toLowerCase().replace(/[^udlrs]/g, "") : input.value;
      this.editor.commit({ [field]: value }, `details-${field}`);
    });
    input.addEventListener("change", () => {
      this.editor.history.endGroup();
      this.update();
    });
    return input;
  }

  update() {
    for (const [field, input] of this.fields) {
      const value = Reflect.get(this.editor.content, field);
      // While one types, what stands there stays as it was typed.
      if (input.value !== value && (document.activeElement !== input || field !== "solution"))
        {input.value = value;}
    }
  }
}
