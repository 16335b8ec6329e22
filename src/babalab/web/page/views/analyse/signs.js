// How verdicts are shown: a sign, a colour and words, so that no one of them is needed.

import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("./verdicts.js").Verdict} Verdict
 * @typedef {import("../../app/icons.js").IconName} IconName
 * @typedef {{class: "good" | "bad" | "won" | "open", icon: IconName}} Sign
 */

/** @type {Record<import("./verdicts.js").Kind, Sign>} */
const SIGNS = {
  won: { class: "won", icon: "star" },
  winnable: { class: "good", icon: "check" },
  unwinnable: { class: "bad", icon: "close" },
  lost: { class: "bad", icon: "close" },
  unknown: { class: "open", icon: "help" },
};

/** @param {Verdict} verdict */
export function signOf({ kind }) {
  return SIGNS[kind];
}

/**
 * What is known of a position, in a few words.
 * @param {Verdict} verdict
 */
export function describe({ kind, distance, proved }) {
  const its = texts.analyse;
  if (kind !== "winnable" || distance === null) return its.kinds[kind];
  return proved ? its.proved(distance) : its.atMost(distance);
}

/**
 * Why a position can't be won, in words; "" if it can, or if nobody knows.
 * @param {Verdict} verdict
 */
export function reasonOf({ reason }) {
  return reason ? (texts.deadEnds[reason] ?? reason) : "";
}

/** @type {Record<string, IconName>} */
export const MOVE_ICONS = {
  u: "arrowUp",
  d: "arrowDown",
  l: "arrowLeft",
  r: "arrowRight",
  s: "wait",
};

/** @param {string} letter */
export function moveName(letter) {
  return texts.analyse.moves[letter] ?? texts.analyse.start;
}
