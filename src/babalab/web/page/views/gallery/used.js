// What the gallery says of the filters in use, above the cards and where none is left: each can be removed.

import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { nameOfMechanic } from "./card.js";
import { toggled, usedParts, without } from "./filters.js";

/**
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {import("./filters.js").Part} Part
 * @typedef {{text: string, rest: Filters}} Used a filter, and what remains without it
 */

/**
 * @param {Filters} filters
 * @param {Map<string, string>} packTitles
 * @returns {Used[]}
 */
export function listUsed(filters, packTitles) {
  const its = texts.gallery;
  return usedParts(filters).flatMap((part) => {
    switch (part) {
      case "mechanics":
        return filters.mechanics.map((id) => ({
          text: nameOfMechanic(id),
          rest: { ...filters, mechanics: toggled(filters.mechanics, id) },
        }));
      case "packs":
        return filters.packs.map((id) => ({
          text: packTitles.get(id) ?? id,
          rest: { ...filters, packs: toggled(filters.packs, id) },
        }));
      case "classes":
        return filters.classes.map((value) => ({
          text: its.classOf(value),
          rest: { ...filters, classes: toggled(filters.classes, value) },
        }));
      default:
        return [{ text: describePart(filters, part), rest: without(filters, part) }];
    }
  });
}

/**
 * A part of the filters in a few words.
 * @param {Filters} filters
 * @param {Part} part
 */
function describePart(filters, part) {
  const its = texts.gallery;
  switch (part) {
    case "search":
      return its.searchFor(filters.search.trim());
    case "difficulty":
      return its.difficultyFrom(its.range(filters.easiest, filters.hardest));
    case "status":
      return filters.status ? its.statuses[filters.status] : "";
    case "mechanics":
      return its.mechanicsOf(filters.mechanics.map(nameOfMechanic), filters.match);
    default:
      return its.parts[part];
  }
}

/**
 * @param {Used} used
 * @param {(filters: Filters) => void} apply
 */
export function makeUsed({ text, rest }, apply) {
  return h(
    "button",
    { type: "button", class: "chip used", "aria-label": texts.gallery.remove(text), onclick: () => apply(rest) },
    text,
    icon("close"),
  );
}

/**
 * What to say where no level is left: what to give up, and what that would show.
 * @param {Filters} filters
 * @param {{part: Part, count: number}[]} loosenings
 * @param {(filters: Filters) => void} apply
 * @param {() => void} clear
 */
export function makeEmpty(filters, loosenings, apply, clear) {
  const its = texts.gallery;
  return h(
    "div",
    { class: "gallery-empty stack" },
    icon("search"),
    h("h2", null, its.nothing),
    h("p", { class: "soft" }, loosenings.length ? its.loosen : its.loosenAll),
    h(
      "div",
      { class: "row" },
      loosenings.map(({ part, count }) =>
        button(null, its.loosening(describePart(filters, part), count), () => apply(without(filters, part))),
      ),
      button(null, its.clear, clear, { class: loosenings.length ? "quiet" : "primary" }),
    ),
  );
}
