// What can ever happen in a level, found out once from its map.
#pragma once

#include <array>
#include <cstdint>

#include "baba/vocabulary.hpp"

namespace babalab {

class Level;

// Everything here errs on one side only: what is called impossible never happens, in no play.
struct Possible {
    // For each noun of which a thing may exist: a bit for every word that may be said of it, that is,
    // for which noun-IS-word may be read. Nothing for the other nouns.
    std::array<std::uint32_t, NOUN_COUNT> said{};

    std::uint16_t nouns = 0;        // of which a thing may exist
    std::uint16_t movers = 0;       // nouns that may be MOVE
    std::uint16_t themselves = 0;   // nouns X for which X-IS-X may be read

    // Nouns whose things are alike but for where they stand: they may be PUSH, but neither YOU nor
    // MOVE, they turn into nothing and nothing into them, and two of them follow each other at the start.
    std::uint16_t alike = 0;

    // For each noun the bits of its things' metas that may ever be asked for.
    std::array<std::uint16_t, 16> asked{};
    bool some_facing_counts = false;  // of some nouns that may exist but not of all
};

Possible find_possible(const Level& level);

}  // namespace babalab
