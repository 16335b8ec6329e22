// What the level is called, where it stands, and what is known about it.

import { button, linkButton } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("./subject.js").Subject} Subject
 * @typedef {import("../../app/levels.js").Found} Found
 */

/**
 * The name of the level with the ways to the one before and the one behind.
 * @param {Subject} subject
 * @param {{previous: Found | null, next: Found | null}} neighbours
 */
export function makeTitle(subject, { previous, next }) {
  const its = texts.play;
  const { found, author } = subject;
  const way = (
    /** @type {Found | null} */ to,
    /** @type {"left" | "right"} */ iconName,
    /** @type {string} */ label,
  ) =>
    to
      ? linkButton(iconName, `${label}: ${to.level.name}`, routeTo("play", to.address), {
          iconOnly: true,
          class: "quiet",
        })
      : button(iconName, label, () => undefined, { iconOnly: true, class: "quiet", disabled: true });
  return h(
    "header",
    { class: "level-title" },
    found && way(previous, "left", its.previous),
    h(
      "div",
      null,
      h("h1", null, its.title(subject.name)),
      h(
        "p",
        { class: "soft small-text" },
        found
          ? its.whereabouts(found.index + 1, found.pack.levels.length, found.pack.title)
          : author && its.by(author),
      ),
    ),
    found && way(next, "right", its.next),
  );
}

/**
 * The facts about the level, and its pack; null for a level of which nothing is known.
 * @param {Subject} subject
 * @param {import("../../app/progress.js").Progress} progress
 */
export function makeLevelPanel(subject, progress) {
  const its = texts.play;
  const { author, mechanics, difficulty, lengthClass, found } = subject;
  const chips = mechanics.map((id) => {
    const mechanic = texts.mechanics[id];
    return h("li", { class: "chip", title: mechanic?.meaning }, mechanic?.name ?? id);
  });
  if (difficulty !== null) chips.push(h("li", { class: "chip" }, its.difficulty(difficulty)));
  if (lengthClass !== null) chips.push(h("li", { class: "chip" }, its.lengths[lengthClass]));
  if (!author && !chips.length && !found) return null;
  return h(
    "details",
    { class: "panel level-panel", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", null, h("h2", null, its.aboutLevel)),
    author && h("p", { class: "soft small-text" }, its.by(author)),
    chips.length > 0 && h("ul", { class: "row chips" }, chips),
    found && makeStrip(found, progress),
    found && h("p", null, h("a", { href: `#/?pack=${encodeURIComponent(found.pack.id)}` }, its.allLevels)),
  );
}

/**
 * Mark what has been won since the panel was made.
 * @param {HTMLElement} panel
 * @param {Subject} subject
 * @param {import("../../app/progress.js").Progress} progress
 */
export function updateStrip(panel, { found }, progress) {
  if (found) panel.querySelector(".strip")?.replaceWith(makeStrip(found, progress));
}

/**
 * The levels of the pack as a row of numbers.
 * @param {Found} found
 * @param {import("../../app/progress.js").Progress} progress
 */
function makeStrip({ pack, index }, progress) {
  const { wins } = progress;
  // Of a large pack only the neighbourhood: the list of all is one step away.
  const first = Math.max(0, Math.min(index - 10, pack.levels.length - 21));
  const near = pack.levels.slice(first, first + 21);
  return h(
    "ol",
    { class: "strip", "aria-label": pack.title },
    near.map((level, offset) => {
      const number = first + offset + 1;
      const address = `${pack.id}/${level.id}`;
      const isWon = address in wins;
      const label = texts.home.level(
        number,
        level.name,
        isWon ? texts.home.states.won : texts.home.states.open,
      );
      return h(
        "li",
        null,
        h(
          "a",
          {
            href: routeTo("play", address),
            "aria-label": label,
            title: level.name,
            class: isWon ? "won" : "",
            "aria-current": first + offset === index ? "page" : null,
          },
          String(number),
          isWon && icon("check"),
        ),
      );
    }),
  );
}
