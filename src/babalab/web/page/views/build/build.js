// The level editor.

import { useStyles } from "../../app/dom.js";
import { BuildView } from "./build_view.js";
import { findDraft, makeDrafts } from "./opening.js";

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const drafts = makeDrafts();
  const [key] = await Promise.all([
    findDraft(route, app, drafts),
    useStyles("css/build.css"),
    useStyles("css/playback.css"),
  ]);
  // What is edited is a draft now, also after a reload.
  app.replaceRoute("#/build");
  const view = new BuildView(main, app, drafts, key);
  return view;
}
