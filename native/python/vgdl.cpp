// Games of VGDL as Python sees them. A state is a bytes object: a value, as in all games.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "python/bindings.hpp"
#include "python/guarded.hpp"
#include "python/vgdl_tables.hpp"
#include "vgdl/batch.hpp"
#include "vgdl/plays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using vgdl::Game;
using vgdl::Play;

void load(const Game& game, const nb::bytes& state, Play& play) {
    if (!game.engine().load(play, span_of(state))) refuse("these bytes are not a state of this level");
}

// The play of a state, until this thread asks for another.
Play& play_of(const Game& game, const nb::bytes& state) {
    static thread_local Play play;
    load(game, state, play);
    return play;
}

nb::bytes bytes_of(const Game& game, const Play& play) {
    const std::size_t size = game.engine().bytes(play);
    PyObject* const made = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (!made) throw nb::python_error();
    game.engine().store(play, {reinterpret_cast<std::uint8_t*>(PyBytes_AsString(made)), size});
    return nb::steal<nb::bytes>(made);
}

std::tuple<nb::bytes, std::uint64_t> step_one(const Game& game, const nb::bytes& state, unsigned action,
                                              bool java, std::uint64_t chance) {
    if (action >= game.actions())
        refuse("an action is a number from 0 to " + std::to_string(game.actions() - 1));
    Play& play = play_of(game, state);
    if (play.head.over) return {state, chance};
    vgdl::Chance stream(java ? vgdl::Chance::JAVA : vgdl::Chance::SPLIT, chance);
    game.engine().step(play, game.action(static_cast<std::uint8_t>(action)), stream);
    return {bytes_of(game, play), stream.state()};
}

vgdl::Head head_of(const Game& game, const nb::bytes& state) {
    const auto head = game.engine().head_of(span_of(state));
    if (!head) refuse("these bytes are not a state of this level");
    return *head;
}

std::tuple<std::int64_t, std::int32_t, std::int32_t, bool> status_of(const Game& game,
                                                                     const nb::bytes& state) {
    const vgdl::Head head = head_of(game, state);
    return {head.score, head.tick, head.winner, head.over != 0};
}

// The arrays of plays that end.
using EndsTuple = std::tuple<nb::bytes, Numpy<std::int64_t>, Numpy<double>, Numpy<bool>, Numpy<bool>,
                             Numpy<std::int64_t>>;
class EndArrays {
public:
    explicit EndArrays(std::size_t count)
        : starts_({count + 1}), scores_({count}), won_({count}), lost_({count}), lengths_({count}),
          ends{starts_, scores_, won_, lost_, lengths_} {}
    EndsTuple release() {
        return {to_bytes(ends.rows), starts_.release(), scores_.release(), won_.release(), lost_.release(),
                lengths_.release()};
    }

private:
    Array<std::int64_t> starts_;
    Array<double> scores_;
    Array<bool> won_, lost_;
    Array<std::int64_t> lengths_;

public:
    vgdl::Ends ends;
};

EndsTuple plans_from(const Game& game, const nb::bytes& state, const Rows& given, std::uint64_t seed) {
    const auto plans = copied(given);
    check_plans(plans, given.shape(1), game.actions());
    Play start;
    load(game, state, start);
    EndArrays out(given.shape(0));
    without_gil([&] {
        const auto length = static_cast<std::uint32_t>(given.shape(1));
        vgdl::play_plans(game, start, plans, length, seed, out.ends);
    });
    return out.release();
}

std::tuple<EndsTuple, Numpy<std::uint8_t>> randomly_from(const Game& game,
                                                         const std::vector<nb::bytes>& states,
                                                         std::uint32_t depth, std::uint64_t seed) {
    check_depth(depth);
    std::vector<std::span<const std::uint8_t>> rows;
    for (const nb::bytes& state : states) rows.push_back(span_of(state));
    Array<std::uint8_t> actions({rows.size(), std::size_t{depth}});
    EndArrays out(rows.size());
    if (without_gil([&] { return vgdl::play_randomly(game, rows, depth, seed, actions, out.ends); }))
        refuse("these bytes are not a state of this level");
    return {out.release(), actions.release()};
}

std::tuple<Numpy<std::int64_t>, Numpy<double>, Numpy<std::int64_t>> sprites_of(const Game& game,
                                                                              const nb::bytes& state) {
    const Play& play = play_of(game, state);
    std::vector<std::int32_t> handles;
    game.engine().all(play, handles);
    const std::size_t count = handles.size();
    Array<std::int64_t> numbers({count, vgdl::SpriteArrays::NUMBERS});
    Array<std::int64_t> amounts({count, game.engine().rules().resources});
    Array<double> orientations({count, 2});
    vgdl::list_sprites(game.engine(), play, handles, {numbers, orientations, amounts});
    return {numbers.release(), orientations.release(), amounts.release()};
}

std::optional<std::tuple<std::uint16_t, std::int32_t, bool>> player_of(const Game& game,
                                                                       const nb::bytes& state) {
    const Play& play = play_of(game, state);
    if (play.head.player == vgdl::NONE) return {};
    const vgdl::Sprite& sprite = play.sprites[static_cast<std::size_t>(play.head.player)];
    return {{sprite.type, sprite.number, (sprite.flags & vgdl::DISABLED) != 0}};
}

nb::bytes hash_of_state(const Game& game, const nb::bytes& state) {
    head_of(game, state);
    const Hash hash = vgdl::hash_of(span_of(state));
    return nb::bytes(&hash, sizeof hash);
}

Numpy<std::uint8_t> grid_of(const Game& game, const nb::bytes& state) {
    const vgdl::Map& map = game.engine().map();
    const auto rows = static_cast<std::size_t>(map.rows), columns = static_cast<std::size_t>(map.columns);
    Array<std::uint8_t> grid({game.engine().rules().types.size(), rows, columns});
    game.observer().grid(play_of(game, state), rows, columns, grid);
    return grid.release();
}

Numpy<float> features_of(const Game& game, const nb::bytes& state) {
    Array<float> features({game.observer().features()});
    game.observer().features(play_of(game, state), features);
    return features.release();
}

void bind_game(nb::module_& m) {
    nb::class_<Game>(m, "Vgdl",
        "A game of VGDL on one level. A state is a bytes object.\n\n"
        "Actions are numbers of those that were passed, from 0.")
        .def("__init__",
             [](const Unmade<Game>& self, nb::object tables, nb::object level,
                const std::vector<std::uint8_t>& actions) {
                 make(self, game_parts(tables, level, actions));
             },
             "tables"_a, "level"_a, "actions"_a,
             "Make a game of `Tables`, a `Map` and the numbers of the core's actions that players have.")
        .def("start", [](const Game& game) { return bytes_of(game, game.engine().start()); },
             "Return the first state.")
        .def("step", &step_one, "state"_a, "action"_a, "java"_a, "chance"_a,
             "Return the state after an action, and the random stream after what the step drew.\n\n"
             "`chance` is the state of the stream: of java.util.Random if `java`, else of SplitMix64.")
        .def("status", &status_of, "state"_a,
             "Return score, tick, winner (1: the player; -1: none yet) and whether the play is over.")
        .def("sprites", &sprites_of, "state"_a,
             "Return all sprites, by type and in the order of creation, a row for each.\n\n"
             "Returned are whole numbers (type, number, x, y, health, greatest health, disabled, category),\n"
             "orientations, and amounts of every resource; the least number of 64 bits where it was never held.")
        .def("player", &player_of, "state"_a,
             "Return type and number of the player's sprite and whether it is disabled; None without one.")
        .def("hash", &hash_of_state, "state"_a, "Return a hash of 16 bytes.")
        .def("grid", &grid_of, "state"_a, "Return types x rows x columns: 1 where a sprite of the type is.")
        .def("features", &features_of, "state"_a, "Return the state as a row of numbers.")
        .def("play_plans", &plans_from, "state"_a, array_arg("plans"), "seed"_a,
             "Play each plan, a row of actions, from a state until it is over.\n\n"
             "Returned are the last states in one bytes object and where each begins there (and the end of the\n"
             "last), scores, which are won, which are lost, and how many actions were played. Every play has a\n"
             "random stream of its own, which `seed` and its number determine.")
        .def("play_randomly", &randomly_from, "states"_a, "depth"_a, "seed"_a,
             "Play up to `depth` random actions from each state until it is over.\n\n"
             "Returned are the same as from `play_plans`, and the actions.");
}

// --- many plays side by side

using Batch = Guarded<vgdl::Batch>;
using Marks = std::optional<Given<const bool, 1>>;
using Streams = Given<std::uint64_t, 1>;
using Scores = Given<double, 1>;
using Flags = Given<bool, 1>;
using Ticks = Given<std::int32_t, 1>;

constexpr std::size_t MOST_PLAYS = 1'000'000;

void make_batch(const Unmade<Batch>& self, const std::vector<std::shared_ptr<Game>>& games,
                std::size_t count, unsigned threads) {
    if (games.empty()) refuse("there is no level to play on");
    if (count > MOST_PLAYS) refuse("there can be at most " + std::to_string(MOST_PLAYS) + " plays");
    for (const auto& game : games) {
        if (!game) refuse("a level is missing");
        if (!game->is_same(*games[0])) refuse("levels must be of one game");
    }
    make(self, std::vector<std::shared_ptr<const Game>>(games.begin(), games.end()), count, threads);
}

void check_length(const vgdl::Batch& batch, std::size_t length) {
    if (length != batch.count()) refuse("there must be a number for every play");
}

void check_begun(const vgdl::Batch& batch) {
    if (!batch.has_begun()) refuse("a play has not begun");
}

std::vector<std::uint8_t> copied_marks(const Marks& marks) {
    return marks ? copied(*marks) : std::vector<std::uint8_t>{};
}

// The arrays are Python's; the batch writes into them, and reads nothing but streams, any number of which is good.
vgdl::PlayArrays play_arrays(const Streams& streams, const Scores& scores, const Flags& won,
                             const Flags& lost, const Ticks& ticks) {
    return {span_of(streams), span_of(scores), span_of(won), span_of(lost), span_of(ticks)};
}

void check_arrays(const vgdl::Batch& batch, const vgdl::PlayArrays& known) {
    for (const std::size_t length : {known.streams.size(), known.scores.size(), known.won.size(),
                                     known.lost.size(), known.ticks.size()})
        check_length(batch, length);
    check_begun(batch);
}

void begin(Batch& self, const Given<const std::uint32_t, 1>& levels, const Given<const bool, 1>& marked) {
    const auto numbers = copied(levels);
    const auto marks = copied(marked);
    self.use_whole([&](vgdl::Batch& batch) {
        check_length(batch, numbers.size());
        check_length(batch, marks.size());
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (marks[i] && numbers[i] >= batch.games().size()) refuse("there is no such level");
        batch.begin(numbers, marks);
    });
}

void step_batch(Batch& self, const Given<const std::uint8_t, 1>& given, const Marks& marked,
                const Streams& streams, const Scores& scores, const Flags& won, const Flags& lost,
                const Ticks& ticks) {
    const auto actions = copied(given);
    const auto marks = copied_marks(marked);
    const auto known = play_arrays(streams, scores, won, lost, ticks);
    self.use([&](vgdl::Batch& batch) {
        check_length(batch, actions.size());
        if (marked) check_length(batch, marks.size());
        check_arrays(batch, known);
        for (const std::uint8_t action : actions)
            if (action >= batch.actions()) refuse("there is no such action");
        batch.step(actions, marks, known);
    });
}

Numpy<std::int64_t> play_batch_randomly(Batch& self, std::uint32_t depth, const Streams& streams,
                                        const Scores& scores, const Flags& won, const Flags& lost,
                                        const Ticks& ticks) {
    const auto known = play_arrays(streams, scores, won, lost, ticks);
    Array<std::int64_t> lengths({known.streams.size()});
    self.use([&](vgdl::Batch& batch) {
        check_arrays(batch, known);
        batch.play_randomly(depth, known, lengths);
    });
    return lengths.release();
}

void masks(Batch& self, const Given<std::uint8_t, 2>& out) {
    self.use([&](vgdl::Batch& batch) {
        check_begun(batch);
        check_length(batch, out.shape(0));
        if (out.shape(1) != batch.actions()) refuse("there must be a column for every action");
        batch.masks(span_of(out));
    });
}

nb::bytes state(Batch& self, std::size_t number) {
    return to_bytes(self.use_whole([&](vgdl::Batch& batch) {
        if (number >= batch.count()) refuse("there is no such play");
        check_begun(batch);
        const vgdl::Engine& engine = batch.game(number).engine();
        std::vector<std::uint8_t> row(engine.bytes(batch.play(number)));
        engine.store(batch.play(number), row);
        return row;
    }));
}

void grids(Batch& self, const Given<std::uint8_t, 4>& out, const Marks& marked) {
    const auto marks = copied_marks(marked);
    self.use([&](vgdl::Batch& batch) {
        check_begun(batch);
        check_length(batch, out.shape(0));
        if (marked) check_length(batch, marks.size());
        for (const auto& game : batch.games()) {
            const vgdl::Map& map = game->engine().map();
            if (out.shape(1) != game->engine().rules().types.size() ||
                out.shape(2) < static_cast<std::size_t>(map.rows) ||
                out.shape(3) < static_cast<std::size_t>(map.columns))
                refuse("the array is too small for the grid of a level");
        }
        batch.grids(out.shape(2), out.shape(3), marks, span_of(out));
    });
}

void features(Batch& self, const Given<float, 2>& out, const Marks& marked) {
    const auto marks = copied_marks(marked);
    self.use([&](vgdl::Batch& batch) {
        check_begun(batch);
        check_length(batch, out.shape(0));
        if (marked) check_length(batch, marks.size());
        if (out.shape(1) != batch.features()) refuse("there must be a column for every feature");
        batch.features(marks, span_of(out));
    });
}

void bind_batch(nb::module_& m) {
    nb::class_<Batch>(m, "VgdlBatch",
        "Many plays of one game of VGDL side by side, on any of its levels.\n\n"
        "Arrays are as long as there are plays. What is known of the plays is kept in arrays of the caller's:\n"
        "the states of random streams (SplitMix64), scores, which are won, which are lost, and ticks. Only plays\n"
        "that are `marked` are meant, or all if it is None.")
        .def("__init__", &make_batch, "games"_a, "count"_a, "threads"_a,
             "Make room for so many plays on the levels of these games.")
        .def("begin", &begin, array_arg("levels"), array_arg("marked"),
             "Begin the marked plays anew, each on a level: the number of one of the games.")
        .def("step", &step_batch, array_arg("actions"), array_arg("marked").none(), array_arg("streams"),
             array_arg("scores"), array_arg("won"), array_arg("lost"), array_arg("ticks"),
             "Play an action in every play that is not over.")
        .def("play_randomly", &play_batch_randomly, "depth"_a, array_arg("streams"),
             array_arg("scores"), array_arg("won"), array_arg("lost"), array_arg("ticks"),
             "Play up to `depth` random actions in every play, and return how many were played.")
        .def("masks", &masks, array_arg("out"), "Write down which actions are legal, a row for each play.")
        .def("state", &state, "play"_a, "Return the state of a play.")
        .def("grids", &grids, array_arg("out"), array_arg("marked").none(),
             "Draw the grid of each play: types x rows x columns.")
        .def("features", &features, array_arg("out"), array_arg("marked").none(),
             "Write down the features of each play.");
}

}  // namespace

void bind_vgdl(nb::module_& m) {
    bind_game(m);
    bind_batch(m);
}

}  // namespace babalab
