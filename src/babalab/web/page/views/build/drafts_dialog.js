// The list of drafts: open, duplicate, delete.

import { LazyThumbnails } from "../../app/board/thumbnail.js";
import { button } from "../../app/buttons.js";
import { showDialog, toast } from "../../app/dialogs.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

/** @typedef {import("./drafts.js").Draft} Draft */

/**
 * @param {import("../../app/main.js").App} app
 * @param {import("./drafts.js").Drafts} drafts
 * @param {object} options
 * @param {string} options.current the key of the open draft
 * @param {(key: string) => void} options.onOpen
 * @param {() => void} options.onNew
 * @param {() => string} options.onGone the open draft is deleted: opens another one, and returns its key
 */
export function showDraftsDialog(app, drafts, { current, onOpen, onNew, onGone }) {
  const its = texts.build.drafts;
  const list = h("ul", { class: "build-drafts" });
  const thumbnails = new LazyThumbnails(app.sprites);
  const update = () => {
    fill(list, drafts.list().map(makeItem));
  };
  const makeItem = (/** @type {Draft} */ draft) => {
    const { key, content, changed } = draft;
    const name = content.name || texts.common.unnamed;
    const picture = h("span", { class: "build-card-picture" });
    thumbnails.add(picture, content.rows.join("/"));
    const isOpen = key === current;
    return h(
      "li",
      { class: "build-draft", "data-draft": key },
      h(
        "button",
        {
          type: "button",
          class: "build-card",
          "aria-current": isOpen ? "true" : null,
          onclick: () => open(key),
        },
        picture,
        h(
          "span",
          { class: "build-draft-text" },
          h("b", null, name),
          h("span", { class: "soft small-text" }, its.size(content.rows[0].length, content.rows.length)),
          h("span", { class: "soft small-text" }, isOpen ? its.open : its.changed(new Date(changed))),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button("duplicate", its.duplicate(name), () => duplicate(draft), {
          iconOnly: true,
          class: "quiet small",
        }),
        button("trash", its.remove(name), () => remove(draft), {
          iconOnly: true,
          class: "quiet small",
        }),
      ),
    );
  };
  const open = (/** @type {string} */ key) => {
    dialog.close();
    if (key !== current) onOpen(key);
  };
  const duplicate = (/** @type {Draft} */ { content }) => {
    drafts.add({ ...content, name: its.copyOf(content.name || texts.common.unnamed) });
    update();
  };
  const remove = (/** @type {Draft} */ { key, content }) => {
    const restore = drafts.remove(key);
    if (key === current) current = onGone();
    update();
    const message = its.removed(content.name || texts.common.unnamed);
    const undo = button(
      "undo",
      texts.build.orders.undo,
      () => {
        restore();
        update();
        fill(removed);
      },
      { class: "small" },
    );
    fill(removed, h("p", { class: "notice row" }, message, undo));
    undo.focus();
    dialog.addEventListener("close", () => {
      if (!undo.isConnected) return;
      toast(message, { label: texts.build.orders.undo, action: restore });
    });
  };
  const removed = h("div", { role: "status" });
  const { dialog } = showDialog(
    its.title,
    () => [h("p", { class: "soft small-text" }, its.intro), removed, list],
    {
      class: "build-wide",
      onclose: () => thumbnails.close(),
      foot: (close) => [
        button(
          "plus",
          texts.build.templates.title,
          () => {
            close();
            onNew();
          },
          { class: "primary" },
        ),
      ],
    },
  );
  update();
}
