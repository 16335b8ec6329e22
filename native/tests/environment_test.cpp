// Vector environments over random levels, for the sanitizers to watch: every slot must be where steps of
// its own lead, what it shows must be what a fresh drawing shows, and a saved one must go on alike.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "baba/step.hpp"
#include "learning/vector_env.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;

namespace {

constexpr std::size_t SIDE = 12;

struct Pool {
    std::vector<std::shared_ptr<const Level>> levels;
    std::vector<Start> starts;
    std::vector<double> weights;
};

Pool make_pool(Random& random) {
    Pool pool;
    for (std::uint32_t i = 0; i < 1 + random.below(4); ++i) {
        pool.levels.push_back(std::make_shared<const Level>(random_level(random)));
        pool.starts.push_back({i, pool.levels.back()->start});
        pool.weights.push_back(i == 0 ? 1 : random.below(3));
    }
    return pool;
}

EnvironmentSettings random_settings(Random& random) {
    EnvironmentSettings settings;
    settings.slots = 1 + random.below(600);  // more than one thread gets something to do
    settings.observation = static_cast<Observation>(random.below(3));
    settings.height = settings.width = SIDE;
    settings.most_steps = 1 + random.below(20);
    settings.deadly = random.below(2) ? HELPLESS : LOST;
    settings.masks = random.below(2);
    settings.autoreset = static_cast<Autoreset>(random.below(2));
    settings.reward.event[static_cast<std::size_t>(StepPart::win)] = 1;
    settings.reward.difference[static_cast<std::size_t>(StatePart::players)] = random.below(2);
    return settings;
}

std::vector<std::uint8_t> drawn(const VectorEnv& env, std::size_t slot) {
    std::vector<std::uint8_t> row(env.row(slot).begin(), env.row(slot).end());
    const Stage stage(std::make_shared<const Level>(env.level(slot)), SIDE, SIDE);
    const Row view(env.level(slot).layout, row.data());
    std::vector<std::uint8_t> out(env.observation_bytes()), codes(stage.area());
    switch (env.settings().observation) {
        case Observation::paper:
            stage.draw_codes(view, codes.data());
            spread_codes(codes.data(), stage.area(), out.data());
            break;
        case Observation::ascii: stage.draw_characters(view, out.data()); break;
        case Observation::full: stage.draw_cells(view, out.data()); break;
    }
    return out;
}

void check_slot(const VectorEnv& env, std::size_t slot, const std::vector<std::uint8_t>& before,
                std::uint8_t action, bool was_over, Scratch& scratch) {
    const std::vector<std::string> nowhere;
    const auto shown = env.observations.begin() +
                       static_cast<std::ptrdiff_t>(slot * env.observation_bytes());
    expect(std::ranges::equal(drawn(env, slot), std::span(shown, env.observation_bytes())),
           "a slot shows something else", nowhere);
    if (was_over || env.begun[slot]) return;
    std::vector<std::uint8_t> after = before;
    step(env.level(slot), Row(env.level(slot).layout, after.data()), static_cast<Action>(action), scratch);
    expect(std::ranges::equal(after, env.row(slot)), "a slot is somewhere else", nowhere);
}

void check_environment(Random& random) {
    const Pool pool = make_pool(random);
    EnvironmentSettings settings = random_settings(random);
    VectorEnv env(settings, pool.levels, pool.starts, pool.weights);
    settings.threads = 3;
    VectorEnv threaded(settings, pool.levels, pool.starts, pool.weights);
    for (auto* const each : {&env, &threaded}) {
        each->seed(7);
        each->reset(nullptr);
    }
    Scratch scratch;
    std::vector<std::uint8_t> actions(settings.slots);
    for (int turn = 0; turn < 30; ++turn) {
        for (auto& action : actions) action = static_cast<std::uint8_t>(random.below(ACTION_COUNT));
        std::vector<std::vector<std::uint8_t>> before;
        std::vector<bool> over;
        for (std::size_t slot = 0; slot < env.slots(); ++slot) {
            before.emplace_back(env.row(slot).begin(), env.row(slot).end());
            over.push_back(settings.autoreset == Autoreset::next_step &&
                           (env.terminated[slot] || env.truncated[slot]));
        }
        const std::string saved = env.save();
        env.step(actions.data());
        threaded.step(actions.data());
        for (std::size_t slot = 0; slot < env.slots(); slot += 1 + random.below(40))
            check_slot(env, slot, before[slot], actions[slot], over[slot], scratch);
        expect(env.save() == threaded.save(), "threads make a difference", {});
        if (turn % 10) continue;
        const std::string then = env.save();
        env.restore(saved);
        env.step(actions.data());
        expect(env.save() == then, "a restored environment goes on differently", {});
        std::string damaged = saved.substr(0, random.below(static_cast<std::uint32_t>(saved.size())));
        try {
            env.restore(damaged);
            expect(false, "half an environment was restored", {});
        } catch (const std::invalid_argument&) {
        }
        expect(env.save() == then, "a failed restoration changed something", {});
    }
}

}  // namespace

int main() {
    Random random(2026, 6);
    for (int i = 0; i < 60; ++i) check_environment(random);
    if (failures) std::printf("environment_test: %d failures\n", failures);
    else std::printf("environment_test: all slots are where they should be\n");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
