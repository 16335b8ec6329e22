/** Random maps and numbers for the tests of the editor: the same for the same seed. */

/**
 * @param {number} seed
 * @returns {() => number} numbers from 0 to 1
 */
export function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export class Chance {
  /** @param {number} seed */
  constructor(seed) {
    this.random = makeRandom(seed);
  }

  /** A whole number from `from` to `to`. @param {number} from @param {number} to */
  number(from, to) {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  /** @template Item @param {ArrayLike<Item>} items @returns {Item} */
  choice(items) {
    return items[this.number(0, items.length - 1)];
  }

  /**
   * @param {number} [most] the longest side
   * @param {string} [characters]
   */
  map(most = 12, characters = "._bB12fF3") {
    const [width, height] = [this.number(1, most), this.number(1, most)];
    return Array.from({ length: height }, () =>
      Array.from({ length: width }, () => this.choice(characters)).join(""),
    );
  }

  /** @param {readonly string[]} rows @returns {[number, number]} */
  cell(rows) {
    return [this.number(0, rows.length - 1), this.number(0, rows[0].length - 1)];
  }
}
