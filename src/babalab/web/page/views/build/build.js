// The level editor.

import { useStyles } from "../../app/dom.js";
import { BuildView } from "./build_view.js";
import { findDraft, makeDrafts } from "./opening.js";

/** One plays here too, and watches. */
const STYLES = ["css/pad.css", "css/build.css", "css/playback.css"];

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const drafts = makeDrafts();
  const [key] = await Promise.all([findDraft(route, app, drafts), ...STYLES.map(useStyles)]);
  // What is edited is a draft now, also after a reload.
  app.replaceRoute("#/build");
  const view = new BuildView(main, app, drafts, key);
  return view;
}
