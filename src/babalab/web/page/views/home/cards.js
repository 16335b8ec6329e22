// The cards at the top: go on where one was, and the puzzle of the day.

import { linkButton } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { decodeLink } from "../../knowledge/links.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/levels.js").Found} Found
 * @typedef {import("./fitted_pictures.js").FittedPictures} FittedPictures
 */

/**
 * @param {FittedPictures} pictures
 * @param {{address: string, moves: string, found: Found | null}} last
 */
export function makeContinueCard(pictures, { address, moves, found }) {
  const its = texts.home;
  const picture = h("div", { class: "card-picture" });
  const facts = h("p", { class: "soft" }, found ? its.movesMade(moves.length) : "");
  if (found) pictures.add(picture, found.level.line);
  else {
    decodeLink(address.slice(1)).then(
      (link) => {
        pictures.add(picture, link.line);
        facts.textContent = its.movesMade(link.moves.length);
      },
      () => undefined,
    );
  }
  return makeCard({
    name: "continue",
    label: its.continueTitle,
    picture,
    title: found?.level.name ?? texts.common.unnamed,
    where: found ? its.whereabouts(found.pack.title, found.index + 1) : "",
    facts: [facts],
    href: `#/play/${address}`,
    action: its.continue,
  });
}

/**
 * @param {App} app
 * @param {FittedPictures} pictures
 * @param {Found} found
 */
export function makeDayCard(app, pictures, found) {
  const its = texts.home;
  const { level, address } = found;
  const picture = h("div", { class: "card-picture" });
  pictures.add(picture, level.line);
  const isWon = Boolean(app.progress.winOf(address));
  const chips = [
    isWon && h("span", { class: "chip good" }, icon("check"), its.states.won),
    level.lengthClass !== null && h("span", { class: "chip" }, texts.play.lengths[level.lengthClass]),
    level.difficulty !== null && h("span", { class: "chip" }, texts.play.difficulty(level.difficulty)),
  ];
  return makeCard({
    name: "day",
    label: its.dayTitle,
    aside: its.date(new Date()),
    picture,
    title: level.name,
    where: its.whereabouts(found.pack.title, found.index + 1),
    facts: [h("p", { class: "row" }, chips)],
    href: routeTo("play", address),
    action: isWon ? its.playAgain : its.play,
  });
}

/**
 * @param {{name: string, label: string, aside?: string, picture: HTMLElement, title: string, where: string,
 *   facts: HTMLElement[], href: string, action: string}} card
 */
function makeCard({ name, label, aside = "", picture, title, where, facts, href, action }) {
  const headingId = `card-${name}`;
  return h(
    "section",
    { class: `panel home-card ${name}`, "aria-labelledby": headingId, "data-test": name },
    h("a", { class: "card-shot", href, tabIndex: -1, "aria-hidden": "true" }, picture),
    h(
      "div",
      { class: "card-text" },
      h(
        "p",
        { class: "card-label", id: headingId },
        icon(name === "day" ? "calendar" : "play"),
        h("span", null, label),
        aside && h("span", { class: "soft" }, aside),
      ),
      h("h2", null, title),
      where && h("p", { class: "soft" }, where),
      facts,
      h(
        "p",
        { class: "card-action" },
        linkButton("play", action, href, { class: "primary", "aria-label": `${action}: ${title}` }),
      ),
    ),
  );
}
