// Addresses in the fragment: #/VIEW/ADDRESS@MOVES?QUERY.

/**
 * @typedef {object} Route
 * @property {string} view home, play, build, analyse or gallery
 * @property {string} address "PACK/ID", "~LINK" for any level, or ""
 * @property {string} moves behind an @ of an address "PACK/ID"; those of a link are inside it
 * @property {URLSearchParams} query
 */

export const VIEWS = ["home", "play", "build", "analyse", "gallery"];

/**
 * Read a fragment. What is none of ours leads home.
 * @param {string} fragment
 * @returns {Route}
 */
export function parseRoute(fragment) {
  const text = fragment.replace(/^#?\/?/, "");
  const [path, query = ""] = splitOnce(text, "?");
  const [view, rest = ""] = splitOnce(path, "/");
  const [address, moves = ""] = rest.startsWith("~") ? [rest] : splitOnce(rest, "@");
  const known = VIEWS.includes(view) ? view : "home";
  return { view: known, address: decode(address), moves, query: new URLSearchParams(query) };
}

/**
 * Write a fragment.
 * @param {string} view
 * @param {string} [address]
 * @param {string} [moves]
 */
export function routeTo(view, address = "", moves = "") {
  if (view === "home") return "#/";
  return `#/${view}${address ? `/${address}` : ""}${moves ? `@${moves}` : ""}`;
}

/**
 * @param {string} text
 * @param {string} separator
 */
function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
