// Rewards as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <cstring>

#include "learning/reward.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

using Ends = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <std::size_t N>
nb::tuple tuple_of(const std::array<const char*, N>& names) {
    nb::list list;
    for (const char* const name : names) list.append(name);
    return nb::tuple(list);
}

// Rows of a caller may lie anywhere; the core reads aligned ones.
class Aligned {
public:
    explicit Aligned(const Level& level) : layout_(level.layout), bytes_(level.layout.bytes) {}
    Row operator()(const std::uint8_t* row) {
        std::memcpy(bytes_.data(), row, bytes_.size());
        return Row(layout_, bytes_.data());
    }

private:
    const Layout& layout_;
    std::vector<std::uint8_t> bytes_;
};

void check_states(const Level& level, const Rows& rows) {
    check_rows(level, rows);
    check_entities(level, rows.data(), rows.shape(0));
}

void check_steps(const Level& level, const Rows& before, const Rows& after, const Ends& ends) {
    check_states(level, before);
    check_states(level, after);
    const std::size_t count = before.shape(0);
    if (after.shape(0) != count || ends.shape(0) != count)
        refuse("a step has a state before it, one after it and an end: there are " +
               std::to_string(count) + ", " + std::to_string(after.shape(0)) + " and " +
               std::to_string(ends.shape(0)));
    for (std::size_t i = 0; i < count; ++i)
        if (ends.data()[i] > static_cast<std::uint8_t>(End::died))
            refuse("an end is 0 (none), 1 (won) or 2 (died)");
}

// All state parts of each row.
nb::object reward_parts(const Level& level, const RewardPlan& plan, Rows rows) {
    check_states(level, rows);
    const std::size_t count = rows.shape(0), bytes = level.layout.bytes;
    Array<double> out({count, STATE_PARTS});
    {
        nb::gil_scoped_release unlocked;
        Aligned aligned(level);
        StateParts parts;
        for (std::size_t i = 0; i < count; ++i) {
            measure(plan, level, aligned(rows.data() + i * bytes), ALL_STATE_PARTS, parts);
            std::ranges::copy(parts, out.data() + i * STATE_PARTS);
        }
    }
    return nb::cast(out.release());
}

// All step parts of each step.
nb::object step_parts(const Level& level, Rows before, Rows after, Ends ends) {
    check_steps(level, before, after, ends);
    const std::size_t count = before.shape(0), bytes = level.layout.bytes;
    Array<double> out({count, STEP_PARTS});
    {
        nb::gil_scoped_release unlocked;
        Aligned from(level), to(level);
        for (std::size_t i = 0; i < count; ++i)
            std::ranges::copy(events(from(before.data() + i * bytes), to(after.data() + i * bytes),
                                     static_cast<End>(ends.data()[i])),
                              out.data() + i * STEP_PARTS);
    }
    return nb::cast(out.release());
}

// The reward of each step.
nb::object step_rewards(const Level& level, const RewardPlan& plan, Rows before, Rows after, Ends ends) {
    check_steps(level, before, after, ends);
    const std::size_t count = before.shape(0), bytes = level.layout.bytes;
    Array<double> out({count});
    {
        nb::gil_scoped_release unlocked;
        Aligned from(level), to(level);
        const std::uint32_t wanted = plan.wanted();
        StateParts old, now;
        for (std::size_t i = 0; i < count; ++i) {
            const Row one = from(before.data() + i * bytes), other = to(after.data() + i * bytes);
            const auto end = static_cast<End>(ends.data()[i]);
            measure(plan, level, one, wanted, old);
            measure(plan, level, other, wanted, now);
            out.data()[i] = reward_of(plan, old, now, events(one, other, end), end);
        }
    }
    return nb::cast(out.release());
}

}  // namespace

void bind_rewards(nb::module_& m) {
    m.attr("STATE_PARTS") = tuple_of(STATE_PART_NAMES);
    m.attr("STEP_PARTS") = tuple_of(STEP_PART_NAMES);
    m.attr("ONGOING") = static_cast<unsigned>(End::none);
    m.attr("ENDED_WON") = static_cast<unsigned>(End::won);
    m.attr("ENDED_DEAD") = static_cast<unsigned>(End::died);
    nb::class_<RewardPlan>(m, "RewardPlan")
        .def(nb::init<>())
        .def_rw("value", &RewardPlan::value)
        .def_rw("difference", &RewardPlan::difference)
        .def_rw("potential", &RewardPlan::potential)
        .def_rw("event", &RewardPlan::event)
        .def_rw("discount", &RewardPlan::discount)
        .def_rw("first_weight", &RewardPlan::first_weight)
        .def_rw("factor", &RewardPlan::factor)
        .def("wanted", &RewardPlan::wanted);
    m.def("reward_parts", &reward_parts);
    m.def("step_parts", &step_parts);
    m.def("step_rewards", &step_rewards);
}

}  // namespace babalab
