// The view in which one plays: opens what the address says, or tells what is wrong with it.

import { linkButton } from "../../app/buttons.js";
import { h, useStyles } from "../../app/dom.js";
import { toast } from "../../app/dialogs.js";
import { texts } from "../../texts/texts.js";
import { PlayView } from "./play_view.js";
import { AddressError, findSubject } from "./subject.js";

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const styles = Promise.all(["css/pad.css", "css/play.css"].map(useStyles));
  let subject;
  try {
    subject = await findSubject(route, app.levels);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    main.append(makeApology(error.message));
    return { title: texts.play.brokenTitle, close: () => undefined };
  }
  const { found } = subject;
  const [previous, next] = found
    ? await Promise.all([app.levels.previous(found), app.levels.next(found)])
    : [null, null];
  await styles;
  const view = new PlayView(app, subject, { previous, next });
  main.append(view.element);
  view.begin();
  if (subject.badMoves) toast(texts.play.badMoves);
  return {
    title: texts.play.title(subject.name),
    close: () => view.close(),
    change: (to) => view.change(to),
  };
}

/** @param {string} reason */
function makeApology(reason) {
  const its = texts.play;
  return h(
    "div",
    { class: "sheet stack", "data-test": "broken" },
    h("h1", null, its.brokenTitle),
    h("p", { class: "notice bad", role: "alert" }, reason),
    h("p", null, linkButton("home", its.toAllLevels, "#/", { class: "primary" })),
  );
}
