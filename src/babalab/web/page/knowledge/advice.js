/**
 * Advice: what to aim at in a chapter of a solution, and where, in words.
 *
 * The second half of babalab/agents/hints.py.
 */

import { texts } from "../texts/texts.js";
import { ofKind } from "./events.js";
import { count, groupRuns } from "./grouping.js";
import { mentionPushed } from "./phrases.js";

/**
 * @typedef {import("./events.js").Cell} Cell
 * @typedef {import("./events.js").Won} Won
 * @typedef {import("./story.js").Chapter} Chapter
 */

/**
 * The thing to aim at, its place, both in one sentence, and the cells to look at.
 *
 * @typedef {{aim: string, place: string, sentence: string, cells: Cell[]}} Advice
 */

/**
 * Turn a chapter of a solution into advice.
 *
 * @param {Chapter} chapter
 * @returns {Advice}
 */
export function advise(chapter) {
  const { hints } = texts;
  const { milestones } = chapter;
  const made = ofKind(milestones, "rule-made").map((event) => event.rule);
  const broken = ofKind(milestones, "rule-broken").map((event) => event.rule);
  if (made.length || broken.length) {
    return advisePush(hints.changeRules(broken, made), chapter);
  }
  const [won] = ofKind(milestones, "won");
  if (won) {
    return adviseWin(won, chapter);
  }
  for (const event of milestones) {
    if (event.kind === "transformed") {
      const aim = hints.sentence(hints.transform(event.noun, event.into));
      const place = hints.sentence(hints.doItAt(event.cell));
      return { aim, place, sentence: aim, cells: [event.cell] };
    }
    if (event.kind === "destroyed") {
      const gone = ofKind(milestones, "destroyed");
      return advisePush(hints.sacrifice([...count(gone.map((each) => each.noun))]), chapter);
    }
    if (event.kind === "control-changed") {
      return adviseGoing(hints.getControl(event.after), chapter);
    }
  }
  return adviseGoing(hints.goOn, chapter);
}

/**
 * Advise to reach an aim by the last push of a chapter.
 *
 * @param {string} aim
 * @param {Chapter} chapter
 * @returns {Advice}
 */
function advisePush(aim, chapter) {
  const { hints } = texts;
  const step = chapter.steps[chapter.steps.length - 1];
  const pushes = ofKind(step.events, "pushed");
  if (!pushes.length) {
    return adviseGoing(aim, chapter);
  }
  const what = mentionPushed(pushes);
  const to = pushes.length === 1 ? pushes[0].target : null;
  const push = pushes[0].by_itself
    ? hints.letPush(pushes[0].by_noun, what)
    : hints.push(what, step.letter, to);
  return {
    aim: hints.sentence(aim),
    place: hints.sentence(push),
    sentence: hints.aimBy(aim, push),
    cells: pushes.flatMap(({ origin, target }) => [origin, target]),
  };
}

/**
 * Advise to reach an aim by being where the player is at the end of a chapter.
 *
 * @param {string} aim
 * @param {Chapter} chapter
 * @returns {Advice}
 */
function adviseGoing(aim, chapter) {
  const { hints } = texts;
  const last = ofKind(chapter.events, "walked").pop();
  const sentence = hints.sentence(aim);
  const place = hints.sentence(last ? hints.goTo(last.target) : hints.stay);
  return { aim: sentence, place, sentence, cells: last ? [last.target] : [] };
}

/**
 * @param {Won} won
 * @param {Chapter} chapter
 * @returns {Advice}
 */
function adviseWin({ you, win, cell }, chapter) {
  const { hints } = texts;
  const cells = [cell];
  if (you === win) {
    const aim = hints.sentence(hints.beBoth(you));
    return { aim, place: hints.sentence(hints.winnerIsAt(you, cell)), sentence: aim, cells };
  }
  if (chapter.steps[chapter.steps.length - 1].letter === "s") {
    const aim = hints.waitForMeeting(you, win);
    const place = hints.sentence(hints.meetingIsAt(cell));
    return { aim: hints.sentence(aim), place, sentence: hints.sentence(hints.aimAt(aim, cell)), cells };
  }
  const aim = hints.reach(win);
  return {
    aim: hints.sentence(hints.whichWins(aim)),
    place: hints.sentence(hints.goalIsAt(win, cell)),
    sentence: hints.sentence(hints.whichWins(hints.aimAt(aim, cell))),
    cells,
  };
}

/**
 * Return moves in words: "right 3, down, wait".
 *
 * @param {string} moves
 * @returns {string}
 */
export function spellMoves(moves) {
  const runs = groupRuns(moves, (letter) => letter);
  return texts.hints.spellMoves(runs.map((run) => [run[0], run.length]));
}
