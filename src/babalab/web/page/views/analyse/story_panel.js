// The story of the moves so far, chapter by chapter; a click goes to where a chapter ends.

import { fill, h } from "../../app/dom.js";
import { tell } from "../../knowledge/story.js";
import { texts } from "../../texts/texts.js";
import { scrollWithin } from "./tree_view.js";

export class StoryPanel {
  /**
   * @param {string} line the level
   * @param {(moves: string) => void} goTo
   */
  constructor(line, goTo) {
    this.line = line;
    this.goTo = goTo;
    this.told = "";
    this.list = h("ol", { class: "story" });
    this.element = h("div", null, this.list);
  }

  /** @param {string} moves from the start */
  update(moves) {
    if (this.told === moves && this.list.childElementCount) return;
    this.told = moves;
    const story = tell(this.line, "", moves);
    fill(
      this.list,
      h("li", null, h("p", { class: "soft" }, story.opening)),
      story.chapters.map((chapter) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "chapter-title", onclick: () => this.goTo(story.moves.slice(0, chapter.last)) },
            chapter.title,
          ),
          chapter.lines.map((text) => h("p", null, texts.hints.sentence(text))),
        ),
      ),
      h("li", null, h("p", { class: story.won || story.lost ? "" : "soft" }, story.ending)),
    );
    const last = this.list.lastElementChild;
    if (last instanceof HTMLElement) scrollWithin(this.list, last);
  }
}
