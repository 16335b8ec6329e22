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
        pool.levels.push_back(std::make_shared<const Level>(level_of(random_level(random))));
        pool.starts.push_back({i, pool.levels.back()->start});
        pool.weights.push_back(i == 0 ? 1 : random.below(3));
    }
    return pool;
}

EnvironmentSettings random_settings(Random& random) {
    EnvironmentSettings settings;
    settings.slots = 1 + random.below(600);  // more than one thread gets something to do
    settings.observation = static_cast<ObservationKind>(random.below(OBSERVATION_KINDS));
    settings.height = settings.width = SIDE;
    settings.most_steps = 1 + random.below(20);
    settings.deadly = random.below(2) ? HELPLESS : LOST;
    settings.masks = random.below(2);
    settings.autoreset = static_cast<Autoreset>(random.below(2));
    for (auto* weights : {&settings.reward.during, &settings.reward.at_end})
        weights->event[static_cast<std::size_t>(StepPart::win)] = 1;
    settings.reward.during.difference[static_cast<std::size_t>(StatePart::players)] = random.below(2);
    return settings;
}

std::vector<std::uint8_t> drawn(const VectorEnv& env, std::size_t slot) {
    std::vector<std::uint8_t> row(env.row(slot).begin(), env.row(slot).end());
    const Stage stage = *Stage::fit(std::make_shared<const Level>(env.level(slot)), SIDE, SIDE);
    std::vector<std::uint8_t> out(env.observation_bytes());
    expect(!observe_rows(stage, row, env.settings().observation, out, {}), "a slot has no state", {});
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
    VectorEnv env = *VectorEnv::make(settings, pool.levels, pool.starts, pool.weights);
    settings.threads = 3;
    VectorEnv threaded = *VectorEnv::make(settings, pool.levels, pool.starts, pool.weights);
    for (auto* const each : {&env, &threaded}) {
        each->seed(7);
        each->reset();
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
        expect(!env.step(actions) && !threaded.step(actions), "a step is refused", {});
        for (std::size_t slot = 0; slot < env.slots(); slot += 1 + random.below(40))
            check_slot(env, slot, before[slot], actions[slot], over[slot], scratch);
        expect(env.save() == threaded.save(), "threads make a difference", {});
        if (turn % 10) continue;
        const std::string then = env.save();
        expect(!env.restore(saved) && !env.step(actions), "a saved environment is refused", {});
        expect(env.save() == then, "a restored environment goes on differently", {});
        const std::string damaged = saved.substr(0, random.below(static_cast<std::uint32_t>(saved.size())));
        expect(env.restore(damaged).has_value(), "half an environment was restored", {});
        expect(env.restore(saved + '.').has_value(), "more than an environment was restored", {});
        expect(env.save() == then, "a failed restoration changed something", {});
    }
}

// With other levels besides, at other places and with longer rows, everything goes on as without them.
void check_replacing(Random& random) {
    const Pool pool = make_pool(random);
    Pool more = make_pool(random);
    const EnvironmentSettings settings = random_settings(random);
    VectorEnv env = *VectorEnv::make(settings, pool.levels, pool.starts, pool.weights);
    VectorEnv twin = *VectorEnv::make(settings, pool.levels, pool.starts, pool.weights);
    const auto moved = static_cast<std::uint32_t>(more.levels.size());
    for (std::size_t i = 0; i < pool.levels.size(); ++i) {
        more.levels.push_back(pool.levels[i]);
        more.starts.push_back({pool.starts[i].level + moved, pool.starts[i].row});
        more.weights.push_back(1);
    }
    std::vector<std::uint8_t> actions(settings.slots);
    std::vector<bool> alike(settings.slots, true);  // until an episode begins, for which another start is drawn
    for (int turn = 0; turn < 6; ++turn) {
        if (turn == 3) {
            std::vector<std::uint32_t> starts(env.start_of.begin(), env.start_of.end());
            for (auto& start : starts) start += moved;
            expect(!env.replace(more.levels, more.starts, more.weights, starts), "levels are not replaced", {});
        }
        for (auto& action : actions) action = static_cast<std::uint8_t>(random.below(ACTION_COUNT));
        expect(!env.step(actions) && !twin.step(actions), "a step is refused", {});
        for (std::size_t slot = 0; slot < env.slots(); ++slot) {
            if (turn >= 3 && env.begun[slot]) alike[slot] = false;
            if (!alike[slot]) continue;
            expect(env.start_of[slot] == twin.start_of[slot] + (turn < 3 ? 0 : moved), "a start is another", {});
            expect(std::ranges::equal(env.row(slot), twin.row(slot)), "a slot goes on otherwise", {});
            const auto mask = [&](const VectorEnv& of) {
                return std::span(of.masks).subspan(slot * ACTION_COUNT, std::size_t{ACTION_COUNT});
            };
            expect(std::ranges::equal(mask(env), mask(twin)), "a mask is another", {});
        }
    }
}

// What can't be is refused, and nothing changes.
void check_refusals(Random& random) {
    const Pool pool = make_pool(random);
    EnvironmentSettings settings = random_settings(random);
    settings.autoreset = Autoreset::disabled;
    settings.most_steps = 1;
    const auto made = [&](const Pool& of) {
        return static_cast<bool>(VectorEnv::make(settings, of.levels, of.starts, of.weights));
    };
    Pool bad = pool;
    bad.weights.assign(bad.weights.size(), 0);
    expect(!made(bad), "all weights are 0", {});
    bad = pool;
    bad.weights.push_back(1);
    expect(!made(bad), "there are too many weights", {});
    bad = pool;
    bad.starts[0].row.pop_back();
    expect(!made(bad), "a start is no state", {});
    expect(!made({pool.levels, {}, {}}), "there is nowhere to start", {});
    bad = pool;
    bad.levels[0] = std::make_shared<const Level>(level_of({std::string(SIDE + 1, '.')}));
    expect(!made(bad), "a level does not fit", {});

    VectorEnv env = *VectorEnv::make(settings, pool.levels, pool.starts, pool.weights);
    env.reset();
    const std::vector<std::uint8_t> actions(settings.slots, WAIT);
    expect(!env.step(actions), "a first step is refused", {});
    const std::string then = env.save();
    expect(env.step(actions).has_value(), "an episode goes on after its end", {});
    expect(env.reset_to(settings.slots, 0).has_value(), "a slot too many", {});
    expect(env.reset_to(0, static_cast<std::uint32_t>(pool.starts.size())).has_value(), "a start too many", {});
    expect(env.weigh({}).has_value(), "weights are missing", {});
    const std::vector<std::uint32_t> starts(settings.slots, 0);
    expect(env.replace(pool.levels, pool.starts, {}, starts).has_value(), "weights are missing", {});
    expect(env.save() == then, "a call that fails changes something", {});
}

}  // namespace

int main() {
    Random random(2026, 6);
    for (int i = 0; i < 20; ++i) check_refusals(random);
    for (int i = 0; i < 20; ++i) check_replacing(random);
    for (int i = 0; i < 60; ++i) check_environment(random);
    if (failures) std::printf("environment_test: %d failures\n", failures);
    else std::printf("environment_test: all slots are where they should be\n");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
