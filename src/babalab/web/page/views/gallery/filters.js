// The filters of the gallery: as values, and in the address.

/**
 * @typedef {"all" | "any"} Match
 * @typedef {"won" | "open" | "fewest" | "longer"} Status won; not won yet; won in the fewest moves known; won in more
 * @typedef {"pack" | "difficulty" | "length" | "name"} Order
 *
 * @typedef {object} Filters
 * @property {string} search
 * @property {string[]} packs of these; none chosen: of all
 * @property {string[]} mechanics
 * @property {Match} match whether a level must have all of the mechanics or any of them
 * @property {number[]} classes length classes, 1 to 5, and 0 for levels without a solution
 * @property {number} easiest
 * @property {number} hardest
 * @property {Status | ""} status
 * @property {Order} order
 * @property {boolean} descending
 */

/** Difficulty goes from 0 to this. */
export const MOST_DIFFICULT = 100;
export const CLASSES = [1, 2, 3, 4, 5, 0];
/** @type {Status[]} */
export const STATUSES = ["open", "won", "fewest", "longer"];
/** @type {Order[]} */
export const ORDERS = ["pack", "difficulty", "length", "name"];

/** @returns {Filters} */
export function noFilters() {
  return {
    search: "",
    packs: [],
    mechanics: [],
    match: "all",
    classes: [],
    easiest: 0,
    hardest: MOST_DIFFICULT,
    status: "",
    order: "pack",
    descending: false,
  };
}

/**
 * Read filters from an address. What makes no sense is left out.
 * @param {URLSearchParams} query
 * @returns {Filters}
 */
export function parseFilters(query) {
  const filters = noFilters();
  filters.search = query.get("q") ?? "";
  filters.packs = listOf(query, "pack");
  filters.mechanics = listOf(query, "mechanic");
  if (query.get("match") === "any") filters.match = "any";
  filters.classes = listOf(query, "length").map(Number).filter((each) => CLASSES.includes(each));
  const [easiest, hardest] = (query.get("difficulty") ?? "").split("-").map(Number);
  if (easiest >= 0 && hardest >= easiest && hardest <= MOST_DIFFICULT) {
    Object.assign(filters, { easiest, hardest });
  }
  filters.status = STATUSES.find((each) => each === query.get("status")) ?? "";
  const [order, direction] = (query.get("sort") ?? "").split("-");
  filters.order = ORDERS.find((each) => each === order) ?? "pack";
  filters.descending = direction === "down";
  return filters;
}

/**
 * Write filters for an address; "" if there are none.
 * @param {Filters} filters
 * @returns {string} without a question mark
 */
export function writeFilters(filters) {
  const query = new URLSearchParams();
  const search = filters.search.trim();
  if (search) query.set("q", search);
  if (filters.packs.length) query.set("pack", filters.packs.join(","));
  if (filters.mechanics.length) query.set("mechanic", filters.mechanics.join(","));
  if (filters.match === "any") query.set("match", "any");
  if (filters.classes.length) query.set("length", filters.classes.join(","));
  if (limitsDifficulty(filters)) query.set("difficulty", `${filters.easiest}-${filters.hardest}`);
  if (filters.status) query.set("status", filters.status);
  const { order, descending } = filters;
  if (order !== "pack" || descending) query.set("sort", descending ? `${order}-down` : order);
  return query.toString().replaceAll("%2C", ",");
}

/**
 * The parts of the filters that leave levels out.
 * @typedef {"search" | "packs" | "mechanics" | "classes" | "difficulty" | "status"} Part
 * @type {Part[]}
 */
export const PARTS = ["search", "packs", "mechanics", "classes", "difficulty", "status"];

/**
 * @param {Filters} filters
 * @returns {Part[]} those that are in use
 */
export function usedParts(filters) {
  return PARTS.filter((part) => {
    if (part === "difficulty") return limitsDifficulty(filters);
    const value = filters[part];
    return typeof value === "string" ? value.trim() !== "" : value.length > 0;
  });
}

/**
 * The filters without one part.
 * @param {Filters} filters
 * @param {Part} part
 * @returns {Filters}
 */
export function without(filters, part) {
  const none = noFilters();
  if (part === "difficulty") return { ...filters, easiest: none.easiest, hardest: none.hardest };
  return { ...filters, [part]: none[part] };
}

/**
 * The filters without any part; the order stays.
 * @param {Filters} filters
 * @returns {Filters}
 */
export function withoutAll(filters) {
  return { ...noFilters(), order: filters.order, descending: filters.descending };
}

/**
 * A list with a value in it, or without it if it was.
 * @template Value
 * @param {Value[]} values
 * @param {Value} value
 * @returns {Value[]}
 */
export function toggled(values, value) {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** @param {Filters} filters */
function limitsDifficulty({ easiest, hardest }) {
  return easiest > 0 || hardest < MOST_DIFFICULT;
}

/**
 * @param {URLSearchParams} query
 * @param {string} name
 */
function listOf(query, name) {
  const values = (query.get(name) ?? "").split(",").filter((each) => each !== "");
  return [...new Set(values)];
}
