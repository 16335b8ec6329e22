// The bar with the name of the page, its views and the settings.

import { texts } from "../texts/texts.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").IconName} IconName */

/** @type {{view: string, href: string, icon: IconName}[]} */
const LINKS = [
  { view: "play", href: "#/", icon: "play" },
  { view: "build", href: "#/build", icon: "build" },
  { view: "analyse", href: "#/analyse", icon: "analyse" },
  { view: "gallery", href: "#/gallery", icon: "gallery" },
];

/** @param {import("./main.js").App} app */
export function makeHeader(app) {
  const side = app.sprites.side;
  const logo = h("canvas", { width: side, height: side, "aria-hidden": "true" });
  const context = logo.getContext("2d");
  if (context) app.sprites.draw(context, "b", "", false, 0, 0, side);
  const brand = h("a", { class: "brand", href: "#/" }, logo, h("span", null, "baba", h("b", null, "lab")));
  const links = LINKS.map((link) =>
    h("a", { href: link.href, "data-view": link.view }, icon(link.icon), h("span", null, texts.common.views[link.view])),
  );
  const nav = h("nav", { class: "views", "aria-label": texts.common.navigation }, links);
  const theme = button("sun", texts.common.theme, () => app.settings.set("theme", app.settings.isDark ? "light" : "dark"), {
    iconOnly: true,
    class: "quiet",
    "data-test": "theme",
  });
  const showTheme = () => theme.replaceChildren(icon(app.settings.isDark ? "sun" : "moon"));
  app.settings.addEventListener("change", showTheme);
  showTheme();
  const settings = button("settings", texts.common.settings, () => openSettings(app), { iconOnly: true, class: "quiet" });
  return {
    elements: [brand, nav, h("div", { class: "top-tools" }, theme, settings)],
    /** @param {string} view */
    mark: (view) => {
      const marked = view === "home" ? "play" : view;
      for (const link of links) {
        if (link.dataset.view === marked) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}

/** @param {import("./main.js").App} app */
async function openSettings(app) {
  const { showSettings } = await import("./settings_dialog.js");
  showSettings(app);
}
