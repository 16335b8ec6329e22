#include "planning/models.hpp"

#include <utility>
#include <vector>

#include "baba/batch.hpp"
#include "base/plays.hpp"
#include "base/random.hpp"

namespace babalab {

namespace {

class BabaModel final : public Model {
public:
    BabaModel(const Level& level, std::uint8_t stop, unsigned threads)
        : level_(level), stop_(stop), threads_(threads), state_(level.layout.bytes), other_(state_.size()) {}

    std::unique_ptr<Model> copy() const override { return make_model(level_, stop_, threads_); }
    unsigned actions() const override { return ACTION_COUNT; }

    bool look(std::span<const std::uint8_t> state) override {
        if (state.size() != state_.size() || !take_state(level_, state, 0, other_.data())) return false;
        state_.swap(other_);
        return true;
    }

    void play(std::span<const std::uint8_t> plans, std::uint32_t length, std::uint64_t,
              const PlanEnds& out) override {
        const std::size_t bytes = state_.size(), count = out.lengths.size();
        ends_.resize(count * bytes);
        play_plans_on(level_, state_, plans, length, stop_, {ends_, out.won, out.lost, out.lengths}, threads_);
        for (std::size_t i = 0; i < count; ++i)
            out.scores[i] = attraction_of(level_, Row(level_.layout, ends_.data() + i * bytes));
    }

private:
    const Level& level_;
    std::uint8_t stop_;
    unsigned threads_;
    std::vector<std::uint8_t> state_, other_, ends_;
};

class SokobanModel final : public Model {
public:
    explicit SokobanModel(const Sokoban& game) : game_(game), state_(game.bytes()) {}

    std::unique_ptr<Model> copy() const override { return make_model(game_); }
    unsigned actions() const override { return Sokoban::actions; }

    bool look(std::span<const std::uint8_t> state) override {
        if (state.size() != state_.size() || !game_.is_state(state.data())) return false;
        state_.assign(state.begin(), state.end());
        return true;
    }

    void play(std::span<const std::uint8_t> plans, std::uint32_t length, std::uint64_t,
              const PlanEnds& out) override {
        ends_.resize(out.lengths.size() * state_.size());
        play_plans(game_, state_, plans, length, ends_, out.lengths);
        tell_ends(game_, ends_, {out.scores, out.won, out.lost});
    }

private:
    const Sokoban& game_;
    std::vector<std::uint8_t> state_, ends_;
};

class VgdlModel final : public Model {
public:
    explicit VgdlModel(const vgdl::Game& game) : game_(game) {}

    std::unique_ptr<Model> copy() const override { return make_model(game_); }
    unsigned actions() const override { return game_.actions(); }

    bool look(std::span<const std::uint8_t> state) override {
        if (!game_.engine().load(play_, state)) return false;
        std::swap(start_, play_);
        return true;
    }

    // The same plays as vgdl::play_plans, without the last states: storing these takes a good part of the time.
    void play(std::span<const std::uint8_t> plans, std::uint32_t length, std::uint64_t seed,
              const PlanEnds& out) override {
        for (std::size_t i = 0; i < out.lengths.size(); ++i) {
            play_ = start_;
            vgdl::Chance chance(vgdl::Chance::SPLIT, Random(seed, i).next());
            std::uint32_t made = 0;
            for (; made < length && !play_.head.over; ++made)
                game_.engine().step(play_, game_.action(plans[i * length + made]), chance);
            out.scores[i] = static_cast<double>(play_.head.score);
            out.won[i] = play_.head.winner == 1;
            out.lost[i] = play_.head.over && play_.head.winner != 1;
            out.lengths[i] = made;
        }
    }

private:
    const vgdl::Game& game_;
    vgdl::Play start_, play_;
};

}  // namespace

std::unique_ptr<Model> make_model(const Level& level, std::uint8_t stop, unsigned threads) {
    return std::make_unique<BabaModel>(level, stop, threads);
}

std::unique_ptr<Model> make_model(const Sokoban& game) { return std::make_unique<SokobanModel>(game); }

std::unique_ptr<Model> make_model(const vgdl::Game& game) { return std::make_unique<VgdlModel>(game); }

}  // namespace babalab
