// Environments for learners as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "learning/vector_env.hpp"
#include "python/bindings.hpp"
#include "python/guarded.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Env = Guarded<VectorEnv>;
using Levels = std::vector<std::shared_ptr<Level>>;
using Starts = std::vector<std::pair<std::uint32_t, nb::bytes>>;
using Numbers = Given<const double, 1>;
using Bytes = Given<const std::uint8_t, 1>;
using Indices = Given<const std::uint32_t, 1>;

std::vector<std::shared_ptr<const Level>> constant(const Levels& levels) {
    for (const auto& level : levels)
        if (!level) refuse("a level is missing");
    return {levels.begin(), levels.end()};
}

std::vector<Start> starts_of(const Levels& levels, const Starts& starts) {
    std::vector<Start> made;
    made.reserve(starts.size());
    for (const auto& [level, row] : starts) {
        if (level >= levels.size() || !levels[level]) refuse("a start is of a level that is not there");
        Start start{level, {span_of(row).begin(), span_of(row).end()}};
        const Level& its = *levels[level];
        if (start.row.size() != its.layout.bytes || !is_state(its, Row(its.layout, start.row.data())))
            refuse("start " + std::to_string(made.size()) + " is not a state of its level");
        made.push_back(std::move(start));
    }
    return made;
}

template <class Kind>
Kind kind_below(unsigned number, unsigned count, const char* what) {
    if (number >= count) refuse(std::string("there is no such ") + what);
    return static_cast<Kind>(number);
}

constexpr std::size_t MOST_SLOTS = 1'000'000;

// Checked before anything is multiplied.
void check_frame(std::size_t height, std::size_t width) {
    if (height == 0 || width == 0 || height > MAX_SIDE || width > MAX_SIDE)
        refuse("a frame has 1 to " + std::to_string(MAX_SIDE) + " rows and columns");
}

void make_environment(const Unmade<Env>& self, const Levels& levels, const Starts& starts,
                      const Numbers& weights, std::size_t slots, unsigned observation, std::size_t height,
                      std::size_t width, const RewardPlan& reward, std::uint32_t most_steps, unsigned deadly,
                      bool masks, unsigned autoreset, unsigned threads) {
    if (slots == 0 || slots > MOST_SLOTS)
        refuse("there can be 1 to " + std::to_string(MOST_SLOTS) + " slots");
    if (most_steps == 0) refuse("an episode has at least one step");
    if (deadly > UINT8_MAX) refuse("there is no such status");
    check_frame(height, width);
    EnvironmentSettings settings;
    settings.slots = slots;
    settings.observation = kind_below<ObservationKind>(observation, OBSERVATION_KINDS, "observation");
    settings.height = height;
    settings.width = width;
    settings.reward = reward;
    settings.most_steps = most_steps;
    settings.deadly = static_cast<std::uint8_t>(deadly);
    settings.masks = masks;
    settings.autoreset = kind_below<Autoreset>(autoreset, AUTORESETS, "way to reset");
    settings.threads = threads;
    make(self, value_of(VectorEnv::make(settings, constant(levels), starts_of(levels, starts),
                                        copied(weights))));
}

void replace(Env& self, const Levels& levels, const Starts& starts, const Numbers& weights,
             const Indices& slot_starts) {
    auto known = constant(levels);
    auto made = starts_of(levels, starts);
    const auto its_weights = copied(weights);
    const auto its_starts = copied(slot_starts);
    raise_if(self.use_whole([&](VectorEnv& env) {
        return env.replace(std::move(known), std::move(made), its_weights, its_starts);
    }));
}

void weigh(Env& self, const Numbers& given) {
    const auto weights = copied(given);
    raise_if(self.use_whole([&](VectorEnv& env) { return env.weigh(weights); }));
}

void step(Env& self, const Bytes& given) {
    const std::size_t slots = self.look([](VectorEnv& env) { return env.slots(); });
    if (given.shape(0) != slots)
        refuse(std::to_string(slots) + " slots but " + std::to_string(given.shape(0)) + " actions");
    const auto actions = copied(given);
    check_actions(actions, ACTION_COUNT);
    raise_if(self.use([&](VectorEnv& env) { return env.step(actions); }));
}

void reset(Env& self, const std::optional<Bytes>& marked) {
    if (!marked) return self.use([](VectorEnv& env) { env.reset(); });
    const auto marks = copied(*marked);
    if (marks.size() != self.look([](VectorEnv& env) { return env.slots(); }))
        refuse("one mark for each slot is needed");
    self.use([&](VectorEnv& env) { env.reset(marks); });
}

void reset_to(Env& self, std::size_t slot, std::uint32_t start) {
    raise_if(self.use([&](VectorEnv& env) { return env.reset_to(slot, start); }));
}

nb::bytes save(Env& self) {
    const std::string saved = self.use_whole([](VectorEnv& env) { return env.save(); });
    return nb::bytes(saved.data(), saved.size());
}

void restore(Env& self, const nb::bytes& saved) {
    const std::string_view text(static_cast<const char*>(saved.data()), saved.size());
    raise_if(self.use([&](VectorEnv& env) { return env.restore(text); }));
}

nb::bytes row(Env& self, std::size_t slot) {
    if (slot >= self.look([](VectorEnv& env) { return env.slots(); })) refuse("there is no such slot");
    return to_bytes(self.use_whole([&](VectorEnv& env) {
        return std::vector<std::uint8_t>(env.row(slot).begin(), env.row(slot).end());
    }));
}

std::tuple<Numpy<std::uint32_t>, Numpy<std::uint32_t>> take_statistics(Env& self) {
    const std::size_t starts = self.look([](VectorEnv& env) { return env.start_count(); });
    Array<std::uint32_t> episodes({starts}), wins({starts});
    self.use([&](VectorEnv& env) { env.take_statistics(episodes, wins); });
    return {episodes.release(), wins.release()};
}

// Lends an array of the environment's, which it keeps alive. The next step changes what is in it. `T` is
// const for arrays that the environment itself reads again.
template <auto Member, class T, class... Shape>
auto lend(Shape... shape) {
    return [=](nb::handle self) {
        const auto [data, size] = nb::cast<Env&>(self).look(
            [](VectorEnv& env) { return std::pair((env.*Member).data(), (env.*Member).size()); });
        const std::size_t each = (std::size_t{1} * ... * static_cast<std::size_t>(shape));
        std::vector<std::size_t> sides{size / each};
        (sides.push_back(static_cast<std::size_t>(shape)), ...);
        return Numpy<T>(data, sides.size(), sides.data(), self);
    };
}

// The same for observations, whose shape depends on their kind.
template <auto Member>
Numpy<std::uint8_t> lend_observations(nb::handle self) {
    Env& its = nb::cast<Env&>(self);
    const auto [data, size] =
        its.look([](VectorEnv& env) { return std::pair((env.*Member).data(), (env.*Member).size()); });
    const auto [kind, height, width, each] = its.look([](VectorEnv& env) {
        const EnvironmentSettings& settings = env.settings();
        return std::tuple(settings.observation, settings.height, settings.width, env.observation_bytes());
    });
    std::vector<std::size_t> sides{size / each};
    if (kind != ObservationKind::ascii) sides.push_back(planes_of(kind));
    sides.insert(sides.end(), {height, width});
    return Numpy<std::uint8_t>(data, sides.size(), sides.data(), self);
}

using Observed = std::variant<Numpy<std::uint8_t>, std::tuple<Numpy<std::uint8_t>, Numpy<std::uint8_t>>>;
Observed observe(const std::shared_ptr<Level>& level, const Rows& rows, unsigned observation,
                 std::size_t height, std::size_t width) {
    check_width(*level, rows);
    check_frame(height, width);
    const auto kind = kind_below<ObservationKind>(observation, OBSERVATION_KINDS, "observation");
    const Stage stage = value_of(Stage::fit(level, height, width));
    const std::size_t count = rows.shape(0);
    if (kind == ObservationKind::full) {
        Array<std::uint8_t> cells({count, CELL_PLANES, height, width});
        Array<std::uint8_t> rules({count, std::size_t{NOUN_COUNT}, PREDICATES});
        raise_if(without_gil([&] { return observe_rows(stage, span_of(rows), kind, cells, rules); }));
        return std::tuple(cells.release(), rules.release());
    }
    std::vector<std::size_t> shape{count, height, width};
    if (kind == ObservationKind::paper) shape.insert(shape.begin() + 1, CODES);
    Array<std::uint8_t> out(shape);
    raise_if(without_gil([&] { return observe_rows(stage, span_of(rows), kind, out, {}); }));
    return out.release();
}

}  // namespace

void bind_learning(nb::module_& m) {
    using U8 = std::uint8_t;
    using U32 = std::uint32_t;
    m.def("observe", &observe, "level"_a, array_arg("rows"), "observation"_a, "height"_a, "width"_a,
          "Return what a learner sees of each state, in a frame of this size.\n\n"
          "An observation is 0 (planes of the paper), 1 (characters) or 2 (cells, and the rules beside them).");
    nb::class_<Env>(m, "VectorEnv",
        "Many plays at once for a learner: each slot plays episodes, one after the other.\n\n"
        "Arrays are the environment's own; its next step changes what is in them. All are read-only but\n"
        "observations, rules and masks.")
        .def("__init__", &make_environment, "levels"_a, "starts"_a, "weights"_a, "slots"_a, "observation"_a, "height"_a,
             "width"_a, "reward"_a, "most_steps"_a, "deadly"_a, "masks"_a, "autoreset"_a, "threads"_a,
             "Make so many slots.\n\n"
             "`starts` are numbers of levels, each with a state of it, drawn in proportion to `weights`. An\n"
             "episode ends with a win, with a status that has a bit of `deadly`, or after `most_steps`.\n"
             "`autoreset` says when the next begins: 0 with the following step, 1 at once, 2 when told to.")
        .def("replace", &replace, "levels"_a, "starts"_a, "weights"_a, array_arg("slot_starts"),
             "Replace the levels and starts; `slot_starts` are the new numbers of those that slots play.")
        .def("weigh", &weigh, "weights"_a, "Set how often each start is chosen, in proportion.")
        .def("seed", [](Env& self, std::uint64_t seed) {
            self.use_whole([&](VectorEnv& env) { env.seed(seed); });
        }, "seed"_a, "Seed the random streams of all slots.")
        .def("reset", &reset, array_arg("marked").none(), "Begin an episode in the slots marked, or in all.")
        .def("reset_to", &reset_to, "slot"_a, "start"_a, "Begin an episode in a slot at this start.")
        .def("step", &step, array_arg("actions"),
             "Play an action in every slot. Raises ValueError where an episode is over and nothing resets it.")
        .def("save", &save, "Return everything needed to go on identically.")
        .def("restore", &restore, "saved"_a,
             "Go on where an equal environment was saved. Raises ValueError if it was none.")
        .def("row", &row, "slot"_a, "Return the state of a slot.")
        .def("take_statistics", &take_statistics,
             "Return how many episodes from each start ended since this was last called, and how many were won.")
        .def_prop_ro("observations", &lend_observations<&VectorEnv::observations>, "The observation of each slot.")
        .def_prop_ro("rules", lend<&VectorEnv::rules, U8>(NOUN_COUNT, PREDICATES),
                     "The rules in force in each slot, for the full observation.")
        .def_prop_ro("masks", lend<&VectorEnv::masks, U8>(ACTION_COUNT),
                     "A mask of the actions of each slot that change anything.")
        .def_prop_ro("rewards", lend<&VectorEnv::rewards, const float>(), "The rewards of the last step.")
        .def_prop_ro("terminated", lend<&VectorEnv::terminated, const U8>(),
                     "A mask of the episodes that ended with a win or a death.")
        .def_prop_ro("truncated", lend<&VectorEnv::truncated, const U8>(), "A mask of the episodes that were cut off.")
        .def_prop_ro("won", lend<&VectorEnv::won, const U8>(), "A mask of the episodes that ended with a win.")
        .def_prop_ro("begun", lend<&VectorEnv::begun, const U8>(), "A mask of the slots in which the last call began an episode.")
        .def_prop_ro("starts", lend<&VectorEnv::start_of, const U32>(), "The start of each slot's episode.")
        .def_prop_ro("levels", lend<&VectorEnv::level_of, const U32>(), "The level of each slot's episode.")
        .def_prop_ro("steps", lend<&VectorEnv::steps, const U32>(), "The steps of each slot's episode.")
        .def_prop_ro("returns", lend<&VectorEnv::returns, const double>(),
                     "The sum of rewards of each slot's episode.")
        .def_prop_ro("final_slots", lend<&VectorEnv::final_slots, const U32>(),
                     "The slots whose episode ended with the last step, where the next began at once.")
        .def_prop_ro("final_observations", &lend_observations<&VectorEnv::final_observations>,
                     "The observations at the ends of these episodes.")
        .def_prop_ro("final_rules", lend<&VectorEnv::final_rules, U8>(NOUN_COUNT, PREDICATES),
                     "The rules in force at the ends.")
        .def_prop_ro("final_masks", lend<&VectorEnv::final_masks, U8>(ACTION_COUNT), "The masks at the ends.")
        .def_prop_ro("final_steps", lend<&VectorEnv::final_steps, const U32>(), "The steps of these episodes.")
        .def_prop_ro("final_starts", lend<&VectorEnv::final_starts, const U32>(), "The starts of these episodes.")
        .def_prop_ro("final_returns", lend<&VectorEnv::final_returns, const double>(),
                     "The sums of rewards of these episodes.");
}

}  // namespace babalab
