// The cards over the board at the end of a play: won, or lost.

import { NOUNS, THING_CHARACTERS } from "../../babalab/engine.js";
import { button, linkButton } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { wordTile } from "../../app/word_tiles.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../app/levels.js").Found} Found
 *
 * @typedef {object} WinFacts
 * @property {string} moves
 * @property {number | null} best the length of the best way on record
 * @property {boolean} proved whether that is proved to be a shortest one
 * @property {number | null} own the player's best before
 * @property {boolean} first
 * @property {Found | null} next
 * @property {string} goal the noun that was WIN; "" if it is not known
 * @property {boolean} embedded whether there is no other page to go to
 *
 * @typedef {object} WinActions
 * @property {() => void} watch
 * @property {() => void} again
 * @property {() => void} share
 */

/**
 * @param {import("../../app/board/sprites.js").Sprites} sprites
 * @param {WinFacts} facts
 * @param {WinActions} actions
 */
export function makeWinCard(sprites, facts, actions) {
  const its = texts.play;
  const { moves, next, goal, embedded } = facts;
  const isShort = facts.best !== null && moves.length <= facts.best;
  const tiles = goal
    ? h(
        "p",
        { class: "rule win-rule", "aria-hidden": "true" },
        [goal, "is", "win"].map((word) => wordTile(sprites, word, { active: true, scale: 3 })),
      )
    : null;
  return h(
    "div",
    { class: "end-card win-card", role: "group", "aria-label": its.won, "data-test": "won" },
    tiles,
    h("h2", null, its.won),
    h(
      "p",
      { class: "win-moves" },
      isShort && h("span", { class: "win-star" }, icon("star"), " "),
      h("b", null, String(moves.length)),
      ` ${its.movesWord(moves.length)}`,
    ),
    h("p", { class: "soft" }, compare(facts)),
    h("p", { class: "row win-chips" }, chipsOf(facts)),
    h(
      "div",
      { class: "row end-buttons" },
      next
        ? linkButton("right", its.next, routeTo("play", next.address), {
            class: "primary",
            "data-test": "next",
          })
        : !embedded && linkButton("home", its.toAllLevels, "#/", { class: "primary", "data-test": "next" }),
      button("eye", its.watchAgain, actions.watch, { class: "small", "data-test": "watch" }),
      button("restart", its.again, actions.again, { class: "small", keys: "R" }),
      button("share", its.share, actions.share, { class: "small shares", keys: "X" }),
    ),
  );
}

/** @param {WinFacts} facts */
function compare({ moves, best, proved }) {
  const its = texts.play;
  if (best === null) return "";
  if (moves.length < best) return its.wonRecord(best);
  if (moves.length === best) return proved ? its.wonShortest : its.wonShortestKnown;
  return its.wonLonger(best, proved);
}

/** @param {WinFacts} facts */
function chipsOf({ moves, own, first }) {
  const its = texts.play;
  if (first) return [h("span", { class: "chip good" }, icon("check"), its.firstWin)];
  if (own === null) return [];
  const isRecord = moves.length < own;
  return [
    h("span", { class: `chip ${isRecord ? "good" : ""}` }, isRecord ? its.ownRecord : its.ownBest(own)),
  ];
}

/**
 * @param {import("../../app/board/sprites.js").Sprites} sprites
 * @param {object} loss
 * @param {() => void} loss.undo
 * @param {() => void} loss.restart
 * @param {boolean} loss.fromStart whether no move led here
 * @param {string} loss.editAddress where the level can be changed; "" if nowhere
 */
export function makeLossCard(sprites, { undo, restart, fromStart, editAddress }) {
  const its = texts.play;
  const ways = fromStart
    ? editAddress && linkButton("build", its.edit, editAddress, { class: "primary" })
    : [
        button("undo", its.undo, undo, { class: "primary", keys: "Z" }),
        button("restart", its.restart, restart, { class: "small", keys: "R" }),
      ];
  return h(
    "div",
    { class: "end-card loss-card", role: "group", "aria-label": its.lost, "data-test": "lost" },
    h(
      "p",
      { class: "loss-tiles", "aria-hidden": "true" },
      sprites.tile(THING_CHARACTERS[NOUNS.indexOf("skull")], { scale: 3 }),
    ),
    h("h2", null, its.lost),
    h("p", { class: "soft" }, fromStart ? its.lostFromStart : its.lostText),
    ways && h("div", { class: "row end-buttons" }, ways),
  );
}
