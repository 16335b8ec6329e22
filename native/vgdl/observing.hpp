// What learners and tools see of a play: a grid of types, a row of numbers (games/vgdl/features.py says
// which), or a list of all sprites.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

class Observer {
public:
    // The types that the numbers are about, and the limits of the resources.
    Observer(const Engine& engine, Types seen, std::vector<std::int64_t> resource_limits);

    std::size_t features() const { return 10 + limits_.size() + 4 * seen_.size(); }
    void features(const Play& play, std::span<float> out) const;

    // Draws types x rows x columns: 1 where a sprite of the type is in a cell. `rows` and `columns` are those
    // of `out`, at least as many as the map has; the rest is 0.
    void grid(const Play& play, std::size_t rows, std::size_t columns, std::span<std::uint8_t> out) const;

    // Whether both describe plays in the same way.
    bool is_same(const Observer& other) const { return seen_ == other.seen_ && limits_ == other.limits_; }

private:
    const Engine& engine_;
    Types seen_;
    std::vector<std::int64_t> limits_;
};

// All about sprites, one row for each.
struct SpriteArrays {
    static constexpr std::size_t NUMBERS = 8;
    std::span<std::int64_t> numbers;  // type, number, x, y, health, max health, disabled, category
    std::span<double> orientations;   // two
    std::span<std::int64_t> amounts;  // of every resource; NEVER_HELD if it was never held
};
void list_sprites(const Engine& engine, const Play& play, std::span<const std::int32_t> handles,
                  const SpriteArrays& out);

}  // namespace babalab::vgdl
