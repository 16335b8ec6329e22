// A grid of cards of which only those in view are in the page, so that thousands cost as little as a few.

import { h } from "../../app/dom.js";

/**
 * @typedef {import("./catalogue.js").Item} Item
 *
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} width of a card, in pixels
 * @property {number} height of a card
 * @property {number} pictureHeight
 * @property {number} gap
 */

/** Cards beyond the edges of the window, as a share of its height. */
const BEYOND = 0.6;
/** Cards kept when they are out of view: to scroll back costs nothing. */
const KEPT = 400;
/** Milliseconds of a frame that pictures may take. */
const PATIENCE = 7;

export class CardWindow {
  /**
   * @param {object} parts
   * @param {(item: Item) => HTMLLIElement} parts.makeCard
   * @param {(card: HTMLLIElement, item: Item, grid: Grid) => void} parts.drawCard draws its picture
   * @param {string} parts.label
   */
  constructor({ makeCard, drawCard, label }) {
    this.makeCard = makeCard;
    this.drawCard = drawCard;
    this.element = h("ul", { class: "cards", "aria-label": label });
    /** @type {Item[]} */
    this.items = [];
    /** @type {Map<string, HTMLLIElement>} by address, the least recently shown first */
    this.cards = new Map();
    /** @type {Map<HTMLLIElement, Item>} those whose pictures are still to be drawn */
    this.undrawn = new Map();
    /** @type {Grid} */
    this.grid = { columns: 1, width: 1, height: 1, pictureHeight: 1, gap: 0 };
    this.frame = 0;
    this.drawing = 0;
    this.onScroll = () => this.request();
    window.addEventListener("scroll", this.onScroll, { passive: true });
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.element);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Item[]} items */
  show(items) {
    this.items = items;
    this.measure();
  }

  /** Forget all cards: what they say has changed. */
  forget() {
    this.cards.clear();
    this.undrawn.clear();
    this.update();
  }

  /** Find out how many cards fit side by side. */
  measure() {
    const style = getComputedStyle(this.element);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const least = parseFloat(style.getPropertyValue("--card-least")) * rem;
    const about = parseFloat(style.getPropertyValue("--card-text")) * rem;
    const gap = parseFloat(style.getPropertyValue("--card-gap")) * rem;
    const room = this.element.clientWidth;
    if (!room) return;
    const columns = Math.max(1, Math.floor((room + gap) / (least + gap)));
    const width = Math.floor((room - gap * (columns - 1)) / columns);
    const pictureHeight = Math.round(width * 0.75);
    if (width !== this.grid.width) this.drawAllAgain();
    this.grid = { columns, width, height: pictureHeight + about, pictureHeight, gap };
    const rows = Math.ceil(this.items.length / columns);
    this.element.style.height = `${Math.max(0, rows * (this.grid.height + gap) - gap)}px`;
    this.update();
  }

  drawAllAgain() {
    for (const item of this.items) {
      const card = this.cards.get(item.address);
      if (card) this.undrawn.set(card, item);
    }
  }

  request() {
    this.frame ||= requestAnimationFrame(() => this.update());
  }

  /** Put the cards in view into the page, and take all others out of it. */
  update() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const [first, last] = this.rangeInView();
    /** @type {Map<HTMLLIElement, number>} */
    const wanted = new Map();
    // The focused card stays, or the keyboard would lose its place.
    const focused = this.element.querySelector("a:focus")?.getAttribute("data-address");
    this.items.forEach((item, place) => {
      if ((place < first || place >= last) && item.address !== focused) return;
      wanted.set(this.cardOf(item), place);
    });
    for (const card of [...this.element.children]) {
      if (!wanted.has(/** @type {HTMLLIElement} */ (card))) card.remove();
    }
    let before = /** @type {Element | null} */ (null);
    for (const [card, place] of wanted) {
      this.put(card, place);
      const next = before ? before.nextElementSibling : this.element.firstElementChild;
      if (next !== card) this.element.insertBefore(card, next);
      before = card;
    }
    this.forgetOld();
    if (this.undrawn.size) this.requestDrawing();
  }

  /** The places of the first card in view, and of the first behind. */
  rangeInView() {
    const { columns, height, gap } = this.grid;
    const { top } = this.element.getBoundingClientRect();
    const beyond = window.innerHeight * BEYOND;
    const firstRow = Math.max(0, Math.floor((-top - beyond) / (height + gap)));
    const lastRow = Math.max(0, Math.ceil((window.innerHeight + beyond - top) / (height + gap)));
    return [firstRow * columns, Math.min(this.items.length, lastRow * columns)];
  }

  /** @param {Item} item */
  cardOf(item) {
    let card = this.cards.get(item.address);
    if (card) {
      this.cards.delete(item.address);
    } else {
      card = this.makeCard(item);
      this.undrawn.set(card, item);
    }
    this.cards.set(item.address, card);
    return card;
  }

  /**
   * @param {HTMLLIElement} card
   * @param {number} place
   */
  put(card, place) {
    const { columns, width, height, gap } = this.grid;
    const x = (place % columns) * (width + gap);
    const y = Math.floor(place / columns) * (height + gap);
    card.style.width = `${width}px`;
    card.style.height = `${height}px`;
    card.style.transform = `translate(${x}px, ${y}px)`;
    card.setAttribute("aria-posinset", String(place + 1));
    card.setAttribute("aria-setsize", String(this.items.length));
  }

  forgetOld() {
    for (const [address, card] of this.cards) {
      if (this.cards.size <= KEPT) break;
      if (card.isConnected) continue;
      this.cards.delete(address);
      this.undrawn.delete(card);
    }
  }

  requestDrawing() {
    this.drawing ||= requestAnimationFrame(() => this.drawSome());
  }

  /** Draw pictures of cards in view for as long as a frame allows. */
  drawSome() {
    this.drawing = 0;
    const began = performance.now();
    for (const [card, item] of this.undrawn) {
      if (!card.isConnected) continue; // it comes back when it is scrolled to again
      this.undrawn.delete(card);
      this.drawCard(card, item, this.grid);
      if (performance.now() - began > PATIENCE) break;
    }
    if ([...this.undrawn.keys()].some((card) => card.isConnected)) this.requestDrawing();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const card = /** @type {Element} */ (event.target).closest("li");
    const place = Number(card?.getAttribute("aria-posinset")) - 1;
    const { columns, height, gap } = this.grid;
    const page = columns * Math.max(1, Math.floor(window.innerHeight / (height + gap)) - 1);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place - columns,
      ArrowDown: place + columns,
      PageUp: Math.max(place % columns, place - page),
      PageDown: Math.min(this.items.length - 1, place + page),
      Home: 0,
      End: this.items.length - 1,
    };
    const target = targets[event.key];
    if (card === null || target === undefined) return;
    event.preventDefault();
    this.focus(target);
  }

  /**
   * Bring a card into view and give it the focus.
   * @param {number} place
   */
  focus(place) {
    const item = this.items[place];
    if (!item) return;
    const { columns, height, gap } = this.grid;
    const top = this.element.getBoundingClientRect().top + Math.floor(place / columns) * (height + gap);
    const bottom = top + height;
    const margin = Math.min(96, window.innerHeight / 6);
    if (top < margin) window.scrollBy({ top: top - margin, behavior: "instant" });
    else if (bottom > window.innerHeight - margin) {
      window.scrollBy({ top: bottom - window.innerHeight + margin, behavior: "instant" });
    }
    this.update();
    this.cards.get(item.address)?.querySelector("a")?.focus({ preventScroll: true });
  }

  close() {
    window.removeEventListener("scroll", this.onScroll);
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.drawing);
  }
}
