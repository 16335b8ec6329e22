/**
 * Everything the page says, in English: strings, and functions that make one out of facts.
 *
 * For another language copy this file, translate each entry, and add it to texts.js. Each part of the page has a
 * section of its own.
 */

// ---------------------------------------------------------------- what all views share

const common = {};

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
