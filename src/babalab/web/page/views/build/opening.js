// Which draft an address opens.

import { readStored, removeStored, writeStored } from "../../app/storage.js";
import { findSubject } from "../play/subject.js";
import { BLANK } from "./document.js";
import { Drafts } from "./drafts.js";
import { TEMPLATES } from "./templates.js";
import { cutAtWin } from "./winning_moves.js";

/**
 * @typedef {import("./document.js").Content} Content
 * @typedef {import("../../app/router.js").Route} Route
 */

const LAST = "draft-last";

export function makeDrafts() {
  return new Drafts({ read: readStored, write: writeStored, remove: removeStored });
}

/**
 * Find or make the draft of an address, and return its key: the last one, or a copy of a level.
 * @param {Route} route
 * @param {import("../../app/main.js").App} app
 * @param {Drafts} drafts
 */
export async function findDraft(route, app, drafts) {
  if (route.address) {
    const { content, origin } = await copyOf(route, app);
    return drafts.findCopy(origin, content) ?? drafts.add(content, origin);
  }
  const last = readStored(LAST, "");
  return last && drafts.read(last) ? last : lastDraft(drafts);
}

/**
 * The key of the draft that was changed last, or of a new one.
 * @param {Drafts} drafts
 */
export function lastDraft(drafts) {
  return drafts.list()[0]?.key ?? drafts.add(startContent());
}

/** @param {string} key */
export function rememberDraft(key) {
  writeStored(LAST, key);
}

/** Return the first draft: a room that is a level already. @returns {Content} */
function startContent() {
  const room = TEMPLATES.find(({ id }) => id === "room") ?? TEMPLATES[0];
  return { ...BLANK, rows: room.rows };
}

/**
 * @param {Route} route
 * @param {import("../../app/main.js").App} app
 * @returns {Promise<{content: Content, origin: string}>}
 */
async function copyOf(route, app) {
  const subject = await findSubject(route, app.levels);
  const { line, name, author } = subject;
  // A link may bring moves: they are a solution if they win.
  const solution = cutAtWin(line, subject.solution || subject.moves) ?? "";
  const id = subject.found?.level.id ?? "";
  return {
    content: { ...BLANK, rows: line.split("/"), name, author, id, solution },
    origin: subject.address,
  };
}
