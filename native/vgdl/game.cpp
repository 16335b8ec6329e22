#include "vgdl/game.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "vgdl/digest.hpp"

namespace babalab::vgdl {

Game::Game(Parts parts)
    : rules_digest_(digest_of(parts.rules)),
      engine_(std::move(parts.rules), std::move(parts.map)),
      observer_(engine_, std::move(parts.seen), std::move(parts.resource_limits)),
      actions_(std::move(parts.actions)),
      stochastic_(parts.stochastic) {}

bool Game::is_same(const Game& other) const {
    return rules_digest_ == other.rules_digest_ && observer_.is_same(other.observer_) &&
           actions_ == other.actions_ && stochastic_ == other.stochastic_;
}

Hash hash_of(std::span<const std::uint8_t> state) {
    const std::size_t whole = state.size() / 16 * 16;
    std::array<std::uint8_t, 16> rest{};
    std::memcpy(rest.data(), state.data() + whole, state.size() - whole);
    const Hash hash = hashing::absorb({state.size(), 0}, state.first(whole));
    return hashing::finish(hashing::absorb(hash, std::span<const std::uint8_t>(rest)));
}

}  // namespace babalab::vgdl
