/** Texts in quotes, with escapes for what can't be seen: as Python's `repr` writes them. */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;
/** @type {Readonly<Record<string, string>>} */
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Return whether a text has nothing that can't be seen, but for blanks.
 *
 * @param {string} text
 * @returns {boolean}
 */
export function isPrintable(text) {
  return [...text].every((character) => character === " " || !UNSEEN.test(character));
}

/**
 * @param {string} text
 * @returns {string}
 */
export function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = [...text].map((character) => {
    if (character === mark) {
      return `\\${mark}`;
    }
    return ESCAPES[character] ?? (isPrintable(character) ? character : escape(character));
  });
  return `${mark}${inside.join("")}${mark}`;
}

/**
 * @param {string} character
 * @returns {string}
 */
function escape(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  const digits = code.toString(16);
  if (code < 0x100) {
    return `\\x${digits.padStart(2, "0")}`;
  }
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
