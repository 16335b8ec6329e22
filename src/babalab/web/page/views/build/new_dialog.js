// The dialog that begins a new level.

import { thumbnail } from "../../app/board/thumbnail.js";
import { showDialog } from "../../app/dialogs.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { TEMPLATES } from "./templates.js";

/**
 * @param {import("../../app/main.js").App} app
 * @param {(rows: import("./drawing.js").Rows) => void} onChoose
 */
export function showNewDialog(app, onChoose) {
  const its = texts.build.templates;
  const { close } = showDialog(
    its.title,
    () => [
      h("p", { class: "soft" }, its.intro),
      h(
        "ul",
        { class: "build-cards" },
        TEMPLATES.map(({ id, rows }) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                class: "build-card",
                "data-template": id,
                onclick: () => {
                  close();
                  onChoose(rows);
                },
              },
              h("span", { class: "build-card-picture" }, thumbnail(rows.join("/"), app.sprites, 200)),
              h("b", null, nameOf(id)),
              h("span", { class: "soft small-text" }, meaningOf(id)),
            ),
          ),
        ),
      ),
    ],
    { class: "build-wide" },
  );
}

/** @param {string} id */
function nameOf(id) {
  return texts.mechanics[id]?.name ?? texts.build.templates.names[id] ?? id;
}

/** @param {string} id */
function meaningOf(id) {
  return texts.mechanics[id]?.meaning ?? texts.build.templates.meanings[id] ?? "";
}
