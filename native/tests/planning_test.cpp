// Rolling horizon evolution with all operators and tree search, on random levels and games, for the sanitizers to
// watch: what must be so of every population and tree, whatever was drawn. That they are those of the plain Python
// are tests of Python's (tests/planning/test_native_mind.py, test_native_tree_mind.py).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "planning/horizon.hpp"
#include "planning/models.hpp"
#include "planning/tree.hpp"
#include "tests/random_games.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;

namespace {

void check_generator() {  // against numpy.random.PCG64(12345)
    Pcg64 generator({0x1905E0335AAE9634, 0x9199B0D09775ADD5}, {0xC9C7353E6E2B1F28, 0x7D761F2D4027FAE7});
    for (const std::uint64_t drawn : {4193609425186963869u, 5843160025838961886u, 14708796524633321433u})
        vgdl::expect(generator.next() == drawn, "the generator is not NumPy's");
}

std::vector<double> random_sums(Random& random, std::size_t count) {
    std::vector<double> sums(count);
    double sum = 0;
    for (double& each : sums) each = sum += random.real() + 0.01;
    return sums;
}

Operators random_operators(Random& random) {
    return {static_cast<Genetic>(random.below(3)), static_cast<Selection>(random.below(3)),
            static_cast<Crossover>(random.below(3)), static_cast<Mutation>(random.below(5)),
            random.below(2) == 1};
}

void check_population(const Horizon& horizon, unsigned actions) {
    const Population& population = horizon.population();
    for (std::size_t rank = 0; rank < population.count(); ++rank) {
        vgdl::expect(std::ranges::all_of(population.plan(rank), [&](auto gene) { return gene < actions; }),
                     "a gene is no action");
        vgdl::expect(!rank || population.fitness(rank - 1) >= population.fitness(rank), "plans are in no order");
    }
}

void check_evolution(Random& random, const Model& model, std::span<const std::uint8_t> state) {
    const std::size_t length = 1 + random.below(12), count = 1 + random.below(9);
    const Horizon::Shape shape{length, count, random.below(static_cast<std::uint32_t>(count))};
    Horizon horizon(model.copy(), shape, {0, random_sums(random, length + 1), 0.98, 0.99},
                    {random_sums(random, count), random_sums(random, count), random_sums(random, length)},
                    Pcg64({random.next(), random.next()}, {random.next(), random.next() | 1}));
    vgdl::expect(!horizon.begin(state.first(state.size() - 1), 1), "half a state is one");
    const auto first = horizon.begin(state, random.next());
    vgdl::expect(first && *first <= static_cast<std::int64_t>(count * length), "a plan is played beyond its end");
    for (int i = 0; i < 40; ++i) {
        if (random.below(4) == 0) vgdl::expect(horizon.shift(state), "a state is none");
        const auto done = horizon.evolve(random_operators(random), random.next());
        check_population(horizon, model.actions());
        const auto most = static_cast<std::int64_t>((count - shape.elite) * length);
        vgdl::expect(done.calls <= most, "more is played than the offspring");
        if (const auto won = horizon.winning_plan()) vgdl::expect(won->size() <= length, "a win takes too long");
    }
}

void check_twister() {  // against random.seed(5489) of the reference: all words from one number
    Twister::Words words;
    words[0] = 5489;
    for (std::uint32_t i = 1; i < words.size(); ++i)
        words[i] = 1812433253u * (words[i - 1] ^ words[i - 1] >> 30) + i;
    Twister twister(words, words.size());
    std::uint64_t drawn = 0;
    for (int i = 0; i < 10'000; ++i) drawn = twister.bits(32);
    vgdl::expect(drawn == 4123659995u, "the generator is not MT19937");  // as std::mt19937 has to
}

// Thinks about states of a play, each of which follows the one before.
void check_tree(Random& random, const Model& model, std::span<const std::uint8_t> start) {
    Twister::Words words;
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random.next());
    const auto real = model.copy();
    Tree tree(model.copy(), std::vector<double>(2'000, 0.5));
    std::vector<std::uint8_t> state(start.begin(), start.end());
    vgdl::expect(!tree.look(start.first(start.size() - 1), {words, 0}), "half a state is one");
    for (int move = 0; move < 8; ++move) {
        vgdl::expect(tree.look(state, {words, random.below(625)}).has_value(), "a state is none");
        std::int64_t room = 1 + random.below(400);
        for (int i = 0; i < 60 && tree.cost() && *tree.cost() <= room; ++i) {
            const Tree::Settings how{random.real() * 3, 1 + random.below(30), 1 + random.below(12)};
            const auto done = tree.simulate(how, room);
            vgdl::expect(done.calls <= room && done.value >= -1 && done.value <= 1, "a simulation is out of bounds");
            room -= done.calls;
        }
        const std::uint8_t action = tree.decide();
        vgdl::expect(action < model.actions(), "no action is decided");
        vgdl::expect(real->look(state), "a state is none");
        real->rewind();
        if (real->over()) return;
        real->step(action, random.next());
        real->save(state);
    }
}

void check_baba(Random& random) {
    const Level level = level_of(random_level(random));
    check_evolution(random, *make_model(level, WON | HELPLESS, 1), level.start);
    check_tree(random, *make_model(level, WON | LOST, 1), level.start);
}

void check_vgdl(Random& random) {
    vgdl::Game::Parts parts;
    parts.rules = vgdl::random_rules(random);
    parts.map = vgdl::random_map(random, parts.rules.types.size());
    parts.resource_limits = {2, 3};
    parts.actions = {vgdl::Action::WAIT, vgdl::Action::UP, vgdl::Action::LEFT, vgdl::Action::USE};
    parts.stochastic = random.below(2) == 1;
    const vgdl::Game game(parts);
    const vgdl::Play& start = game.engine().start();
    std::vector<std::uint8_t> state(game.engine().bytes(start));
    game.engine().store(start, state);
    check_evolution(random, *make_model(game), state);
    check_tree(random, *make_model(game), state);
}

void check_sokoban(Random& random) {
    const std::vector<std::string> rows{"#######", "#@ $. #", "# $ . #", "#######"};
    const Sokoban game = *Sokoban::parse(rows);
    check_evolution(random, *make_model(game), game.start());
    check_tree(random, *make_model(game), game.start());
}

}  // namespace

int main() {
    check_generator();
    check_twister();
    for (vgdl::seed_now = 0; vgdl::seed_now < 100; ++vgdl::seed_now) {
        Random random(vgdl::seed_now, 3);
        check_baba(random);
        check_vgdl(random);
        check_sokoban(random);
    }
    std::puts("planning_test: all populations and trees are in order");
}
