// The gallery: all levels of all packs, to search, filter and sort.

import { button } from "../../app/buttons.js";
import { debounce, fill, h, useStyles } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";
import { drawPicture, makeCard } from "./card.js";
import { choose, listLevels, loosenings } from "./catalogue.js";
import { ORDERS, parseFilters, withoutAll, writeFilters } from "./filters.js";
import { makePanel } from "./panel.js";
import { listUsed, makeEmpty, makeUsed } from "./used.js";
import { CardWindow } from "./window.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/levels.js").Pack} Pack
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {import("./catalogue.js").Item} Item
 */

class Gallery {
  /**
   * @param {App} app
   * @param {Pack[]} packs
   * @param {Filters} filters
   */
  constructor(app, packs, filters) {
    const its = texts.gallery;
    this.app = app;
    this.packs = packs;
    this.filters = filters;
    this.items = listLevels(packs, app.progress.wins);
    this.packTitles = new Map(packs.map(({ id, title }) => [id, title]));
    /** @type {Item[]} */
    this.chosen = [];
    this.window = new CardWindow({
      makeCard,
      drawCard: (card, item, grid) => drawPicture(card, item.level.line, app.sprites, grid),
      label: its.levels,
    });
    this.panel = makePanel({
      packs,
      mechanics: mechanicsOf(this.items),
      read: () => this.filters,
      onChange: (changes) => this.apply({ ...this.filters, ...changes }),
    });
    this.search = h("input", { type: "search", class: "input", placeholder: its.searchHint, "aria-label": its.search });
    this.search.addEventListener("input", () => this.apply({ ...this.filters, search: this.search.value }));
    this.order = h(
      "select",
      { class: "input", "aria-label": its.sort },
      ORDERS.map((value) => h("option", { value }, its.orders[value])),
    );
    this.order.addEventListener("change", () => {
      const order = ORDERS.find((each) => each === this.order.value) ?? "pack";
      this.apply({ ...this.filters, order });
    });
    const turn = () => this.apply({ ...this.filters, descending: !this.filters.descending });
    this.direction = button("up", its.descending, turn, { iconOnly: true, "data-test": "direction" });
    this.random = button("solve", its.random, () => this.openRandom(), { "data-test": "random" });
    this.count = h("p", { class: "gallery-count soft", role: "status" });
    this.used = h("div", { class: "gallery-used row" });
    this.empty = h("div");
    this.filterCount = h("span", { class: "count" });
    this.side = h("aside", { class: "gallery-side", "aria-label": its.filters, id: "gallery-filters" });
    this.opener = button("settings", its.filters, () => this.toggleSide(), {
      class: "gallery-opener",
      "aria-expanded": "false",
      "aria-controls": "gallery-filters",
    });
    this.opener.append(this.filterCount);
    this.shower = button(null, "", () => this.toggleSide(), { class: "primary gallery-shower" });
    this.writeAddress = debounce(() => app.replaceRoute(addressOf(this.filters)), 200);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.takeKey(event);
    this.onWins = () => this.readWins();
  }

  /** @param {HTMLElement} main */
  mount(main) {
    const its = texts.gallery;
    fill(this.side, this.panel.elements, this.shower);
    fill(
      main,
      h(
        "div",
        { class: "gallery" },
        h(
          "header",
          { class: "gallery-head" },
          h("div", { class: "gallery-title" }, h("h1", null, its.title), this.count),
          h("div", { class: "gallery-search" }, icon("search"), this.search, h("kbd", { "aria-hidden": "true" }, "/")),
          this.opener,
          h("div", { class: "gallery-sort" }, this.order, this.direction),
          this.random,
        ),
        this.side,
        h("div", { class: "gallery-levels" }, this.used, this.empty, this.window.element),
      ),
    );
    document.addEventListener("keydown", this.onKey);
    this.app.progress.addEventListener("change", this.onWins);
    this.window.element.addEventListener("click", (event) => this.rememberPlace(event));
    this.search.value = this.filters.search;
    this.refresh();
  }

  /**
   * Take other filters: show what they choose, and put them into the address.
   * @param {Filters} filters
   */
  apply(filters) {
    this.filters = filters;
    if (this.search.value.trim() !== filters.search.trim()) this.search.value = filters.search;
    this.refresh();
    this.writeAddress();
  }

  clear() {
    this.apply(withoutAll(this.filters));
    this.search.focus();
  }

  refresh() {
    const its = texts.gallery;
    const { filters } = this;
    const { chosen, counts } = choose(this.items, filters);
    this.chosen = chosen;
    this.panel.update(filters, counts);
    this.window.show(chosen);
    this.count.textContent = its.count(chosen.length, this.items.length);
    this.shower.textContent = its.show(chosen.length);
    this.order.value = filters.order;
    this.direction.setAttribute("aria-pressed", String(filters.descending));
    fill(this.direction, icon(filters.descending ? "down" : "up"));
    this.random.disabled = chosen.length === 0;
    const used = listUsed(filters, this.packTitles);
    this.filterCount.textContent = used.length ? String(used.length) : "";
    this.used.hidden = used.length === 0;
    const apply = (/** @type {Filters} */ rest) => this.apply(rest);
    fill(
      this.used,
      used.map((each) => makeUsed(each, apply)),
      button("close", its.clear, () => this.clear(), { class: "small quiet", "data-test": "clear" }),
    );
    const isEmpty = chosen.length === 0;
    const clear = () => this.clear();
    fill(this.empty, isEmpty && makeEmpty(filters, loosenings(this.items, filters), apply, clear));
    this.window.element.hidden = isEmpty;
  }

  readWins() {
    this.items = listLevels(this.packs, this.app.progress.wins);
    this.window.forget();
    this.refresh();
  }

  openRandom() {
    const item = this.chosen[Math.floor(Math.random() * this.chosen.length)];
    if (item) this.app.go(routeTo("play", item.address));
  }

  toggleSide() {
    const isOpen = this.side.classList.toggle("open");
    this.opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    this.opener.focus();
  }

  /** @param {KeyboardEvent} event */
  takeKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      this.search.focus();
      this.search.select();
    } else if (isTyping && (event.key === "ArrowDown" || event.key === "Enter") && this.chosen.length) {
      event.preventDefault();
      this.window.focus(0);
    }
  }

  /**
   * Write into the history where one was, so that "back" leads there again.
   * @param {MouseEvent} event
   */
  rememberPlace(event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link) return;
    const place = { galleryTop: window.scrollY, address: link.dataset.address };
    this.app.replaceRoute(addressOf(this.filters));
    history.replaceState(place, "");
  }

  /** Go where one was before a level was opened from here. */
  returnToPlace() {
    const { galleryTop, address } = history.state ?? {};
    if (typeof galleryTop !== "number") return;
    // The page itself scrolls to the top once this view is open.
    setTimeout(() => {
      window.scrollTo({ top: galleryTop, behavior: "instant" });
      const place = this.chosen.findIndex((each) => each.address === address);
      this.window.update();
      if (place >= 0) this.window.focus(place);
    });
  }

  close() {
    this.writeAddress.cancel();
    this.window.close();
    document.removeEventListener("keydown", this.onKey);
    this.app.progress.removeEventListener("change", this.onWins);
  }
}

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const summaries = await app.levels.packs();
  const [packs] = await Promise.all([
    Promise.all(summaries.map((each) => app.levels.pack(each.id))),
    useStyles("css/gallery.css"),
  ]);
  const gallery = new Gallery(app, packs, parseFilters(route.query));
  gallery.mount(main);
  gallery.returnToPlace();
  return {
    title: texts.gallery.title,
    close: () => gallery.close(),
    change: (next) => {
      gallery.apply(parseFilters(next.query));
      return true;
    },
  };
}

/** @param {Filters} filters */
function addressOf(filters) {
  const query = writeFilters(filters);
  return routeTo("gallery") + (query ? `?${query}` : "");
}

/**
 * All mechanics that any level has, in the order in which the texts list them; then those without a text.
 * @param {Item[]} items
 */
function mechanicsOf(items) {
  const used = new Set(items.flatMap((item) => item.level.mechanics));
  const listed = Object.keys(texts.mechanics).filter((id) => used.has(id));
  return [...listed, ...[...used].filter((id) => !listed.includes(id)).sort()];
}
