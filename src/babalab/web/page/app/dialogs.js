// Dialogs and short messages.

import { button } from "./buttons.js";
import { h } from "./dom.js";
import { texts } from "../texts/texts.js";

/**
 * Show a dialog. Escape and its cross close it; the focus goes back to where it was.
 * @param {string} title
 * @param {(close: () => void) => (Node | string)[]} makeBody
 * @param {{class?: string, foot?: (close: () => void) => Node[], onclose?: () => void}} [options]
 */
export function showDialog(title, makeBody, options = {}) {
  const headingId = `dialog-${Math.random().toString(36).slice(2)}`;
  const dialog = h("dialog", { class: options.class, "aria-labelledby": headingId });
  const close = () => dialog.close();
  dialog.append(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: headingId }, title),
      button("close", texts.common.close, close, { iconOnly: true, class: "quiet" }),
    ),
    h("div", { class: "dialog-body" }, makeBody(close)),
  );
  if (options.foot) dialog.append(h("div", { class: "dialog-foot" }, options.foot(close)));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close(); // the backdrop
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onclose?.();
  });
  // Keys typed into a dialog are none of the view's shortcuts.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close };
}

/**
 * Show a short message for a while, and say it to screen readers.
 * @param {string} text
 * @param {{label: string, action: () => void} | null} [offer] a button in it
 */
export function toast(text, offer = null) {
  const region = document.getElementById("toasts");
  if (!region) return;
  const message = h("div", { class: "toast", role: "status" }, h("span", null, text));
  if (offer) {
    message.append(
      button(
        null,
        offer.label,
        () => {
          message.remove();
          offer.action();
        },
        { class: "small" },
      ),
    );
  }
  region.append(message);
  while (region.children.length > 3) region.firstElementChild?.remove();
  setTimeout(() => message.remove(), offer ? 12_000 : 5_000);
}
