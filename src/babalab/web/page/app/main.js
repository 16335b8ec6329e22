// Starts the page: loads the core and the sprites, then shows the view that the address names.

import { load } from "../babalab/engine.js";
import { texts } from "../texts/texts.js";
import { announce } from "./announce.js";
import { Sprites } from "./board/sprites.js";
import { toast } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { makeHeader } from "./header.js";
import { Levels } from "./levels.js";
import { registerServiceWorker } from "./offline.js";
import { Progress } from "./progress.js";
import { parseRoute } from "./router.js";
import { Settings } from "./settings.js";
import { Thinker } from "./thinker.js";

/**
 * @typedef {import("./router.js").Route} Route
 *
 * @typedef {object} App what every view is given
 * @property {Levels} levels
 * @property {Thinker} thinker
 * @property {Settings} settings
 * @property {Progress} progress
 * @property {Sprites} sprites
 * @property {boolean} embedded whether the page is in a frame of another one
 * @property {(text: string) => void} announce
 * @property {(fragment: string) => void} go
 * @property {(fragment: string) => void} replaceRoute change the address without opening anything
 *
 * @typedef {object} OpenView
 * @property {string} title
 * @property {() => void} close
 * @property {(route: Route) => boolean} [change] take a new address of the same view; false: open it anew
 *
 * @typedef {(main: HTMLElement, route: Route, app: App) => Promise<OpenView>} Open
 */

/** @type {Record<string, () => Promise<{open: Open}>>} */
const OPENERS = {
  home: () => import("../views/home/home.js"),
  play: () => import("../views/play/play.js"),
  build: () => import("../views/build/build.js"),
  analyse: () => import("../views/analyse/analyse.js"),
  gallery: () => import("../views/gallery/gallery.js"),
};

const embedded = new URLSearchParams(location.search).has("embed");
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {OpenView | null} */
let opened = null;
/** @type {Route | null} */
let shownRoute = null;
let openings = 0;
/** The address of the view that is open; the browser's own is ahead of it while another is being opened. */
let settledHash = location.hash;

async function start() {
  document.documentElement.lang = texts.common.language;
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = texts.common.skip;
  document.getElementById("toasts")?.setAttribute("aria-label", texts.common.messages);
  document.body.classList.toggle("embedded", embedded);
  const settings = new Settings();
  const showLoading = setTimeout(() => {
    fill(main, h("p", { class: "sheet soft", role: "status" }, texts.common.loading));
  }, 300);
  // The view's code and the packs are fetched while the core is compiled.
  const route = parseRoute(location.hash);
  const levels = new Levels();
  levels.packs().catch(() => undefined);
  const view = OPENERS[route.view]();
  view.catch(() => undefined);
  /** @type {Sprites} */
  let sprites;
  try {
    [sprites] = await Promise.all([Sprites.load(), load()]);
  } catch (error) {
    clearTimeout(showLoading);
    fill(main, h("p", { class: "sheet notice bad", role: "alert" }, texts.common.cantStart(String(error))));
    return;
  }
  clearTimeout(showLoading);
  /** @type {App} */
  const app = {
    levels,
    thinker: new Thinker(),
    settings,
    progress: new Progress(),
    sprites,
    embedded,
    announce,
    go: (fragment) => {
      location.hash = fragment;
    },
    replaceRoute: (fragment) => {
      // A view that is about to be left must not write over where one is going.
      if (location.hash === fragment || location.hash !== settledHash) return;
      shownRoute = parseRoute(fragment);
      history.replaceState(null, "", fragment);
      settledHash = location.hash; // as the browser writes it
    },
  };
  const header = makeHeader(app);
  document.getElementById("top")?.append(...header.elements);
  window.addEventListener("hashchange", () => show(app, header));
  await show(app, header);
  if (embedded) return;
  registerServiceWorker((use) => toast(texts.common.newVersion, { label: texts.common.reload, action: use }));
}

/**
 * Show what the address says.
 * @param {App} app
 * @param {{mark: (view: string) => void}} header
 */
async function show(app, header) {
  const route = parseRoute(location.hash);
  if (opened?.change && shownRoute?.view === route.view && opened.change(route)) {
    shownRoute = route;
    settledHash = location.hash;
    return;
  }
  const opening = ++openings;
  const isFirst = shownRoute === null;
  shownRoute = route;
  header.mark(route.view);
  try {
    const { open } = await OPENERS[route.view]();
    if (opening !== openings) return;
    // A dialog belongs to the view it was opened in; the browser's back button leaves both.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    opened?.close();
    opened = null;
    settledHash = location.hash;
    fill(main);
    const view = await open(main, route, app);
    if (opening !== openings) {
      view.close();
      return;
    }
    opened = view;
    document.title = view.title ? `${view.title} · babalab` : "babalab";
    if (!isFirst) {
      window.scrollTo(0, 0);
      if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
      announce(view.title);
    }
    document.documentElement.dataset.ready = route.view; // for tests, and for frames that wait
  } catch (error) {
    if (opening !== openings) return;
    console.error(error);
    fill(main, h("div", { class: "sheet" }, h("p", { class: "notice bad", role: "alert" }, texts.common.cantOpen(String(error)))));
  }
}

void start();
