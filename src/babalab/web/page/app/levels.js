// The level packs of the site, loaded when they are needed.

/**
 * @typedef {object} PackSummary
 * @property {string} id
 * @property {string} title
 * @property {string} description
 * @property {number} count
 *
 * @typedef {object} LevelEntry
 * @property {string} id
 * @property {string} name
 * @property {string} author
 * @property {string} line
 * @property {string} solution the best known; "" if none is
 * @property {boolean} shortest whether that is proved to be a shortest one
 * @property {string[]} mechanics
 * @property {number | null} lengthClass
 * @property {number | null} difficulty
 *
 * @typedef {PackSummary & {levels: LevelEntry[]}} Pack
 * @typedef {{pack: Pack, level: LevelEntry, index: number, address: string}} Found
 */

const DAY = 24 * 60 * 60 * 1000;

export class Levels {
  constructor() {
    /** @type {Promise<PackSummary[]> | undefined} */
    this.summaries = undefined;
    /** @type {Map<string, Promise<Pack>>} */
    this.loading = new Map();
  }

  /** @returns {Promise<PackSummary[]>} */
  packs() {
    if (!this.summaries) {
      this.summaries = fetchJson("data/packs.json").then((index) => index.packs);
      this.summaries.catch(() => (this.summaries = undefined)); // the next view asks again
    }
    return this.summaries;
  }

  /**
   * @param {string} id
   * @returns {Promise<Pack>}
   */
  pack(id) {
    let pack = this.loading.get(id);
    if (!pack) {
      pack = fetchJson(`data/packs/${encodeURIComponent(id)}.json`);
      this.loading.set(id, pack);
      pack.catch(() => this.loading.delete(id));
    }
    return pack;
  }

  /**
   * Find a level by its address, "PACK/ID".
   * @param {string} address
   * @returns {Promise<Found | null>}
   */
  async find(address) {
    // A level's id has no slash; a pack's may.
    const slash = address.lastIndexOf("/");
    const packId = address.slice(0, slash);
    const summaries = await this.packs();
    if (!summaries.some((each) => each.id === packId)) return null;
    const pack = await this.pack(packId);
    const index = pack.levels.findIndex((each) => each.id === address.slice(slash + 1));
    return index < 0 ? null : { pack, level: pack.levels[index], index, address };
  }

  /**
   * The level after this one: the next of its pack, else the first of the next pack.
   * @param {Found} found
   * @returns {Promise<Found | null>}
   */
  async next(found) {
    const { pack, index } = found;
    if (index + 1 < pack.levels.length) return this.at(pack, index + 1);
    const summaries = await this.packs();
    const place = summaries.findIndex((each) => each.id === pack.id);
    const following = summaries.slice(place + 1).find((each) => each.count > 0);
    return following ? this.at(await this.pack(following.id), 0) : null;
  }

  /**
   * The level before this one: the previous of its pack, else the last of the pack before.
   * @param {Found} found
   * @returns {Promise<Found | null>}
   */
  async previous(found) {
    const { pack, index } = found;
    if (index > 0) return this.at(pack, index - 1);
    const summaries = await this.packs();
    const place = summaries.findIndex((each) => each.id === pack.id);
    const before = summaries.slice(0, place).findLast((each) => each.count > 0);
    return before ? this.at(await this.pack(before.id), before.count - 1) : null;
  }

  /**
   * @param {Pack} pack
   * @param {number} index
   * @returns {Found}
   */
  at(pack, index) {
    const level = pack.levels[index];
    return { pack, level, index, address: `${pack.id}/${level.id}` };
  }

  /**
   * The puzzle of a day: for everybody the same, and none twice before all have been.
   * @param {Date} date
   * @returns {Promise<Found | null>}
   */
  async ofDay(date) {
    const packs = await Promise.all((await this.packs()).map((each) => this.pack(each.id)));
    const all = packs.flatMap((pack) => pack.levels.map((_, index) => this.at(pack, index)));
    const solvable = all.filter((each) => each.level.solution);
    if (!solvable.length) return null;
    const day = Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / DAY);
    const round = Math.floor(day / solvable.length);
    return shuffled(solvable, round)[day % solvable.length];
  }
}

/**
 * @param {string} path
 */
async function fetchJson(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/**
 * Shuffle by a seed.
 * @template Item
 * @param {Item[]} items
 * @param {number} seed
 */
function shuffled(items, seed) {
  const random = mulberry(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * A small generator of random numbers from 0 to 1: a counter whose bits are mixed.
 * @param {number} seed
 */
function mulberry(seed) {
  let counter = (seed + 1) >>> 0;
  return () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
