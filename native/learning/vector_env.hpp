// Many plays at once for a learner: each slot plays an episode of some level and begins another when it
// is over. What a step returns lies in arrays that the next step overwrites.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baba/scratch.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "learning/observe.hpp"
#include "learning/reward.hpp"

namespace babalab {

// When a slot whose episode is over begins the next: with the following step, which plays no move; at
// once; or when it is told to.
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };
inline constexpr unsigned AUTORESETS = 3;

// Where an episode may begin.
struct Start {
    std::uint32_t level;             // index
    std::vector<std::uint8_t> row;
};

struct EnvironmentSettings {
    std::size_t slots = 1;
    ObservationKind observation = ObservationKind::paper;
    std::size_t height = 20, width = 20;
    RewardPlan reward;
    std::uint32_t most_steps = 100;  // of an episode
    std::uint8_t deadly = HELPLESS;  // status that ends an episode as a death
    bool masks = true;
    Autoreset autoreset = Autoreset::next_step;
    unsigned threads = 1;
};

// Calls that fail change nothing.
class VectorEnv {
public:
    // Fails if there is nowhere to start, a level does not fit into the observation, or weights are no
    // weights.
    static Result<VectorEnv> make(const EnvironmentSettings& settings,
                                  std::vector<std::shared_ptr<const Level>> levels,
                                  std::vector<Start> starts, std::span<const double> weights);

    // Replaces the levels and starts. `slot_starts` says which of the new starts each slot is to count as
    // playing from; it must be of the same level as before. The starts that are as before, up to the first
    // that is not, keep their counts of episodes and wins.
    [[nodiscard]] Failure replace(std::vector<std::shared_ptr<const Level>> levels,
                                  std::vector<Start> starts, std::span<const double> weights,
                                  std::span<const std::uint32_t> slot_starts);
    // Sets how often each start is chosen, in proportion.
    [[nodiscard]] Failure weigh(std::span<const double> weights);

    // Every slot draws its starts from a stream of its own, which `seed` and its number determine.
    void seed(std::uint64_t seed);
    // Begins an episode in all slots, or in those marked.
    void reset();
    void reset(std::span<const std::uint8_t> marked);
    // Begins in a slot at this start, whatever the weights say.
    [[nodiscard]] Failure reset_to(std::size_t slot, std::uint32_t start);
    // Plays an action in every slot. Fails if a slot's episode is over and nothing resets it.
    [[nodiscard]] Failure step(std::span<const std::uint8_t> actions);

    // Returns everything needed to go on identically, given the same settings, levels and starts.
    std::string save() const;
    // Fails if the text is not of such an environment.
    [[nodiscard]] Failure restore(std::string_view saved);

    // Copies how many episodes from each start have ended and how many were won, and counts from 0 again.
    void take_statistics(std::span<std::uint32_t> episodes_out, std::span<std::uint32_t> wins_out);

    std::size_t slots() const { return settings_.slots; }
    const EnvironmentSettings& settings() const { return settings_; }
    std::size_t observation_bytes() const { return observation_bytes_; }
    std::size_t start_count() const { return starts_.size(); }

    // Of all slots, in order. Observations, rules and masks are only ever written here; the others say how
    // slots go on, and must not be changed from outside.
    std::vector<std::uint8_t> observations;  // planes, characters or cells
    std::vector<std::uint8_t> rules;         // of the full observation
    std::vector<std::uint8_t> masks;         // five a slot
    std::vector<float> rewards;
    std::vector<std::uint8_t> terminated, truncated, won;
    std::vector<std::uint32_t> start_of, level_of, steps;
    std::vector<double> returns;             // of the episode under way or just over
    std::vector<std::uint8_t> begun;         // whether the last call began an episode there

    // Of the slots whose episode ended with the last step, where they begin another at once.
    std::vector<std::uint32_t> final_slots;
    std::vector<std::uint8_t> final_observations, final_rules, final_masks;
    std::vector<std::uint32_t> final_steps, final_starts;
    std::vector<double> final_returns;

    // The state of a slot.
    std::span<const std::uint8_t> row(std::size_t slot) const;
    const Level& level(std::size_t slot) const { return stage(slot).level(); }

private:
    // What a list of levels and starts becomes; made before anything is changed.
    struct Repertoire {
        std::vector<std::shared_ptr<const Stage>> stages;
        std::vector<Start> starts;
        std::vector<double> cumulative;  // weights, summed up
        std::size_t stride = 0;          // bytes of the longest row
    };

    explicit VectorEnv(const EnvironmentSettings& settings);

    Result<Repertoire> prepare(const std::vector<std::shared_ptr<const Level>>& levels,
                               std::vector<Start> starts, std::span<const double> weights) const;
    void install(Repertoire made);
    const Stage& stage(std::size_t slot) const { return *stages_[level_of[slot]]; }
    std::uint8_t* bytes_of(std::size_t slot) { return rows_.data() + slot * stride_; }
    std::span<std::uint8_t> seen(std::size_t slot) {
        return {observations.data() + slot * observation_bytes_, observation_bytes_};
    }
    Row view(std::size_t slot) { return Row(level(slot).layout, bytes_of(slot)); }
    std::uint32_t draw(Random& random) const;
    void begin_all(const std::uint8_t* marked);
    void begin(std::size_t slot, std::uint32_t start, Scratch& scratch);
    // Returns whether it changed anything.
    bool play(std::size_t slot, Action action, Scratch& scratch);
    void look_ahead(std::size_t slot, Scratch& scratch);
    void write_mask(std::size_t slot, std::uint8_t* out) const;
    void observe(std::size_t slot);
    void show(std::size_t slot, std::span<std::uint8_t> out, std::uint8_t* rules_out);
    void keep_final(const std::vector<std::uint32_t>& ended);

    EnvironmentSettings settings_;
    std::uint32_t wanted_;                   // parts of the reward
    std::size_t area_, observation_bytes_;
    std::vector<std::shared_ptr<const Stage>> stages_;
    std::vector<Start> starts_;
    std::vector<double> cumulative_;
    std::vector<Random> random_;
    std::size_t stride_ = 0;                 // bytes between rows
    std::vector<std::uint8_t> rows_;
    std::vector<std::uint8_t> ahead_;        // the five states that follow each, with masks
    std::vector<std::uint8_t> changing_;     // a bit of each action that changes anything, or of all
    std::vector<StateParts> parts_;          // of each slot's state
    std::vector<std::uint8_t> over_;
    std::vector<std::uint32_t> episodes_, wins_;  // of each start, since they were last taken
    std::vector<std::uint8_t> codes_;        // what the planes show
};

}  // namespace babalab
