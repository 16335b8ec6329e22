// The player's settings, kept in this browser.

import { readStored, writeStored } from "./storage.js";

/**
 * @typedef {object} SettingValues
 * @property {"auto" | "dark" | "light"} theme
 * @property {"auto" | "reduced"} motion
 * @property {boolean} watchForDeadEnds say so when a play can't be won any more
 * @property {boolean} pad show the on-screen pad even where there are keys
 * @property {number} speed moves a second when a solution is shown
 */

/** @type {SettingValues} */
const DEFAULTS = { theme: "auto", motion: "auto", watchForDeadEnds: true, pad: false, speed: 4 };
/**
 * Checks of the values that each setting may have.
 * @type {{[Name in keyof SettingValues]: (value: unknown) => boolean}}
 */
const ALLOWED = {
  theme: (value) => ["auto", "dark", "light"].includes(String(value)),
  motion: (value) => ["auto", "reduced"].includes(String(value)),
  watchForDeadEnds: (value) => typeof value === "boolean",
  pad: (value) => typeof value === "boolean",
  speed: (value) => typeof value === "number" && value > 0,
};

export class Settings extends EventTarget {
  constructor() {
    super();
    /** @type {SettingValues} */
    this.values = { ...DEFAULTS, ...readSettings() };
    this.apply();
  }

  /**
   * Change a setting, keep it, and tell those who listen to "change".
   * @template {keyof SettingValues} Name
   * @param {Name} name
   * @param {SettingValues[Name]} value
   */
  set(name, value) {
    this.values[name] = value;
    writeStored("settings", this.values);
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Whether things should not move more than they must. */
  get reducedMotion() {
    return this.values.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Whether the page is dark now. */
  get isDark() {
    const { theme } = this.values;
    return theme === "dark" || (theme === "auto" && !matchMedia("(prefers-color-scheme: light)").matches);
  }

  apply() {
    const { dataset } = document.documentElement;
    const { theme, motion } = this.values;
    if (theme === "auto") delete dataset.theme;
    else dataset.theme = theme;
    if (motion === "auto") delete dataset.motion;
    else dataset.motion = motion;
  }
}

/**
 * What is stored of the settings, without what is damaged.
 * @returns {Partial<SettingValues>}
 */
function readSettings() {
  /** @type {Record<string, (value: unknown) => boolean>} */
  const allowed = ALLOWED;
  const stored = Object.entries(/** @type {object} */ (readStored("settings", {})) ?? {});
  const isSound = (/** @type {[string, unknown]} */ [name, value]) =>
    Object.hasOwn(allowed, name) && allowed[name](value);
  return Object.fromEntries(stored.filter(isSound));
}
