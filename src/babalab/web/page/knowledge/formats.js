/**
 * Level files in any format: reading with all that is wrong, and writing. Twins of babalab/levels/formats.py.
 */

import { texts } from "../texts/texts.js";
import { readKekeJson } from "./files/keke.js";
import { Reading } from "./files/reading.js";
import { decode, Source } from "./files/source.js";
import { readText } from "./files/text.js";
import { isBlank, SPACE } from "./vocabulary.js";

export { writeKekeJson } from "./files/keke.js";
export { writeLines, writeText } from "./files/text.js";

/**
 * @typedef {import("./diagnostics.js").Problem} Problem
 * @typedef {import("./files/reading.js").LevelEntry} LevelEntry
 */

const JSON_BEGINS = new RegExp(`^[${SPACE}]*[{[]`, "u");

/**
 * Read the levels of a file in any format. Never throws: whatever is wrong is among the problems, in their
 * order, and levels with nothing but warnings are among the levels.
 *
 * @param {string | Uint8Array} content the text or the bytes of the file
 * @param {string} [filename] a name that ends with .json says the format; else the first character does
 * @returns {{levels: LevelEntry[], problems: Problem[]}}
 */
export function readLevels(content, filename = "") {
  let text = content;
  if (typeof text !== "string") {
    const decoded = decode(text);
    if (decoded.problem) {
      return { levels: [], problems: [decoded.problem] };
    }
    ({ text } = decoded);
  }
  const source = new Source(text.replace(/^\ufeff/u, ""), filename);
  const reading = new Reading(source);
  if (isBlank(source.text)) {
    reading.report("no-rows", texts.problems.empty, 0);
  } else if (isJson(source)) {
    readKekeJson(reading);
  } else {
    readText(reading);
  }
  return { levels: reading.levels, problems: reading.sorted };
}

/**
 * Return whether a file is to be read as JSON. No map, header or comment begins with a bracket.
 *
 * @param {Source} source
 * @returns {boolean}
 */
function isJson(source) {
  return /[^/\\]\.json$/iu.test(source.name) || JSON_BEGINS.test(source.text);
}
