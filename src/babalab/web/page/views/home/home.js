// The first page: where to begin, the puzzle of the day, and all packs.

import { linkButton } from "../../app/buttons.js";
import { h, useStyles } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { makeContinueCard, makeDayCard } from "./cards.js";
import { FittedPictures } from "./fitted_pictures.js";
import { PackList } from "./pack_list.js";
import { Welcome } from "./welcome.js";

/** @type {import("../../app/main.js").Open} */
export async function open(main, route, app) {
  const its = texts.home;
  const styles = useStyles("css/home.css");
  const [packs, day, last] = await Promise.all([
    app.levels.packs(),
    app.levels.ofDay(new Date()),
    findLast(app),
    styles,
  ]);
  const pictures = new FittedPictures(app.sprites);
  const isNew = !app.progress.last && !Object.keys(app.progress.wins).length;
  const first = packs.length ? await app.levels.pack(packs[0].id) : null;
  const welcome = isNew && first?.levels.length ? new Welcome(app, app.levels.at(first, 0), first) : null;
  const chosen = route.query.get("pack") ?? last?.found?.pack.id ?? packs[0]?.id ?? "";
  const list = new PackList(app, packs, chosen, pictures);
  const cards = h(
    "div",
    { class: "home-cards" },
    last && makeContinueCard(pictures, last),
    day && makeDayCard(app, pictures, day),
  );
  const sheet = h(
    "div",
    { class: "sheet home" },
    h("h1", { class: "visually-hidden" }, its.title),
    welcome?.element,
    cards,
    list.element,
    h(
      "section",
      { class: "home-more", "aria-label": its.more },
      makeOffer("build", its.build, its.buildText, "#/build"),
      makeOffer("gallery", its.gallery, its.galleryText, "#/gallery"),
    ),
  );
  main.append(sheet);
  welcome?.begin();
  await list.begin();
  if (route.query.has("pack")) list.show(chosen);
  return {
    title: its.title,
    close: () => {
      welcome?.close();
      list.close();
      pictures.close();
    },
    change: (to) => {
      const pack = to.query.get("pack");
      if (pack) list.show(pack);
      return true;
    },
  };
}

/**
 * What was played last, if it can still be found.
 * @param {import("../../app/main.js").App} app
 */
async function findLast({ progress, levels }) {
  const { last } = progress;
  if (!last) return null;
  const [address, moves = ""] = last.startsWith("~") ? [last] : last.split("@");
  const found = last.startsWith("~") ? null : await levels.find(address).catch(() => null);
  if (!found && !last.startsWith("~")) return null;
  return { address: last, moves, found };
}

/**
 * @param {import("../../app/icons.js").IconName} iconName
 * @param {string} title
 * @param {string} text
 * @param {string} href
 */
function makeOffer(iconName, title, text, href) {
  return h(
    "div",
    { class: "panel offer" },
    h("h2", null, icon(iconName), title),
    h("p", { class: "soft" }, text),
    h("p", null, linkButton(null, title, href, { class: "small" })),
  );
}
