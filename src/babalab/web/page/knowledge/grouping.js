/** Counting and grouping in the order of first appearance. */

/**
 * Return how often each value occurs.
 *
 * @template T
 * @param {Iterable<T>} values
 * @returns {Map<T, number>}
 */
export function count(values) {
  const counts = new Map();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/**
 * Return the runs of consecutive members that have a key in common.
 *
 * @template T
 * @param {Iterable<T>} members
 * @param {(member: T) => string} keyOf
 * @returns {T[][]}
 */
export function groupRuns(members, keyOf) {
  /** @type {T[][]} */
  const runs = [];
  let last = null;
  for (const member of members) {
    const key = keyOf(member);
    if (key === last) {
      runs[runs.length - 1].push(member);
    } else {
      runs.push([member]);
    }
    last = key;
  }
  return runs;
}
