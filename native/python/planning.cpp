// Planning in the core: rolling horizon evolution and tree search, and the models of games that they play on, as
// Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "planning/horizon.hpp"
#include "planning/models.hpp"
#include "planning/tree.hpp"
#include "python/bindings.hpp"
#include "python/choice.hpp"
#include "python/guarded.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Held = Guarded<Horizon>;
using Table = Given<const double, 1>;

// A generation can't be stopped from outside, so it has to end in a moment.
constexpr std::size_t MOST_PLANS = 10'000, LONGEST_PLAN = 1'000;
// Within these, the value of a plan stays finite however often it is shifted.
constexpr double LOWEST_DECAY = 0.5, GREATEST_WORTH = 1e6;

template <class Kind>
Kind one_of(unsigned number, Kind last) {
    if (number > static_cast<unsigned>(last)) refuse("there is no such operator");
    return static_cast<Kind>(number);
}

Operators operators_of(unsigned genetic, unsigned selection, unsigned crossover, unsigned mutation,
                       unsigned transducer) {
    return {one_of(genetic, Genetic::crossover), one_of(selection, Selection::roulette),
            one_of(crossover, Crossover::two_point), one_of(mutation, Mutation::diversity), one_of(transducer, true)};
}

std::vector<double> sums_of(const Table& given, std::size_t count) {
    auto sums = copied(given);
    if (sums.size() != count) refuse("there must be a sum of weights for every plan or gene");
    double before = 0;
    for (const double sum : sums) {
        if (!(sum >= before && std::isfinite(sum))) refuse("sums of weights never fall");
        before = sum;
    }
    if (!(before > 0)) refuse("a weight must be greater than 0");
    return sums;
}

Values values_of(double points, const Table& given, std::size_t length, double decay, double discount, double flat) {
    Values values{points, copied(given), decay, discount, flat};
    if (!(std::abs(points) <= GREATEST_WORTH)) refuse("a win is worth at most a million points");
    if (values.worths.size() != length + 1) refuse("a win has a worth for every length of a play, and for 0");
    for (const double worth : values.worths)
        if (!(std::abs(worth) <= GREATEST_WORTH)) refuse("a win is worth at most a million");
    if (!(decay >= LOWEST_DECAY && decay <= 1)) refuse("the decay is from 0.5 to 1");
    if (!(discount >= 0 && discount <= 1)) refuse("the discount is from 0 to 1");
    if (!(flat >= 0 && flat <= 1)) refuse("a score counts from 0 to 1");
    return values;
}

void make_horizon(const Unmade<Held>& self, const Model& model, std::size_t length, std::size_t population,
                  std::size_t elite, const Table& rank, const Table& tournament, const Table& softmax,
                  double points, const Table& worths, double decay, double discount, double flat,
                  const std::array<std::uint64_t, 4>& generator) {
    if (length < 1 || length > LONGEST_PLAN) refuse("a plan has from 1 to 1,000 actions");
    if (population < 1 || population > MOST_PLANS) refuse("there are from 1 to 10,000 plans");
    if (elite >= population) refuse("the elite is less than the population");
    Weights weights{sums_of(rank, population), sums_of(tournament, population), sums_of(softmax, length)};
    const auto [high, low, increment_high, increment_low] = generator;
    make(self, model.copy(), Horizon::Shape{length, population, elite},
         values_of(points, worths, length, decay, discount, flat), std::move(weights),
         Pcg64({high, low}, {increment_high, increment_low}));
}

void check_begun(const Horizon& horizon) {
    if (!horizon.has_begun()) refuse("there are no plans yet: call begin");
}

std::int64_t begin(Held& self, const nb::bytes& state, std::uint64_t seed) {
    const auto calls = self.use([&](Horizon& horizon) { return horizon.begin(span_of(state), seed); });
    if (!calls) refuse("these bytes are not a state of this level");
    return *calls;
}

void shift(Held& self, const nb::bytes& state) {
    self.use([&](Horizon& horizon) {
        check_begun(horizon);
        if (!horizon.shift(span_of(state))) refuse("these bytes are not a state of this level");
    });
}

std::tuple<double, std::int64_t> evolve(Held& self, const Operators& how, std::uint64_t seed) {
    const auto done = self.use([&](Horizon& horizon) {
        check_begun(horizon);
        return horizon.evolve(how, seed);
    });
    return {done.gain, done.calls};
}

Numpy<std::uint8_t> plans(Held& self) {
    std::size_t count = 0, length = 0;
    auto all = self.use_whole([&](Horizon& horizon) {
        const Population& population = horizon.population();
        count = population.count(), length = population.length();
        std::vector<std::uint8_t> rows;
        rows.reserve(count * length);
        for (std::size_t rank = 0; rank < count; ++rank)
            rows.insert(rows.end(), population.plan(rank).begin(), population.plan(rank).end());
        return rows;
    });
    return to_numpy(std::move(all), {count, length});
}

Numpy<double> fitness(Held& self) {
    auto all = self.use_whole([](Horizon& horizon) {
        std::vector<double> by_rank;
        for (std::size_t rank = 0; rank < horizon.population().count(); ++rank)
            by_rank.push_back(horizon.population().fitness(rank));
        return by_rank;
    });
    const std::size_t count = all.size();
    return to_numpy(std::move(all), {count});
}

std::optional<std::vector<std::uint8_t>> winning_plan(Held& self) {
    return self.use_whole([](Horizon& horizon) -> std::optional<std::vector<std::uint8_t>> {
        const auto found = horizon.winning_plan();
        if (!found) return {};
        return std::vector<std::uint8_t>(found->begin(), found->end());
    });
}

// --- tree search

using HeldTree = Guarded<Tree>;

constexpr unsigned MOST_PLAYS = 1'000;

std::vector<double> worths_of(const Table& given) {
    auto worths = copied(given);
    for (const double worth : worths)
        if (!(std::abs(worth) <= GREATEST_WORTH)) refuse("a win is worth at most a million");
    return worths;
}

void make_tree(const Unmade<HeldTree>& self, const Model& model, const Table& worths) {
    if (model.actions() > Tree::MOST_ACTIONS) refuse("a game has at most 8 actions");
    make(self, model.copy(), worths_of(worths));
}

Twister twister_of(const Given<const std::uint32_t, 1>& words, std::size_t drawn) {
    const auto given = copied(words);
    if (given.size() != Twister::WORDS || drawn > Twister::WORDS) refuse("this is no state of a random.Random");
    Twister::Words state;
    std::ranges::copy(given, state.begin());
    return {state, drawn};
}

void check_begun(const Tree& tree) {
    if (!tree.has_begun()) refuse("there is no tree yet: call look");
}

// What is next: the calls that a simulation must be allowed to make, -1 if there is nothing to choose, and the
// longest way down.
using Next = std::tuple<std::int64_t, std::size_t>;
Next next_of(const Tree& tree) { return {tree.cost().value_or(-1), tree.longest_way()}; }

std::tuple<std::int64_t, Next> look(HeldTree& self, const nb::bytes& state,
                                    const Given<const std::uint32_t, 1>& words, std::size_t drawn) {
    const Twister chance = twister_of(words, drawn);
    Next next;
    const auto calls = self.use([&](Tree& tree) {
        const auto made = tree.look(span_of(state), chance);
        if (made) next = next_of(tree);
        return made;
    });
    if (!calls) refuse("these bytes are not a state of this level");
    return {*calls, next};
}

void replace_worths(HeldTree& self, const Table& given) {
    auto worths = worths_of(given);
    self.use_whole([&](Tree& tree) { tree.replace_worths(std::move(worths)); });
}

std::tuple<double, std::int64_t, Next> simulate(HeldTree& self, double c, std::uint32_t depth, std::uint32_t plays,
                                                std::int64_t room) {
    if (!(c >= 0 && c <= 1e6)) refuse("c is from 0 to a million");
    check_depth(depth);
    if (plays < 1 || plays > MOST_PLAYS) refuse("a simulation has from 1 to 1,000 plays");
    Next next;
    const auto done = self.use([&](Tree& tree) {
        check_begun(tree);
        const auto cost = tree.cost();
        if (!cost || room < *cost) refuse("there is no room for a simulation");
        if (tree.longest_way() + depth >= tree.worths()) refuse("there is no worth of a win after so many steps");
        const auto made = tree.simulate({c, depth, plays}, room);
        next = next_of(tree);
        return made;
    });
    return {done.value, done.calls, next};
}

std::tuple<unsigned, Numpy<std::uint32_t>, std::size_t> decide(HeldTree& self) {
    std::vector<std::uint32_t> words(Twister::WORDS);
    std::size_t drawn = 0;
    const unsigned action = self.use([&](Tree& tree) {
        check_begun(tree);
        const unsigned decided = tree.decide();
        std::ranges::copy(tree.chance().words(), words.begin());
        drawn = tree.chance().drawn();
        return decided;
    });
    return {action, to_numpy(std::move(words), {Twister::WORDS}), drawn};
}

std::vector<std::uint8_t> winning(HeldTree& self) {
    return self.use_whole([](Tree& tree) { return tree.winning(); });
}

std::vector<std::tuple<unsigned, std::int64_t, double, double>> children(HeldTree& self) {
    return self.use_whole([](Tree& tree) {
        check_begun(tree);
        std::vector<std::tuple<unsigned, std::int64_t, double, double>> found;
        for (const auto& [action, visits, value, scores] : tree.children())
            found.emplace_back(action, visits, value, scores);
        return found;
    });
}

}  // namespace

void bind_planning(nb::module_& m) {
    nb::class_<Model>(m, "Model", "A game on a level, as planners in the core play it.");

    m.def("model_of_baba", [](const Level& level, unsigned stop, unsigned threads) {
        return make_model(level, status_bits(stop), threads);
    }, nb::keep_alive<0, 1>(), "level"_a, "stop"_a, "threads"_a,
          "Return the model of a level of Baba; a play ends with a status that has a bit of `stop`.");
    m.def("model_of_sokoban", [](const Sokoban& game) { return make_model(game); }, nb::keep_alive<0, 1>(),
          "sokoban"_a, "Return the model of a level of Sokoban.");
    m.def("model_of_vgdl", [](const vgdl::Game& game) { return make_model(game); }, nb::keep_alive<0, 1>(),
          "vgdl"_a, "Return the model of a game of VGDL.");

    nb::class_<Operators>(m, "Operators", "The operators of a generation.")
        .def("__init__", [](const Unmade<Operators>& self, unsigned genetic, unsigned selection,
                            unsigned crossover, unsigned mutation, unsigned transducer) {
            make(self, operators_of(genetic, selection, crossover, mutation, transducer));
        }, "genetic"_a, "selection"_a, "crossover"_a, "mutation"_a, "transducer"_a,
             "Choose operators by their numbers in Table I of paper C, from 0.");

    nb::class_<Held>(m, "Horizon", "Rolling horizon evolution of one play.")
        .def("__init__", &make_horizon, nb::keep_alive<1, 2>(), "model"_a, "length"_a, "population"_a,
             "elite"_a, array_arg("rank"), array_arg("tournament"), array_arg("softmax"), "points"_a,
             array_arg("worths"), "decay"_a, "discount"_a, "flat"_a, "generator"_a,
             "Prepare to evolve `population` plans of `length` actions.\n\n"
             "`rank` and `tournament` have the sums of the weights with which plans become parents, `softmax`\n"
             "of those with which genes mutate. A win adds `points` to the score before that is scaled, and\n"
             "after that what `worths` has for so many steps; a loss subtracts both. A worth is divided by\n"
             "`decay` and the fitness multiplied by `discount` whenever plans are shifted.\n"
             "As long as all scores are the same, each counts `flat`.\n"
             "`generator` has the halves of the state and of the increment of a PCG64 of NumPy's, the upper\n"
             "ones first.")
        .def("begin", &begin, "state"_a, "seed"_a,
             "Make random plans, play them from a state, and return how many steps that were.\n\n"
             "`seed` is for the chance of the game.")
        .def("shift", &shift, "state"_a,
             "Shift all plans by a move: drop the first action, append a random one.")
        .def("evolve", &evolve, "operators"_a, "seed"_a,
             "Breed, play and judge a generation.\n\n"
             "Returned are the fitness of the best offspring less that of the best plan before, and how many\n"
             "steps were played. `seed` is for the chance of the game.")
        .def_prop_ro("plans", &plans, nb::rv_policy::automatic, "The plans, the fittest first.")
        .def_prop_ro("fitness", &fitness, nb::rv_policy::automatic, "The fitness of each plan.")
        .def("winning_plan", &winning_plan,
             "Return the shortest winning plan among those played last, up to its win; None if none won.");

    nb::class_<HeldTree>(m, "Tree", "Monte Carlo tree search of one play.")
        .def("__init__", &make_tree, nb::keep_alive<1, 2>(), "model"_a, array_arg("worths"),
             "Prepare to grow a tree.\n\n"
             "`worths` has what a win is worth after 0 steps, 1 and so on, beside a score from 0 to 1.")
        .def("look", &look, "state"_a, array_arg("words"), "drawn"_a,
             "Begin to think about a state; what is known of it from the state before is kept.\n\n"
             "`words` and `drawn` are the state of a `random.Random`, which goes on here. Returned are the steps played, and what is next: the steps that a simulation must be allowed to\n"
             "make, -1 if there is nothing to choose, and how long the longest way down may be.")
        .def("replace_worths", &replace_worths, array_arg("worths"), "Replace the worths of wins by more of them.")
        .def("simulate", &simulate, "c"_a, "depth"_a, "plays"_a, "room"_a,
             "Select, expand, play at random and add what came of it, in at most `room` steps.\n\n"
             "Returned are the value of the simulation, from -1 to 1, the steps played, and what is next. There\n"
             "must be a worth for the longest way down and `depth` steps more.")
        .def("decide", &decide,
             "Return the first action of a way to win, else the one tried most often.\n\n"
             "Returned are also the `words` and `drawn` of the random numbers that come next.")
        .def_prop_ro("winning", &winning, nb::rv_policy::automatic, "The shortest known way to win; none is empty.")
        .def_prop_ro("children", &children, nb::rv_policy::automatic,
                     "Of each action tried, the oldest first: its number, visits, and sums of values and scores.");
}

}  // namespace babalab
