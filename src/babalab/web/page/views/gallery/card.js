// The card of a level: its picture, what is known of it, and how the player fared.

import { thumbnail } from "../../app/board/thumbnail.js";
import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";
import { statusesOf } from "./catalogue.js";

/** @typedef {import("./catalogue.js").Item} Item */

/**
 * @param {Item} item
 * @returns {HTMLLIElement}
 */
export function makeCard(item) {
  const its = texts.gallery;
  const { level, length } = item;
  const facts = length ? its.length(length, level.shortest) : its.noSolution;
  const mark = markOf(item);
  const mechanics = level.mechanics.map(nameOfMechanic);
  const difficulty = level.difficulty;
  return h(
    "li",
    null,
    h(
      "a",
      { class: `card${mark ? " won" : ""}`, href: routeTo("play", item.address), "data-address": item.address },
      h("div", { class: "card-picture" }),
      h(
        "div",
        { class: "card-text" },
        h("strong", { class: "card-name", title: level.name }, level.name || item.address),
        h(
          "span",
          { class: "card-facts" },
          h("span", { title: length && level.shortest ? its.provedShortest : null }, facts),
          difficulty !== null && makeMeter(difficulty),
        ),
        h("span", { class: "card-chips", title: mechanics.join(", ") }, mechanics.map((name) => h("span", { class: "chip" }, name))),
      ),
      mark && h("span", { class: `card-mark ${mark.class}` }, icon(mark.icon), mark.text),
    ),
  );
}

/**
 * Draw the picture of a card as large as it has room.
 * @param {HTMLLIElement} card
 * @param {string} line
 * @param {import("../../app/board/sprites.js").Sprites} sprites
 * @param {{width: number, pictureHeight: number}} grid in pixels
 */
export function drawPicture(card, line, sprites, { width, pictureHeight }) {
  const ratio = window.devicePixelRatio || 1;
  const columns = line.indexOf("/");
  const rows = Math.round((line.length + 1) / (columns + 1));
  const cell = Math.floor(ratio * Math.min((width - 2) / columns, (pictureHeight - 2) / rows));
  const canvas = thumbnail(line, sprites, cell * Math.max(columns, rows));
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.style.height = `${canvas.height / ratio}px`;
  card.querySelector(".card-picture")?.replaceChildren(canvas);
}

/** @param {string} id */
export function nameOfMechanic(id) {
  return texts.mechanics[id]?.name ?? id;
}

/** @param {number} difficulty */
function makeMeter(difficulty) {
  const bar = h("span", { class: "meter-bar" });
  bar.style.width = `${difficulty}%`;
  return h(
    "span",
    { class: "meter", title: texts.gallery.difficultyOf(difficulty) },
    h("span", { class: "meter-ground", "aria-hidden": "true" }, bar),
    h("span", { class: "visually-hidden" }, texts.gallery.difficultyOf(difficulty)),
    h("span", { "aria-hidden": "true" }, difficulty),
  );
}

/**
 * How a level that is won is marked.
 * @param {Item} item
 * @returns {{class: string, icon: import("../../app/icons.js").IconName, text: string} | null}
 */
function markOf(item) {
  if (item.wonIn === null) return null;
  const isFewest = statusesOf(item).includes("fewest");
  const text = isFewest ? texts.gallery.wonInFewest : texts.gallery.wonIn(item.wonIn);
  return { class: isFewest ? "fewest" : "", icon: isFewest ? "star" : "check", text };
}
