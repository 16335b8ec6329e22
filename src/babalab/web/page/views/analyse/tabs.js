// Tabs: one of several panels at a time.

import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";

/**
 * @template {string} Id
 * @typedef {{id: Id, label: string, icon: import("../../app/icons.js").IconName, panel: HTMLElement}} Tab
 */

/**
 * @template {string} Id
 * @param {string} label what the list of tabs is called
 * @param {Tab<Id>[]} tabs
 * @param {(id: Id) => void} onChange
 */
export function makeTabs(label, tabs, onChange) {
  const buttons = tabs.map((tab, place) => {
    const element = button(tab.icon, tab.label, () => select(place), {
      role: "tab",
      id: `tab-${tab.id}`,
      "aria-controls": `panel-${tab.id}`,
      "data-tab": tab.id,
    });
    element.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      select((place + step + tabs.length) % tabs.length);
      buttons[chosen].focus();
    });
    return element;
  });
  let chosen = 0;
  /** @param {number} place */
  function select(place) {
    chosen = place;
    tabs.forEach(({ id, panel }, i) => {
      const isChosen = i === place;
      buttons[i].setAttribute("aria-selected", String(isChosen));
      buttons[i].tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
      panel.id = `panel-${id}`;
    });
    onChange(tabs[place].id);
  }
  for (const { id, panel } of tabs) {
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${id}`);
  }
  const element = h(
    "section",
    { class: "panel tabbed" },
    h("div", { class: "tabs", role: "tablist", "aria-label": label }, buttons),
    tabs.map(({ panel }) => panel),
  );
  return {
    element,
    get chosen() {
      return tabs[chosen].id;
    },
    begin: () => select(0),
  };
}
