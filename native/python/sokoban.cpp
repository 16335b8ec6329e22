// Sokoban as Python sees it. A state is a bytes object: a value, like everything in Python's games.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>

#include "base/plays.hpp"
#include "digests.hpp"
#include "python/bindings.hpp"
#include "sokoban/sokoban.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

const std::uint8_t* checked(const Sokoban& game, const nb::bytes& state) {
    const auto* const row = static_cast<const std::uint8_t*>(state.data());
    if (state.size() != game.bytes() || !game.is_state(row))
        refuse("these bytes are not a state of this level");
    return row;
}

nb::bytes step_one(const Sokoban& game, nb::bytes state, unsigned action) {
    const std::uint8_t* const row = checked(game, state);
    if (action >= Sokoban::actions) refuse("an action is a number from 0 to 3");
    if (game.over(row)) return state;
    nb::bytes next(state.data(), state.size());  // nobody else has seen it yet: it may still change
    game.step(const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(next.data())),
              static_cast<std::uint8_t>(action));
    return next;
}

// The rows where plays ended as states, and what there is to say about each.
nb::tuple ends_of(const Sokoban& game, const std::vector<std::uint8_t>& rows, std::size_t count) {
    nb::list states;
    Array<double> scores({count});
    Array<bool> won({count}), lost({count});
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* const row = rows.data() + i * game.bytes();
        states.append(nb::bytes(row, game.bytes()));
        scores.data()[i] = game.placed(row);
        won.data()[i] = game.status(row) == Sokoban::WON;
        lost.data()[i] = game.status(row) == Sokoban::LOST;
    }
    return nb::make_tuple(states, scores.release(), won.release(), lost.release());
}

nb::tuple plans_from(const Sokoban& game, nb::bytes state, Rows plans) {
    const std::uint8_t* const row = checked(game, state);
    check_plans(plans, Sokoban::actions);
    const std::size_t count = plans.shape(0);
    std::vector<std::uint8_t> ends(count * game.bytes());
    Array<std::int64_t> lengths({count});
    {
        nb::gil_scoped_release unlocked;
        play_plans(game, row, game.bytes(), plans.data(), count,
                   static_cast<std::uint32_t>(plans.shape(1)), ends.data(), lengths.data());
    }
    return nb::make_tuple(ends_of(game, ends, count), lengths.release());
}

nb::tuple randomly_from(const Sokoban& game, nb::sequence states, std::uint32_t depth,
                        std::uint64_t seed) {
    std::vector<std::uint8_t> rows;
    for (const auto state : states) {
        const std::uint8_t* const row = checked(game, nb::cast<nb::bytes>(state));
        rows.insert(rows.end(), row, row + game.bytes());
    }
    const std::size_t count = rows.size() / game.bytes();
    Array<std::uint8_t> actions({count, std::size_t{depth}});
    Array<std::int64_t> lengths({count});
    {
        nb::gil_scoped_release unlocked;
        std::memset(actions.data(), 0, count * depth);
        play_randomly(game, rows.data(), game.bytes(), count, depth, seed, 0, actions.data(),
                      lengths.data());
    }
    return nb::make_tuple(ends_of(game, rows, count), lengths.release(), actions.release());
}

nb::bytes hash_of_state(const Sokoban& game, nb::bytes state) {
    const Hash hash = game.hash(checked(game, state));
    return nb::bytes(&hash, sizeof hash);
}

std::vector<unsigned> legal_actions(const Sokoban& game, nb::bytes state) {
    const unsigned legal = game.legal_actions(checked(game, state));
    std::vector<unsigned> numbers;
    for (unsigned action = 0; action < Sokoban::actions; ++action)
        if (legal >> action & 1) numbers.push_back(action);
    return numbers;
}

}  // namespace

void bind_games(nb::module_& m) {
    m.attr("GAMES_DIGEST") = BABALAB_GAMES_DIGEST;
    nb::class_<Sokoban>(m, "Sokoban")
        .def(nb::init<const std::vector<std::string>&>())
        .def_prop_ro("state_bytes", &Sokoban::bytes)
        .def("start", [](const Sokoban& game) { return nb::bytes(game.start().data(), game.bytes()); })
        .def("step", &step_one)
        .def("won", [](const Sokoban& game, nb::bytes state) {
            return game.status(checked(game, state)) == Sokoban::WON;
        })
        .def("lost", [](const Sokoban& game, nb::bytes state) {
            return game.status(checked(game, state)) == Sokoban::LOST;
        })
        .def("over", [](const Sokoban& game, nb::bytes state) { return game.over(checked(game, state)); })
        .def("placed", [](const Sokoban& game, nb::bytes state) {
            return game.placed(checked(game, state));
        })
        .def("legal_actions", &legal_actions)
        .def("hash", &hash_of_state)
        .def("picture", [](const Sokoban& game, nb::bytes state) {
            return game.picture(checked(game, state));
        })
        .def("play_plans", &plans_from)
        .def("play_randomly", &randomly_from);
}

}  // namespace babalab
