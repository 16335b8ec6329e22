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

export class Settings extends EventTarget {
  constructor() {
    super();
    /** @type {SettingValues} */
    this.values = { ...DEFAULTS, ...readStored("settings", {}) };
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
