#include "vgdl/game.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace babalab::vgdl {

Game::Game(Parts parts)
    : engine_(std::move(parts.rules), std::move(parts.map)),
      observer_(engine_, std::move(parts.seen), std::move(parts.resource_limits)),
      actions_(std::move(parts.actions)),
      stochastic_(parts.stochastic) {}

std::optional<Head> head_of(std::span<const std::uint8_t> state) {
    Head head;
    if (state.size() < sizeof head) return {};
    std::memcpy(&head, state.data(), sizeof head);
    return head;
}

Hash hash_of(std::span<const std::uint8_t> state) {
    const std::size_t whole = state.size() / 16 * 16;
    std::array<std::uint8_t, 16> rest{};
    std::memcpy(rest.data(), state.data() + whole, state.size() - whole);
    const Hash hash = hashing::absorb({state.size(), 0}, state.first(whole));
    return hashing::finish(hashing::absorb(hash, std::span<const std::uint8_t>(rest)));
}

}  // namespace babalab::vgdl
