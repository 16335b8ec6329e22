/** What Python expects of the module that a test is about: the file that EXPECTED names. */

import { readFileSync } from "node:fs";

const path = process.env.EXPECTED;
if (!path) {
  throw new Error("run this from pytest, which writes the expectations");
}

/** @type {any} */
export const expected = JSON.parse(readFileSync(path, "utf8"));
