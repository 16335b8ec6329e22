// Proving that a state can't be won any more.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "baba/fixtures.hpp"
#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"

namespace babalab {

// Why a state is a dead end. The numbers are those of src/babalab/game/dead_end.py; a test compares.
enum class DeadEnd : std::uint8_t {
    none,            // not proved to be one
    lost,            // nothing is YOU and nothing moves by itself
    nothing_wins,    // no thing there is or may come to be can ever be WIN
    nothing_is_you,  // ... can ever be YOU
    apart,           // what may be YOU and what may be WIN are in regions that never meet
    one_is,          // the rules for YOU and for WIN need the same IS, in different places
    adrift,          // nothing is YOU, and no word is on the way of what moves by itself
    circle,          // nothing is YOU, and what moves by itself goes in a circle
    COUNT
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(DeadEnd::COUNT)> DEAD_END_NAMES{
    "none", "lost", "nothing_wins", "nothing_is_you", "apart", "one_is", "adrift", "circle"};
using DeadEndCounts = std::array<std::size_t, static_cast<std::size_t>(DeadEnd::COUNT)>;

// Judges states that can be reached from a level's start. What it calls a dead end is one; most dead ends
// it does not recognise.
//
// Lost. No thing moves, so no word does, no rules are read, and nothing becomes YOU.
//
// The next four. Imagine a laxer game, in which more can happen: whatever is YOU or MOVE goes anywhere in
// its region (see Fixtures), every word in a region with such a thing goes anywhere in its reach, all of
// them independently and at once; every rule whose words could be in line counts as in force for good;
// things transform by those rules but remain what they were; nothing is destroyed. Whatever can happen
// in the real game can happen in the laxer one:
//
//   - a word moves only when pushed, the push starts at a thing that is YOU or MOVE, and
//     all cells from there to the word are in one region;
//   - rules in force are those in line at the last reading, and no word has moved since, so that
//     they are in line as the words stand now (in front or not: that only makes fewer rules);
//   - a thing is YOU, WIN or MOVE, and is transformed, only as a member of its noun's kin, and members
//     come only from transformations, on the same cell;
//   - nothing changes its region, and what stands on a closed cell never meets anything
//     and never is YOU or MOVE.
//
// What can happen in the laxer game only grows, so it is computed as a fixpoint. If no YOU thing can
// share a region with a WIN thing there, none ever shares a cell with one here.
//
// One IS. A win needs a rule for YOU and a rule for WIN at the same time. They are different rules, so
// they have different IS words, or one IS word with one rule across and the other one down. If only one
// IS word can ever be in line for either, and at no cell it can reach for both, there is no win.
//
// Adrift. While nothing is YOU, all motion starts at things that are MOVE, in the direction they face.
// Call a line of open cells a way if such a thing stands on it and faces along it. What it does on its turn
// moves only things and words on that way, and along it: itself, and those it pushes. If one of these is
// MOVE too, it faces along the way from then on. So the ways stay the same (or become fewer), and
// where no word is on one, no word ever moves and no rules are read again. Destruction makes nothing YOU.
//
// Circle. Where nothing is YOU and no meeting awaits destruction, the part of a turn that belongs to
// the player does nothing, so all five actions lead to the same state. If
// following them leads back to a state seen before, without anything becoming YOU, that is all there is.
class DeadEnds {
public:
    explicit DeadEnds(const Level& level);

    DeadEnd operator()(Row row, Scratch& scratch) const;
    const Level& level() const { return level_; }

    // Returns whether it is worth judging a child of a state that is not known to be a dead end: if no word
    // has moved and nothing has come or gone, there is hardly anything new to find out.
    bool may_differ(Row parent, Row child) const;

private:
    const Level& level_;
    const Fixtures fixtures_;
    const std::uint64_t number_;  // no two have the same

    // Of the laxer game.
    struct Prospect {
        std::array<std::uint16_t, Fixtures::MOST_REGIONS> nouns;  // a bit for each, by region
        std::uint64_t active;  // a bit for each region with something that is YOU or MOVE
        unsigned you, win;     // nouns that may be
    };

    Prospect prospect_of(Row row) const;
    Hash outline(const Prospect& prospect, Row row) const;
    DeadEnd of_laxer_game(Prospect prospect, Row row, WordCells& words) const;
    bool may_be_won_as_it_is(Row row) const;
    void place_words(Row row, std::uint64_t active, WordCells& words) const;
    void transform(Prospect& prospect, const WordCells& words) const;
    DeadEnd obstacle(const Prospect& prospect, Row row, const WordCells& words) const;
    bool one_is_for_both(const Prospect& prospect, Row row, const WordCells& words) const;
    bool is_adrift(Row row, Scratch& scratch) const;
    bool goes_in_circles(Row row, Scratch& scratch) const;
};

}  // namespace babalab
