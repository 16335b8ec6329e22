// The dialog of settings.

import { texts } from "../texts/texts.js";
import { showDialog } from "./dialogs.js";
import { h } from "./dom.js";

/** @param {import("./main.js").App} app */
export function showSettings(app) {
  const { settings } = app;
  const its = texts.common;
  /** @param {string} label @param {"theme" | "motion"} name @param {Record<string, string>} choices */
  const choice = (label, name, choices) =>
    h(
      "label",
      { class: "field" },
      label,
      h(
        "select",
        {
          class: "input",
          onchange: (/** @type {Event} */ event) =>
            settings.set(name, /** @type {any} */ (/** @type {HTMLSelectElement} */ (event.target).value)),
        },
        Object.entries(choices).map(([value, text]) =>
          h("option", { value, selected: settings.values[name] === value }, text),
        ),
      ),
    );
  /** @param {string} label @param {"watchForDeadEnds" | "pad"} name */
  const tick = (label, name) =>
    h(
      "label",
      { class: "row" },
      h("input", {
        type: "checkbox",
        checked: settings.values[name],
        onchange: (/** @type {Event} */ event) =>
          settings.set(name, /** @type {HTMLInputElement} */ (event.target).checked),
      }),
      label,
    );
  showDialog(its.settings, () => [
    choice(its.theme, "theme", its.themes),
    choice(its.motion, "motion", its.motions),
    tick(its.watchForDeadEnds, "watchForDeadEnds"),
    tick(its.alwaysPad, "pad"),
    h("p", { class: "soft small-text" }, its.about),
  ]);
}
