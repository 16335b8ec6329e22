// Groups of choices in the panel of filters.

import { h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";

/**
 * @template {string | number} Value
 * @typedef {object} Group
 * @property {HTMLElement} element
 * @property {(chosen: Value[], counts: Map<Value, number>) => void} update
 */

/**
 * Several values of which any number, or one at a time, can be chosen.
 * @template {string | number} Value
 * @param {object} details
 * @param {string} details.legend
 * @param {{value: Value, label: string, title?: string}[]} details.choices
 * @param {(value: Value) => void} details.onToggle
 * @param {string} details.name for tests and styles
 * @param {Node} [details.before] what stands before the choices
 * @returns {Group<Value>}
 */
export function makeChoices({ legend, choices, onToggle, name, before }) {
  /** @type {Map<Value, {box: HTMLInputElement, label: HTMLElement, count: HTMLElement}>} */
  const made = new Map();
  for (const { value, label, title } of choices) {
    const box = h("input", { type: "checkbox", class: "visually-hidden", value: String(value) });
    box.addEventListener("change", () => onToggle(value));
    const count = h("span", { class: "count" });
    made.set(value, {
      box,
      count,
      label: h("label", { class: "choice", title }, box, icon("check"), h("span", null, label), count),
    });
  }
  const labels = [...made.values()].map(({ label }) => label);
  const element = h(
    "fieldset",
    { class: "filter", "data-filter": name },
    h("legend", null, legend),
    before,
    h("div", { class: "choices" }, labels),
  );
  return {
    element,
    update: (chosen, counts) => {
      for (const [value, { box, label, count }] of made) {
        const number = counts.get(value) ?? 0;
        box.checked = chosen.includes(value);
        count.textContent = String(number);
        label.classList.toggle("none", number === 0 && !box.checked);
      }
    },
  };
}

/**
 * A range between two ends, with a histogram above it.
 * @param {object} details
 * @param {string} details.legend
 * @param {string} details.least the name of the lower end
 * @param {string} details.most
 * @param {(least: number, most: number) => string} details.describe
 * @param {(least: number, most: number) => void} details.onChange
 * @param {number} details.end the highest value; the lowest is 0
 */
export function makeRange({ legend, least, most, describe, onChange, end }) {
  const bars = Array.from({ length: 10 }, () => h("span", { class: "bar" }));
  /** @param {string} label @param {string} name */
  const slider = (label, name) =>
    h("input", { type: "range", min: 0, max: end, step: 1, "aria-label": label, "data-end": name });
  const [low, high] = [slider(least, "least"), slider(most, "most")];
  const text = h("output", { class: "range-text" });
  const read = () => [Number(low.value), Number(high.value)];
  low.addEventListener("input", () => {
    if (low.valueAsNumber > high.valueAsNumber) high.value = low.value;
    onChange(read()[0], read()[1]);
  });
  high.addEventListener("input", () => {
    if (high.valueAsNumber < low.valueAsNumber) low.value = high.value;
    onChange(read()[0], read()[1]);
  });
  const element = h(
    "fieldset",
    { class: "filter", "data-filter": "difficulty" },
    h("legend", null, legend, text),
    h("div", { class: "histogram", "aria-hidden": "true" }, bars),
    h("div", { class: "range" }, low, high),
  );
  return {
    element,
    /** @param {number} from @param {number} to @param {number[]} counts of ten equal parts */
    update: (from, to, counts) => {
      low.value = String(from);
      high.value = String(to);
      text.textContent = describe(from, to);
      const highest = Math.max(1, ...counts);
      const part = end / counts.length;
      counts.forEach((count, i) => {
        bars[i].style.height = count ? `${Math.max(6, (100 * count) / highest)}%` : "0";
        bars[i].classList.toggle("outside", (i + 1) * part <= from || i * part > to);
      });
      element.style.setProperty("--from", String(from / end));
      element.style.setProperty("--to", String(to / end));
    },
  };
}
