// A lower bound of the moves until a win.
//
// In a level without a MOVE word, all that moves in a turn moves by the same step: YOU things in the direction
// given, and what they push likewise. So in one turn two words, or two things, get at most one cell
// nearer to each other or to any place beside each other.
//
//   - For the rule S-IS-P to be read, its words must stand in line. That takes at least as many turns as
//     the farthest two of them have to get nearer, for the words that take the fewest. A word that can never
//     move makes the place of the others known; if they can never get there, it takes for ever.
//   - For a thing that is X now to be Y (YOU, WIN), X-IS-Y must be read; or X-IS-Z and Z-IS-Y, and so on:
//     at least as many turns as the slowest of these rules, for the quickest chain.
//   - For two things to share a cell: as many turns as they are cells apart. Things that come of a
//     transformation stand where what they come of stood.
//
// A win needs all three, of some two things (or of one, if it is both). A rule in force now is written
// now: no word has moved since it was read.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "baba/fixtures.hpp"
#include "baba/level.hpp"

namespace babalab {

class Bound {
public:
    explicit Bound(const Level& level);

    // Returns a number of moves that a win takes at least; 0 if nothing is known.
    std::uint32_t operator()(Row row);

    static constexpr std::uint32_t NEVER = 255;  // and what is as far away as that

private:
    using PerNoun = std::array<std::uint8_t, NOUN_COUNT>;
    struct Turns {
        std::uint64_t words = 0;  // a hash of where they are
        PerNoun you, win;         // until a thing of a noun may be YOU, may win
    };

    std::uint64_t hash_of_words(Row row) const;
    void find_turns(Row row, Turns& turns);
    unsigned spelling(Row row, unsigned subject, unsigned predicate, unsigned least) const;
    unsigned meeting(unsigned one, unsigned other, unsigned enough) const;
    bool may_get_to(unsigned word_cell, int cell) const;
    unsigned apart(unsigned a, unsigned b) const;

    const Level& level_;
    Fixtures fixtures_;
    int stride_;
    std::vector<std::int16_t> rows_, columns_;
    std::vector<std::uint8_t> stuck_;                            // by cell: a word there never moves
    std::array<std::vector<std::uint16_t>, WORD_COUNT> saying_;  // the words that say each word
    std::vector<unsigned> named_;                                // nouns of which there is a word
    std::array<std::vector<std::uint16_t>, 16> cells_of_;        // things, by noun
    std::vector<Turns> known_;                                   // the last found, by hash
};

}  // namespace babalab
