// Many plays of VGDL at once against plays one by one, on games with random rules, for the sanitizers to
// watch: plans, random plays, and batches of plays on several levels by any number of threads.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <vector>

#include "tests/random_games.hpp"
#include "vgdl/batch.hpp"
#include "vgdl/plays.hpp"

using namespace babalab::vgdl;
using babalab::Random;
using babalab::SplitMix64;

namespace {

// One game on several levels.
std::vector<std::shared_ptr<const Game>> random_games(Random& random) {
    const Rules rules = random_rules(random);
    Game::Parts parts;
    parts.seen = {0, 1, static_cast<std::int32_t>(rules.types.size()) - 1};
    parts.resource_limits = {2, 3};
    parts.actions = {Action::WAIT, Action::UP, Action::LEFT, Action::USE};
    parts.stochastic = random.below(2);
    std::vector<std::shared_ptr<const Game>> games;
    for (unsigned i = 0; i < 1 + random.below(3); ++i) {
        parts.rules = rules;
        parts.map = random_map(random, rules.types.size());
        games.push_back(std::make_shared<const Game>(parts));
        expect(games.back()->is_same(*games[0]), "a game is another on another level");
    }
    ++parts.rules.last_tick;
    expect(!Game(parts).is_same(*games[0]), "games with other rules are the same");
    return games;
}

std::vector<std::uint8_t> row_of(const Game& game, const Play& play) {
    std::vector<std::uint8_t> row(game.engine().bytes(play));
    game.engine().store(play, row);
    return row;
}

bool won(const Play& play) { return play.head.winner == 1; }
bool lost(const Play& play) { return play.head.over && play.head.winner != 1; }

// --- plays one after the other

// The arrays of `Ends`, with room for so many plays.
struct EndArrays {
    explicit EndArrays(std::size_t count)
        : starts(count + 1), lengths(count), scores(count), won(new bool[count]), lost(new bool[count]),
          ends{starts, scores, {won.get(), count}, {lost.get(), count}, lengths} {}
    std::span<const std::uint8_t> row(std::size_t i) const {
        return std::span(ends.rows).subspan(static_cast<std::size_t>(starts[i]),
                                            static_cast<std::size_t>(starts[i + 1] - starts[i]));
    }

    std::vector<std::int64_t> starts, lengths;
    std::vector<double> scores;
    std::unique_ptr<bool[]> won, lost;
    Ends ends;
};

void expect_end(const EndArrays& out, std::size_t i, const Game& game, const Play& play,
                std::uint32_t made) {
    expect(std::ranges::equal(out.row(i), row_of(game, play)), "a play ends elsewhere");
    expect(out.lengths[i] == made, "a play is longer or shorter");
    expect(out.scores[i] == static_cast<double>(play.head.score), "a score is wrong");
    expect(out.won[i] == won(play) && out.lost[i] == lost(play), "a play is won or lost otherwise");
}

void check_plans(Random& random) {
    const auto games = random_games(random);
    const Game& game = *games[0];
    const std::size_t count = random.below(12);
    const std::uint32_t length = random.below(20);
    const std::uint64_t seed = random.next();
    std::vector<std::uint8_t> plans(count * length);
    for (auto& action : plans) action = static_cast<std::uint8_t>(random.below(game.actions()));
    EndArrays out(count);
    play_plans(game, game.engine().start(), plans, length, seed, out.ends);
    for (std::size_t i = 0; i < count; ++i) {
        Play play = game.engine().start();
        Chance chance(Chance::SPLIT, Random(seed, i).next());
        std::uint32_t made = 0;
        for (; made < length && !play.head.over; ++made)
            game.engine().step(play, game.action(plans[i * length + made]), chance);
        expect_end(out, i, game, play, made);
    }
}

void check_random_plays(Random& random) {
    const auto games = random_games(random);
    const Game& game = *games[0];
    const std::size_t count = 1 + random.below(12);
    const std::uint32_t depth = 1 + random.below(80);
    const std::uint64_t seed = random.next();
    std::vector<std::vector<std::uint8_t>> starts;
    for (std::size_t i = 0; i < count; ++i) {
        Play play = game.engine().start();
        Chance chance(Chance::SPLIT, random.next());
        for (unsigned step = random.below(10); step; --step) game.engine().step(play, Action::WAIT, chance);
        starts.push_back(row_of(game, play));
    }
    const std::vector<std::span<const std::uint8_t>> states(starts.begin(), starts.end());
    EndArrays out(count);
    std::vector<std::uint8_t> actions(count * depth, 99);
    expect(!play_randomly(game, states, depth, seed, actions, out.ends), "a state is refused");
    for (std::size_t i = 0; i < count; ++i) {
        Play play;
        expect(game.engine().load(play, starts[i]), "a state is refused");
        Chance chance(Chance::SPLIT, Random(seed, i).next());
        std::uint32_t made = 0;
        for (; made < depth && !play.head.over; ++made)
            game.engine().step(play, game.action(actions[i * depth + made]), chance);
        expect_end(out, i, game, play, made);
        for (; made < depth; ++made) expect(actions[i * depth + made] == 0, "an action after the end");
    }

    const std::size_t bad = random.below(static_cast<std::uint32_t>(count));
    starts[bad].pop_back();
    const std::vector<std::span<const std::uint8_t>> spoiled(starts.begin(), starts.end());
    EndArrays rest(count);
    expect(play_randomly(game, spoiled, depth, seed, actions, rest.ends) == bad, "half a state is played");
}

// --- plays side by side

struct KnownArrays {
    explicit KnownArrays(std::size_t count)
        : streams(count), scores(count), ticks(count), won(new bool[count]()), lost(new bool[count]()),
          arrays{streams, scores, {won.get(), count}, {lost.get(), count}, ticks} {}

    std::vector<std::uint64_t> streams;
    std::vector<double> scores;
    std::vector<std::int32_t> ticks;
    std::unique_ptr<bool[]> won, lost;
    PlayArrays arrays;
};

// A batch, and every play of it on its own.
class Twins {
public:
    Twins(Random& random, std::vector<std::shared_ptr<const Game>> games, std::size_t count, unsigned threads)
        : games_(std::move(games)), batch_(games_, count, threads), known_(count), levels_(count),
          plays_(count), streams_(count), marks_(count) {
        for (std::size_t i = 0; i < count; ++i) known_.streams[i] = streams_[i] = random.next();
        expect(count == 0 || !batch_.has_begun(), "plays have begun by themselves");
        begin(random, false);
        expect(batch_.has_begun(), "plays have not begun");
    }

    void begin(Random& random, bool some) {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            marks_[i] = !some || random.below(2);
            if (!marks_[i]) continue;
            levels_[i] = random.below(static_cast<std::uint32_t>(games_.size()));
            plays_[i] = game(i).engine().start();
        }
        batch_.begin(levels_, marks_);
    }

    void step(Random& random, bool some) {
        std::vector<std::uint8_t> actions(levels_.size());
        for (auto& action : actions) action = static_cast<std::uint8_t>(random.below(batch_.actions()));
        for (auto& mark : marks_) mark = static_cast<std::uint8_t>(random.below(2));
        batch_.step(actions, some ? Batch::Marks(marks_) : Batch::Marks(), known_.arrays);
        for (std::size_t i = 0; i < levels_.size(); ++i)
            if ((!some || marks_[i]) && !plays_[i].head.over) step_one(i, actions[i]);
    }

    void play_randomly(std::uint32_t depth) {
        std::vector<std::int64_t> lengths(levels_.size(), -1);
        batch_.play_randomly(depth, known_.arrays, lengths);
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            std::uint32_t made = 0;
            for (; made < depth && !plays_[i].head.over; ++made) {
                SplitMix64 stream(streams_[i]);
                const auto action = static_cast<std::uint8_t>(stream.below(batch_.actions()));
                streams_[i] = stream.state();
                step_one(i, action);
            }
            expect(lengths[i] == made, "a random play is longer or shorter");
        }
    }

    void check() const {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            expect(&batch_.game(i) == &game(i), "a play is on another level");
            expect(row_of(game(i), batch_.play(i)) == row_of(game(i), plays_[i]), "a play is elsewhere");
            expect(known_.streams[i] == streams_[i], "a stream is elsewhere");
            if (plays_[i].head.tick == 0) continue;  // nothing was said of it yet
            expect(known_.scores[i] == static_cast<double>(plays_[i].head.score), "a score is wrong");
            expect(known_.won[i] == won(plays_[i]) && known_.lost[i] == lost(plays_[i]), "an end is wrong");
            expect(known_.ticks[i] == plays_[i].head.tick, "a tick is wrong");
        }
        check_masks();
        check_observations();
    }

private:
    const Game& game(std::size_t i) const { return *games_[levels_[i]]; }

    void step_one(std::size_t i, std::uint8_t action) {
        std::uint64_t seed = 0;
        if (game(i).stochastic()) {
            SplitMix64 stream(streams_[i]);
            seed = stream.next();
            streams_[i] = stream.state();
        }
        Chance chance(Chance::SPLIT, seed);
        game(i).engine().step(plays_[i], game(i).action(action), chance);
    }

    void check_masks() const {
        const unsigned actions = batch_.actions();
        std::vector<std::uint8_t> masks(levels_.size() * actions, 99);
        batch_.masks(masks);
        for (std::size_t i = 0; i < levels_.size(); ++i)
            for (std::uint8_t a = 0; a < actions; ++a) {
                const bool able = game(i).action(a) == Action::WAIT
                                      ? !plays_[i].head.over
                                      : game(i).engine().able(plays_[i], game(i).action(a));
                expect(masks[i * actions + a] == able, "a mask is wrong");
            }
    }

    // Unmarked plays are left as they are.
    void check_observations() const {
        std::size_t rows = 1, columns = 2;
        for (const auto& each : games_) {
            rows = std::max(rows, static_cast<std::size_t>(each->engine().map().rows));
            columns = std::max(columns, static_cast<std::size_t>(each->engine().map().columns + 1));
        }
        const std::size_t types = games_[0]->engine().rules().types.size();
        const std::size_t size = types * rows * columns, wide = batch_.features();
        std::vector<std::uint8_t> grids(levels_.size() * size, 99), grid(size);
        std::vector<float> features(levels_.size() * wide, 99), numbers(wide);
        batch_.grids(rows, columns, marks_, grids);
        batch_.features(marks_, features);
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            std::ranges::fill(grid, std::uint8_t{99});
            std::ranges::fill(numbers, 99.0f);
            if (marks_[i]) {
                game(i).observer().grid(plays_[i], rows, columns, grid);
                game(i).observer().features(plays_[i], numbers);
            }
            expect(std::ranges::equal(grid, std::span(grids).subspan(i * size, size)), "a grid is wrong");
            expect(std::ranges::equal(numbers, std::span(features).subspan(i * wide, wide)),
                   "features are wrong");
        }
    }

    std::vector<std::shared_ptr<const Game>> games_;
    Batch batch_;
    KnownArrays known_;
    std::vector<std::uint32_t> levels_;
    std::vector<Play> plays_;
    std::vector<std::uint64_t> streams_;
    std::vector<std::uint8_t> marks_;
};

void check_batch(Random& random) {
    const unsigned threads = 1 + random.below(4);
    Twins twins(random, random_games(random), random.below(10), threads);
    for (int turn = 0; turn < 12; ++turn) {
        switch (random.below(4)) {
            case 0: twins.begin(random, true); break;
            case 1: twins.play_randomly(random.below(30)); break;
            default: twins.step(random, random.below(2)); break;
        }
        twins.check();
    }
}

}  // namespace

int main() {
    for (seed_now = 0; seed_now < 100; ++seed_now) {
        Random random(seed_now, 1);
        check_plans(random);
        check_random_plays(random);
        check_batch(random);
    }
    std::puts("vgdl_batch_test: plays side by side are plays one by one");
}
