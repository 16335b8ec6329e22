// What is YOU in a state.

/** @typedef {import("../../babalab/index.js").State} State */

/**
 * The nouns that are YOU, in the order of the rules.
 * @param {State} state
 */
export function youNouns(state) {
  return state.rules.filter((rule) => rule.endsWith("-is-you")).map((rule) => rule.split("-")[0]);
}

/**
 * The things that are YOU.
 * @param {State} state
 */
export function youThings(state) {
  /** @type {Set<string>} */
  const nouns = new Set(youNouns(state));
  return state.things.filter((thing) => nouns.has(thing.noun) && thing.inKin);
}

/**
 * The nouns of which there are things that are YOU, and how many.
 * @param {State} state
 * @returns {[string, number][]}
 */
export function controlledIn(state) {
  const things = youThings(state);
  return youNouns(state)
    .map(
      (noun) =>
        /** @type {[string, number]} */ ([noun, things.filter((thing) => thing.noun === noun).length]),
    )
    .filter(([, count]) => count > 0);
}
