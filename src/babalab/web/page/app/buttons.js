// Buttons and links with icons.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").IconName} IconName */

/**
 * A button with an icon and its name.
 * @param {IconName | null} iconName
 * @param {string} label
 * @param {(event: MouseEvent) => void} action
 * @param {{class?: string, iconOnly?: boolean, keys?: string} & Record<string, unknown>} [options] `keys`: its
 *   keyboard shortcut, shown in the tooltip; other options are attributes
 */
export function button(iconName, label, action, options = {}) {
  const { class: extra = "", iconOnly = false, keys = "", ...others } = options;
  return h(
    "button",
    {
      type: "button",
      class: `button ${iconOnly ? "icon-only " : ""}${extra}`.trim(),
      onclick: action,
      title: keys ? `${label} (${keys})` : iconOnly ? label : null,
      "aria-label": iconOnly ? label : null,
      "aria-keyshortcuts": keys && /^\w$/.test(keys) ? keys : null,
      ...others,
    },
    iconName && icon(iconName),
    iconOnly ? null : label,
  );
}

/**
 * A link that looks like a button.
 * @param {IconName | null} iconName
 * @param {string} label
 * @param {string} href
 * @param {{class?: string, iconOnly?: boolean} & Record<string, unknown>} [options]
 */
export function linkButton(iconName, label, href, options = {}) {
  const { class: extra = "", iconOnly = false, ...others } = options;
  return h(
    "a",
    {
      class: `button ${iconOnly ? "icon-only " : ""}${extra}`.trim(),
      href,
      title: iconOnly ? label : null,
      "aria-label": iconOnly ? label : null,
      ...others,
    },
    iconName && icon(iconName),
    iconOnly ? null : label,
  );
}
