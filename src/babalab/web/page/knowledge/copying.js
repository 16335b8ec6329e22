/** Copies of objects that refer to each other. */

/**
 * Return a copy of an object: of what its fields hold, lists, sets, maps and objects of these classes are
 * copied too, each such object once, so that the copy refers to the same one wherever the original does.
 *
 * @template {object} T
 * @param {T} original
 * @param {readonly Function[]} classes
 * @returns {T}
 */
export function copyDeeply(original, classes) {
  /** @type {Map<object, object>} */
  const copies = new Map();
  /** @type {(value: any) => any} */
  const copyValue = (value) => {
    if (typeof value !== "object" || value === null) {
      return value;
    }
    if (classes.includes(value.constructor)) {
      return copies.get(value) ?? copyFields(value);
    }
    if (Array.isArray(value)) {
      return value.map(copyValue);
    }
    if (value instanceof Set) {
      return new Set([...value].map(copyValue));
    }
    return value instanceof Map ? new Map([...value].map(([key, each]) => [key, copyValue(each)])) : value;
  };
  /** @type {(object: any) => any} */
  const copyFields = (object) => {
    const copy = Object.create(Object.getPrototypeOf(object));
    copies.set(object, copy);
    for (const name of Object.keys(object)) {
      copy[name] = copyValue(object[name]);
    }
    return copy;
  };
  return copyFields(original);
}
