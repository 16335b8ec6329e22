// The solution as a strip of small pictures: its beginning and end, and where rules change.

import { drawPicture } from "../../app/board/thumbnail.js";
import { pictureOf } from "../../app/board/pieces.js";
import { debounce, fill, h } from "../../app/dom.js";
import { Film } from "../../app/film.js";
import { texts } from "../../texts/texts.js";

const PICTURES = 6;
/** CSS pixels of the longer side. */
const SIDE = 96;
const PAUSE = 250;

export class Strip {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./judge.js").Judge} judge
   * @param {(index: number) => void} onChoose
   */
  constructor(app, judge, onChoose) {
    this.app = app;
    this.judge = judge;
    this.onChoose = onChoose;
    this.shown = "";
    this.list = h("ol", { class: "build-strip", "aria-label": texts.build.strip.label });
    this.element = h(
      "section",
      { class: "panel", hidden: true },
      h("h2", null, texts.build.strip.label),
      this.list,
    );
    this.showSoon = debounce(() => this.show(), PAUSE);
    this.onChange = () => this.update();
    judge.addEventListener("change", this.onChange);
  }

  close() {
    this.showSoon.cancel();
    this.judge.removeEventListener("change", this.onChange);
  }

  /** Pictures of another level are taken away at once; new ones come when it stays as it is for a moment. */
  update() {
    const { line, answer } = this.judge.opinion ?? {};
    const wanted = answer?.solution ? `${line}@${answer.solution}` : "";
    if (!wanted) this.element.hidden = true;
    if (wanted !== this.shown || this.element.hidden) this.showSoon();
  }

  show() {
    const { line = "", answer } = this.judge.opinion ?? {};
    const solution = answer?.solution ?? "";
    this.element.hidden = !solution;
    this.shown = `${line}@${solution}`;
    if (!solution) return;
    const film = new Film(line, "", solution);
    fill(
      this.list,
      choosePictures(film).map((index) => this.makePicture(film, index)),
    );
  }

  /** @param {Film} film @param {number} index */
  makePicture(film, index) {
    const its = texts.build.strip;
    const canvas = h("canvas", { class: "thumbnail", "aria-hidden": "true" });
    const picture = pictureOf(film.stateAt(index));
    const target = SIDE * (window.devicePixelRatio || 1);
    const cell = Math.max(2, Math.floor(target / Math.max(picture.width, picture.height)));
    drawPicture(canvas, picture, this.app.sprites, cell);
    const label = index === 0 ? its.start : index === film.last ? its.end(index) : its.after(index);
    return h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          class: "build-card",
          "aria-label": its.show(label),
          onclick: () => this.onChoose(index),
        },
        canvas,
        h("span", { class: "small-text soft" }, label),
      ),
    );
  }
}

/**
 * The most telling pictures of a film, in order.
 * @param {Film} film
 */
export function choosePictures(film) {
  const chosen = new Set([0, film.last]);
  for (let index = 1; index < film.last && chosen.size < PICTURES; index++) {
    const kinds = film.eventsAt(index).map((event) => event.kind);
    if (kinds.includes("rule-made") || kinds.includes("rule-broken") || kinds.includes("transformed"))
      {chosen.add(index);}
  }
  // What is left goes to the longest stretches without a picture.
  while (chosen.size < Math.min(PICTURES, film.last + 1)) {
    const order = [...chosen].sort((one, other) => one - other);
    let widest = 1;
    for (let each = 1; each < order.length; each++) {
      if (order[each] - order[each - 1] > order[widest] - order[widest - 1]) widest = each;
    }
    chosen.add(Math.floor((order[widest] + order[widest - 1]) / 2));
  }
  return [...chosen].sort((one, other) => one - other);
}
