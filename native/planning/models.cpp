#include "planning/models.hpp"

#include <utility>
#include <vector>

#include "baba/batch.hpp"
#include "baba/step.hpp"
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

    void rewind() override { now_ = state_; }
    void save(std::vector<std::uint8_t>& row) const override { row = now_; }
    void restore(std::span<const std::uint8_t> row) override { now_.assign(row.begin(), row.end()); }
    void step(std::uint8_t action, std::uint64_t) override {
        if (!over()) babalab::step(level_, row_of(now_), static_cast<Action>(action), scratch_);
    }
    unsigned legal() const override { return over() ? 0 : (1u << ACTION_COUNT) - 1; }
    bool over() const override { return status_of(now_) & stop_; }
    void tell(const PlanEnds& out) const override { tell(now_, 0, out); }
    Hash hash() override { return hash_of(level_, row_of(now_), HashKind::exact, scratch_); }

    void play_randomly(std::uint32_t depth, std::uint64_t seed, const PlanEnds& out) override {
        for (std::size_t i = 0; i < out.lengths.size(); ++i) {
            ends_ = now_;
            Random random(seed, i);
            std::uint32_t made = 0;
            for (; made < depth && !(status_of(ends_) & stop_); ++made)
                babalab::step(level_, row_of(ends_), static_cast<Action>(random.below(ACTION_COUNT)), scratch_);
            tell(ends_, i, out);
            out.lengths[i] = made;
        }
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
    // Rows only refer to their bytes.
    Row row_of(const std::vector<std::uint8_t>& bytes) const {
        return Row(level_.layout, const_cast<std::uint8_t*>(bytes.data()));
    }
    unsigned status_of(const std::vector<std::uint8_t>& bytes) const { return row_of(bytes).header->status; }
    void tell(const std::vector<std::uint8_t>& bytes, std::size_t i, const PlanEnds& out) const {
        const unsigned status = status_of(bytes);
        out.scores[i] = attraction_of(level_, row_of(bytes));
        out.won[i] = status & WON;
        out.lost[i] = !(status & WON) && status & stop_;
        out.lengths[i] = 0;
    }

    const Level& level_;
    std::uint8_t stop_;
    unsigned threads_;
    std::vector<std::uint8_t> state_, other_, ends_, now_;
    Scratch scratch_;
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

    void rewind() override { now_ = state_; }
    void save(std::vector<std::uint8_t>& row) const override { row = now_; }
    void restore(std::span<const std::uint8_t> row) override { now_.assign(row.begin(), row.end()); }
    void step(std::uint8_t action, std::uint64_t) override {
        if (!over()) game_.step(now_.data(), action);
    }
    unsigned legal() const override { return game_.legal_actions(now_.data()); }
    bool over() const override { return game_.over(now_.data()); }
    void tell(const PlanEnds& out) const override {
        tell_ends(game_, now_, {out.scores, out.won, out.lost});
        out.lengths[0] = 0;
    }
    Hash hash() override { return game_.hash(now_.data()); }

    void play_randomly(std::uint32_t depth, std::uint64_t seed, const PlanEnds& out) override {
        ends_.clear();
        for (std::size_t i = 0; i < out.lengths.size(); ++i) {
            const std::size_t begin = ends_.size();
            ends_.insert(ends_.end(), now_.begin(), now_.end());
            Random random(seed, i);
            out.lengths[i] = play_on(game_, ends_.data() + begin, depth, [&](std::uint32_t) {
                return static_cast<std::uint8_t>(random.below(Sokoban::actions));
            });
        }
        tell_ends(game_, ends_, {out.scores, out.won, out.lost});
    }

    void play(std::span<const std::uint8_t> plans, std::uint32_t length, std::uint64_t,
              const PlanEnds& out) override {
        ends_.resize(out.lengths.size() * state_.size());
        play_plans(game_, state_, plans, length, ends_, out.lengths);
        tell_ends(game_, ends_, {out.scores, out.won, out.lost});
    }

private:
    const Sokoban& game_;
    std::vector<std::uint8_t> state_, ends_, now_;
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
            tell(play_, i, made, out);
        }
    }

    bool stochastic() const override { return game_.stochastic(); }
    unsigned seed_bits() const override { return 64; }

    void rewind() override { now_ = start_; }
    void save(std::vector<std::uint8_t>& row) const override {
        row.resize(game_.engine().bytes(now_));
        game_.engine().store(now_, row);
    }
    void restore(std::span<const std::uint8_t> row) override { game_.engine().restore(now_, row); }
    void step(std::uint8_t action, std::uint64_t seed) override {
        vgdl::Chance chance(vgdl::Chance::SPLIT, seed);
        game_.engine().step(now_, game_.action(action), chance);
    }
    // Waiting, the first action, is always legal.
    unsigned legal() const override {
        if (now_.head.over) return 0;
        unsigned legal = 1;
        for (std::uint8_t action = 1; action < game_.actions(); ++action)
            if (game_.engine().able(now_, game_.action(action))) legal |= 1u << action;
        return legal;
    }
    bool over() const override { return now_.head.over; }
    void tell(const PlanEnds& out) const override { tell(now_, 0, 0, out); }
    Hash hash() override {
        save(row_);
        return vgdl::hash_of(row_);
    }

    void play_randomly(std::uint32_t depth, std::uint64_t seed, const PlanEnds& out) override {
        for (std::size_t i = 0; i < out.lengths.size(); ++i) {
            play_ = now_;
            Random random(seed, i);
            vgdl::Chance chance(vgdl::Chance::SPLIT, random.next());
            std::uint32_t made = 0;
            for (; made < depth && !play_.head.over; ++made) {
                const auto action = static_cast<std::uint8_t>(random.below(game_.actions()));
                game_.engine().step(play_, game_.action(action), chance);
            }
            tell(play_, i, made, out);
        }
    }

private:
    unsigned drawn_before() const override { return 1; }
    static void tell(const vgdl::Play& play, std::size_t i, std::uint32_t made, const PlanEnds& out) {
        out.scores[i] = static_cast<double>(play.head.score);
        out.won[i] = play.head.winner == 1;
        out.lost[i] = play.head.over && play.head.winner != 1;
        out.lengths[i] = made;
    }

    const vgdl::Game& game_;
    vgdl::Play start_, play_, now_;
    std::vector<std::uint8_t> row_;
};

}  // namespace

void Model::list_actions(std::uint64_t seed, std::size_t number, std::span<std::uint8_t> out) const {
    Random random(seed, number);
    for (unsigned i = 0; i < drawn_before(); ++i) random.next();
    for (std::uint8_t& action : out) action = static_cast<std::uint8_t>(random.below(actions()));
}

std::unique_ptr<Model> make_model(const Level& level, std::uint8_t stop, unsigned threads) {
    return std::make_unique<BabaModel>(level, stop, threads);
}

std::unique_ptr<Model> make_model(const Sokoban& game) { return std::make_unique<SokobanModel>(game); }

std::unique_ptr<Model> make_model(const vgdl::Game& game) { return std::make_unique<VgdlModel>(game); }

}  // namespace babalab
