// The models of the native games. A model refers to its game, which has to outlive it.
#pragma once

#include <cstdint>
#include <memory>

#include "baba/level.hpp"
#include "planning/model.hpp"
#include "sokoban/sokoban.hpp"
#include "vgdl/game.hpp"

namespace babalab {

// A play ends when the status has one of the bits of `stop`. Its score is the attraction of its last state.
std::unique_ptr<Model> make_model(const Level& level, std::uint8_t stop, unsigned threads);
std::unique_ptr<Model> make_model(const Sokoban& game);
std::unique_ptr<Model> make_model(const vgdl::Game& game);

}  // namespace babalab
