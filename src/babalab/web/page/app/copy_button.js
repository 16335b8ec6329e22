// Buttons that copy a text, say that they have, and show the text where the browser refuses.

import { texts } from "../texts/texts.js";
import { button } from "./buttons.js";
import { copyText } from "./clipboard.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} TextField */

const SHOWN = 2500;

/**
 * What is said of copying, and the field that shows what could not be copied. One of a dialog: what is
 * outside of it says nothing while it is open.
 */
export class CopyReport {
  constructor() {
    this.status = h("p", { role: "status", class: "copy-status small-text" });
    this.field = h("textarea", { class: "input", rows: 4, readOnly: true, "aria-label": texts.share.manualField });
    this.manual = h("div", { class: "stack", hidden: true }, this.field);
    this.element = h("div", { class: "copy-report stack" }, this.status, this.manual);
  }

  /** @param {string} what */
  copied(what) {
    this.manual.hidden = true;
    this.say(texts.share.copiedWhat(what), false);
  }

  /**
   * Let the user copy it: the text is selected, in its own field if it has one.
   * @param {string} text
   * @param {TextField | null} field
   */
  refused(text, field) {
    this.manual.hidden = field !== null;
    if (!field) this.field.value = text;
    const shown = field ?? this.field;
    shown.focus();
    shown.select();
    this.say(texts.share.refused, true);
  }

  /** @param {string} text @param {boolean} isBad */
  say(text, isBad) {
    this.status.classList.toggle("notice", isBad);
    this.status.classList.toggle("warn", isBad);
    // The same text again is said again.
    this.status.textContent = this.status.textContent === text ? `${text}\u00a0` : text;
  }
}

/**
 * @param {object} details
 * @param {string} details.label
 * @param {string} details.what what it copies, for the message
 * @param {() => string | Promise<string>} details.read
 * @param {CopyReport} details.report
 * @param {TextField} [details.field] where the text stands already
 * @param {string} [details.class]
 * @param {string} [details.test] names it for tests
 */
export function copyButton({ label, what, read, report, field, class: extra = "", test }) {
  const element = button(
    "copy",
    label,
    async () => {
      const text = await read();
      if (await copyText(text)) {
        report.copied(what);
        showDone(element, "copy", label);
      } else {
        report.refused(text, field ?? null);
      }
    },
    { class: `copy ${extra}`.trim(), "data-test": test },
  );
  return element;
}

/**
 * Let a button say for a while that it is done.
 * @param {HTMLElement} element
 * @param {import("./icons.js").IconName} iconName
 * @param {string} label
 * @param {string} [done] what it says meanwhile
 */
export function showDone(element, iconName, label, done = texts.share.done) {
  element.style.minWidth = `${element.offsetWidth}px`; // the buttons beside it stay where they are
  element.classList.add("done");
  fill(element, icon("check"), done);
  setTimeout(() => {
    element.classList.remove("done");
    fill(element, icon(iconName), label);
  }, SHOWN);
}
