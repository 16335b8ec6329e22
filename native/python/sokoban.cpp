// Sokoban as Python sees it. A state is a bytes object: a value, as in all games.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>

#include "base/plays.hpp"
#include "python/bindings.hpp"
#include "sokoban/sokoban.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

const std::uint8_t* checked(const Sokoban& game, const nb::bytes& state) {
    const std::uint8_t* const row = span_of(state).data();
    if (state.size() != game.bytes() || !game.is_state(row))
        refuse("these bytes are not a state of this level");
    return row;
}

nb::bytes step_one(const Sokoban& game, const nb::bytes& state, unsigned action) {
    const std::uint8_t* const row = checked(game, state);
    if (action >= Sokoban::actions) refuse("an action is a number from 0 to 3");
    if (game.over(row)) return state;
    nb::bytes next(state.data(), state.size());  // nobody else has seen it yet: it may still change
    game.step(const_cast<std::uint8_t*>(span_of(next).data()), static_cast<std::uint8_t>(action));
    return next;
}

// States, scores, won, lost.
using Ends = std::tuple<std::vector<nb::bytes>, Numpy<double>, Numpy<bool>, Numpy<bool>>;

Ends ends_of(const Sokoban& game, std::span<const std::uint8_t> rows, std::size_t count) {
    std::vector<nb::bytes> states;
    for (std::size_t i = 0; i < count; ++i)
        states.push_back(to_bytes(rows.subspan(i * game.bytes(), game.bytes())));
    Array<double> scores({count});
    Array<bool> won({count}), lost({count});
    tell_ends(game, rows, {scores, won, lost});
    return {std::move(states), scores.release(), won.release(), lost.release()};
}

std::tuple<Ends, Numpy<std::int64_t>> plans_from(const Sokoban& game, const nb::bytes& state,
                                                 const Rows& given) {
    checked(game, state);
    const auto plans = copied(given);
    check_plans(plans, given.shape(1), Sokoban::actions);
    const std::size_t count = given.shape(0);
    std::vector<std::uint8_t> ends(product(std::array{count, game.bytes()}));
    Array<std::int64_t> lengths({count});
    without_gil([&] {
        play_plans(game, span_of(state), plans, static_cast<std::uint32_t>(given.shape(1)), ends,
                   lengths.span());
    });
    return {ends_of(game, ends, count), lengths.release()};
}

std::tuple<Ends, Numpy<std::int64_t>, Numpy<std::uint8_t>> randomly_from(
    const Sokoban& game, const std::vector<nb::bytes>& states, std::uint32_t depth, std::uint64_t seed) {
    check_depth(depth);
    std::vector<std::uint8_t> rows;
    for (const nb::bytes& state : states) {
        const std::uint8_t* const row = checked(game, state);
        rows.insert(rows.end(), row, row + game.bytes());
    }
    Array<std::uint8_t> actions({states.size(), std::size_t{depth}});
    Array<std::int64_t> lengths({states.size()});
    without_gil([&] {
        std::ranges::fill(actions.span(), std::uint8_t{0});
        play_randomly(game, rows, depth, seed, 0, actions, lengths.span());
    });
    return {ends_of(game, rows, states.size()), lengths.release(), actions.release()};
}

nb::bytes hash_of_state(const Sokoban& game, const nb::bytes& state) {
    const Hash hash = game.hash(checked(game, state));
    return nb::bytes(&hash, sizeof hash);
}

std::vector<unsigned> legal_actions(const Sokoban& game, const nb::bytes& state) {
    const unsigned legal = game.legal_actions(checked(game, state));
    std::vector<unsigned> numbers;
    for (unsigned action = 0; action < Sokoban::actions; ++action)
        if (legal >> action & 1) numbers.push_back(action);
    return numbers;
}

}  // namespace

void bind_sokoban(nb::module_& m) {
    nb::class_<Sokoban>(m, "Sokoban", "A level of Sokoban. A state is a bytes object.")
        .def("__init__", [](const Unmade<Sokoban>& self, const std::vector<std::string>& rows) {
            make(self, value_of(Sokoban::parse(rows)));
        }, "rows"_a, "Read a map in the characters of XSB. Raises ValueError if it is none.")
        .def_prop_ro("state_bytes", &Sokoban::bytes, "The number of bytes of a state.")
        .def("start", [](const Sokoban& game) { return to_bytes(game.start()); }, "Return the first state.")
        .def("step", &step_one, "state"_a, "action"_a,
             "Return the state after an action: 0 left, 1 right, 2 up, 3 down.")
        .def("won", [](const Sokoban& game, const nb::bytes& state) {
            return game.status(checked(game, state)) == Sokoban::WON;
        }, "state"_a, "Return whether all boxes are on goals.")
        .def("lost", [](const Sokoban& game, const nb::bytes& state) {
            return game.status(checked(game, state)) == Sokoban::LOST;
        }, "state"_a, "Return whether a box can't get to a goal any more, or no move is possible.")
        .def("over", [](const Sokoban& game, const nb::bytes& state) {
            return game.over(checked(game, state));
        }, "state"_a, "Return whether the state is won or lost.")
        .def("placed", [](const Sokoban& game, const nb::bytes& state) {
            return game.placed(checked(game, state));
        }, "state"_a, "Return how many boxes are on goals.")
        .def("legal_actions", &legal_actions, "state"_a, "Return the actions that change the state.")
        .def("hash", &hash_of_state, "state"_a, "Return a hash of 16 bytes.")
        .def("picture", [](const Sokoban& game, const nb::bytes& state) {
            return game.picture(checked(game, state));
        }, "state"_a, "Return the map in the characters of XSB.")
        .def("play_plans", &plans_from, "state"_a, array_arg("plans"),
             "Play each plan, a row of actions, from a state until it is over.\n\n"
             "Returned are the last states with their scores (boxes on goals), which are won and which lost;\n"
             "and how many actions were played.")
        .def("play_randomly", &randomly_from, "states"_a, "depth"_a, "seed"_a,
             "Play up to `depth` random actions from each state until it is over.\n\n"
             "Returned are the same as from `play_plans`, and the actions.");
}

}  // namespace babalab
