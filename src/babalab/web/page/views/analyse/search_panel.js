// How the search of a position goes: figures while it runs, where it has been, pause and more time.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("./searcher.js").Searcher} Searcher
 * @typedef {import("./searcher.js").Trace} Trace
 */

export class SearchPanel {
  /** @param {Searcher} searcher */
  constructor(searcher) {
    const its = texts.analyse;
    this.searcher = searcher;
    this.phase = h("p", { class: "search-phase", role: "status" });
    this.table = h("table", { class: "facts" });
    this.toggle = button("pause", its.pause, () => (searcher.isThinking ? searcher.pause() : searcher.resume()), {
      class: "small",
      "data-test": "pause",
    });
    this.longer = button("wait", its.thinkLonger, () => searcher.thinkLonger(), { class: "small", "data-test": "longer" });
    this.element = h(
      "div",
      { class: "stack" },
      this.phase,
      h("div", { class: "row" }, this.toggle, this.longer),
      this.table,
    );
  }

  update() {
    const its = texts.analyse;
    const { trace, state } = this.searcher;
    const isSettled = state !== null && this.searcher.isSettled(state);
    this.phase.textContent = trace.problem || phaseText(trace, isSettled);
    const isThinking = trace.phase === "thinking";
    const label = isThinking ? its.pause : its.goOn;
    if (this.toggle.textContent !== label) fill(this.toggle, icon(isThinking ? "pause" : "play"), label);
    this.toggle.hidden = !isThinking && trace.phase !== "paused" && !this.searcher.isPaused;
    this.longer.hidden = isThinking || trace.phase === "paused" || (isSettled && trace.phase !== "idle");
    fill(this.table, h("tbody", null, rowsOf(trace).map(([name, value]) => makeRow(name, value))));
  }
}

/**
 * @param {Trace} trace
 * @param {boolean} isSettled
 */
function phaseText({ phase, seconds, statistics }, isSettled) {
  const its = texts.analyse;
  if (phase === "thinking") return its.thinkingFor(seconds);
  if (phase === "paused") return its.paused;
  if (isSettled) return statistics ? its.settled : its.settledBefore;
  if (phase === "resting") return its.outOfTime(seconds);
  if (phase === "done") return its.gaveUp;
  return its.notSearched;
}

/**
 * @param {Trace} trace
 * @returns {[string, string][]}
 */
function rowsOf({ statistics, work }) {
  if (!statistics) return [];
  const its = texts.analyse.figures;
  const { number, bytes, duration, rate, methods } = texts.analyse;
  const { seconds } = statistics;
  /** @type {[string, any, (value: any) => string][]} */
  const rows = [
    [its.agent, work, (value) => methods[/** @type {"solving" | "shortening"} */ (value)]],
    [its.seconds, seconds, duration],
    // Every step of the engine makes a state.
    [its.rate, rateOf(statistics.steps, seconds), rate],
    [its.visited, statistics.visited, number],
    [its.expanded, statistics.expanded, number],
    [its.steps, statistics.steps, number],
    [its.depth, statistics.depth, number],
    [its.frontier, statistics.frontier, number],
    [its.memory, statistics.bytes, bytes],
  ];
  const known = rows.filter(([, value]) => value !== undefined && value !== null);
  return known.map(([name, value, write]) => [name, write(value)]);
}

/**
 * @param {number | undefined} count
 * @param {number} seconds
 */
function rateOf(count, seconds) {
  return count !== undefined && seconds > 0 ? count / seconds : undefined;
}

/**
 * @param {string} name
 * @param {string} value
 */
function makeRow(name, value) {
  return h("tr", null, h("th", { scope: "row" }, name), h("td", null, value));
}
