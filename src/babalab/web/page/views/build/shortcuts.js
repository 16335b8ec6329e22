// The keys of the editor, each with what it does: for those who press them and for the list in the help.

/**
 * @typedef {import("./editor.js").ToolName} ToolName
 *
 * @typedef {"undo" | "redo" | "copy" | "cut" | "paste" | "duplicate" | "delete" | "selectAll" | "deselect"
 *   | "mirror" | "flip" | "turnLeft" | "turnRight" | "filled" | "play" | "help" | "findPiece" | "save"
 *   | "resize" | "crop" | "watch" | "drafts" | "new" | "import" | "export" | "share"
 *   | "analyse"} Order
 *
 * @typedef {object} Shortcut
 * @property {string} keys as they are shown; "Ctrl" stands for Command on a Mac
 * @property {ToolName | Order | "recent"} does
 */

/** @type {readonly Shortcut[]} */
export const SHORTCUTS = [
  { keys: "B", does: "pencil" },
  { keys: "L", does: "line" },
  { keys: "R", does: "rectangle" },
  { keys: "Shift+R", does: "filled" },
  { keys: "F", does: "fill" },
  { keys: "E", does: "eraser" },
  { keys: "S", does: "select" },
  { keys: "M", does: "select" },
  { keys: "I", does: "picker" },
  { keys: "T", does: "type" },
  { keys: "/", does: "findPiece" },
  { keys: "1-9", does: "recent" },
  { keys: "Ctrl+Z", does: "undo" },
  { keys: "Ctrl+Y", does: "redo" },
  { keys: "Ctrl+Shift+Z", does: "redo" },
  { keys: "Ctrl+A", does: "selectAll" },
  { keys: "Escape", does: "deselect" },
  { keys: "Ctrl+C", does: "copy" },
  { keys: "Ctrl+X", does: "cut" },
  { keys: "Ctrl+V", does: "paste" },
  { keys: "Ctrl+D", does: "duplicate" },
  { keys: "Delete", does: "delete" },
  { keys: "Backspace", does: "delete" },
  { keys: "H", does: "mirror" },
  { keys: "V", does: "flip" },
  { keys: "[", does: "turnLeft" },
  { keys: "]", does: "turnRight" },
  { keys: "P", does: "play" },
  { keys: "W", does: "watch" },
  { keys: "Ctrl+S", does: "save" },
  { keys: "?", does: "help" },
];

/** Copying is an event of its own, which browsers make of these keys. */
const EVENTS_OF_THEIR_OWN = new Set(["copy", "cut", "paste"]);

/**
 * @typedef {{key: string, control: boolean, shift: boolean | null}} Chord `shift` is null where it doesn't matter
 */

/** @type {{chord: Chord, does: Shortcut["does"]}[]} */
const CHORDS = SHORTCUTS.filter(({ does }) => does !== "recent" && !EVENTS_OF_THEIR_OWN.has(does)).map(
  ({ keys, does }) => ({ chord: parseChord(keys), does }),
);

/**
 * What a key does, if anything. A digit is the number of a piece used before.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 * @returns {ToolName | Order | number | null}
 */
export function orderOf(event) {
  if (event.altKey) return null;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (!control && /^[1-9]$/.test(key)) return Number(key);
  const found = CHORDS.find(
    ({ chord }) =>
      chord.key === key &&
      chord.control === control &&
      (chord.shift === null || chord.shift === event.shiftKey),
  );
  return found ? /** @type {ToolName | Order} */ (found.does) : null;
}

/**
 * The keys that do something, for tooltips; "" for none.
 * @param {Shortcut["does"]} what
 */
export function keysOf(what) {
  return SHORTCUTS.find(({ does }) => does === what)?.keys ?? "";
}

/**
 * Keys as this machine calls them.
 * @param {string} keys
 * @param {boolean} isMac
 */
export function spellKeys(keys, isMac) {
  return isMac ? keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧") : keys;
}

/**
 * @param {string} keys
 * @returns {Chord}
 */
function parseChord(keys) {
  const parts = keys.split("+");
  const key = parts[parts.length - 1].toLowerCase();
  // Which signs need Shift depends on the keyboard.
  return { key, control: parts.includes("Ctrl"), shift: /^[a-z]/.test(key) ? parts.includes("Shift") : null };
}
