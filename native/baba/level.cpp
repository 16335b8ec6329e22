#include "baba/level.hpp"

#include <algorithm>

#include "baba/rules.hpp"
#include "base/hash.hpp"

namespace babalab {

namespace {

// Room for ghosts beyond the slots that the dead leave. Only destruction makes ghosts, and more
// of them than dead things only where it is mixed with transformation; the long test
// counts how many ever come up in the worst levels we can generate.
constexpr std::size_t SPARE_SLOTS = 8;

constexpr std::size_t RULES_THAT_DIFFER = std::size_t{WORD_COUNT} * WORD_COUNT;

bool is_map_character(char character) {
    return character == BORDER_CHARACTER || character == EMPTY_CHARACTER ||
           THING_CHARACTERS.find(character) != std::string_view::npos ||
           WORD_CHARACTERS.find(character) != std::string_view::npos;
}

// A byte of text that need not be ASCII, nor be whole.
std::string quoted(char character) {
    if (character > ' ' && character <= '~') return std::string("'") + character + "'";
    return "the byte " + std::to_string(static_cast<unsigned char>(character));
}

Failure check(std::span<const std::string> rows) {
    if (rows.empty() || rows[0].empty()) return Error{"the map has no rows"};
    if (rows.size() > MAX_SIDE || rows[0].size() > MAX_SIDE)
        return Error{"the map is larger than 64 x 64"};
    for (const auto& row : rows)
        if (row.size() != rows[0].size()) return Error{"the rows differ in length"};
    for (const auto& row : rows)
        for (const char character : row)
            if (!is_map_character(character))
                return Error{quoted(character) + " is not a map character"};
    return {};
}

std::uint16_t tag_of(std::span<const std::string> rows) {
    std::uint64_t hash = hashing::fold(rows.size() ^ hashing::ROOT2, rows[0].size() ^ hashing::ROOT3);
    for (const auto& row : rows)
        for (const char character : row)
            hash = hashing::fold(hash ^ static_cast<unsigned char>(character), hashing::ROOT5);
    return static_cast<std::uint16_t>(1 + hash % 0xFFFF);
}

}  // namespace

Result<Level> Level::parse(std::span<const std::string> rows) {
    if (Failure failure = check(rows)) return *failure;
    return Level(rows);
}

Level::Level(std::span<const std::string> rows) {
    height = static_cast<int>(rows.size());
    width = static_cast<int>(rows[0].size());
    const auto stride = static_cast<std::uint16_t>(width + 2);
    step_of = {static_cast<std::uint16_t>(-stride), stride, static_cast<std::uint16_t>(-1), 1, 0};

    std::vector<std::uint16_t> word_keys, thing_keys, thing_metas;
    std::uint16_t existed = 0;
    blocked.fill(1);
    shown.fill(0);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const char character = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
            const std::uint16_t here = cell(y, x);
            if (character == BORDER_CHARACTER) continue;
            blocked[here] = 0;
            shown[here] = y > 0 && x > 0 && y < height - 1 && x < width - 1;
            if (character == EMPTY_CHARACTER) continue;
            if (const auto noun = THING_CHARACTERS.find(character); noun != std::string_view::npos) {
                thing_keys.push_back(here | FRONT);
                thing_metas.push_back(static_cast<std::uint16_t>(noun | MEMBER));
                existed |= static_cast<std::uint16_t>(1u << noun);
            } else {
                const auto word = WORD_CHARACTERS.find(character);
                if (word == IS) is_words.push_back(static_cast<std::uint16_t>(words.size()));
                words.push_back(static_cast<std::uint8_t>(word));
                word_keys.push_back(here | FRONT);
            }
        }

    const auto has = [this](Word word) { return std::ranges::find(words, word) != words.end(); };
    // Only movers consult their facing, so without a MOVE word it can't matter and is not kept:
    // states that differ in nothing else are then equal.
    records_facing = has(MOVE);
    const bool can_destroy = has(KILL) || has(SINK) || (has(HOT) && has(MELT));
    const std::size_t slots = thing_keys.size() + (can_destroy ? SPARE_SLOTS : 0);
    layout = Layout(words.size(), slots, std::min(2 * is_words.size(), RULES_THAT_DIFFER));

    tag = tag_of(rows);
    start.assign(layout.bytes, 0);
    const Row row(layout, start.data());
    row.header->level = tag;
    row.header->things = static_cast<std::uint16_t>(thing_keys.size());
    row.header->existed = existed;
    row.header->status = HELPLESS | LOST;  // what holds until a rule is read
    std::ranges::copy(word_keys, row.keys);
    std::ranges::copy(thing_keys, row.things);
    std::ranges::copy(thing_metas, row.metas);
    Scratch scratch;
    read_rules(*this, row, scratch);
    possible = find_possible(*this);
}

}  // namespace babalab
