// Environments for learners as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "learning/vector_env.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Levels = std::vector<std::shared_ptr<Level>>;
using Starts = std::vector<std::pair<std::uint32_t, nb::bytes>>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<std::shared_ptr<const Level>> constant(const Levels& levels) {
    return {levels.begin(), levels.end()};
}

std::vector<Start> starts_of(const Levels& levels, const Starts& starts) {
    std::vector<Start> made;
    made.reserve(starts.size());
    for (const auto& [level, row] : starts) {
        if (level >= levels.size()) refuse("a start is of a level that is not there");
        const auto* const bytes = static_cast<const std::uint8_t*>(row.data());
        if (row.size() != levels[level]->layout.bytes || !is_state(*levels[level], bytes))
            refuse("start " + std::to_string(made.size()) + " is not a state of its level");
        made.push_back({level, {bytes, bytes + row.size()}});
    }
    return made;
}

std::span<const double> span_of(const Numbers& numbers) { return {numbers.data(), numbers.shape(0)}; }

template <class Kind>
Kind kind_below(unsigned number, unsigned count, const char* what) {
    if (number >= count) refuse(std::string("there is no such ") + what);
    return static_cast<Kind>(number);
}

void make(VectorEnv* env, const Levels& levels, const Starts& starts, Numbers weights, std::size_t slots,
          unsigned observation, std::size_t height, std::size_t width, const RewardPlan& reward,
          std::uint32_t most_steps, unsigned deadly, bool masks, unsigned autoreset, unsigned threads) {
    if (slots == 0) refuse("at least one slot is needed");
    if (most_steps == 0) refuse("an episode has at least one step");
    if (height == 0 || width == 0 || height > MAX_SIDE || width > MAX_SIDE)
        refuse("a frame has 1 to " + std::to_string(MAX_SIDE) + " rows and columns");
    EnvironmentSettings settings;
    settings.slots = slots;
    settings.observation = kind_below<Observation>(observation, 3, "observation");
    settings.height = height;
    settings.width = width;
    settings.reward = reward;
    settings.most_steps = most_steps;
    settings.deadly = static_cast<std::uint8_t>(deadly);
    settings.masks = masks;
    settings.autoreset = kind_below<Autoreset>(autoreset, 3, "way to reset");
    settings.threads = threads;
    new (env) VectorEnv(settings, constant(levels), starts_of(levels, starts), span_of(weights));
}

void step(VectorEnv& env, Actions actions) {
    if (actions.shape(0) != env.slots())
        refuse(std::to_string(env.slots()) + " slots but " + std::to_string(actions.shape(0)) + " actions");
    for (std::size_t i = 0; i < actions.shape(0); ++i)
        if (actions.data()[i] >= ACTION_COUNT)
            refuse("actions[" + std::to_string(i) + "] is not a number from 0 to 4");
    nb::gil_scoped_release unlocked;
    env.step(actions.data());
}

void reset(VectorEnv& env, nb::object marked) {
    if (marked.is_none()) {
        nb::gil_scoped_release unlocked;
        env.reset(nullptr);
        return;
    }
    const auto flags = nb::cast<Actions>(marked);
    if (flags.shape(0) != env.slots()) refuse("one mark for each slot is needed");
    nb::gil_scoped_release unlocked;
    env.reset(flags.data());
}

// A view of an array of the environment's, which it keeps alive. The next step changes what is in it.
template <auto Member, class... Shape>
auto view(Shape... shape) {
    return [=](nb::handle self) {
        auto& env = nb::cast<VectorEnv&>(self);
        auto& data = env.*Member;
        using T = typename std::remove_reference_t<decltype(data)>::value_type;
        const std::size_t each = (std::size_t{1} * ... * static_cast<std::size_t>(shape));
        std::vector<std::size_t> sides{data.size() / each};
        (sides.push_back(static_cast<std::size_t>(shape)), ...);
        return nb::ndarray<nb::numpy, T>(data.data(), sides.size(), sides.data(), self);
    };
}

template <auto Member>
auto observations() {
    return [](nb::handle self) {
        auto& env = nb::cast<VectorEnv&>(self);
        auto& data = env.*Member;
        std::vector<std::size_t> sides{data.size() / env.observation_bytes()};
        const auto& settings = env.settings();
        if (settings.observation == Observation::paper) sides.push_back(CODES);
        if (settings.observation == Observation::full) sides.push_back(CELL_PLANES);
        sides.push_back(settings.height);
        sides.push_back(settings.width);
        return nb::ndarray<nb::numpy, std::uint8_t>(data.data(), sides.size(), sides.data(), self);
    };
}

nb::tuple take_statistics(VectorEnv& env) {
    Array<std::uint32_t> episodes({env.episodes.size()}), wins({env.wins.size()});
    std::ranges::copy(env.episodes, episodes.data());
    std::ranges::copy(env.wins, wins.data());
    std::ranges::fill(env.episodes, 0u);
    std::ranges::fill(env.wins, 0u);
    return nb::make_tuple(episodes.release(), wins.release());
}

// What `rows` of a level look like: as planes, characters, or cells and rules.
nb::object observe(std::shared_ptr<Level> level, Rows rows, unsigned observation, std::size_t height,
                   std::size_t width) {
    check_rows(*level, rows);
    check_entities(*level, rows.data(), rows.shape(0));
    const auto kind = kind_below<Observation>(observation, 3, "observation");
    const Stage stage(level, height, width);
    const std::size_t count = rows.shape(0), area = stage.area(), bytes = level->layout.bytes;
    std::vector<std::uint8_t> copy(bytes), codes(area);
    const auto each = [&](auto draw) {
        for (std::size_t i = 0; i < count; ++i) {
            std::copy_n(rows.data() + i * bytes, bytes, copy.data());
            draw(i, Row(level->layout, copy.data()));
        }
    };
    if (kind == Observation::full) {
        Array<std::uint8_t> cells({count, CELL_PLANES, height, width}), rules({count, std::size_t{NOUN_COUNT}, PREDICATES});
        each([&](std::size_t i, Row row) {
            stage.draw_cells(row, cells.data() + i * CELL_PLANES * area);
            Stage::draw_rules(row, rules.data() + i * RULE_BITS);
        });
        return nb::make_tuple(cells.release(), rules.release());
    }
    if (kind == Observation::ascii) {
        Array<std::uint8_t> out({count, height, width});
        each([&](std::size_t i, Row row) { stage.draw_characters(row, out.data() + i * area); });
        return nb::cast(out.release());
    }
    Array<std::uint8_t> out({count, CODES, height, width});
    each([&](std::size_t i, Row row) {
        stage.draw_codes(row, codes.data());
        spread_codes(codes.data(), area, out.data() + i * CODES * area);
    });
    return nb::cast(out.release());
}

}  // namespace

void bind_learning(nb::module_& m) {
    m.def("observe", &observe);
    nb::class_<VectorEnv>(m, "VectorEnv")
        .def("__init__", &make)
        .def("replace", [](VectorEnv& env, const Levels& levels, const Starts& starts, Numbers weights,
                           Indices slot_starts) {
            env.replace(constant(levels), starts_of(levels, starts), span_of(weights),
                        {slot_starts.data(), slot_starts.shape(0)});
        })
        .def("weigh", [](VectorEnv& env, Numbers weights) { env.weigh(span_of(weights)); })
        .def("seed", &VectorEnv::seed)
        .def("reset", &reset, "marked"_a.none())
        .def("reset_to", &VectorEnv::reset_to)
        .def("step", &step)
        .def("save", [](const VectorEnv& env) {
            const std::string saved = env.save();
            return nb::bytes(saved.data(), saved.size());
        })
        .def("restore", [](VectorEnv& env, nb::bytes saved) {
            env.restore(std::string(static_cast<const char*>(saved.data()), saved.size()));
        })
        .def("row", [](const VectorEnv& env, std::size_t slot) {
            if (slot >= env.slots()) refuse("there is no such slot");
            const auto row = env.row(slot);
            return nb::bytes(row.data(), row.size());
        })
        .def("take_statistics", &take_statistics)
        .def_prop_ro("observations", observations<&VectorEnv::observations>())
        .def_prop_ro("rules", view<&VectorEnv::rules>(NOUN_COUNT, PREDICATES))
        .def_prop_ro("masks", view<&VectorEnv::masks>(ACTION_COUNT))
        .def_prop_ro("rewards", view<&VectorEnv::rewards>())
        .def_prop_ro("terminated", view<&VectorEnv::terminated>())
        .def_prop_ro("truncated", view<&VectorEnv::truncated>())
        .def_prop_ro("won", view<&VectorEnv::won>())
        .def_prop_ro("begun", view<&VectorEnv::begun>())
        .def_prop_ro("starts", view<&VectorEnv::start_of>())
        .def_prop_ro("levels", view<&VectorEnv::level_of>())
        .def_prop_ro("steps", view<&VectorEnv::steps>())
        .def_prop_ro("returns", view<&VectorEnv::returns>())
        .def_prop_ro("final_slots", view<&VectorEnv::final_slots>())
        .def_prop_ro("final_observations", observations<&VectorEnv::final_observations>())
        .def_prop_ro("final_rules", view<&VectorEnv::final_rules>(NOUN_COUNT, PREDICATES))
        .def_prop_ro("final_masks", view<&VectorEnv::final_masks>(ACTION_COUNT))
        .def_prop_ro("final_steps", view<&VectorEnv::final_steps>())
        .def_prop_ro("final_starts", view<&VectorEnv::final_starts>())
        .def_prop_ro("final_returns", view<&VectorEnv::final_returns>());
}

}  // namespace babalab
