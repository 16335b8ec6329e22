/** The cells of the things that have some property, in a state of the core. */

/** @typedef {import("../babalab/index.js").State} State */

/**
 * Return the cells, [row, column], of the things that have one of these properties, in the engine's order.
 *
 * @param {State} state
 * @param {readonly string[]} properties
 * @returns {[number, number][]}
 */
export function findCells(state, properties) {
  const { things } = state;
  return state.rules.flatMap((rule) => {
    const [subject, , predicate] = rule.split("-");
    const having = properties.includes(predicate)
      ? things.filter((thing) => thing.inKin && thing.noun === subject)
      : [];
    return having.map(({ row, column }) => /** @type {[number, number]} */ ([row, column]));
  });
}
