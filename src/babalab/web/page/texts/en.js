/**
 * Everything the page says, in English: strings, and functions that make one out of facts.
 *
 * For another language copy this file, translate each entry, and add it to texts.js. Each part of the page has a
 * section of its own.
 */

// ---------------------------------------------------------------- what all views share

const common = {
  language: "en",
  skip: "Skip to the content",
  messages: "Messages",
  navigation: "Views",
  /** @type {Record<string, string>} */
  views: { play: "Play", build: "Build", analyse: "Analyse", gallery: "Gallery" },
  loading: "Loading …",
  /** @param {string} reason */
  cantStart: (reason) => `The page could not start: ${reason}. Reload it, or try another browser.`,
  /** @param {string} reason */
  cantOpen: (reason) => `This could not be opened: ${reason}`,
  newVersion: "A new version of this page is ready.",
  reload: "Reload",
  close: "Close",
  cancel: "Cancel",
  settings: "Settings",
  theme: "Light or dark",
  themes: { auto: "As the system", dark: "Dark", light: "Light" },
  motion: "Motion",
  motions: { auto: "As the system", reduced: "As little as possible" },
  watchForDeadEnds: "Tell me when a level can't be won any more",
  alwaysPad: "Always show the on-screen pad",
  about:
    "babalab plays Baba Is You in its competition dialect. The game is by Arvi Teikari (Hempuli); sprites and levels " +
    "are ours. Everything runs in your browser: nothing is sent anywhere.",
  unnamed: "Unnamed level",
  board: {
    /** @param {string} name */
    label: (name) => (name ? `Board of ${name}` : "Board"),
    /** @param {number} height @param {number} width */
    caption: (height, width) => `The map: ${height} rows, ${width} columns`,
    border: "border",
    /** @param {string} word */
    word: (word) => `word ${word.toUpperCase()}`,
    /** @param {string} word */
    activeWord: (word) => `word ${word.toUpperCase()}, in a rule`,
    /** @param {string[]} names the pieces of a cell, the topmost first */
    pile: (names) => names.join(" on "),
    /** @param {number} number */
    row: (number) => `row ${number}`,
  },
};

// ---------------------------------------------------------------- home: packs, progress, puzzle of the day

const home = {};

// ---------------------------------------------------------------- play

const play = {};

// ---------------------------------------------------------------- build

const build = {};

// ---------------------------------------------------------------- analyse

const analyse = {};

// ---------------------------------------------------------------- gallery

const gallery = {};

// ---------------------------------------------------------------- share: links, files, pictures, frames

const share = {};

// ---------------------------------------------------------------- stories: what happens in a play

const stories = {};

// ---------------------------------------------------------------- hints

const hints = {};

// ---------------------------------------------------------------- lint: findings about a level

const lint = {};

// ---------------------------------------------------------------- problems: what is wrong with a file or a map

const problems = {};

// ---------------------------------------------------------------- reasons why a state can't be won

const deadEnds = {};

// ---------------------------------------------------------------- mechanics of levels

const mechanics = {};

export const en = {
  common,
  home,
  play,
  build,
  analyse,
  gallery,
  share,
  stories,
  hints,
  lint,
  problems,
  deadEnds,
  mechanics,
};
