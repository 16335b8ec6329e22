// Rewards as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "learning/reward.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Ends = Given<const std::uint8_t, 1>;

std::vector<std::uint8_t> checked_ends(const Level& level, const Rows& before, const Rows& after,
                                       const Ends& given) {
    check_width(level, before);
    check_width(level, after);
    const std::size_t count = before.shape(0);
    if (after.shape(0) != count || given.shape(0) != count)
        refuse("a step has a state before it, one after it and an end: there are " +
               std::to_string(count) + ", " + std::to_string(after.shape(0)) + " and " +
               std::to_string(given.shape(0)));
    auto ends = copied(given);
    for (const std::uint8_t end : ends)
        if (end > static_cast<std::uint8_t>(End::died)) refuse("an end is 0 (none), 1 (won) or 2 (died)");
    return ends;
}

void check_finite(std::initializer_list<std::span<const double>> all) {
    for (const auto& numbers : all)
        if (!std::ranges::all_of(numbers, [](double each) { return std::isfinite(each); }))
            refuse("weights and the discount are finite numbers");
}

void make_weights(const Unmade<RewardWeights>& self, const StateParts& value, const StateParts& difference,
                  const StateParts& potential, const StepParts& event) {
    check_finite({value, difference, potential, event});
    make(self, RewardWeights{value, difference, potential, event});
}

void make_plan(const Unmade<RewardPlan>& self, const RewardWeights& during, const RewardWeights& at_end,
               double discount, const PairParts& first_weight, const PairParts& factor) {
    check_finite({first_weight, std::span(&discount, 1)});
    if (!std::ranges::all_of(factor, [](double each) { return 0 <= each && each <= 1; }))
        refuse("factors are numbers from 0 to 1");
    make(self, RewardPlan{during, at_end, discount, first_weight, factor});
}

Numpy<double> reward_parts(const Level& level, const RewardPlan& plan, const Rows& rows) {
    check_width(level, rows);
    Array<double> out({rows.shape(0), STATE_PARTS});
    raise_if(without_gil([&] { return measure_rows(plan, level, span_of(rows), out); }));
    return out.release();
}

Numpy<double> step_parts(const Level& level, const Rows& before, const Rows& after, const Ends& given) {
    const auto ends = checked_ends(level, before, after, given);
    Array<double> out({ends.size(), STEP_PARTS});
    raise_if(without_gil(
        [&] { return events_of_rows(level, span_of(before), span_of(after), ends, out); }));
    return out.release();
}

Numpy<double> step_rewards(const Level& level, const RewardPlan& plan, const Rows& before,
                           const Rows& after, const Ends& given) {
    const auto ends = checked_ends(level, before, after, given);
    Array<double> out({ends.size()});
    raise_if(without_gil(
        [&] { return rewards_of_rows(plan, level, span_of(before), span_of(after), ends, out); }));
    return out.release();
}

}  // namespace

void bind_rewards(nb::module_& m) {
    m.attr("STATE_PARTS") = names_of(STATE_PART_NAMES);
    m.attr("STEP_PARTS") = names_of(STEP_PART_NAMES);
    m.attr("ONGOING") = static_cast<unsigned>(End::none);
    m.attr("ENDED_WON") = static_cast<unsigned>(End::won);
    m.attr("ENDED_DEAD") = static_cast<unsigned>(End::died);
    nb::class_<RewardWeights>(m, "RewardWeights",
        "The weights of all parts of states and steps: lists in the order of `STATE_PARTS` or `STEP_PARTS`.")
        .def("__init__", &make_weights, nb::kw_only(), "value"_a = StateParts{},
             "difference"_a = StateParts{}, "potential"_a = StateParts{}, "event"_a = StepParts{},
             "Give weights to state parts after the step (`value`), after less before (`difference`) and\n"
             "the plan's discount times after less before (`potential`), and to step parts (`event`).");
    nb::class_<RewardPlan>(m, "RewardPlan", "A reward: a sum of parts of states and steps, each with a weight.")
        .def("__init__", &make_plan, nb::kw_only(), "during"_a = RewardWeights{}, "at_end"_a = RewardWeights{}, "discount"_a = 1.0,
             "first_weight"_a = PairParts{}, "factor"_a = PairParts{},
             "Give steps the weights `during`, and the step that ends a play those `at_end`.\n\n"
             "In each pair part the nearest pair has the weight `first_weight`, and that of each farther\n"
             "pair is smaller by its `factor`.")
        .def_ro("discount", &RewardPlan::discount, "The factor of potentials.")
        .def_ro("factor", &RewardPlan::factor,
                "By how much the weight of each farther pair is smaller, of each pair part.")
        .def("wanted", &RewardPlan::wanted, "Return a bit for each state part that has a weight.");
    m.def("reward_parts", &reward_parts, "level"_a, "plan"_a, array_arg("rows"),
          "Return all state parts of each state.");
    m.def("step_parts", &step_parts, "level"_a, array_arg("before"), array_arg("after"), array_arg("ends"),
          "Return all step parts of each step from one state to another.\n\n"
          "An end is `ONGOING`, `ENDED_WON` or `ENDED_DEAD`.");
    m.def("step_rewards", &step_rewards, "level"_a, "plan"_a, array_arg("before"), array_arg("after"), array_arg("ends"),
          "Return the reward of each step.");
}

}  // namespace babalab
