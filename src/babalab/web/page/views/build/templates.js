// What a new level may begin as: small examples of ours, one for each mechanic.

import { emptyMap } from "./transforms.js";

/** @typedef {import("./drawing.js").Rows} Rows */

const EMPTY_WIDTH = 12;
const EMPTY_HEIGHT = 9;

/** Maps on one line, by the mechanics that their solutions use. @type {Readonly<Record<string, string>>} */
export const EXAMPLES = {
  walk: "__________/_B12..F13_/_W16....._/_wwwwwww._/_.b...w.._/_.www.w.._/_...w...f_/__________",
  push: "__________/_B12..F13_/_R15..W16_/_wwwwwwww_/_.b.r..f._/_wwwwwwww_/__________",
  stop: "__________/_B12..F13_/_W16....._/_...w...._/_.b.w..f._/_...w...._/_........_/__________",
  kill: "__________/_B12..F13_/_S14....._/_..s.s..._/_b..s..sf_/_..s..s.._/_....s..._/__________",
  sink: "__________/_B12..F13_/_G10..R15_/_....g..._/_b.r.g.f._/_....g..._/__________",
  "hot-melt":
    "___________/_B12..lF13_/_.....l..._/_.L...l..._/_.1b..l.f._/_.8...l..._/_B19..l..._/___________",
  move: "__________/_B12..F13_/_K17..K14_/_........_/_.b..k..f_/_........_/__________",
  transform: "_________/_B12.F13_/_......._/_.bR.1F._/_......._/_...r..._/_________",
  "break-rule": "__________/_B12.wF13_/_....w..._/_..b.w..._/_.W..w.f._/_.1..w..._/_.6..w..._/__________",
  "make-rule": "__________/_B12....._/_........_/_.b.F.13._/_........_/_.....f.._/__________",
  "self-reference": "_________/_B12_F13_/_____F12_/_......._/_.B.1F.._/_......._/_..b...._/_________",
  become: "___________/_.....wF13_/_.bKB.w..._/_...1.w.f._/_...2.w.k._/_W16..w..._/___________",
  "many-you": "__________/_B12.wF13_/_W16.w..._/_.b..w..b_/_....w..._/_...fw..._/__________",
};

const ROOM =
  "___________/_B12...F13_/_........._/_........._/_..b...f.._/_........._/_........._/___________";

/** @typedef {{id: string, rows: Rows}} Template `id`: "empty", "room" or a mechanic */

/** @type {readonly Template[]} */
export const TEMPLATES = [
  { id: "empty", rows: emptyMap(EMPTY_WIDTH, EMPTY_HEIGHT) },
  { id: "room", rows: ROOM.split("/") },
  ...Object.entries(EXAMPLES).map(([id, line]) => ({ id, rows: line.split("/") })),
];
