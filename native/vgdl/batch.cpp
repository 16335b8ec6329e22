#include "vgdl/batch.hpp"

#include <algorithm>
#include <utility>

#include "base/parts.hpp"
#include "base/random.hpp"

namespace babalab::vgdl {

Batch::Batch(std::vector<std::shared_ptr<const Game>> games, std::size_t count, unsigned threads)
    : games_(std::move(games)), plays_(count), levels_(count, 0), threads_(threads) {}

void Batch::begin(std::span<const std::uint32_t> levels, Marks marked) {
    const auto each = [&](auto work) {
        for (std::size_t i = 0; i < count(); ++i)
            if (marked.empty() || marked[i]) work(i, games_[levels[i]]->engine().start());
    };
    // All memory first, so that all begin or none.
    each([&](std::size_t i, const Play& start) { plays_[i].make_room_for(start); });
    each([&](std::size_t i, const Play& start) {
        levels_[i] = levels[i];
        plays_[i] = start;
    });
}

bool Batch::has_begun() const {
    return std::ranges::none_of(plays_, [](const Play& play) { return play.kin.empty(); });
}

void Batch::step(std::span<const std::uint8_t> actions, Marks marked, const PlayArrays& known) {
    for_each(marked, [&](std::size_t i) {
        if (!plays_[i].head.over) step_one(i, actions[i], known);
    });
}

void Batch::play_randomly(std::uint32_t depth, const PlayArrays& known,
                          std::span<std::int64_t> lengths) {
    for_each({}, [&](std::size_t i) {
        std::uint32_t made = 0;
        for (; made < depth && !plays_[i].head.over; ++made) {
            SplitMix64 stream(known.streams[i]);
            const std::uint32_t action = stream.below(actions());
            known.streams[i] = stream.state();
            step_one(i, static_cast<std::uint8_t>(action), known);
        }
        lengths[i] = made;
    });
}

void Batch::step_one(std::size_t i, std::uint8_t action, const PlayArrays& known) {
    Play& play = plays_[i];
    std::uint64_t seed = 0;
    if (game(i).stochastic()) {
        SplitMix64 stream(known.streams[i]);
        seed = stream.next();
        known.streams[i] = stream.state();
    }
    Chance chance(Chance::SPLIT, seed);
    game(i).engine().step(play, game(i).action(action), chance);
    known.scores[i] = static_cast<double>(play.head.score);
    known.won[i] = play.head.winner == 1;
    known.lost[i] = play.head.over && play.head.winner != 1;
    known.ticks[i] = play.head.tick;
}

void Batch::masks(std::span<std::uint8_t> out) const {
    for (std::size_t i = 0; i < count(); ++i)
        for (std::uint8_t number = 0; number < actions(); ++number) {
            const Action action = games_[0]->action(number);
            out[i * actions() + number] = action == Action::WAIT
                                              ? !plays_[i].head.over
                                              : game(i).engine().able(plays_[i], action);
        }
}

void Batch::grids(std::size_t rows, std::size_t columns, Marks marked, std::span<std::uint8_t> out) const {
    const std::size_t size = games_[0]->engine().rules().types.size() * rows * columns;
    for_each(marked, [&](std::size_t i) {
        game(i).observer().grid(plays_[i], rows, columns, out.subspan(i * size, size));
    });
}

void Batch::features(Marks marked, std::span<float> out) const {
    const std::size_t size = features();
    for_each(marked, [&](std::size_t i) {
        game(i).observer().features(plays_[i], out.subspan(i * size, size));
    });
}

// Calls work(play) for every play that is marked, several at a time.
template <class Work>
void Batch::for_each(Marks marked, Work work) const {
    in_parts(count(), threads_, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (marked.empty() || marked[i]) work(i);
    });
}

}  // namespace babalab::vgdl
