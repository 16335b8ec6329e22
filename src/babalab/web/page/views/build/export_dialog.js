// The dialog that gives the level out: as text, on one line, as Keke JSON, as a picture.

import { CopyReport, copyButton } from "../../app/copy_button.js";
import { download } from "../../app/clipboard.js";
import { button } from "../../app/buttons.js";
import { showDialog } from "../../app/dialogs.js";
import { h, useStyles } from "../../app/dom.js";
import { writeKekeJson, writeLines, writeText } from "../../knowledge/formats.js";
import { texts } from "../../texts/texts.js";

/** @typedef {import("./document.js").Content} Content */

/** @type {Record<"text" | "line" | "json", {write: (levels: any[]) => string, suffix: string, type: string}>} */
const FORMATS = {
  text: { write: writeText, suffix: "txt", type: "text/plain" },
  line: { write: writeLines, suffix: "txt", type: "text/plain" },
  json: { write: writeKekeJson, suffix: "json", type: "application/json" },
};

/**
 * @param {Content} content
 * @param {string[]} mechanics
 * @param {() => Promise<Blob | null>} makePicture
 */
export function showExportDialog(content, mechanics, makePicture) {
  void useStyles("css/share.css");
  const its = texts.build.exporting;
  const level = { ...content, rows: [...content.rows], mechanics };
  const report = new CopyReport();
  const field = h("textarea", {
    class: "input",
    rows: 12,
    readOnly: true,
    spellcheck: false,
    "aria-label": its.field,
  });
  field.dataset.test = "export-text";
  /** @type {keyof typeof FORMATS} */
  let format = "text";
  const choose = (/** @type {keyof typeof FORMATS} */ name) => {
    format = name;
    field.value = FORMATS[name].write([level]);
  };
  const names = /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS));
  const choices = names.map((name) =>
    h(
      "label",
      { class: "row" },
      h("input", {
        type: "radio",
        name: "export-format",
        value: name,
        checked: name === format,
        onchange: () => choose(name),
      }),
      its.formats[name],
    ),
  );
  const base = fileName(content.name || content.id);
  const save = () => {
    const { suffix, type } = FORMATS[format];
    download(new Blob([field.value], { type }), `${base}.${suffix}`);
  };
  const savePicture = async () => {
    const picture = await makePicture();
    if (picture) download(picture, `${base}.png`);
  };
  showDialog(its.title, () => [
    h("fieldset", { class: "row" }, h("legend", { class: "visually-hidden" }, its.format), choices),
    field,
    h(
      "div",
      { class: "row" },
      copyButton({
        label: its.copy,
        what: its.what,
        read: () => field.value,
        report,
        field,
        class: "primary",
        test: "export-copy",
      }),
      button("export", its.save, save, { "data-test": "export-save" }),
      button("eye", its.picture, () => void savePicture(), { "data-test": "export-picture" }),
    ),
    report.element,
  ]);
  choose(format);
}

/** @param {string} name */
function fileName(name) {
  const plain = name.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-");
  return plain.replace(/^-+|-+$/g, "").toLowerCase() || "level";
}
