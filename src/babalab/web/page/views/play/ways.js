// The ways to win that are known: those on record, those the player found, those the solver did.

/** @typedef {import("../../babalab/index.js").State} State */

export class Ways {
  /** @param {State} start */
  constructor(start) {
    this.start = start;
    /** The shortest rest of a way known from each state, by the state's hash. @type {Map<string, string>} */
    this.rests = new Map();
  }

  /**
   * Learn moves that win from the start of the level; those behind the win are left out.
   * @param {string} moves
   */
  learn(moves) {
    const states = [this.start];
    for (const letter of moves) {
      const last = states[states.length - 1];
      if (last.won) break;
      states.push(last.step(letter));
    }
    if (!states[states.length - 1].won) return;
    for (const [index, state] of states.entries()) {
      const rest = moves.slice(index, states.length - 1);
      const hash = state.hash();
      const known = this.rests.get(hash);
      if (known === undefined || rest.length < known.length) this.rests.set(hash, rest);
    }
  }

  /**
   * The shortest way known from a state; null if none is.
   * @param {State} state
   */
  from(state) {
    return this.rests.get(state.hash()) ?? null;
  }
}
