// What this browser keeps: JSON under names with a prefix. A browser without storage forgets, nothing worse.

const PREFIX = "babalab.";

/** @type {Map<string, string>} */
const unsaved = new Map();

/**
 * Read a value; `fallback` if there is none or it is damaged.
 * @template Value
 * @param {string} name
 * @param {Value} fallback
 * @returns {Value}
 */
export function readStored(name, fallback) {
  try {
    const text = unsaved.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Keep a value. Return whether it will still be there after a reload.
 * @param {string} name
 * @param {unknown} value
 */
export function writeStored(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    unsaved.delete(name);
    return true;
  } catch {
    unsaved.set(name, text);
    return false;
  }
}

/** @param {string} name */
export function removeStored(name) {
  unsaved.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Then it was never kept.
  }
}

/**
 * Call back when another tab has changed a value.
 * @param {string} name
 * @param {() => void} action
 * @returns {() => void} ends it
 */
export function watchStored(name, action) {
  const listener = (/** @type {StorageEvent} */ event) => {
    if (event.key === PREFIX + name || event.key === null) action();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
