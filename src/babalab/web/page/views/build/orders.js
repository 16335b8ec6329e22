// What the orders of buttons and keys do.

import { toast } from "../../app/dialogs.js";
import { showShare } from "../../app/share_dialog.js";
import { encodeLink } from "../../knowledge/links.js";
import { texts } from "../../texts/texts.js";
import { BLANK } from "./document.js";
import { showDraftsDialog } from "./drafts_dialog.js";
import { EMPTY } from "./drawing.js";
import { showExportDialog } from "./export_dialog.js";
import { showHelpDialog } from "./help_dialog.js";
import { showNewDialog } from "./new_dialog.js";
import { showResizeDialog } from "./resize_dialog.js";
import { edgesToCrop, flip, mirror, turnLeft, turnRight } from "./transforms.js";

/**
 * @param {import("./build_view.js").BuildView} build
 * @param {import("./shortcuts.js").Order} order
 */
export function obey(build, order) {
  const { app, editor, clipboardKeys } = build;
  const its = texts.build;
  switch (order) {
    case "undo":
      return app.announce(editor.undo() ? its.undone : its.nothingToUndo);
    case "redo":
      return app.announce(editor.redo() ? its.redone : its.nothingToRedo);
    case "copy":
      return clipboardKeys.put(editor.copy());
    case "cut":
      return clipboardKeys.put(editor.cut());
    case "paste":
      return void clipboardKeys.pasteFromSystem();
    case "duplicate":
      return void editor.duplicate();
    case "delete":
      return void (editor.selection ? editor.deleteSelection() : editor.put(editor.cursor, EMPTY));
    case "selectAll":
      editor.setTool("select");
      return editor.selectAll();
    case "deselect":
      return build.escape();
    case "mirror":
      return void editor.transform(mirror);
    case "flip":
      return void editor.transform(flip);
    case "turnLeft":
      return void editor.transform(turnLeft);
    case "turnRight":
      return void editor.transform(turnRight);
    case "crop": {
      const edges = edgesToCrop(editor.rows);
      return void (edges ? editor.resize(edges) : toast(its.nothingToCrop));
    }
    case "resize":
      return showResizeDialog(editor);
    case "filled":
      editor.setTool("rectangle");
      return editor.setFilled(!editor.filled);
    case "play":
      return build.play();
    case "watch":
      return build.watch(null);
    case "findPiece":
      return build.layout.palette.focusSearch();
    case "save":
      build.saver.save();
      return toast(its.saving.said);
    case "drafts":
      build.saver.flush();
      return showDraftsDialog(app, build.drafts, {
        current: build.saver.key,
        onOpen: (key) => build.openDraft(key),
        onNew: () => obey(build, "new"),
        onGone: () => build.openAnother(),
      });
    case "new":
      return showNewDialog(app, (rows) =>
        build.addDrafts([{ ...BLANK, rows, author: editor.content.author }]),
      );
    case "import":
      return build.import();
    case "export":
      return showExportDialog(editor.content, build.judge.opinion?.answer.mechanics ?? [], () =>
        build.layout.view.board.toBlob(),
      );
    case "share":
      return void showShare(app, { line: editor.rows.join("/"), name: editor.content.name });
    case "analyse":
      return void encodeLink({ line: editor.rows.join("/") }).then((link) => app.go(`#/analyse/~${link}`));
    case "help":
      return showHelpDialog();
  }
}
