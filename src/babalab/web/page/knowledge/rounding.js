/** Rounding as Python does it: what is exactly between goes to the even neighbour. */

/**
 * @param {number} value at least 0
 * @param {number} [digits] behind the point
 * @returns {number}
 */
export function round(value, digits = 0) {
  const rounded = value.toFixed(digits);
  // All digits of a number, of which half a unit of the last place needs but one more.
  const [, fraction = ""] = value.toFixed(100).split(".");
  const isBetween = /^50*$/u.test(fraction.slice(digits));
  if (!isBetween || /[02468]$/u.test(rounded)) {
    return Number(rounded);
  }
  return Number((value - 0.25 * 10 ** -digits).toFixed(digits)); // toFixed has rounded up
}
