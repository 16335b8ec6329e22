// Opens the analysis of what the address says: a level and moves, or what was played last.

import { linkButton } from "../../app/buttons.js";
import { toast } from "../../app/dialogs.js";
import { h, useStyles } from "../../app/dom.js";
import { parseRoute, routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";
import { AddressError, findSubject } from "../play/subject.js";
import { Analysis } from "./analysis.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/router.js").Route} Route
 */

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const styles = useStyles("css/analyse.css");
  let subject;
  try {
    subject = route.address ? await findSubject(route, app.levels) : await findUsual(app);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    main.append(makeApology(error.message));
    return { title: texts.play.brokenTitle, close: () => undefined };
  }
  await styles;
  const analysis = new Analysis(app, subject);
  main.append(analysis.layout.element);
  analysis.begin();
  if (subject.badMoves) toast(texts.play.badMoves);
  return {
    title: texts.analyse.title(texts.play.title(subject.name)),
    close: () => analysis.close(),
    change: (next) => analysis.change(next),
  };
}

/**
 * What one most likely wants to look at: what was played last, or else the puzzle of the day.
 * @param {App} app
 */
async function findUsual(app) {
  const { last } = app.progress;
  if (last) {
    try {
      return await findSubject(parseRoute(routeTo("analyse", last)), app.levels);
    } catch (error) {
      if (!(error instanceof AddressError)) throw error; // a level that is no longer here
    }
  }
  const found = await app.levels.ofDay(new Date());
  if (!found) throw new AddressError(texts.analyse.noLevels);
  return findSubject(parseRoute(routeTo("analyse", found.address)), app.levels);
}

/** @param {string} reason */
function makeApology(reason) {
  return h(
    "div",
    { class: "sheet stack", "data-test": "broken" },
    h("h1", null, texts.play.brokenTitle),
    h("p", { class: "notice bad", role: "alert" }, reason),
    h("p", null, linkButton("gallery", texts.play.toAllLevels, "#/gallery", { class: "primary" })),
  );
}
