// The history of a draft as JSON: what each step changed, not what it kept.

/**
 * @typedef {import("./document.js").Content} Content
 * @typedef {import("./document.js").Course} Course
 *
 * @typedef {{[field: string]: unknown, r?: Record<string, string> | string}} Step what changed: texts by their names;
 *   rows by their numbers, or all of them as one line where the map has another size
 * @typedef {{first: Content, steps: Step[], now: number}} Packed `now` is the number of steps that are not undone
 */

/** The least that a step counts, for its braces and commas. */
const STEP_COST = 8;

/**
 * Pack a course; if it gets larger than so many characters, the steps that were undone are forgotten, the
 * last of them first, then the earliest.
 * @param {Course} course
 * @param {number} [most]
 * @returns {Packed}
 */
export function packCourse({ past, present, future }, most = Infinity) {
  const contents = [...past, present, ...future];
  let room = most;
  // What does not fit any more is not even looked at: this is done after every change.
  const take = (/** @type {number} */ index) => {
    const step = stepBetween(contents[index], contents[index + 1]);
    room -= JSON.stringify(step).length + STEP_COST;
    return room >= 0 ? step : null;
  };
  /** @type {Step[]} */
  const before = [];
  for (let index = past.length - 1; index >= 0; index--) {
    const step = take(index);
    if (!step) break;
    before.unshift(step);
  }
  /** @type {Step[]} */
  const after = [];
  for (let index = past.length; room >= 0 && index + 1 < contents.length; index++) {
    const step = take(index);
    if (!step) break;
    after.push(step);
  }
  return { first: contents[past.length - before.length], steps: [...before, ...after], now: before.length };
}

/**
 * @param {Packed} packed
 * @returns {Course}
 */
export function unpackCourse({ first, steps, now }) {
  const contents = [first];
  for (const step of steps) contents.push(afterStep(contents[contents.length - 1], step));
  return { past: contents.slice(0, now), present: contents[now], future: contents.slice(now + 1) };
}

const FIELDS = /** @type {const} */ (["name", "author", "id", "solution"]);

/**
 * @param {Content} before
 * @param {Content} after
 * @returns {Step}
 */
function stepBetween(before, after) {
  /** @type {Step} */
  const step = {};
  for (const field of FIELDS) if (before[field] !== after[field]) step[field] = after[field];
  const isSameSize =
    before.rows.length === after.rows.length && before.rows[0].length === after.rows[0].length;
  if (!isSameSize) return { ...step, r: after.rows.join("/") };
  /** @type {Record<string, string>} */
  const changed = {};
  after.rows.forEach((text, row) => {
    if (text !== before.rows[row]) changed[row] = text;
  });
  return Object.keys(changed).length ? { ...step, r: changed } : step;
}

/**
 * @param {Content} before
 * @param {Step} step
 * @returns {Content}
 */
function afterStep(before, { r: changed, ...fields }) {
  if (changed === undefined) return { ...before, ...fields };
  if (typeof changed === "string") return { ...before, ...fields, rows: changed.split("/") };
  return { ...before, ...fields, rows: before.rows.map((text, row) => changed[row] ?? text) };
}
