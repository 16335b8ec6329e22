// The bar that shows a play: first, back, play or pause, on, last, a slider and the speed.

import { texts } from "../texts/texts.js";
import { button } from "./buttons.js";
import { fill, h, useStyles } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} PlaybackBarOptions
 * @property {string} moves the moves of the play; there is one picture more than moves
 * @property {(index: number, from: number) => void} onShow show the picture of an index; `from` was shown before
 * @property {() => void} [onEnd] it played up to the last one by itself
 * @property {number} [index] the picture to begin with, which the caller shows
 */

const SPEEDS = [1, 2, 4, 8, 16];

export class PlaybackBar {
  /**
   * Put `element` into the page, and call `close()` when it leaves it.
   * @param {import("./main.js").App} app
   * @param {PlaybackBarOptions} options
   */
  constructor(app, { moves, onShow, onEnd = () => undefined, index = 0 }) {
    void useStyles("css/playback.css");
    this.app = app;
    this.onShow = onShow;
    this.onEnd = onEnd;
    this.moves = moves;
    this.index = index;
    this.isPlaying = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const its = texts.play.playback;
    /** @type {(name: import("./icons.js").IconName, label: string, action: () => void) => HTMLButtonElement} */
    const tool = (name, label, action) => button(name, label, action, { iconOnly: true, class: "quiet" });
    this.toFirst = tool("first", its.first, () => this.goTo(0));
    this.back = tool("left", its.back, () => this.step(-1));
    this.toggle = tool("play", its.play, () => (this.isPlaying ? this.pause() : this.play()));
    this.toggle.classList.replace("quiet", "primary");
    this.on = tool("right", its.on, () => this.step(1));
    this.toLast = tool("last", its.last, () => this.goTo(this.last));
    this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": its.place });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.count = h("span", { class: "playback-count", "aria-hidden": "true" });
    this.speed = h(
      "select",
      { class: "input playback-speed", "aria-label": its.speed, title: its.speed },
      SPEEDS.map((speed) => h("option", { value: speed }, its.speedOf(speed))),
    );
    this.speed.value = String(SPEEDS.findLast((speed) => speed <= app.settings.values.speed) ?? SPEEDS[0]);
    this.speed.addEventListener("change", () => app.settings.set("speed", Number(this.speed.value)));
    this.element = h(
      "div",
      { class: "playback", role: "group", "aria-label": its.label },
      h("div", { class: "playback-tools" }, this.toFirst, this.back, this.toggle, this.on, this.toLast),
      h("div", { class: "playback-place" }, this.slider, this.count),
      this.speed,
    );
    this.pauseWhenHidden = () => document.hidden && this.pause();
    document.addEventListener("visibilitychange", this.pauseWhenHidden);
    this.update();
  }

  /** The index of the last picture. */
  get last() {
    return this.moves.length;
  }

  /**
   * Take another play.
   * @param {string} moves
   * @param {number} [index] the picture to begin with, which the caller shows
   */
  setMoves(moves, index = 0) {
    this.pause();
    this.moves = moves;
    this.index = Math.min(index, this.last);
    this.update();
  }

  /** Play on; from the last picture, from the first one again. */
  play() {
    if (this.isPlaying || !this.last) return;
    if (this.index >= this.last) this.show(0);
    this.isPlaying = true;
    this.update();
    this.schedule();
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.update();
  }

  /**
   * Go one picture on or back, and stop there.
   * @param {1 | -1} by
   */
  step(by) {
    this.goTo(this.index + by);
  }

  /** @param {number} index */
  goTo(index) {
    this.pause();
    this.show(index);
  }

  close() {
    this.pause();
    document.removeEventListener("visibilitychange", this.pauseWhenHidden);
    this.element.remove();
  }

  schedule() {
    this.timer = setTimeout(() => {
      this.show(this.index + 1);
      if (this.index < this.last) {
        this.schedule();
        return;
      }
      this.pause();
      this.onEnd();
    }, 1000 / this.app.settings.values.speed);
  }

  /** @param {number} wanted */
  show(wanted) {
    const index = Math.max(0, Math.min(wanted, this.last));
    if (index === this.index) return;
    const from = this.index;
    this.index = index;
    this.update();
    this.onShow(index, from);
  }

  update() {
    const its = texts.play.playback;
    this.slider.max = String(this.last);
    this.slider.value = String(this.index);
    this.slider.setAttribute(
      "aria-valuetext",
      its.at(this.index, this.last, this.moves[this.index - 1] ?? ""),
    );
    this.count.textContent = its.count(this.index, this.last);
    // Not `disabled`: a button that is takes the focus with it.
    for (const each of [this.back, this.toFirst]) each.ariaDisabled = String(this.index === 0);
    for (const each of [this.on, this.toLast]) each.ariaDisabled = String(this.index === this.last);
    const label = this.isPlaying ? its.pause : its.play;
    fill(this.toggle, icon(this.isPlaying ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
  }
}
