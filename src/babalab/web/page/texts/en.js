/**
 * Everything the page says, in English: strings, and functions that make one out of facts.
 *
 * For another language copy this file, translate each entry, and add it to texts.js. Each part of the page
 * has a
 * section of its own.
 */

// ---------------------------------------------------------------- what all views share

const common = {
  language: "en",
  skip: "Skip to the content",
  messages: "Messages",
  navigation: "Views",
  /** @type {Record<string, string>} */
  views: { play: "Play", build: "Build", analyse: "Analyse", gallery: "Gallery" },
  loading: "Loading …",
  /** @param {string} reason */
  cantStart: (reason) => `The page could not start: ${reason}. Reload it, or try another browser.`,
  /** @param {string} reason */
  cantOpen: (reason) => `This could not be opened: ${reason}`,
  newVersion: "A new version of this page is ready.",
  reload: "Reload",
  close: "Close",
  cancel: "Cancel",
  settings: "Settings",
  theme: "Light or dark",
  themes: { auto: "As the system", dark: "Dark", light: "Light" },
  motion: "Motion",
  motions: { auto: "As the system", reduced: "As little as possible" },
  watchForDeadEnds: "Tell me when a level can't be won any more",
  alwaysPad: "Always show the on-screen pad",
  about:
    "babalab plays Baba Is You in its competition dialect. The game is by Arvi Teikari (Hempuli); sprites and levels " +
    "are ours. Everything runs in your browser: nothing is sent anywhere.",
  unnamed: "Unnamed level",
  board: {
    /** @param {string} name */
    label: (name) => (name ? `Board of ${name}` : "Board"),
    /** @param {number} height @param {number} width */
    caption: (height, width) => `The map: ${height} rows, ${width} columns`,
    border: "border",
    /** @param {string} word */
    word: (word) => `word ${word.toUpperCase()}`,
    /** @param {string} word */
    activeWord: (word) => `word ${word.toUpperCase()}, in a rule`,
    /** @param {string[]} names the pieces of a cell, the topmost first */
    pile: (names) => names.join(" on "),
    /** @param {number} number */
    row: (number) => `row ${number}`,
  },
};

// ---------------------------------------------------------------- home: packs, progress, puzzle of the day

const home = {
  title: "Play",
  welcome: "Rules are things you can push",
  /**
   * How to play, in three lines; the keys of each stand before it.
   *
   * @type {{keys: string[], text: string}[]}
   */
  howTo: [
    {
      keys: ["←", "↑", "↓", "→"],
      text: "Move whatever is YOU. Push words: three in a line make a rule, and breaking it ends it.",
    },
    {
      keys: ["Z", "R"],
      text: "Take back as many moves as you like, or start again. Nothing is ever lost.",
    },
    {
      keys: ["H"],
      text: "Stuck? A solver plays along in your browser: three small hints, or the whole way.",
    },
  ],
  howToTouch: "On a phone swipe over the board, tap where to walk, or use the pad.",
  begin: "Begin",
  demo: (/** @type {string} */ name) => `The level ${name}, playing by itself`,
  continueTitle: "Pick up where you left off",
  continue: "Continue",
  /** @param {number} moves */
  movesMade: (moves) => (moves ? `${pluralize(moves, "move")} made` : "Not begun"),
  dayTitle: "Puzzle of the day",
  /** @param {Date} date */
  date: (date) => date.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }),
  play: "Play",
  playAgain: "Play again",
  /** @param {string} pack @param {number} number */
  whereabouts: (pack, number) => `${pack}, level ${number}`,
  packs: "Levels",
  /** @param {number} won @param {number} count */
  wonOf: (won, count) => `${won} of ${count} won`,
  allWon: "All won",
  /** The name of a level's link. @param {number} number @param {string} name @param {string} state */
  level: (number, name, state) => `${number}. ${name}: ${state}`,
  states: {
    open: "open",
    won: "won",
    shortest: "won in the fewest moves known",
  },
  legend: { won: "won", shortest: "won in the fewest moves known" },
  more: "More to do",
  build: "Build a level",
  buildText: "Draw a map. While you do, a solver tells whether it can be won, in how many moves, or why not.",
  gallery: "Look through all levels",
  galleryText: "Find levels by mechanic, length or name, or those you have not won yet.",
  noPacks: "The levels could not be loaded. Check the connection, then reload the page.",
};

// ---------------------------------------------------------------- play

const play = {
  /** @param {string} name */
  title: (name) => name || "Unnamed level",
  /** @param {string} author */
  by: (author) => `by ${author}`,
  /** @param {number} number @param {number} count @param {string} pack */
  whereabouts: (number, count, pack) => `${pack} · ${number} of ${count}`,
  previous: "Previous level",
  next: "Next level",
  allLevels: "All levels",

  // Tools.
  tools: "Moves",
  undo: "Undo",
  redo: "Redo",
  restart: "Restart",
  wait: "Wait",
  hint: "Hint",
  showMe: "Show me",
  share: "Share",
  help: "Keys",
  analyse: "Analyse",
  edit: "Edit",
  openInFull: "Open in full",
  directions: { u: "Up", d: "Down", l: "Left", r: "Right" },
  pad: "Pad",
  board: "Board. Arrow keys move, Z takes back, H gives a hint, question mark lists all keys.",

  // Counting.
  /** @param {number} moves */
  moves: (moves) => pluralize(moves, "move"),
  /** The word behind their number. @param {number} moves */
  movesWord: (moves) => (moves === 1 ? "move" : "moves"),
  /** @param {number} best */
  proved: (best) => `fewest possible: ${best}`,
  /** @param {number} best */
  known: (best) => `fewest known: ${best}`,
  /** @param {number} moves */
  own: (moves) => `your best: ${moves}`,

  // The level.
  aboutLevel: "About this level",
  /** @param {number} score */
  difficulty: (score) => `difficulty ${score} of 100`,
  /** By how long the solution is, in the papers' five classes. @type {Record<number, string>} */
  lengths: {
    1: "up to 5 moves",
    2: "6 to 10 moves",
    3: "11 to 20 moves",
    4: "21 to 40 moves",
    5: "over 40 moves",
  },

  // Rules.
  rules: "Rules",
  noRules: "No rule is in force.",
  made: "new",
  gone: "gone",
  /** @param {string} rule */
  rule: (rule) => spellRule(rule),
  /** @param {string} rule */
  ruleNew: (rule) => `${spellRule(rule)}, made since the start`,
  /** @param {string} rule */
  ruleGone: (rule) => `${spellRule(rule)}, broken since the start`,
  ineffective: "without effect",

  // The end.
  won: "You won!",
  /** @param {number} moves */
  wonIn: (moves) => `in ${pluralize(moves, "move")}`,
  wonShortest: "No way is shorter.",
  wonShortestKnown: "As short as the best way known.",
  /** @param {number} best */
  wonRecord: (best) => `Shorter than the best way known so far, which takes ${best}!`,
  /** @param {number} best @param {boolean} proved */
  wonLonger: (best, proved) => `${proved ? "The shortest way takes" : "A way is known that takes"} ${best}.`,
  firstWin: "First time",
  ownRecord: "Your best yet",
  /** @param {number} moves */
  ownBest: (moves) => `Your best: ${pluralize(moves, "move")}`,
  watchAgain: "Watch it",
  again: "Again",
  wonAnnounced: "Press Enter for the next level.",
  wonAnnouncedLast: "This was the last level.",
  lost: "Nothing is YOU",
  lostText: "Nobody can move any more. Take back what led here.",
  lostFromStart: "Nobody can move from the start, so this level can't be won.",
  /** @param {boolean} canUndo */
  helpless: (canUndo) =>
    `Nothing is YOU, but something still moves by itself: wait${canUndo ? ", or take back" : ""}.`,
  overflown: "There is too much on the board to go on. Take back some moves.",

  // Dead ends.
  /** @param {string} reason */
  deadEnd: (reason) => `This can't be won any more: ${reason}.`,
  hopeless: "This level can't be won at all.",
  hopelessSign: "Can't be won",
  /** @param {number} moves */
  takeBack: (moves) => `Take back ${pluralize(moves, "move")}`,
  /** @param {number} moves */
  takenBack: (moves) => `${pluralize(moves, "move")} taken back. From here it can be won.`,
  searchingTakeBack: "Finding out how many moves to take back …",
  howFarBack: "How many moves to take back?",

  // Hints.
  hintTitle: "Hint",
  hintSteps: ["What to aim at", "Where", "How"],
  /** @param {number} step */
  hintStep: (step) => `Step ${step} of 3`,
  cantWin: "Can't be won any more",
  more: "Tell me more",
  doIt: "Make these moves",
  thinking: "Thinking …",
  /** @param {number} states */
  lookedAt: (states) => `${spellNumber(states)} states looked at`,
  stop: "Stop",
  closeHint: "Close the hint",
  noHint: "No way was found in this time. Take back some moves and ask again, or let it think for longer.",
  thinkLonger: "Think for longer",
  tryAgain: "Try again",
  /** @param {string} reason */
  thinkingFailed: (reason) => `The solver stopped: ${reason}. Ask again.`,

  // The solution as a film.
  filmTitle: "The solution",
  ownFilmTitle: "Your solution",
  backToPlay: "Back to my play",
  goOnFromHere: "Go on from here",
  playback: {
    label: "Playback",
    first: "To the start",
    back: "One move back",
    play: "Play",
    pause: "Pause",
    on: "One move on",
    last: "To the end",
    place: "Place in the play",
    speed: "Speed",
    /** @param {number} speed */
    speedOf: (speed) => `${speed} moves/s`,
    /** @param {number} index @param {number} last */
    count: (index, last) => `${index} / ${last}`,
    /** @param {number} index @param {number} last @param {string} letter the move made last */
    at: (index, last, letter) =>
      `${index} of ${pluralize(last, "move")}${letter ? `, ${DIRECTIONS[letter] ?? "wait"}` : ""}`,
  },

  // What screen readers are told.
  /** @param {number} moves */
  undone: (moves) => (moves === 1 ? "Taken back." : `${moves} moves taken back.`),
  /** @param {number} moves */
  redone: (moves) => (moves === 1 ? "Made again." : `${moves} moves made again.`),
  restarted: "Back at the start.",
  nothingToUndo: "There is nothing to take back.",
  noWayThere: "There is no free way there.",

  // Keys.
  keysTitle: "Keys, touch and gamepad",
  /** @type {[string[], string][]} */
  keys: [
    [["←", "↑", "↓", "→", "W", "A", "S", "D"], "Move; hold to go on"],
    [["Space"], "Wait a turn"],
    [["Z", "U", "Backspace"], "Take back; hold to rewind"],
    [["Y"], "Make again what was taken back"],
    [["R"], "Restart; this too can be taken back"],
    [["H"], "Hint, and the next step of it"],
    [["V"], "Show the solution"],
    [["N", "Enter"], "Next level, once this is won"],
    [["X"], "Share"],
    [["?"], "This list"],
  ],
  touch: [
    "Swipe over the board to move; a longer swipe goes on.",
    "Tap a cell to walk there, or what is beside you to push it.",
    "Gamepad: stick or cross to move, A to wait, B to take back, Y for a hint, Start to restart.",
  ],

  // What can go wrong with an address.
  brokenTitle: "This level could not be opened",
  brokenLink: "The link is damaged or was cut off. Ask for it again, and copy all of it.",
  /** @param {string} address */
  unknownLevel: (address) =>
    `There is no level ${address} here. It may have been renamed, or belong to another site.`,
  /** @param {string} problem */
  badLevel: (problem) => `The map in this link is not a level: ${problem}.`,
  badMoves: "The moves behind the @ could not be read, so the level begins at its start.",
  toAllLevels: "To all levels",
};

// ---------------------------------------------------------------- build

const build = {
  title: "Build",
  /** Of a piece of the palette. @type {(entry: {kind: string, name: string} | undefined) => string} */
  pieceName: (entry) => {
    if (!entry) return "";
    return entry.kind === "noun" || entry.kind === "property" ? `word ${entry.name.toUpperCase()}` : entry.name;
  },
  pieces: { empty: "empty" },
  palette: "Things and words",
  recent: "Used before",
  recentKeys: "One of the pieces used before",
  findPiece: "Find a piece",
  noPiece: "No piece has that name.",

  toolbar: "Tools",
  steps: "Undo and redo",
  drawing: "Drawing",
  transforms: "Mirror, turn and size",
  selection: "What is selected",
  files: "Levels",
  tools: {
    pencil: "Pencil",
    line: "Line",
    rectangle: "Rectangle",
    fill: "Fill",
    eraser: "Eraser",
    select: "Select and move",
    picker: "Pick up a piece",
    type: "Type letters",
  },
  orders: {
    undo: "Undo",
    redo: "Redo",
    copy: "Copy",
    cut: "Cut",
    paste: "Paste",
    duplicate: "Duplicate",
    delete: "Delete",
    selectAll: "Select all",
    deselect: "Deselect",
    mirror: "Mirror left and right",
    flip: "Flip up and down",
    turnLeft: "Turn to the left",
    turnRight: "Turn to the right",
    filled: "Filled",
    play: "Play",
    help: "Keys and gestures",
    findPiece: "Find a piece by its name or letter",
    save: "Save now",
    resize: "Resize",
    crop: "Crop to what is there",
    watch: "Watch the solution",
    drafts: "My levels",
    new: "New level",
    import: "Import",
    export: "Export",
    share: "Share",
    analyse: "Analyse this level",
  },
  /** The effect of a tool, with the name of the piece. @type {Record<string, (piece: string) => string>} */
  hints: {
    pencil: (piece) => `Draws ${piece}.`,
    line: (piece) => `Draws a line of ${piece}.`,
    rectangle: (piece) => `Draws a rectangle of ${piece}.`,
    fill: (piece) => `Fills a connected area with ${piece}.`,
    eraser: () => "Erases.",
    select: () => "Drag to select, then drag what is selected.",
    picker: () => "Click a piece to draw more of it.",
    type: () => "Type letters at the cursor: b is baba, B the word BABA, 1 IS, 2 YOU, 3 WIN.",
  },
  mouseHint: "The right button erases, Alt and click picks up a piece.",
  /** @type {(row: number, column: number, what: string) => string} */
  cellContent: (row, column, what) => `row ${row}, column ${column}: ${what}`,
  /** @type {(width: number, height: number) => string} */
  size: (width, height) => `${width} × ${height}`,
  /** @type {(size: string) => string} */
  resizeFrom: (size) => `Size ${size}: resize`,
  dragEdge: "Drag to resize",
  /** @type {(name: string, width: number, height: number) => string} */
  boardLabel: (name, width, height) => `Map of ${name}, ${width} columns, ${height} rows`,
  boardHelp:
    "Arrow keys move the cursor, Enter uses the tool, Shift and arrows select, Escape lets go. Press ? for all keys.",
  begun: "Begun here. Move to the other end and press Enter.",
  /** @type {(rows: number, columns: number) => string} */
  selected: (rows, columns) => `${pluralize(rows, "row")} and ${pluralize(columns, "column")} selected`,
  /** @type {(row: number, column: number) => string} */
  movedTo: (row, column) => `moved to row ${row}, column ${column}`,
  /** @type {(width: number, height: number) => string} */
  copied: (width, height) => `${width} × ${height} copied`,
  undone: "undone",
  redone: "done again",
  nothingToUndo: "nothing to undo",
  nothingToRedo: "nothing to redo",
  nothingToCrop: "There is nothing to crop.",
  backToEditing: "Editing again. The draft is as it was.",

  saving: {
    saved: "Saved",
    saving: "Saving …",
    unsaved: "Not saved: no room",
    said: "Saved in this browser, as every change is.",
    elsewhere: "This level was changed in another window.",
    load: "Show that version",
  },

  verdict: {
    label: "Verdict",
    thinking: "Can it be won? Thinking …",
    invalid: "This is no map yet",
    /** @type {(moves: number, shortest: boolean) => string} */
    solvable: (moves, shortest) =>
      shortest ? `Shortest solution: ${pluralize(moves, "move")}` : `Solvable in at most ${pluralize(moves, "move")}`,
    unsolvable: "Proved: it can't be won",
    failed: "The judge stopped",
    undecided: "Not decided yet",
    /** @type {(reason: string) => string} */
    why: (reason) => (reason ? `Because ${reason}.` : ""),
    proved: "No shorter solution exists; that is proved.",
    improving: "Looking for a shorter solution …",
    atMost: "There may be a shorter solution.",
    /** @type {(states: number) => string} */
    states: (states) => `${spellNumber(states)} ${states === 1 ? "state" : "states"} looked at`,
    /** @type {(looked: string) => string} */
    stopped: (looked) => `Stopped${looked ? `; ${looked}` : ""}.`,
    /** @type {(seconds: number, looked: string) => string} */
    gaveUp: (seconds, looked) =>
      `Neither a solution nor a proof in ${pluralize(seconds, "second")}${looked ? `; ${looked}` : ""}.`,
    stop: "Stop",
    /** @type {(seconds: number) => string} */
    longer: (seconds) => `Think for ${pluralize(seconds, "second")}`,
    watch: "Watch",
    record: "Put it on record",
    mechanics: "Mechanics it uses",
    difficulty: "Difficulty",
    /** @type {(number: number) => string} */
    difficultyOf: (number) => `${number} of 100`,
  },
  strip: {
    label: "Solution",
    start: "start",
    /** @type {(moves: number) => string} */
    after: (moves) => `move ${moves}`,
    /** @type {(moves: number) => string} */
    end: (moves) => `move ${moves}: won`,
    /** @type {(place: string) => string} */
    show: (place) => `Show the solution: ${place}`,
  },
  findings: {
    title: "Findings",
    /** @type {(count: number) => string} */
    count: (count) => pluralize(count, "finding"),
    /** @type {(fix: string) => string} */
    fix: (fix) => `→ ${fix}`,
  },
  details: {
    title: "Details",
    name: "Name",
    author: "Author",
    id: "Id",
    solution: "Solution on record (u d l r, s to wait)",
  },

  playing: {
    label: "Playing",
    begun: "Playing. Escape goes back to editing.",
    back: "Back to editing",
    undo: "Undo",
    redo: "Redo",
    restart: "Restart",
    continueHere: "Edit from here",
    /** @type {(count: number) => string} */
    moves: (count) => pluralize(count, "move"),
    /** @type {(count: number) => string} */
    won: (count) => `Won in ${pluralize(count, "move")}!`,
    lost: "Lost: nothing is YOU",
    /** @type {(count: number) => string} */
    covered: (count) =>
      `${pluralize(count, "piece")} lay under others. A map has room for one piece on each cell; undo brings the draft back.`,
  },
  watching: {
    label: "The solution",
    back: "Back to editing",
  },

  templates: {
    title: "New level",
    intro: "Begin with an empty map, a small room, or an example of a mechanic. Your other levels stay in My levels.",
    /** @type {Record<string, string>} */
    names: { empty: "Empty", room: "Room" },
    /** @type {Record<string, string>} */
    meanings: { empty: "only the border", room: "BABA IS YOU and FLAG IS WIN" },
  },
  drafts: {
    title: "My levels",
    intro: "Every change is kept in this browser. Export or share a level to have it elsewhere.",
    /** @type {(width: number, height: number) => string} */
    size: (width, height) => `${width} × ${height}`,
    open: "open now",
    /** @type {(date: Date) => string} */
    changed: (date) => date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
    /** @type {(name: string) => string} */
    duplicate: (name) => `Duplicate ${name}`,
    /** @type {(name: string) => string} */
    remove: (name) => `Delete ${name}`,
    /** @type {(name: string) => string} */
    removed: (name) => `${name} is deleted.`,
    /** @type {(name: string) => string} */
    copyOf: (name) => `Copy of ${name}`,
  },
  importing: {
    title: "Import",
    intro: "Paste a level or a whole set: rows of letters, one line with slashes, or Keke JSON. It becomes a level of its own beside yours.",
    field: "Text of levels",
    placeholder: "_________\n_B12.F13_\n_.b...f._\n_________",
    file: "Choose a file",
    drop: "or drop one here",
    /** @type {(levels: number, errors: number, warnings: number) => string} */
    summary: (levels, errors, warnings) =>
      `Found ${pluralize(levels, "level")}, ${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}.`,
    problems: "Problems",
    error: "Error:",
    warning: "Warning:",
    /** @type {(line: number, column: number) => string} */
    place: (line, column) => `line ${line}, column ${column}`,
    /** @type {(count: number) => string} */
    more: (count) => `and ${spellNumber(count)} more`,
    levels: "Levels found",
    /** @type {(number: number) => string} */
    numbered: (number) => `Level ${number}`,
    /** @type {(count: number) => string} */
    moreLevels: (count) => `${pluralize(count, "more level")} not shown; import all of them to have these too.`,
    open: "Open this level",
    /** @type {(count: number) => string} */
    all: (count) => `Import all ${spellNumber(count)}`,
    /** @type {(count: number) => string} */
    added: (count) => `${pluralize(count, "level")} added to My levels.`,
    noRoom: "This browser has no room to keep all of it: what is not exported is gone when you leave.",
  },
  exporting: {
    title: "Export",
    format: "Format",
    formats: { text: "Text", line: "One line", json: "Keke JSON" },
    field: "The level as text",
    what: "level",
    copy: "Copy",
    save: "Save as a file",
    picture: "Save a picture",
  },
  resizing: {
    title: "Resize",
    width: "Columns",
    height: "Rows",
    anchor: "Where the old map stays",
    anchors: [
      "at the upper left", "at the top", "at the upper right",
      "at the left", "in the middle", "at the right",
      "at the lower left", "at the bottom", "at the lower right",
    ],
    ring: "A map with a ring of border keeps its ring.",
    apply: "Resize",
  },
  help: {
    title: "Keys and gestures",
    pointer: "Mouse, pen and finger",
    pointerTips: [
      "Drag to draw; the right button erases.",
      "Alt and click, or the middle button, picks up the piece below.",
      "Drag an edge of the map to make it larger or smaller.",
      "A second finger on the board takes the stroke back.",
      "Drop a file of levels anywhere to import it.",
    ],
    board: "On the board",
    /** @type {[string, string][]} */
    boardKeys: [
      ["Arrows", "Move the cursor, or what is selected"],
      ["Ctrl+Arrows", "Five cells at once"],
      ["Enter, Space", "Use the tool; a second time ends a line, rectangle or selection"],
      ["Shift+Arrows", "Select"],
      ["Home, End", "To the ends of the row"],
      ["Page Up, Page Down", "To the ends of the column"],
    ],
    keys: "Everywhere",
  },
};

// ---------------------------------------------------------------- analyse

const analyse = {
  /** @param {string} name */
  title: (name) => `Analysis of ${name}`,
  noLevels: "There are no levels here to analyse.",
  board: "Board. Arrow keys move, space waits, Z goes back, B plays the best move, M shows the heat map.",
  play: "Play here",
  build: "Edit",
  buildHere: "Edit the map as it stands here",
  /** @param {number} moves */
  place: (moves) => (moves ? `after ${pluralize(moves, "move")}` : "at the start"),
  start: "Start",
  /** @type {Record<string, string>} */
  moves: { u: "Up", d: "Down", l: "Left", r: "Right", s: "Wait" },
  alreadyWon: "This is won. Go back to try something else.",

  // Verdicts.
  /**
   * What is known of a position.
   * @type {Record<"won" | "winnable" | "unwinnable" | "lost" | "unknown", string>}
   */
  kinds: {
    won: "Won",
    winnable: "Can be won",
    unwinnable: "No win",
    lost: "Lost",
    unknown: "Not decided",
  },
  /** @param {number} moves */
  proved: (moves) => `Win in ${moves}`,
  /** @param {number} moves */
  atMost: (moves) => `Win in ≤${moves}`,
  thinking: "Thinking …",
  same: "No change",
  best: "Best",
  tried: "Tried",
  headlines: {
    /** @param {number} moves */
    proved: (moves) => `Can be won in ${pluralize(moves, "move")}. Proved: no way is shorter.`,
    /** @param {number} moves */
    improving: (moves) => `Can be won, in at most ${pluralize(moves, "move")}. Looking for a shorter way …`,
    /** @param {number} moves */
    atMost: (moves) => `Can be won, in at most ${pluralize(moves, "move")}.`,
    won: "Won!",
    thinking: "Thinking whether this can be won …",
    undecided: "Not decided whether this can be won.",
    /** @param {string} reason */
    unwinnable: (reason) => `Can't be won any more${reason ? `: ${reason}` : ""}.`,
  },
  fiveMoves: "The five moves from here",

  // The line of a solution.
  /** @param {number} moves @param {boolean} proved */
  line: (moves, proved) =>
    proved ? `A shortest way from here: ${pluralize(moves, "move")}` : `A way from here: ${pluralize(moves, "move")}`,
  /** @param {number} number @param {string} move */
  lineMove: (number, move) => `Move ${number}: ${move}`,
  /** @param {number} count */
  moreMoves: (count) => `and ${count} more`,

  // Tabs.
  details: "Details",
  tabs: { tree: "Tree", search: "Search", facts: "Facts", story: "Story" },

  // The tree.
  tree: "Positions you have visited",
  treeHelp: "Arrow keys go through the tree, − and + fold, Delete removes. “=” marks a position that was reached before.",
  prune: "Remove this branch",
  pruned: "Branch removed.",
  /** @param {number} hidden */
  unfold: (hidden) => `Show ${pluralize(hidden, "position")}`,
  fold: "Fold the branches",
  /** @param {number} size */
  positions: (size) => pluralize(size, "position"),
  /** @param {number} depth @param {number} size */
  alike: (depth, size) =>
    `${pluralize(size, "position")}. This one was reached before, ${depth ? `after ${pluralize(depth, "move")}` : "at the start"}.`,
  /** @param {number} depth @param {string} move @param {string} verdict @param {boolean} alike */
  node: (depth, move, verdict, alike) =>
    `${depth ? `Move ${depth}: ${move}` : move}. ${verdict}${alike ? ". Reached before" : ""}`,

  // The search.
  pause: "Pause",
  goOn: "Go on",
  thinkLonger: "Think longer",
  /** @param {number} seconds */
  thinkingFor: (seconds) => `Thinking, for up to ${seconds} seconds.`,
  paused: "Paused.",
  settled: "All five moves are decided.",
  settledBefore: "Decided without a search of its own.",
  /** @param {number} seconds */
  outOfTime: (seconds) => `Not all was decided in ${seconds} seconds.`,
  gaveUp: "The search ended: no memory was left for more.",
  notSearched: "Not searched yet.",
  heat: "Heat map",
  heatLegend: "Heat map: from cells that YOU visited seldom in the search, to those visited most",
  heatLeast: "seldom",
  heatMost: "often",
  figures: {
    agent: "Method",
    rate: "States a second",
    seconds: "Time",
    expanded: "States expanded",
    steps: "Engine steps",
    visited: "States seen",
    depth: "Deepest",
    frontier: "Waiting",
    memory: "Memory",
  },
  /** @type {Record<"solving" | "shortening", string>} */
  methods: { solving: "best-first search", shortening: "shortening, and proofs" },
  /** @param {number} count */
  number: (count) => spellNumber(count),
  /** @param {number} count */
  bytes: (count) => `${(count / 2 ** 20).toFixed(count < 10 * 2 ** 20 ? 1 : 0)} MiB`,
  /** @param {number} seconds */
  duration: (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`,
  /** @param {number} states */
  rate: (states) => spellNumber(Math.round(states)),

  // Facts.
  rules: "Rules",
  noRules: "No rule is in force.",
  /** @param {string} rule */
  rule: (rule) => spellRule(rule),
  /** @param {number} row @param {number} column */
  ruleAt: (row, column) => `row ${row}, column ${column}`,
  roles: "What things are",
  /** @param {string} noun @param {number} count */
  holder: (noun, count) => `${noun} × ${count}`,
  helpless: "Nothing is YOU, but something still moves by itself.",
  overflown: "There is more on the board than the engine can represent.",
  /** @param {number} cells */
  region: (cells) => `YOU can walk to ${pluralize(cells, "cell")} without changing anything.`,
};

// ---------------------------------------------------------------- gallery

const gallery = {
  title: "Gallery",
  levels: "Levels",
  /** @param {number} shown @param {number} all */
  count: (shown, all) => {
    if (shown === all) return pluralize(all, "level");
    return `${spellNumber(shown)} of ${pluralize(all, "level")}`;
  },
  /** @param {number} levels */
  show: (levels) => (levels ? `Show ${pluralize(levels, "level")}` : "No level fits"),
  search: "Search by name, author or id",
  searchHint: "Name, author or id",
  filters: "Filters",
  clear: "Clear filters",
  /** @param {string} what */
  remove: (what) => `Remove the filter ${what}`,
  random: "Random",
  sort: "Sort by",
  /** @type {Record<"pack" | "difficulty" | "length" | "name", string>} */
  orders: { pack: "By pack", difficulty: "By difficulty", length: "By length", name: "By name" },
  descending: "Reverse order",

  status: "Your progress",
  /** @type {Record<"open" | "won" | "fewest" | "longer", string>} */
  statuses: {
    open: "Not won yet",
    won: "Won",
    fewest: "Won in the fewest moves",
    longer: "Shorter is possible",
  },
  pack: "Pack",
  mechanics: "Mechanics",
  match: "Which of the chosen mechanics",
  /** @type {Record<"all" | "any", string>} */
  matches: { all: "All of these", any: "Any of these" },
  lengthClass: "Length of the solution",
  /** @param {number} number the papers' length class, or 0 */
  classOf: (number) =>
    ["No solution known", "Up to 5 moves", "6–10 moves", "11–20 moves", "21–40 moves", "Over 40 moves"][
      number
    ],
  difficulty: "Difficulty",
  easiest: "Least difficulty",
  hardest: "Most difficulty",
  /** @param {number} least @param {number} most */
  range: (least, most) => `${least}–${most}`,

  /** @param {string} text */
  searchFor: (text) => `“${text}”`,
  /** @param {string} range */
  difficultyFrom: (range) => `Difficulty ${range}`,
  /** @param {string[]} names @param {"all" | "any"} match */
  mechanicsOf: (names, match) => names.join(match === "all" ? " + " : " or "),
  /** @type {Record<"packs" | "classes", string>} */
  parts: { packs: "the packs", classes: "the lengths" },
  nothing: "No level fits",
  loosen: "Leave out one of the filters:",
  loosenAll: "These filters exclude each other. Clear them, and begin again.",
  /** @param {string} what @param {number} count */
  loosening: (what, count) => `Without ${what}: ${pluralize(count, "level")}`,

  /** @param {number} moves @param {boolean} proved */
  length: (moves, proved) => `${proved ? "" : "≤ "}${pluralize(moves, "move")}`,
  provedShortest: "Proved: no solution is shorter",
  noSolution: "No solution known",
  /** @param {number} difficulty */
  difficultyOf: (difficulty) => `Difficulty ${difficulty} of 100`,
  /** @param {number} moves */
  wonIn: (moves) => `Won in ${moves}`,
  wonInFewest: "Won, fewest",
};

// ---------------------------------------------------------------- share: links, files, pictures, frames

const share = {
  /** @param {string} name */
  title: (name) => `Share ${name}`,
  link: "Link",
  copyLink: "Copy link",
  send: "Send …",
  /** @param {number} count */
  withMoves: (count) =>
    count === 1 ? "With the move played so far" : `With the ${count} moves played so far`,
  text: "Text",
  map: "Map",
  oneLine: "One line",
  /** @param {number} count */
  moves: (count) => (count === 1 ? "1 move" : `${count} moves`),
  picture: "Picture",
  /** @param {string} name */
  pictureOf: (name) => `Picture of ${name}`,
  savePicture: "Save PNG",
  copyPicture: "Copy PNG",
  savedPicture: "The picture is saved.",
  pictureRefused: "The browser does not let this page copy pictures. Save it instead.",
  embed: "Embed it in a page",
  code: "Code",
  copyCode: "Copy code",
  preview: "Preview",
  /** @param {string} name */
  frameTitle: (name) => `${name}, a level to play`,
  done: "Copied",
  saved: "Saved",
  /** @param {string} what */
  copiedWhat: (what) => `Copied: ${what}.`,
  refused:
    "The browser does not let this page copy. The text is selected: copy it with Ctrl+C (⌘C on a Mac).",
  manualField: "Text to copy",
};

// ---------------------------------------------------------------- stories: what happens in a play

/** @typedef {readonly [number, number]} Cell row and column, counted from 0 at the upper left corner */
/** @typedef {Iterable<readonly [string, number]>} Counts nouns, and how many things there are of each */

/** @type {Readonly<Record<string, string>>} */
const DIRECTIONS = { u: "up", d: "down", l: "left", r: "right" };
const NAMES = new Set(["baba", "keke"]);
const MASSES = new Set(["grass", "lava", "goop", "floor"]);
/**
 * Verb phrases about one thing that was destroyed, and about several.
 *
 * @type {Record<string, [string, string]>}
 */
const FATES = {
  kill: ["is destroyed", "are destroyed"],
  sink: ["sinks", "sink"],
  melt: ["melts away", "melt away"],
  instead: ["elsewhere vanishes too (a quirk of the engine)", "elsewhere vanish too (a quirk of the engine)"],
};

/** @type {(number: number) => string} */
const spellNumber = (number) => String(number).replace(/\B(?=(\d{3})+$)/gu, ",");

/** A count and its noun, in the singular or plural. @type {(count: number, noun: string) => string} */
const pluralize = (count, noun) => `${spellNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Words with commas and "and". @type {(parts: readonly string[]) => string} */
const joinWords = (parts) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;

/**
 * Things of a noun for the first time, with an indefinite article.
 *
 * @type {(count: number, noun: string) => string}
 */
const mention = (count, noun) => {
  if (MASSES.has(noun)) {
    return count === 1 ? `a piece of ${noun}` : `${count} pieces of ${noun}`;
  }
  if (count > 1) {
    return `${count} ${noun}s`;
  }
  return NAMES.has(noun) ? noun : `a ${noun}`;
};

/** @type {(counts: Counts) => string} */
const mentionAll = (counts) => joinWords([...counts].map(([noun, count]) => mention(count, noun)));

/**
 * Known things, with a definite article: "baba", "the 3 rocks and keke".
 *
 * @type {(counts: Counts) => string}
 */
const mentionAgain = (counts) =>
  joinWords(
    [...counts].map(([noun, count]) => {
      if (count > 1) {
        return `the ${mention(count, noun)}`;
      }
      return NAMES.has(noun) ? noun : `the ${noun}`;
    }),
  );

/** @type {(cell: Cell) => string} */
const place = ([row, column]) => `row ${row}, column ${column}`;

/** @type {(cell: Cell | null) => string} */
const arrival = (cell) => (cell ? `, to ${place(cell)}` : "");

/** A rule as its words stand on the map: "ROCK IS PUSH". @type {(rule: string) => string} */
const spellRule = (rule) => rule.replaceAll("-", " ").toUpperCase();

/** @type {(rules: readonly string[]) => string} */
const spellRules = (rules) => joinWords(rules.map(spellRule));

/**
 * Words that were pushed, in the order of their places, and things.
 *
 * @type {(words: string[], things: Counts) => string}
 */
const mentionPushed = (words, things) => {
  const parts = [...things].map(([noun, count]) => mention(count, noun));
  if (words.length) {
    parts.unshift(
      `the word${words.length > 1 ? "s" : ""} ${joinWords(words.map((word) => word.toUpperCase()))}`,
    );
  }
  return joinWords(parts);
};

/** @type {(event: {you: string, win: string, cell: Cell}) => string} */
const describeVictory = ({ you, win, cell }) =>
  you === win
    ? `${you} is YOU and WIN at once, at ${place(cell)}`
    : `${you} is YOU and ${win} is WIN, and both are at ${place(cell)}`;

/**
 * A phrase whose subject is left out where it is the same as before.
 *
 * @type {(who: string, rest: string) => string}
 */
const say = (who, rest) => (who ? `${who} ${rest}` : rest);

const stories = {
  joinWords,
  mention,
  mentionAll,
  mentionAgain,
  place,
  rule: spellRule,
  rules: spellRules,
  pushed: mentionPushed,
  victory: describeVictory,

  /** The rules that hold before the first move. @type {(rules: readonly string[]) => string} */
  opening: (rules) =>
    rules.length ? `At the start ${spellRules(rules)}.` : "At the start no rule is in force.",
  /** @type {(event: {you: string, win: string, cell: Cell} | null, unneeded: number) => string} */
  won: (event, unneeded) => {
    const how = event ? `: ${describeVictory(event)}` : " before the first move";
    return `Won${how}${unneeded ? ` (${pluralize(unneeded, "move")} more not needed)` : ""}.`;
  },
  lost: "Lost: nothing is YOU and nothing moves by itself.",
  goesOn: "The play goes on.",
  /** @type {(first: number, last: number, moves: string) => string} */
  chapter: (first, last, moves) =>
    first === last ? `move ${first}: ${moves}` : `moves ${first}-${last}: ${moves}`,

  // What the player did: `who` is empty where the phrase before has the same subject; `many` is for several.
  /**
   * @type {(who: string, many: boolean, what: string, cells: number, direction: string, to: Cell | null) =>
   * string}
   */
  push: (who, many, what, cells, direction, to) =>
    say(
      who,
      `${many ? "push" : "pushes"} ${what} ${pluralize(cells, "cell")} ` +
        `${DIRECTIONS[direction]}${arrival(to)}`,
    ),
  /** @type {(who: string, many: boolean, way: string, to: Cell | null) => string} */
  walk: (who, many, way, to) => say(who, `${many ? "walk" : "walks"} ${way}${arrival(to)}`),
  /** A short way: directions, and how many cells. @type {(legs: readonly [string, number][]) => string} */
  legs: (legs) => joinWords(legs.map(([direction, cells]) => `${cells} ${DIRECTIONS[direction]}`)),
  /** A winding way. @type {(cells: number) => string} */
  way: (cells) => pluralize(cells, "cell"),
  /** @type {(who: string, many: boolean, direction: string, times: number) => string} */
  blocked: (who, _many, direction, times) =>
    say(who, `can't go ${DIRECTIONS[direction]}${times > 1 ? ` (${times} times)` : ""}`),
  /** @type {(who: string, many: boolean, turns: number) => string} */
  wait: (who, many, turns) =>
    say(who, `${many ? "wait" : "waits"} ${turns === 1 ? "a turn" : `${turns} turns`}`),
  /** @type {(moves: number) => string} */
  pass: (moves) => `${moves === 1 ? "a move passes" : `${moves} moves pass`}, nothing being YOU`,

  // What moved by itself.
  /** @type {(noun: string, from: Cell, to: Cell) => string} */
  wandered: (noun, from, to) => {
    const isBack = from[0] === to[0] && from[1] === to[1];
    const way = isBack ? `there and back at ${place(to)}` : `from ${place(from)} to ${place(to)}`;
    return `meanwhile ${mentionAgain([[noun, 1]])} moves by itself, ${way}`;
  },
  /** @type {(counts: Counts) => string} */
  wanderedAll: (counts) => `meanwhile ${mentionAll(counts)} move by themselves`,
  /** @type {(by: string, what: string, to: Cell) => string} */
  shoved: (by, what, to) => `${mentionAgain([[by, 1]])} pushes ${what}${arrival(to)}`,

  // What came of it.
  /** @type {(cause: string, counts: Counts, total: number) => string} */
  destroyed: (cause, counts, total) => `${mentionAll(counts)} ${FATES[cause][total > 1 ? 1 : 0]}`,
  /** @type {(rules: readonly string[]) => string} */
  broken: (rules) => `this breaks ${spellRules(rules)}`,
  /** @type {(rules: readonly string[]) => string} */
  made: (rules) => `this makes ${spellRules(rules)}`,
  /** @type {(noun: string, into: string, count: number) => string} */
  became: (noun, into, count) =>
    `${mention(count, noun)} ${count === 1 ? "becomes" : "become"} ${mention(count, into)}`,
  wins: "that wins",
  /** @type {(before: readonly string[], after: readonly string[]) => string} */
  control: (before, after) => {
    if (!after.length) {
      return "nothing is YOU any more";
    }
    if (before.length && !before.some((noun) => after.includes(noun))) {
      return `now you control ${joinWords(after)} instead of ${joinWords(before)}`;
    }
    const isLess = after.length < before.length && after.every((noun) => before.includes(noun));
    return `now you control ${isLess ? "only " : ""}${joinWords(after)}`;
  },
};

// ---------------------------------------------------------------- hints

const hints = {
  alreadyWon: "This is already won.",
  /** No answer, for a reason that is one of `verdicts`. @type {(verdict: string) => string} */
  noAnswer: (verdict) => `No answer yet: the search is ${verdict}.`,
  hopeless: "This level can't be won at all.",
  tooFarBack: "It can't be won from here; how far back it could be was not found in time.",
  /** @type {(moves: number, fewest: boolean) => string} */
  takeBack: (moves, fewest) =>
    `It can't be won from here: take back ${fewest ? "" : "at most "}${pluralize(moves, "move")}, ` +
    "and it can be again.",
  /** @type {(moves: string) => string} */
  nextMoves: (moves) => `The next moves: ${moves}.`,
  /** Directions and how often; "s" is to wait. @type {(runs: readonly [string, number][]) => string} */
  spellMoves: (runs) =>
    runs
      .map(([letter, count]) => `${DIRECTIONS[letter] ?? "wait"}${count > 1 ? ` ${count}` : ""}`)
      .join(", "),

  // Aims and places: phrases in the imperative, without a full stop.
  /** @type {(broken: readonly string[], made: readonly string[]) => string} */
  changeRules: (broken, made) => {
    const aims = [
      ...(broken.length ? [`break ${spellRules(broken)}`] : []),
      ...(made.length ? [`make ${spellRules(made)}`] : []),
    ];
    const text = joinWords(aims);
    return text[0].toUpperCase() + text.slice(1);
  },
  /** @type {(noun: string, into: string) => string} */
  transform: (noun, into) => `Turn ${mention(1, noun)} into ${mention(1, into)}`,
  /** @type {(cell: Cell) => string} */
  doItAt: (cell) => `Do it at ${place(cell)}`,
  /** @type {(counts: Counts) => string} */
  sacrifice: (counts) => `Sacrifice ${mentionAll(counts)}`,
  /** @type {(nouns: readonly string[]) => string} */
  getControl: (nouns) => `Get control of ${joinWords(nouns)}`,
  goOn: "Go on",
  /** @type {(cell: Cell) => string} */
  goTo: (cell) => `Go to ${place(cell)}`,
  stay: "Stay where you are and wait",
  /** @type {(what: string, direction: string, to: Cell | null) => string} */
  push: (what, direction, to) =>
    `push ${what}${direction === "s" ? "" : ` ${DIRECTIONS[direction]}`}${to ? ` to ${place(to)}` : ""}`,
  /** @type {(who: string, what: string) => string} */
  letPush: (who, what) => `let ${who} push ${what}`,
  /** @type {(noun: string) => string} */
  beBoth: (noun) => `Make ${noun} both YOU and WIN`,
  /** @type {(noun: string, cell: Cell) => string} */
  winnerIsAt: (noun, cell) => `The ${noun} that wins is at ${place(cell)}`,
  /** @type {(you: string, win: string) => string} */
  waitForMeeting: (you, win) => `Wait for ${you} and ${win} to meet`,
  /** @type {(cell: Cell) => string} */
  meetingIsAt: (cell) => `They meet at ${place(cell)}`,
  /** @type {(noun: string) => string} */
  reach: (noun) => `Reach the ${noun}`,
  /** @type {(noun: string, cell: Cell) => string} */
  goalIsAt: (noun, cell) => `The ${noun} to reach is at ${place(cell)}`,
  /** @type {(aim: string) => string} */
  whichWins: (aim) => `${aim}, which is WIN`,
  /** A phrase as a sentence. @type {(phrase: string) => string} */
  sentence: (phrase) => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`,
  /** @type {(aim: string, how: string) => string} */
  aimBy: (aim, how) => `${aim}: ${how}.`,
  /** @type {(aim: string, cell: Cell) => string} */
  aimAt: (aim, cell) => `${aim} at ${place(cell)}`,

  /** The ends of a search, by verdict. @type {Record<string, string>} */
  verdicts: {
    solved: "solved",
    unsolvable: "proved unsolvable",
    "gave-up": "gave up",
    "out-of-time": "out of time",
    "out-of-expansions": "out of iterations",
    "out-of-steps": "out of engine steps",
    "out-of-memory": "out of memory",
    failed: "failed",
  },
};

// ---------------------------------------------------------------- lint: findings about a level

const lint = {
  /** The name of each kind of finding. @type {Record<string, string>} */
  codes: {
    unsolvable: "can't be won",
    "wrong-solution": "wrong solution",
    shortcut: "shortcut",
    useless: "useless",
    unreachable: "out of reach",
    duplicate: "duplicate",
    map: "map",
    "longer-solution": "shorter solution known",
    decoration: "decoration",
    undecided: "undecided",
  },
  /** The place of a finding, in words. @type {(row: number, column: number, more: number) => string} */
  place: (row, column, more) =>
    `row ${row}, column ${column}${more ? ` and ${pluralize(more, "more cell")}` : ""}`,

  wrongSolution: "the solution on record does not win",
  wrongSolutionFix: "record the solution that is found here, or none",
  unsolvable: "it is proved that this level can't be won",
  unsolvableFix: "the analysis shows from which state on it is lost",
  /** @type {(record: number, best: number) => string} */
  longer: (record, best) => `the solution on record has ${record} moves, and ${best} suffice`,
  longerFix: "write down the shorter one, if it is as you want the level to be solved",
  /** @type {(what: string) => string} */
  undecided: (what) => `not decided in time: ${what}`,
  undecidedFix: "give it more time",
  whetherWon: "whether it can be won, and all that depends on it",
  whetherUseless: "whether anything is useless, as no shortest solution is known",
  whetherSmallerUseless: "whether smaller pieces are useless",
  whetherOutOfReachUsed: "whether what nothing can come to is of use",
  /** @type {(way: string, what: string) => string} */
  shortcut: (way, what) => `a solution of ${pluralize(way.length, "move")} ${what} (${way})`,
  /** @type {(mechanics: readonly string[]) => string} */
  usesNone: (names) => `uses none of the level's mechanics: ${names.join(", ")}`,
  /** @type {(rules: readonly string[]) => string} */
  makesNone: (rules) =>
    `makes none of the rules of the solution on record: ${rules.map(spellRule).join(", ")}`,
  shortcutFix: "bar its way, or take away what it uses; watch it to see what it does",
  /** @type {(what: string) => string} */
  decoration: (what) => `${what} can't be met by anything and has no rule: decoration`,
  decorationFix: "keep it if the level looks better with it",
  /** @type {(what: string) => string} */
  useless: (what) => `without ${what} the level is won in the same moves, and in no fewer`,
  uselessFix: "take it away; keep it only to mislead, or give it a use",
  /** A piece: the noun of its first thing, how many things and which words. */
  /** @type {(noun: string, things: number, words: readonly string[]) => string} */
  piece: (noun, things, words) => {
    const parts = things ? [things === 1 ? `the ${noun}` : `${things} x ${noun}`] : [];
    if (words.length) {
      parts.push(
        `the ${words.length === 1 ? "word" : "words"} ${words.map((word) => word.toUpperCase()).join(" ")}`,
      );
    }
    return parts.join(" and ");
  },
  /** A part of the map: how many cells, and what is in it if it is one thing. */
  /** @type {(cells: number, filled: number, piece: string) => string} */
  part: (cells, filled, piece) => {
    const where = cells === 1 ? "this cell" : `these ${cells} cells`;
    if (filled === 1) {
      return `${where}, with ${piece}`;
    }
    return filled ? `${where}, with what is there` : where;
  },
  /** @type {(part: string) => string} */
  unreachable: (part) => `nothing can ever come to ${part}`,
  unreachableFix: "fill it with border, or open a way",
  /** @type {(part: string) => string} */
  unreached: (part) => `no play was found that comes to ${part}`,
  unreachedFix: "look whether there is a way; more time may find one",
  /** @type {(name: string) => string} */
  sameMap: (name) => `the same map as ${name}`,
  /** @type {(name: string) => string} */
  sameRenamed: (name) => `the same as ${name}, renamed or mirrored`,
  /** @type {(name: string) => string} */
  sameTurned: (name) => `the same as ${name}, mirrored or turned`,
  duplicateFix: "keep one of the two",
};

// ---------------------------------------------------------------- problems of files and maps

/** @type {Readonly<Record<string, string>>} */
const CONTAINERS = { array: "array", object: "object" };

const problems = {
  // A map.
  noRows: "the map has no rows; write at least one row of characters",
  /** @type {(width: number, height: number, most: number) => string} */
  tooLarge: (width, height, most) =>
    `the map is ${width} x ${height}; at most ${most} x ${most} is supported`,
  /** @type {(width: number, first: number) => string} */
  raggedRow: (width, first) => `this row has ${width} characters, the first has ${first}; make them equal`,
  /** @type {(character: string, alphabet: string) => string} */
  unknownCharacter: (character, alphabet) =>
    `${character} is not a map character; the alphabet is ${alphabet}`,
  noYouRule: "no rule makes anything YOU at the start",
  /** @type {(nouns: readonly string[]) => string} */
  nobodyToControl: (nouns) => `${nouns.join(" and ")} is YOU, but there is none on the map`,
  noWinWord: "there is no WIN word (3), so the level can't be won",
  noIsWord: "there is no IS word (1), so no rule can ever hold",
  /** @type {(cells: number) => string} */
  openBorder: (cells) =>
    `${cells} cells of the outermost ring are not border; the competition's picture hides what stands there`,

  // A file.
  empty: "this is empty; there should be a level",
  /** @type {(most: number) => string} */
  tooMany: (most) => `over ${most} errors up to here; the rest was not read`,
  /** @type {(letter: string) => string} */
  badMove: (letter) => `${letter} is not a move; use u d l r and s to wait; the solution is ignored`,
  /** @type {(id: string, line: number, column: number) => string} */
  usedId: (id, line, column) =>
    `the id ${id} is already used at line ${line}, column ${column}; give every level its own`,
  /** @type {(offset: number, byte: string) => string} */
  nulByte: (offset, byte) =>
    `the byte at offset ${offset} (0x${byte}) is a NUL byte, so this is not a text file`,
  /** @type {(offset: number, byte: string) => string} */
  notUtf8: (offset, byte) =>
    `the byte at offset ${offset} (0x${byte}) is not UTF-8; save the file as text in UTF-8`,

  // Text.
  /** @type {(key: string) => string} */
  secondKey: (key) => `a second ${key} for the same level; remove it, or put the missing map above`,
  headerWithoutMap: "this header has no map below it; add the map's rows",
  noMap: "there is no map in this text; write at least one row of characters",

  // JSON.
  /** @type {(message: string) => string} */
  notJson: (message) => `no valid JSON: ${message}`,
  /** @type {(shape: string, found: string) => string} */
  noSet: (shape, found) => `expected a set, ${shape}, found ${found}`,
  /** @type {(shape: string) => string} */
  noLevels: (shape) => `the key "levels" is missing; a set is ${shape}`,
  /** @type {(found: string) => string} */
  levelsNoList: (found) => `"levels" must be a list of levels, not ${found}`,
  /** @type {(found: string) => string} */
  levelNoObject: (found) => `a level must be an object, not ${found}`,
  noAscii: 'this level has no "ascii"; put its map there, rows separated by \\n',
  /** @type {(found: string) => string} */
  asciiNoText: (found) => `"ascii" must be text, rows separated by \\n, not ${found}`,
  /** @type {(key: string, found: string) => string} */
  keyNoText: (key, found) => `"${key}" must be text or a number, not ${found}`,
  /** @type {(found: string) => string} */
  solutionNoText: (found) => `a solution must be text, not ${found}; it is ignored`,
  /** Kinds of values. @type {Record<string, string>} */
  kinds: {
    null: "null",
    boolean: "true or false",
    number: "a number",
    string: "text",
    array: "a list",
    object: "an object",
  },
  behindJson: "there is something after the end of the JSON value; remove it",
  /** @type {(most: number) => string} */
  longNumber: (most) => `this number has over ${most} characters`,
  /** @type {(closer: string, container: "array" | "object", found: string) => string} */
  expectedComma: (closer, container, found) =>
    `expected a comma or ${closer} in this ${CONTAINERS[container]}, found ${found}`,
  /** @type {(closer: string) => string} */
  commaBeforeEnd: (closer) => `JSON allows no comma before ${closer}; remove it`,
  /** @type {(found: string) => string} */
  expectedKey: (found) => `expected a key in double quotes, found ${found}`,
  expectedColon: "expected a colon after the key",
  openString: "this string is never closed",
  lineBreakInString: "a line break inside a string; close the string or write \\n",
  /** @type {(code: string) => string} */
  controlCharacter: (code) => `a raw control character in a string; write \\u${code}`,
  /** @type {(escape: string) => string} */
  badEscape: (escape) => `${escape} is not an escape; for a backslash write \\\\`,
  /** @type {(found: string) => string} */
  expectedValue: (found) => `expected a JSON value, found ${found}`,
  endedEarly: "expected a JSON value, found the end of the text",
  /** @type {(container: "array" | "object", closer: string) => string} */
  neverClosed: (container, closer) => `this ${CONTAINERS[container]} is never closed; ${closer} is missing`,
};

// ---------------------------------------------------------------- reasons why a state can't be won

/** Why a state can't be won any more, by the core's names of its proofs. @type {Record<string, string>} */
const deadEnds = {
  lost: "nothing is YOU and nothing moves by itself",
  nothing_wins: "no thing can ever be WIN again",
  nothing_is_you: "no thing can ever be YOU again",
  apart: "what may be YOU and what may be WIN can never meet",
  one_is: "the rules for YOU and for WIN need the same IS in different places",
  adrift: "nothing is YOU, and no word is on the way of what moves by itself",
  circle: "nothing is YOU, and what moves by itself goes in a circle",
  searched: "every state that can be reached was searched, and none is won",
};

// ---------------------------------------------------------------- mechanics of levels

/**
 * The mechanics of levels: their names, and what each is.
 *
 * @type {Record<string, {name: string, meaning: string}>}
 */
const mechanics = {
  walk: { name: "walk", meaning: "nothing is pushed; one only walks" },
  push: { name: "push", meaning: "things or words are pushed" },
  stop: { name: "stop", meaning: "something is STOP" },
  kill: { name: "kill", meaning: "something KILLs what is YOU" },
  sink: { name: "sink", meaning: "something takes with it what it meets" },
  "hot-melt": { name: "hot and melt", meaning: "what is MELT is destroyed by what is HOT" },
  move: { name: "move", meaning: "something moves by itself" },
  transform: { name: "transform", meaning: "things become other things" },
  "break-rule": { name: "break a rule", meaning: "a rule is broken on the way" },
  "make-rule": { name: "make a rule", meaning: "a rule is made on the way" },
  "self-reference": { name: "self-reference", meaning: "a rule is about itself, or about what is YOU" },
  become: { name: "become", meaning: "one becomes something else" },
  "many-you": { name: "many you", meaning: "several things are YOU at once" },
};

export const en = {
  common,
  home,
  play,
  build,
  analyse,
  gallery,
  share,
  stories,
  hints,
  lint,
  problems,
  deadEnds,
  mechanics,
};
