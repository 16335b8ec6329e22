// The game's alphabet as numbers. The order is that of src/babalab/game/vocabulary.py, which
// decides; a test compares the two.
#pragma once

#include <cstdint>
#include <string_view>

namespace babalab {

enum Word : std::uint8_t {
    // nouns
    BABA, SKULL, FLAG, FLOOR, GRASS, LOVE, LAVA, ROCK, WALL, KEKE, GOOP,
    IS,
    // properties
    YOU, WIN, KILL, PUSH, STOP, MOVE, HOT, MELT, SINK,
    WORD_COUNT
};

inline constexpr int NOUN_COUNT = IS;
inline constexpr std::string_view THING_CHARACTERS = "bsfoavlrwkg";
inline constexpr std::string_view WORD_CHARACTERS = "BSFOAVLRWKG1234567890";
inline constexpr char BORDER_CHARACTER = '_';
inline constexpr char EMPTY_CHARACTER = '.';

constexpr bool is_noun(unsigned word) { return word < NOUN_COUNT; }

enum Action : std::uint8_t { UP, DOWN, LEFT, RIGHT, WAIT, ACTION_COUNT };

constexpr Action opposite(Action direction) { return static_cast<Action>(direction ^ 1); }

}  // namespace babalab
