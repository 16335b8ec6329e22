// States as learners see them. docs/learning-environments.md defines the observations;
// learning/observations.py computes the same, slowly.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "baba/level.hpp"

namespace babalab {

// What may stand on a cell, as a number: border, empty, the things, the words.
inline constexpr std::uint8_t BORDER_CODE = 0, EMPTY_CODE = 1, FIRST_THING_CODE = 2;
inline constexpr std::uint8_t FIRST_WORD_CODE = FIRST_THING_CODE + NOUN_COUNT;
inline constexpr std::size_t CODES = FIRST_WORD_CODE + WORD_COUNT;
inline constexpr std::size_t CELL_PLANES = 5;  // front, back, facing, properties (two planes)
inline constexpr std::size_t PREDICATES = WORD_COUNT - 1;  // the properties, then the nouns
inline constexpr std::size_t RULE_BITS = NOUN_COUNT * PREDICATES;

// A level in a frame of a learner's size, which it fits into: what never changes of an observation.
class Stage {
public:
    // Throws std::invalid_argument if it does not fit.
    Stage(std::shared_ptr<const Level> level, std::size_t height, std::size_t width);

    const Level& level() const { return *level_; }
    const std::shared_ptr<const Level>& shared_level() const { return level_; }
    std::size_t area() const { return picture_.size(); }

    // The picture as codes, `area()` of them; what is outside the level is border.
    void draw_codes(Row row, std::uint8_t* out) const;
    // The same as characters.
    void draw_characters(Row row, std::uint8_t* out) const;
    // Both layers, facing and properties, `CELL_PLANES * area()` bytes. Unlike in a picture, what stands
    // on the outermost ring is seen.
    void draw_cells(Row row, std::uint8_t* out) const;
    // The rules in force, `RULE_BITS` bytes.
    static void draw_rules(Row row, std::uint8_t* out);

private:
    std::shared_ptr<const Level> level_;
    std::vector<std::uint8_t> picture_;     // of the level without anything in it
    std::vector<std::uint8_t> ground_;      // the same with the outermost ring as it is
    std::vector<std::uint16_t> position_;   // in the frame, of the cells of the map and the ring around it
};

// One plane for each code, all 0 but where the code is.
void spread_codes(const std::uint8_t* codes, std::size_t area, std::uint8_t* planes);

// Changes such planes from those of `old_codes` to those of `codes`, and the old codes too: few cells
// change in a step, so that this touches little of what would not fit into a cache.
void update_planes(const std::uint8_t* codes, std::size_t area, std::uint8_t* old_codes,
                   std::uint8_t* planes);

}  // namespace babalab
