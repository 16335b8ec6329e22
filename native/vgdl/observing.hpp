// What learners see of a play: a grid of types, or a row of numbers (games/vgdl/features.py says which).
#pragma once

#include <cstdint>
#include <vector>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

class Observer {
public:
    // The types that the numbers are about, and the limits of the resources.
    Observer(const Engine& engine, Types seen, std::vector<std::int64_t> resource_limits);

    std::size_t features() const { return 10 + limits_.size() + 4 * seen_.size(); }
    void features(const Play& play, float* out) const;

    // Types, rows, columns: 1 where a sprite of the type is in a cell. `rows` and `columns` are those of
    // `out`, at least as many as the map has; the rest is 0.
    void grid(const Play& play, std::int32_t rows, std::int32_t columns, std::uint8_t* out) const;

private:
    const Engine& engine_;
    Types seen_;
    std::vector<std::int64_t> limits_;
};

}  // namespace babalab::vgdl
