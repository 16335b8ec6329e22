// The view that analyses positions: what is on the board, what is known of it, and where one has been.

import { ACTIONS } from "../../babalab/engine.js";
import { STILL, turnOf } from "../../app/board/motions.js";
import { pictureOf } from "../../app/board/pieces.js";
import { debounce } from "../../app/dom.js";
import { isMove, MovesInput } from "../../app/moves_input.js";
import { showShare } from "../../app/share_dialog.js";
import { encodeLink } from "../../knowledge/links.js";
import { texts } from "../../texts/texts.js";
import { mapOf } from "../build/played_map.js";
import { bump } from "../play/bump.js";
import { Narrator } from "../play/narrator.js";
import { fragmentOf } from "../play/subject.js";
import { Walk } from "../play/walk.js";
import { Compass } from "./compass.js";
import { FactsPanel } from "./facts_panel.js";
import { Headline, headlineOf } from "./headline.js";
import { Layout } from "./layout.js";
import { LineStrip } from "./line_strip.js";
import { Positions } from "./positions.js";
import { Searcher } from "./searcher.js";
import { SearchPanel } from "./search_panel.js";
import { StoryPanel } from "./story_panel.js";
import { makeTabs } from "./tabs.js";
import { TreeView } from "./tree_view.js";
import { bestOf, UNKNOWN } from "./verdicts.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../play/subject.js").Subject} Subject
 * @typedef {import("./tree.js").TreeNode} TreeNode
 * @typedef {"tree" | "search" | "facts" | "story"} TabId
 */

/** Milliseconds after the last step until the address has it. */
const ADDRESS_PAUSE = 400;
const VERDICT_PAUSE = 700;

export class Analysis {
  /**
   * @param {App} app
   * @param {Subject} subject
   */
  constructor(app, subject) {
    this.app = app;
    this.subject = subject;
    this.isOpen = true;
    this.isHeatShown = false;
    this.said = "";
    this.positions = new Positions(subject.line);
    const { tree, verdicts, start } = this.positions;
    this.tree = tree;
    this.verdicts = verdicts;
    this.searcher = new Searcher(app.thinker, verdicts, () => this.showKnowledge());
    if (subject.solution) verdicts.learnSolution(start, subject.solution, subject.shortest);
    this.layout = new Layout(app, subject, {
      undo: () => void this.undo(),
      redo: () => void this.redo(),
      restart: () => this.goTo(this.tree.root),
      share: () => this.share(),
      heat: () => this.toggleHeat(),
    });
    const { board } = this.layout;
    this.compass = new Compass((letter) => this.step(letter));
    this.headline = new Headline();
    this.line = new LineStrip(app, (moves) => this.playTo(moves));
    this.treeView = new TreeView(this.tree, {
      verdictOf: (node) => this.positions.verdictOf(node),
      goTo: (node) => this.goTo(node),
      prune: (node) => this.prune(node),
    });
    this.search = new SearchPanel(this.searcher);
    this.facts = new FactsPanel(app, board);
    this.story = new StoryPanel(subject.line, (moves) => this.playTo(moves));
    const its = texts.analyse.tabs;
    this.tabs = makeTabs(
      texts.analyse.details,
      [
        { id: /** @type {TabId} */ ("tree"), label: its.tree, icon: "analyse", panel: this.treeView.element },
        { id: /** @type {TabId} */ ("search"), label: its.search, icon: "search", panel: this.search.element },
        { id: /** @type {TabId} */ ("facts"), label: its.facts, icon: "eye", panel: this.facts.element },
        { id: /** @type {TabId} */ ("story"), label: its.story, icon: "menu", panel: this.story.element },
      ],
      () => this.showTab(),
    );
    this.layout.place({
      headline: this.headline.element,
      compass: this.compass.element,
      line: this.line.element,
      tabs: this.tabs.element,
    });
    this.narrator = new Narrator(app.announce);
    this.walk = new Walk((letter) => this.step(letter));
    this.input = new MovesInput({
      board: this.layout.boardElement,
      onCommand: (command) => this.take(command),
      onTap: (x, y) => this.tap(x, y),
    });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.takeKey(event);
    this.updateAddress = debounce(() => void this.writeAddress(), ADDRESS_PAUSE);
    this.sayVerdict = debounce(() => this.announceVerdict(), VERDICT_PAUSE);
  }

  get node() {
    return this.positions.node;
  }

  get state() {
    return this.positions.state;
  }

  /** The moves from the start of the level. */
  get moves() {
    return this.positions.moves;
  }

  /** The view is in the page now. */
  begin() {
    document.addEventListener("keydown", this.onKey);
    this.positions.playTo(this.subject.moves);
    this.tabs.begin();
    this.show(STILL);
    this.layout.boardElement.focus({ preventScroll: true });
  }

  /**
   * Take a new address: of the same level it only changes the moves.
   * @param {import("../../app/router.js").Route} route
   */
  change({ address, moves }) {
    if (address !== this.subject.address || address.startsWith("~") || !/^[udlrs]*$/.test(moves)) return false;
    if (moves !== this.moves) this.playTo(moves);
    return true;
  }

  close() {
    this.isOpen = false;
    document.removeEventListener("keydown", this.onKey);
    this.updateAddress.cancel();
    this.sayVerdict.cancel();
    this.searcher.close();
    this.walk.stop();
    this.input.close();
    this.line.close();
    this.narrator.close();
    this.layout.close();
    this.positions.close();
  }

  // ---------------------------------------------------------------- commands

  /**
   * @param {import("../../app/input/commands.js").Command} command
   * @returns {boolean | void}
   */
  take(command) {
    this.walk.stop();
    if (isMove(command)) return this.step(command);
    switch (command) {
      case "undo":
        return this.undo();
      case "redo":
        return this.redo();
      case "restart":
        return this.goTo(this.tree.root);
      case "solution":
        return this.line.toggle();
      case "share":
        return this.share();
      default:
        return false;
    }
  }

  /** @param {KeyboardEvent} event */
  takeKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "m") this.toggleHeat();
    else if (event.key === "b") this.playBest();
    else if (event.key === "Delete") this.prune(this.node);
    else return;
    event.preventDefault();
  }

  /** @param {string} letter */
  step(letter) {
    const { state } = this;
    if (state.won) return this.narrator.tell(texts.analyse.alreadyWon);
    const { controlled, events } = this.positions.tell(letter);
    const next = state.step(letter);
    const changed = !next.equals(state);
    this.narrator.tellMove({ letter, changed, events, controlled });
    if (!changed) {
      this.layout.board.show(pictureOf(state), bump(state, letter));
      return;
    }
    this.positions.add(letter);
    this.show(turnOf(events));
  }

  /** Go back a move; the tree keeps it. */
  undo() {
    const { node } = this;
    if (!node.parent) return this.narrator.tell(texts.play.nothingToUndo);
    this.narrator.tellUndo();
    this.goTo(node.parent);
  }

  redo() {
    const next = this.tree.neighbour(this.node, "right");
    if (next) this.goTo(next);
  }

  /** @param {TreeNode} node */
  goTo(node) {
    if (node === this.node) return;
    const before = this.node;
    this.tree.goTo(node);
    this.show(this.positions.turnBetween(before, node));
  }

  /**
   * Go to where these moves lead from the start; what the tree has not yet is added.
   * @param {string} moves
   */
  playTo(moves) {
    const before = this.node;
    this.positions.playTo(moves);
    this.show(this.positions.turnBetween(before, this.node));
  }

  playBest() {
    const verdicts = this.state.children().map((child) => this.verdicts.of(child));
    const [best] = bestOf(verdicts);
    if (best !== undefined) this.step(ACTIONS[best]);
  }

  /** @param {TreeNode} node */
  prune(node) {
    if (!node.parent) return;
    this.tree.prune(node);
    this.narrator.tell(texts.analyse.pruned);
    this.show(STILL);
  }

  toggleHeat() {
    this.isHeatShown = !this.isHeatShown;
    this.layout.showHeat(this.isHeatShown);
    this.showHeat();
    // There is nothing to see where nobody has searched yet.
    const isEmpty = !this.searcher.trace.heat && !this.searcher.isThinking && !this.state.won;
    if (this.isHeatShown && isEmpty) this.searcher.thinkLonger();
  }

  share() {
    const { line, name } = this.subject;
    void showShare(this.app, { line, moves: this.moves, name });
  }

  /**
   * A tap on the board: walk there, or push what is beside.
   * @param {number} clientX
   * @param {number} clientY
   */
  tap(clientX, clientY) {
    this.walk.stop();
    const cell = this.layout.board.cellAt(clientX, clientY);
    const moves = cell && !this.state.won && this.walk.movesTo(this, cell);
    if (moves) this.walk.start(moves);
  }

  // ---------------------------------------------------------------- what is shown

  /**
   * Show where one is now.
   * @param {import("../../app/board/motions.js").Turn} turn
   */
  show(turn) {
    const { state } = this;
    this.layout.board.show(pictureOf(state), turn);
    this.layout.board.fade(state.lost);
    this.layout.showPlace(this.node.depth, this.node.children.length > 0);
    this.searcher.look(state);
    this.said = "";
    this.showKnowledge();
    this.updateAddress();
  }

  /** Show what is known of the position; it may become more while one looks at it. */
  showKnowledge() {
    if (!this.isOpen) return;
    const { state } = this;
    const { isThinking } = this.searcher;
    this.positions.learnAlong();
    const own = this.verdicts.of(state);
    const children = state.children();
    const same = children.map((child) => child.equals(state));
    const verdicts = children.map((child, i) => (same[i] ? UNKNOWN : this.verdicts.of(child)));
    const best = new Set(state.won ? [] : bestOf(verdicts));
    const tried = new Set(this.node.children.map((child) => child.letter));
    const choices = [...ACTIONS].map((letter, i) => ({
      letter,
      same: same[i],
      verdict: verdicts[i],
      isBest: best.has(i),
      tried: tried.has(letter),
    }));
    this.compass.update(choices, { isThinking, isOver: state.won });
    this.headline.update(own, isThinking);
    this.line.follow(this.moves, own.kind === "winnable" ? own.solution : null, own.proved);
    this.showHeat();
    this.showTab();
    this.sayVerdict();
  }

  showHeat() {
    const { heat } = this.searcher.trace;
    const isShown = this.isHeatShown && heat !== null;
    this.layout.board.setOverlay("heat", isShown ? { kind: "heat", counts: heat } : null);
  }

  showTab() {
    const { chosen } = this.tabs;
    if (chosen === "tree") this.treeView.update();
    else if (chosen === "search") this.search.update();
    else if (chosen === "facts") this.facts.update(this.state);
    else this.story.update(this.moves);
  }

  /** Say what is known once it is settled, and again only if it changes. */
  announceVerdict() {
    if (this.searcher.isThinking) return;
    const text = headlineOf(this.verdicts.of(this.state), false);
    if (text === this.said) return;
    this.said = text;
    this.narrator.tell(text);
  }

  async writeAddress() {
    const { moves } = this;
    const fragment = await fragmentOf("analyse", this.subject, moves);
    const places = { play: await fragmentOf("play", this.subject, moves), build: await this.addressToBuild() };
    if (!this.isOpen) return;
    this.app.replaceRoute(fragment);
    this.layout.showElsewhere(places);
  }

  /** The level to build on; after some moves, the map as it stands then. */
  async addressToBuild() {
    if (!this.node.parent) return fragmentOf("build", this.subject, "");
    return `#/build/~${await encodeLink({ line: mapOf(this.state).rows.join("/") })}`;
  }
}
