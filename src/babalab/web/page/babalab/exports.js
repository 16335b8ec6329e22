/**
 * What the core exports, as native/wasm declares it. Addresses are numbers; 0 is none. Functions that
 * answer with more than a number return how many numbers there are at `numbers_at()`; -1 says that what
 * came in was bad.
 *
 * @typedef {object} CoreExports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} ran_out_of_memory
 * @property {(bytes: number) => number} allocate
 * @property {(place: number) => void} release
 * @property {() => number} numbers_at
 * @property {(text: number, length: number) => number} level_parse
 * @property {(level: number) => void} level_free
 * @property {(level: number) => number} level_facts
 * @property {(level: number) => number} level_row
 * @property {(level: number) => void} level_start
 * @property {(level: number) => number} level_status
 * @property {(level: number, action: number) => number} level_step
 * @property {(level: number) => number} level_children
 * @property {(level: number, rows: number, actions: number, count: number) => number} level_step_many
 * @property {(level: number) => number} level_rules
 * @property {(level: number) => number} level_words
 * @property {(level: number) => number} level_things
 * @property {(level: number) => number} level_picture
 * @property {(level: number, kind: number) => number} level_hash
 * @property {(level: number) => number} level_dead_end
 * @property {(level: number) => number} level_region
 * @property {(level: number, row: number, column: number) => number} level_walk
 * @property {(level: number, lists: number, count: number, walks: number, prune: number, seed: bigint) => number}
 *   best_first_begin
 * @property {(level: number, mostMoves: number) => number} a_star_begin
 * @property {(search: number) => void} search_free
 * @property {(search: number, expansions: number, steps: number, seconds: number, bytes: number) => number}
 *   search_advance
 * @property {(search: number, mostMoves: number) => void} search_tighten
 * @property {(search: number) => number} search_solution
 * @property {(search: number) => number} search_sound
 * @property {(search: number) => number} search_statistics
 * @property {(search: number, first: number) => number} search_heat
 * @property {(level: number, kind: number, dropped: number, order: number) => number} layers_begin
 * @property {(layers: number) => void} layers_free
 * @property {(layers: number, most: number, bytes: number) => number} layers_advance
 * @property {(layers: number) => number} layers_path
 * @property {(layers: number) => number} layers_facts
 * @property {(level: number, moves: number, count: number, prove: number) => number} shortener_begin
 * @property {(shortener: number) => void} shortener_free
 * @property {(shortener: number, iterations: number, steps: number, seconds: number, bytes: number,
 *   moment: number) => number} shortener_advance
 * @property {(shortener: number) => number} shortener_moves
 * @property {(shortener: number) => number} shortener_facts
 */

export {};
