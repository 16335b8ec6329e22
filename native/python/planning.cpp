// Rolling horizon evolution in the core, and the models of games that it plays on, as Python sees them.
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
}

}  // namespace babalab
