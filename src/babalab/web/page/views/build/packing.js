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
 * Pack a course; if it gets larger than so many characters, the earliest steps are forgotten, then the last
 * of those that were undone.
 * @param {Course} course
 * @param {number} [most]
 * @returns {Packed}
 */
export function packCourse({ past, present, future }, most = Infinity) {
  const contents = [...past, present, ...future];
  const steps = contents.slice(1).map((content, index) => stepBetween(contents[index], content));
  let first = 0;
  let last = steps.length;
  let size = 0;
  const sizes = steps.map((step) => JSON.stringify(step).length + STEP_COST);
  for (const each of sizes) size += each;
  while (size > most && first < past.length) size -= sizes[first++];
  while (size > most && last > past.length) size -= sizes[--last];
  return { first: contents[first], steps: steps.slice(first, last), now: past.length - first };
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
