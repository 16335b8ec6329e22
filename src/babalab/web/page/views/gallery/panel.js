// The panel of filters of the gallery.

import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { nameOfMechanic } from "./card.js";
import { makeChoices, makeRange } from "./choices.js";
import { CLASSES, MOST_DIFFICULT, STATUSES, toggled } from "./filters.js";

/**
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {import("./catalogue.js").Counts} Counts
 */

/**
 * @param {object} parts
 * @param {{id: string, title: string, description: string}[]} parts.packs
 * @param {string[]} parts.mechanics all that any level has
 * @param {() => Filters} parts.read
 * @param {(changes: Partial<Filters>) => void} parts.onChange
 */
export function makePanel({ packs, mechanics, read, onChange }) {
  const its = texts.gallery;
  const statuses = makeChoices({
    legend: its.status,
    name: "status",
    choices: STATUSES.map((value) => ({ value, label: its.statuses[value] })),
    onToggle: (value) => onChange({ status: read().status === value ? "" : value }),
  });
  const packChoices = makeChoices({
    legend: its.pack,
    name: "pack",
    choices: packs.map(({ id, title, description }) => ({ value: id, label: title, title: description })),
    onToggle: (value) => onChange({ packs: toggled(read().packs, value) }),
  });
  const match = makeMatch((value) => onChange({ match: value }));
  const mechanicChoices = makeChoices({
    legend: its.mechanics,
    name: "mechanic",
    before: match.element,
    choices: mechanics.map((value) => {
      return { value, label: nameOfMechanic(value), title: texts.mechanics[value]?.meaning };
    }),
    onToggle: (value) => onChange({ mechanics: toggled(read().mechanics, value) }),
  });
  const classes = makeChoices({
    legend: its.lengthClass,
    name: "length",
    choices: CLASSES.map((value) => ({ value, label: its.classOf(value) })),
    onToggle: (value) => onChange({ classes: toggled(read().classes, value) }),
  });
  const difficulty = makeRange({
    legend: its.difficulty,
    least: its.easiest,
    most: its.hardest,
    describe: its.range,
    end: MOST_DIFFICULT,
    onChange: (easiest, hardest) => onChange({ easiest, hardest }),
  });
  const groups = [statuses, difficulty, classes, mechanicChoices, packChoices];
  return {
    elements: groups.map((group) => group.element),
    /** @param {Filters} filters @param {Counts} counts */
    update: (filters, counts) => {
      statuses.update(filters.status ? [filters.status] : [], counts.statuses);
      packChoices.update(filters.packs, counts.packs);
      mechanicChoices.update(filters.mechanics, counts.mechanics);
      classes.update(filters.classes, counts.classes);
      difficulty.update(filters.easiest, filters.hardest, counts.difficulties);
      match.update(filters.match);
    },
  };
}

/**
 * Whether a level must have all of the chosen mechanics, or any.
 * @param {(match: import("./filters.js").Match) => void} onChange
 */
function makeMatch(onChange) {
  const its = texts.gallery;
  /** @param {import("./filters.js").Match} value */
  const choice = (value) =>
    button(null, its.matches[value], () => onChange(value), { class: "small", "data-match": value });
  const buttons = [choice("all"), choice("any")];
  return {
    element: h("div", { class: "tabs match", role: "group", "aria-label": its.match }, buttons),
    /** @param {import("./filters.js").Match} match */
    update: (match) => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each.dataset.match === match));
    },
  };
}
