// Levels and states as JavaScript sees them. A state goes in and out through the row of its level.
#include <cstring>
#include <span>
#include <string>

#include "baba/batch.hpp"
#include "baba/inspect.hpp"
#include "baba/picture.hpp"
#include "baba/step.hpp"
#include "wasm/board.hpp"
#include "wasm/interface.hpp"

using namespace babalab;
using namespace babalab::wasm;

// Reads a map, its rows separated by slashes. Returns nothing if it is none; why is in the numbers, as characters.
BABALAB_EXPORT(level_parse) Board* level_parse(const char* text, std::size_t length) {
    std::vector<std::string> rows(1);
    for (const char character : std::span(text, length))
        if (character == '/') rows.emplace_back();
        else rows.back().push_back(character);
    auto parsed = Level::parse(rows);
    if (!parsed) {
        answer(parsed.error().message);
        return nullptr;
    }
    return new Board(*std::move(parsed));
}

BABALAB_EXPORT(level_free) void level_free(Board* board) { board->drop(); }

// Width, height, bytes of a state, whether facing is recorded, and a bit for each noun whose things are alike.
BABALAB_EXPORT(level_facts) int level_facts(const Board* board) {
    const Level& level = board->level;
    return answer(std::array<std::size_t, 5>{
        static_cast<std::size_t>(level.width), static_cast<std::size_t>(level.height), level.layout.bytes,
        level.records_facing, level.possible.alike});
}

BABALAB_EXPORT(level_row) std::uint8_t* level_row(Board* board) { return board->row.data(); }

// Puts the first state into the row.
BABALAB_EXPORT(level_start) void level_start(Board* board) { board->row = board->level.start; }

// Returns the status of the state in the row.
BABALAB_EXPORT(level_status) int level_status(Board* board) {
    const auto state = board->state();
    return state ? state->header->status : BAD_INPUT;
}

// Plays an action on the state in the row and returns its status.
BABALAB_EXPORT(level_step) int level_step(Board* board, unsigned action) {
    const Row row(board->level.layout, board->row.data());
    if (action >= ACTION_COUNT || !can_step(board->level, *row.header)) return BAD_INPUT;
    step(board->level, row, static_cast<Action>(action), board->scratch);
    return row.header->status;
}

// Returns the address of the five children of the state in the row, or nothing; their status is in the numbers.
BABALAB_EXPORT(level_children) const std::uint8_t* level_children(Board* board) {
    const Level& level = board->level;
    if (!can_step(level, *Row(level.layout, board->row.data()).header)) return nullptr;
    const std::size_t bytes = level.layout.bytes;
    board->children.resize(bytes * ACTION_COUNT);
    numbers().clear();
    for (unsigned action = 0; action < ACTION_COUNT; ++action) {
        std::uint8_t* const child = board->children.data() + action * bytes;
        std::memcpy(child, board->row.data(), bytes);
        const Row row(level.layout, child);
        step(level, row, static_cast<Action>(action), board->scratch);
        numbers().push_back(row.header->status);
    }
    return board->children.data();
}

// Plays an action on each of many states, in place. Returns how many it played; if they are fewer, the next one
// is no state of the level or has no such action.
BABALAB_EXPORT(level_step_many)
std::size_t level_step_many(Board* board, std::uint8_t* rows, const std::uint8_t* actions, std::size_t count) {
    const Level& level = board->level;
    for (std::size_t i = 0; i < count; ++i) {
        const Row row(level.layout, rows + i * level.layout.bytes);
        if (actions[i] >= ACTION_COUNT || !can_step(level, *row.header)) return i;
        step(level, row, static_cast<Action>(actions[i]), board->scratch);
    }
    return count;
}

// What follows is about the state in the row. The answer has as many numbers as are returned.

// Subject and predicate of each rule, as last read.
BABALAB_EXPORT(level_rules) int level_rules(Board* board) {
    const auto state = board->state();
    if (!state) return BAD_INPUT;
    numbers().clear();
    for (const auto& [subject, predicate] : rules_of(*state))
        numbers().insert(numbers().end(), {static_cast<int>(subject), static_cast<int>(predicate)});
    return static_cast<int>(numbers().size());
}

// Word, row, column and whether it is in front, of each word.
BABALAB_EXPORT(level_words) int level_words(Board* board) {
    const auto state = board->state();
    if (!state) return BAD_INPUT;
    numbers().clear();
    for (const auto& [word, y, x, in_front] : words_of(board->level, *state))
        numbers().insert(numbers().end(), {static_cast<int>(word), y, x, in_front});
    return static_cast<int>(numbers().size());
}

// Noun, row, column, facing (-1: none), layer and meta bits of each thing.
BABALAB_EXPORT(level_things) int level_things(Board* board) {
    const auto state = board->state();
    if (!state) return BAD_INPUT;
    numbers().clear();
    for (const auto& [noun, y, x, facing, layer, meta] : things_of(board->level, *state))
        numbers().insert(numbers().end(), {static_cast<int>(noun), y, x, facing, static_cast<int>(layer),
                                           static_cast<int>(meta)});
    return static_cast<int>(numbers().size());
}

// The characters of the map, row after row.
BABALAB_EXPORT(level_picture) int level_picture(Board* board) {
    const auto state = board->state();
    if (!state) return BAD_INPUT;
    std::string text(static_cast<std::size_t>(board->level.width * board->level.height), ' ');
    draw(board->level, *state, text);
    return answer(text);
}

// A hash: four times 32 bits, the lowest first.
BABALAB_EXPORT(level_hash) int level_hash(Board* board, unsigned kind) {
    const auto state = board->state();
    if (!state || kind > static_cast<unsigned>(HashKind::unordered)) return BAD_INPUT;
    const Hash hash = hash_of(board->level, *state, static_cast<HashKind>(kind), board->scratch);
    return answer(std::array<std::uint32_t, 4>{
        static_cast<std::uint32_t>(hash.low), static_cast<std::uint32_t>(hash.low >> 32),
        static_cast<std::uint32_t>(hash.high), static_cast<std::uint32_t>(hash.high >> 32)});
}

// Returns why the state is a dead end, a number of DEAD_END_NAMES; 0 if it is not known to be one.
BABALAB_EXPORT(level_dead_end) int level_dead_end(Board* board) {
    const auto state = board->state();
    return state ? static_cast<int>(board->dead_ends()(*state, board->scratch)) : BAD_INPUT;
}

// The number of the thing that is YOU, then the distance to every cell of the map, row after row: -1 where
// it can't walk to. Nothing if its moves can't be split into walks and what ends them.
BABALAB_EXPORT(level_region) int level_region(Board* board) {
    const auto state = board->state();
    if (!state) return BAD_INPUT;
    numbers().clear();
    Walk& walk = board->walk();
    if (!walk.survey(*state)) return 0;
    const Level& level = board->level;
    numbers().push_back(static_cast<int>(walk.you()));
    for (int y = 0; y < level.height; ++y)
        for (int x = 0; x < level.width; ++x) {
            const std::uint16_t cell = level.cell(y, x);
            numbers().push_back(walk.reaches(cell) ? walk.distance(cell) : -1);
        }
    return static_cast<int>(numbers().size());
}

// The actions of a shortest walk to a cell of the region. BAD_INPUT if there is none.
BABALAB_EXPORT(level_walk) int level_walk(Board* board, int y, int x) {
    const auto state = board->state();
    const Level& level = board->level;
    if (!state || y < 0 || x < 0 || y >= level.height || x >= level.width) return BAD_INPUT;
    Walk& walk = board->walk();
    if (!walk.survey(*state) || !walk.reaches(level.cell(y, x))) return BAD_INPUT;
    std::vector<std::uint8_t> moves;
    walk.trace(level.cell(y, x), moves);
    return answer(moves);
}
