// The verdict about the level: in one line, and with all that is known beside the board.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { LONGER } from "./judge.js";

/**
 * @typedef {import("./judge.js").Judge} Judge
 * @typedef {import("./judge.js").Opinion} Opinion
 * @typedef {{tone: "good" | "bad" | "warn" | "info", icon: import("../../app/icons.js").IconName, text: string}} Line
 */

/** Screen readers hear a verdict when it has not changed for so long. */
const SETTLED = 800;

export class Verdict {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {Judge} judge
   * @param {{onWatch: () => void, onRecord: (solution: string) => void}} actions
   */
  constructor(app, judge, { onWatch, onRecord }) {
    this.app = app;
    this.judge = judge;
    this.onRecord = onRecord;
    const its = texts.build.verdict;
    this.line = h("p", { class: "build-verdict-line notice", "data-test": "verdict" });
    this.more = h("p", { class: "small-text" });
    this.progress = h("progress", { "aria-label": its.thinking });
    this.chips = h("ul", { class: "row build-mechanics", "aria-label": its.mechanics });
    this.facts = h("dl", { class: "build-facts" });
    this.watch = button("play", its.watch, onWatch, {
      class: "primary small",
      keys: "W",
      "data-test": "watch",
    });
    this.record = button("check", its.record, () => this.recordSolution(), { class: "small" });
    this.stop = button("close", its.stop, () => judge.stop(), { class: "small" });
    this.longer = button("wait", its.longer(LONGER), () => judge.thinkLonger(), { class: "small" });
    this.element = h(
      "section",
      { class: "panel build-verdict", "aria-label": its.label },
      this.line,
      this.progress,
      this.more,
      this.facts,
      this.chips,
      h("div", { class: "row" }, this.watch, this.record, this.stop, this.longer),
    );
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.saying = undefined;
    this.said = "";
    this.onChange = () => this.update();
    judge.addEventListener("change", this.onChange);
    this.update();
  }

  close() {
    clearTimeout(this.saying);
    this.judge.removeEventListener("change", this.onChange);
  }

  recordSolution() {
    const solution = this.judge.opinion?.answer.solution;
    if (solution) this.onRecord(solution);
  }

  update() {
    const { opinion } = this.judge;
    const line = lineOf(opinion);
    this.showLine(this.line, line);
    const answer = opinion?.answer;
    const isThinking = opinion?.phase === "thinking";
    this.progress.hidden = !isThinking;
    this.showProgress(opinion);
    const more = opinion ? moreOf(opinion) : "";
    this.more.hidden = !more;
    this.more.textContent = more;
    this.showFacts(answer);
    const solution = answer?.solution ?? null;
    this.watch.hidden = !solution;
    this.record.hidden = !solution || solution === this.judge.content?.solution;
    this.stop.hidden = !isThinking;
    const isDecided = ["unsolvable", "invalid"].includes(answer?.verdict ?? "") || (answer?.verdict === "solvable" && answer.shortest);
    this.longer.hidden = isThinking || !opinion || isDecided;
    this.sayLater(line.text);
  }

  /** @param {HTMLElement} element @param {Line} line */
  showLine(element, { tone, icon: iconName, text }) {
    const shown = `${tone} ${text}`;
    if (element.dataset.shown === shown) return;
    element.dataset.shown = shown;
    for (const each of ["good", "bad", "warn"]) element.classList.toggle(each, each === tone);
    fill(element, icon(iconName), h("span", null, text));
  }

  /** @param {Opinion | null} opinion */
  showProgress(opinion) {
    const seconds = opinion?.answer.statistics?.seconds;
    if (opinion && typeof seconds === "number") {
      this.progress.max = opinion.seconds;
      this.progress.value = Math.min(seconds, opinion.seconds);
    } else {
      this.progress.removeAttribute("value");
    }
  }

  /** @param {import("./judge.js").Answer | undefined} answer */
  showFacts(answer) {
    const its = texts.build.verdict;
    const number = answer?.difficulty?.number;
    const facts = typeof number === "number" ? [[its.difficulty, its.difficultyOf(number)]] : [];
    this.facts.hidden = !facts.length;
    fill(
      this.facts,
      facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
    );
    const mechanics = answer?.mechanics ?? [];
    this.chips.hidden = !mechanics.length;
    const shown = mechanics.join(" ");
    if (this.chips.dataset.shown === shown) return;
    this.chips.dataset.shown = shown;
    fill(
      this.chips,
      mechanics.map((each) => {
        const { name, meaning } = texts.mechanics[each] ?? { name: each, meaning: "" };
        return h("li", { class: "chip", title: meaning }, name);
      }),
    );
  }

  /** @param {string} text */
  sayLater(text) {
    if (text === this.said || this.judge.opinion?.phase === "thinking") return;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      this.said = text;
      this.app.announce(text);
    }, SETTLED);
  }
}

/**
 * An opinion in one line.
 * @param {Opinion | null} opinion
 * @returns {Line}
 */
export function lineOf(opinion) {
  const its = texts.build.verdict;
  if (!opinion) return { tone: "info", icon: "wait", text: its.thinking };
  const { answer, phase } = opinion;
  if (answer.verdict === "solvable" && answer.solution !== null) {
    return { tone: "good", icon: "check", text: its.solvable(answer.solution.length, answer.shortest) };
  }
  if (answer.verdict === "unsolvable") return { tone: "bad", icon: "lock", text: its.unsolvable };
  if (answer.verdict === "invalid") return { tone: "bad", icon: "warn", text: its.invalid };
  if (phase === "failed") return { tone: "warn", icon: "warn", text: its.failed };
  if (phase === "thinking") return { tone: "info", icon: "wait", text: its.thinking };
  return { tone: "warn", icon: "help", text: its.undecided };
}

/**
 * What else there is to say.
 * @param {Opinion} opinion
 */
function moreOf({ answer, phase, seconds, error }) {
  const its = texts.build.verdict;
  if (answer.verdict === "invalid") return "";
  if (answer.verdict === "unsolvable") return its.why(texts.deadEnds[answer.why ?? ""] ?? answer.why ?? "");
  if (phase === "failed") return error;
  const states = answer.statistics?.expanded;
  const looked = typeof states === "number" ? its.states(states) : "";
  if (answer.verdict === "solvable")
    {return answer.shortest ? its.proved : phase === "thinking" ? its.improving : its.atMost;}
  if (phase === "thinking") return looked;
  return phase === "stopped" ? its.stopped(looked) : its.gaveUp(seconds, looked);
}
