#include "vgdl/plays.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace babalab::vgdl {

namespace {

// Plays what `next(i)` says until `length` actions are made or the play is over. Returns how many were
// made.
template <class Next>
std::uint32_t play_on(const Game& game, Play& play, std::uint32_t length, Chance& chance, Next next) {
    std::uint32_t made = 0;
    for (; made < length && !play.head.over; ++made)
        game.engine().step(play, game.action(next(made)), chance);
    return made;
}

void add_end(const Game& game, const Play& play, std::size_t number, std::uint32_t made, Ends& out) {
    const std::size_t begin = out.rows.size(), size = game.engine().bytes(play);
    out.rows.resize(begin + size);
    game.engine().store(play, std::span(out.rows).subspan(begin, size));
    out.starts[number + 1] = static_cast<std::int64_t>(out.rows.size());
    out.scores[number] = static_cast<double>(play.head.score);
    out.won[number] = play.head.winner == 1;
    out.lost[number] = play.head.over && play.head.winner != 1;
    out.lengths[number] = made;
}

}  // namespace

void play_plans(const Game& game, const Play& start, std::span<const std::uint8_t> plans,
                std::uint32_t length, std::uint64_t seed, Ends& out) {
    Play play;
    out.starts[0] = 0;
    for (std::size_t i = 0; i < out.lengths.size(); ++i) {
        play = start;
        const auto plan = plans.subspan(i * length, length);
        Chance chance(Chance::SPLIT, Random(seed, i).next());
        const auto made = play_on(game, play, length, chance, [&](std::uint32_t n) { return plan[n]; });
        add_end(game, play, i, made, out);
    }
}

std::optional<std::size_t> play_randomly(const Game& game,
                                         std::span<const std::span<const std::uint8_t>> states,
                                         std::uint32_t depth, std::uint64_t seed,
                                         std::span<std::uint8_t> actions, Ends& out) {
    Play play;
    out.starts[0] = 0;
    std::ranges::fill(actions, std::uint8_t{0});
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!game.engine().load(play, states[i])) return i;
        const auto played = actions.subspan(i * depth, depth);
        Random random(seed, i);
        Chance chance(Chance::SPLIT, random.next());
        const auto made = play_on(game, play, depth, chance, [&](std::uint32_t n) {
            return played[n] = static_cast<std::uint8_t>(random.below(game.actions()));
        });
        add_end(game, play, i, made, out);
    }
    return {};
}

}  // namespace babalab::vgdl
