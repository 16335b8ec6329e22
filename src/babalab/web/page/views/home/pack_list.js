// All packs, each with what is won of it, and its levels when one opens it.

import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/levels.js").PackSummary} PackSummary
 * @typedef {import("../../app/levels.js").Pack} Pack
 * @typedef {import("../../app/levels.js").LevelEntry} LevelEntry
 * @typedef {import("../../app/progress.js").Win} Win
 */

export class PackList {
  /**
   * @param {App} app
   * @param {PackSummary[]} packs
   * @param {string} chosen the pack that is open at first
   * @param {import("./fitted_pictures.js").FittedPictures} pictures
   */
  constructor(app, packs, chosen, pictures) {
    this.app = app;
    this.pictures = pictures;
    this.isOpen = true;
    /** @type {Map<string, HTMLDetailsElement>} */
    this.entries = new Map(packs.map((pack) => [pack.id, this.makeEntry(pack, pack.id === chosen)]));
    this.element = h(
      "section",
      { class: "packs", "aria-label": texts.home.packs },
      h("h2", null, texts.home.packs),
      [...this.entries.values()],
    );
  }

  /** Fill the pack that is open. */
  async begin() {
    await Promise.all(
      [...this.entries].filter(([, entry]) => entry.open).map(([id, entry]) => this.fill(id, entry)),
    );
  }

  /**
   * Open a pack and go there.
   * @param {string} id
   */
  show(id) {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.open = true;
    entry.scrollIntoView({ block: "start" });
    entry.querySelector("summary")?.focus({ preventScroll: true });
  }

  close() {
    this.isOpen = false;
  }

  /**
   * @param {PackSummary} pack
   * @param {boolean} open
   */
  makeEntry(pack, open) {
    const its = texts.home;
    const { wins } = this.app.progress;
    const won = Object.keys(wins).filter((address) => address.startsWith(`${pack.id}/`)).length;
    const count = Math.max(pack.count, 1);
    const entry = h(
      "details",
      { class: "panel pack", open, "data-pack": pack.id },
      h(
        "summary",
        null,
        h(
          "div",
          { class: "pack-name" },
          h("h3", null, icon("right"), pack.title),
          h("p", { class: "soft" }, pack.description),
        ),
        h(
          "div",
          { class: "pack-progress" },
          h(
            "span",
            { class: "small-text" },
            won >= count && icon("star"),
            its.wonOf(Math.min(won, count), pack.count),
          ),
          h("progress", { max: count, value: won, "aria-label": its.wonOf(Math.min(won, count), pack.count) }),
        ),
      ),
      h("ol", { class: "levels" }),
    );
    entry.addEventListener("toggle", () => entry.open && void this.fill(pack.id, entry));
    return entry;
  }

  /**
   * Put the levels into a pack's entry, once.
   * @param {string} id
   * @param {HTMLDetailsElement} entry
   */
  async fill(id, entry) {
    const list = entry.querySelector(".levels");
    if (!list || entry.dataset.filled) return;
    entry.dataset.filled = "yes";
    const pack = await this.app.levels.pack(id);
    if (!this.isOpen) return;
    const { wins } = this.app.progress;
    list.append(
      ...pack.levels.map((level, index) => this.makeTile(pack, level, index, wins[`${id}/${level.id}`])),
    );
  }

  /**
   * @param {Pack} pack
   * @param {LevelEntry} level
   * @param {number} index
   * @param {Win | undefined} win
   */
  makeTile(pack, level, index, win) {
    const its = texts.home;
    const state = stateOf(level, win);
    const shot = h("div", { class: "tile-shot" });
    this.pictures.add(shot, level.line);
    return h(
      "li",
      null,
      h(
        "a",
        {
          class: `tile ${state}`,
          href: routeTo("play", `${pack.id}/${level.id}`),
          "aria-label": its.level(index + 1, level.name, its.states[state]),
          title: level.name,
        },
        shot,
        h(
          "span",
          { class: "tile-name" },
          h("b", null, String(index + 1)),
          h("span", null, level.name),
          state !== "open" && h("span", { class: "tile-state" }, icon(state === "won" ? "check" : "star")),
        ),
      ),
    );
  }
}

/**
 * @param {LevelEntry} level
 * @param {Win | undefined} win
 * @returns {"open" | "won" | "shortest"}
 */
function stateOf({ solution }, win) {
  if (!win) return "open";
  return solution && win.moves.length <= solution.length ? "shortest" : "won";
}
