/**
 * Level sets in the JSON of the Keke competition.
 *
 * Only "ascii" is required of a level; a null is as good as nothing, and unknown keys are passed over. The
 * twin of babalab/levels/keke_json.py.
 */

import { texts } from "../../texts/texts.js";
import { findOffsets, JsonError, parseItems } from "./json.js";
import { NO_TEXT, PlacedText } from "./reading.js";

/**
 * @typedef {import("./json.js").JsonNode} JsonNode
 * @typedef {import("./reading.js").Draft} Draft
 * @typedef {import("./reading.js").LevelEntry} LevelEntry
 * @typedef {import("./reading.js").Reading} Reading
 */

const KEY = "levels";
const SHAPE = '{"levels": [{"id", "name", "author", "ascii", "solution"}]}';
/** Characters that would steer the terminal or page they are shown on. */
const BETTER_ESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Thrown to end reading early. */
class Stop extends Error {}

/**
 * Read a set of levels and everything wrong with it, with places in the JSON text.
 *
 * @param {Reading} reading
 */
export function readKekeJson(reading) {
  try {
    const root = parseItems(reading.source.text, KEY, (entry) => {
      if (reading.isHopeless) {
        reading.stop(entry.start);
        throw new Stop();
      }
      const draft = readDraft(reading, entry);
      if (draft) {
        reading.add(draft);
      }
    });
    checkRoot(reading, root);
  } catch (error) {
    if (error instanceof JsonError) {
      reading.report("bad-format", texts.problems.notJson(error.message), error.offset);
    } else if (!(error instanceof Stop)) {
      throw error;
    }
  }
}

/**
 * Return a set as JSON text.
 *
 * @param {readonly LevelEntry[]} levels
 * @returns {string}
 */
export function writeKekeJson(levels) {
  const content = {
    levels: levels.map(({ id, name, author, rows, solution, mechanics }) => {
      const entry = { id, name, author, ascii: rows.join("\n"), solution };
      return mechanics.length ? { ...entry, mechanics } : entry;
    }),
  };
  const text = JSON.stringify(content, null, 1).replace(
    BETTER_ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

/**
 * Report what is wrong with the set as a whole.
 *
 * @param {Reading} reading
 * @param {JsonNode} root
 */
function checkRoot(reading, root) {
  const { problems } = texts;
  if (!(root.value instanceof Map)) {
    reading.report("bad-format", problems.noSet(SHAPE, describe(root)), root.start);
    return;
  }
  const levels = root.value.get(KEY);
  if (!levels) {
    reading.report("bad-format", problems.noLevels(SHAPE), root.start);
  } else if (!Array.isArray(levels.value)) {
    reading.report("bad-format", problems.levelsNoList(describe(levels)), levels.start);
  }
}

/**
 * Read an entry and report what is wrong; return null if it has no map.
 *
 * @param {Reading} reading
 * @param {JsonNode} entry
 * @returns {Draft | null}
 */
function readDraft(reading, entry) {
  const { problems } = texts;
  const members = entry.value;
  if (!(members instanceof Map)) {
    reading.report("bad-format", problems.levelNoObject(describe(entry)), entry.start);
    return null;
  }
  // All members are looked at before giving up, so that every problem is named.
  const [id, name, author] = ["id", "name", "author"].map((key) => readMember(reading, members, key));
  const solution = readSolution(reading, members);
  const map = members.get("ascii");
  if (!map) {
    reading.report("bad-format", problems.noAscii, entry.start);
    return null;
  }
  if (typeof map.value !== "string") {
    reading.report("bad-format", problems.asciiNoText(describe(map)), map.start);
    return null;
  }
  return {
    map: placeText(reading, map, map.value),
    id,
    solution,
    name: name.text,
    author: author.text,
    mechanics: readMechanics(members.get("mechanics")),
  };
}

/**
 * Return a member that is text or a number, a number as it is written.
 *
 * @param {Reading} reading
 * @param {Map<string, JsonNode>} members
 * @param {string} key
 * @returns {PlacedText}
 */
function readMember(reading, members, key) {
  const node = members.get(key);
  if (!node || node.value === null) {
    return NO_TEXT;
  }
  if (typeof node.value === "string") {
    return placeText(reading, node, node.value);
  }
  if (typeof node.value === "number") {
    return new PlacedText(reading.source.text.slice(node.start, node.end), node.start);
  }
  reading.report("bad-format", texts.problems.keyNoText(key, describe(node)), node.start);
  return NO_TEXT;
}

/**
 * @param {Reading} reading
 * @param {Map<string, JsonNode>} members
 * @returns {PlacedText}
 */
function readSolution(reading, members) {
  const node = members.get("solution");
  if (!node || node.value === null) {
    return NO_TEXT;
  }
  if (typeof node.value === "string") {
    return placeText(reading, node, node.value);
  }
  reading.report("bad-solution", texts.problems.solutionNoText(describe(node)), node.start);
  return NO_TEXT;
}

/**
 * Return the mechanics, if this is a list of texts; another program may mean something else.
 *
 * @param {JsonNode | undefined} node
 * @returns {string[]}
 */
function readMechanics(node) {
  const items = node && Array.isArray(node.value) ? node.value : [];
  return items.flatMap((item) => (typeof item.value === "string" ? [item.value] : []));
}

/**
 * @param {Reading} reading
 * @param {JsonNode} node
 * @param {string} text
 * @returns {PlacedText}
 */
function placeText(reading, node, text) {
  // The offsets of a string's characters are only worked out when a problem asks for them.
  /** @type {number[] | null} */
  let offsets = null;
  return new PlacedText(text, node.start, (index) => {
    offsets ??= findOffsets(reading.source.text, node);
    return offsets[index];
  });
}

/**
 * @param {JsonNode} node
 * @returns {string}
 */
function describe({ value }) {
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return texts.problems.kinds[kind];
}
