// States as learners see them. docs/learning-environments.md defines the observations;
// learning/observations.py computes the same, slowly.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "baba/rows.hpp"
#include "base/error.hpp"

namespace babalab {

// What may stand on a cell, as a number: border, empty, the things, the words.
inline constexpr std::uint8_t BORDER_CODE = 0, EMPTY_CODE = 1, FIRST_THING_CODE = 2;
inline constexpr std::uint8_t FIRST_WORD_CODE = FIRST_THING_CODE + NOUN_COUNT;
inline constexpr std::size_t CODES = FIRST_WORD_CODE + WORD_COUNT;
inline constexpr std::size_t CELL_PLANES = 5;  // front, back, facing, properties (two planes)
inline constexpr std::size_t PREDICATES = WORD_COUNT - 1;  // the properties, then the nouns
inline constexpr std::size_t RULE_BITS = NOUN_COUNT * PREDICATES;

// paper: one plane for each code, 1 where it is; ascii: characters; full: cells, and the rules in force
enum class ObservationKind : std::uint8_t { paper, ascii, full };
inline constexpr unsigned OBSERVATION_KINDS = 3;

// The planes of an observation, each as large as the frame; 1 for characters. Rules are extra.
constexpr std::size_t planes_of(ObservationKind kind) {
    switch (kind) {
        case ObservationKind::paper: return CODES;
        case ObservationKind::full: return CELL_PLANES;
        default: return 1;
    }
}

// A level in a frame of a learner's size, which it fits into: what never changes of an observation.
class Stage {
public:
    // Fails if the level does not fit.
    static Result<Stage> fit(std::shared_ptr<const Level> level, std::size_t height, std::size_t width);

    const Level& level() const { return *level_; }
    const std::shared_ptr<const Level>& shared_level() const { return level_; }
    std::size_t area() const { return picture_.size(); }

    // Draws the picture as codes, `area()` of them; what is outside the level is border.
    void draw_codes(Row row, std::span<std::uint8_t> out) const;
    // Draws an observation, `planes_of(kind) * area()` bytes. For `full` that is both layers, facing and
    // properties; unlike in a picture, what stands on the outermost ring is seen.
    void draw(Row row, ObservationKind kind, std::span<std::uint8_t> out) const;
    // Draws the rules in force, `RULE_BITS` bytes.
    static void draw_rules(Row row, std::span<std::uint8_t> out);

private:
    Stage(std::shared_ptr<const Level> level, std::size_t height, std::size_t width);

    void draw_characters(Row row, std::span<std::uint8_t> out) const;
    void draw_cells(Row row, std::span<std::uint8_t> out) const;

    std::shared_ptr<const Level> level_;
    std::vector<std::uint8_t> picture_;     // of the level without anything in it
    std::vector<std::uint8_t> ground_;      // the same with the outermost ring as it is
    std::vector<std::uint16_t> position_;   // in the frame, of the cells of the map and the ring around it
};

// Draws the observations of many states, and their rules if there is room for them. Returns the first row that
// is no state of the level, if any.
[[nodiscard]] BadRow observe_rows(const Stage& stage, std::span<const std::uint8_t> rows,
                                  ObservationKind kind, std::span<std::uint8_t> out,
                                  std::span<std::uint8_t> rules);

// Turns codes into planes: one for each code, 1 where the code is and else 0.
void spread_codes(std::span<const std::uint8_t> codes, std::span<std::uint8_t> planes);

// Changes such planes from those of `old_codes` to those of `codes`, and the old codes too: few cells
// change in a step, so that this touches little of what would not fit into a cache.
void update_planes(std::span<const std::uint8_t> codes, std::span<std::uint8_t> old_codes,
                   std::span<std::uint8_t> planes);

}  // namespace babalab
