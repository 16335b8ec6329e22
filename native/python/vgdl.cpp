// Games of VGDL as Python sees them. A state is a bytes object: a value, like everything in Python's games.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>
#include <utility>

#include "base/hash.hpp"
#include "base/random.hpp"
#include "base/thread_pool.hpp"
#include "digests.hpp"
#include "python/bindings.hpp"
#include "vgdl/engine.hpp"
#include "vgdl/observing.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using vgdl::Action;
using vgdl::Chance;
using vgdl::Engine;
using vgdl::NONE;
using vgdl::Play;

using Ints = std::vector<std::int32_t>;

// What an object of Python's has by this name.
template <class T>
T get(nb::handle object, const char* name) {
    return nb::cast<T>(object.attr(name));
}

// The tables that games/vgdl/tables.py makes; see there for what is in them.
vgdl::SpriteType type_from(nb::handle table) {
    vgdl::SpriteType type;
    type.kind = static_cast<vgdl::Class>(get<unsigned>(table, "kind"));
    type.speed = get<double>(table, "speed");
    type.cooldown = get<std::int32_t>(table, "cooldown");
    type.orientation = {get<double>(table, "orientation_x"), get<double>(table, "orientation_y")};
    type.oriented = get<bool>(table, "oriented");
    type.singleton = get<bool>(table, "singleton");
    type.rotates = get<bool>(table, "rotates");
    type.hidden = get<bool>(table, "hidden");
    type.portal = get<bool>(table, "portal");
    type.health = get<std::int64_t>(table, "health");
    type.health_limit = get<std::int64_t>(table, "health_limit");
    type.stype = get<std::int32_t>(table, "stype");
    type.ammo = get<std::int32_t>(table, "ammo");
    type.prob = get<double>(table, "prob");
    type.total = get<std::int64_t>(table, "total");
    type.cons = get<std::int64_t>(table, "cons");
    type.value = get<std::int64_t>(table, "value");
    type.limit = get<std::int64_t>(table, "limit");
    type.family = get<Ints>(table, "family");
    type.ancestry = get<Ints>(table, "ancestry");
    type.resource = get<std::int32_t>(table, "resource");
    return type;
}

vgdl::Effect effect_from(nb::handle table) {
    vgdl::Effect effect;
    effect.kind = static_cast<vgdl::EffectKind>(get<unsigned>(table, "kind"));
    effect.score = get<std::int64_t>(table, "score");
    effect.stype = get<std::int32_t>(table, "stype");
    effect.stype_to = get<std::int32_t>(table, "stype_to");
    effect.resource = get<std::int32_t>(table, "resource");
    effect.resource_limit = get<std::int64_t>(table, "resource_limit");
    effect.value = get<std::int64_t>(table, "value");
    effect.limit = get<std::int64_t>(table, "limit");
    effect.spend = get<std::int64_t>(table, "spend");
    effect.kill_second = get<bool>(table, "kill_second");
    effect.pixel_perfect = get<bool>(table, "pixel_perfect");
    return effect;
}

std::vector<vgdl::Effect> effects_from(nb::handle tables) {
    std::vector<vgdl::Effect> effects;
    for (const nb::handle each : nb::cast<nb::sequence>(tables)) effects.push_back(effect_from(each));
    return effects;
}

vgdl::Rules rules_from(nb::handle tables) {
    vgdl::Rules rules;
    for (const nb::handle each : get<nb::sequence>(tables, "types")) rules.types.push_back(type_from(each));
    rules.order = get<Ints>(tables, "order");
    for (const nb::handle each : get<nb::sequence>(tables, "pairs"))
        rules.pairs.push_back({get<std::int32_t>(each, "first"), get<std::int32_t>(each, "second"),
                               effects_from(each.attr("effects"))});
    for (const nb::handle each : get<nb::sequence>(tables, "edges"))
        rules.edges.push_back({get<std::int32_t>(each, "of"), effects_from(each.attr("effects"))});
    for (const nb::handle each : get<nb::sequence>(tables, "times"))
        rules.times.push_back({get<std::int32_t>(each, "of"), effect_from(each.attr("effect")),
                               get<std::int64_t>(each, "timer"), get<bool>(each, "repeating")});
    for (const nb::handle each : get<nb::sequence>(tables, "terminations"))
        rules.terminations.push_back(
            {static_cast<vgdl::TerminationKind>(get<unsigned>(each, "kind")), get<bool>(each, "win"),
             get<std::int32_t>(each, "stype"), get<std::int32_t>(each, "stype2"),
             get<std::int64_t>(each, "limit")});
    rules.resources = get<std::uint32_t>(tables, "resources");
    rules.most_sprites = get<std::uint32_t>(tables, "most_sprites");
    rules.most_contacts = get<std::uint32_t>(tables, "most_contacts");
    rules.last_tick = get<std::int32_t>(tables, "last_tick");
    return rules;
}

vgdl::Map map_from(nb::handle level) {
    vgdl::Map map{get<std::int32_t>(level, "columns"), get<std::int32_t>(level, "rows"),
                  get<std::int32_t>(level, "block"), {}};
    for (const nb::handle each : get<nb::sequence>(level, "sprites")) {
        const auto placed = nb::cast<nb::sequence>(each);
        map.sprites.push_back({nb::cast<std::int32_t>(placed[0]), nb::cast<std::int32_t>(placed[1]),
                               nb::cast<std::int32_t>(placed[2])});
    }
    return map;
}

// A game with the numbers its actions have for players.
class Game {
public:
    Game(nb::object tables, nb::object level, const std::vector<std::uint8_t>& actions)
        : engine_(rules_from(tables), map_from(level)),
          observer_(engine_, get<Ints>(tables, "seen"), get<std::vector<std::int64_t>>(tables, "resource_limits")),
          scratch_(engine_.start()),
          stochastic_(get<bool>(tables, "stochastic")) {
        for (const std::uint8_t action : actions) {
            if (action >= vgdl::ACTIONS) refuse("an action is a number from 0 to 5");
            actions_.push_back(static_cast<Action>(action));
        }
    }

    const Engine& engine() const { return engine_; }
    const vgdl::Observer& observer() const { return observer_; }
    bool stochastic() const { return stochastic_; }
    unsigned actions() const { return static_cast<unsigned>(actions_.size()); }
    Action action(std::uint8_t number) const { return actions_[number]; }

    // The play of a state. Nobody else runs while this is looked at: the interpreter's lock is held.
    Play& play_of(const nb::bytes& state) {
        load(scratch_, state);
        return scratch_;
    }
    void load(Play& play, const nb::bytes& state) const {
        if (!engine_.load(play, static_cast<const std::uint8_t*>(state.data()), state.size()))
            refuse("these bytes are not a state of this level");
    }
    nb::bytes bytes_of(const Play& play) const {
        PyObject* const made =
            PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(engine_.bytes(play)));
        if (!made) throw nb::python_error();
        engine_.store(play, reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(made)));
        return nb::steal<nb::bytes>(made);
    }
    vgdl::Head head_of(const nb::bytes& state) const {
        vgdl::Head head;
        if (state.size() < sizeof head) refuse("these bytes are not a state of this level");
        std::memcpy(&head, state.data(), sizeof head);
        return head;
    }

private:
    Engine engine_;
    vgdl::Observer observer_;
    Play scratch_;
    std::vector<Action> actions_;
    bool stochastic_;
};

nb::tuple step_one(Game& game, const nb::bytes& state, unsigned action, bool java, std::uint64_t chance) {
    if (action >= game.actions())
        refuse("an action is a number from 0 to " + std::to_string(game.actions() - 1));
    Play& play = game.play_of(state);
    if (play.head.over) return nb::make_tuple(state, chance);
    Chance stream(java ? Chance::JAVA : Chance::SPLIT, chance);
    game.engine().step(play, game.action(static_cast<std::uint8_t>(action)), stream);
    return nb::make_tuple(game.bytes_of(play), stream.state());
}

// Where plays ended, row after row, with what there is to say about each.
class Ends {
public:
    Ends(const Game& game, std::size_t count)
        : game_(game), starts_({count + 1}), scores_({count}), won_({count}), lost_({count}), lengths_({count}) {
        starts_.data()[0] = 0;
    }
    void add(const Play& play, std::uint32_t made) {
        const std::size_t begin = rows_.size(), i = count_++;
        rows_.resize(begin + game_.engine().bytes(play));
        game_.engine().store(play, rows_.data() + begin);
        starts_.data()[i + 1] = static_cast<std::int64_t>(rows_.size());
        scores_.data()[i] = static_cast<double>(play.head.score);
        won_.data()[i] = play.head.winner == 1;
        lost_.data()[i] = play.head.over && play.head.winner != 1;
        lengths_.data()[i] = made;
    }
    nb::tuple release() {
        return nb::make_tuple(nb::bytes(rows_.data(), rows_.size()), starts_.release(), scores_.release(),
                              won_.release(), lost_.release(), lengths_.release());
    }

private:
    const Game& game_;
    std::size_t count_ = 0;
    std::vector<std::uint8_t> rows_;
    Array<std::int64_t> starts_;
    Array<double> scores_;
    Array<bool> won_, lost_;
    Array<std::int64_t> lengths_;
};

template <class Next>
std::uint32_t play_on(const Game& game, Play& play, std::uint32_t length, Chance& chance, Next next) {
    std::uint32_t made = 0;
    for (; made < length && !play.head.over; ++made)
        game.engine().step(play, game.action(next(made)), chance);
    return made;
}

// Every play has a stream of its own, which the seed and its number determine.
Chance stream_of(std::uint64_t seed, std::size_t number) {
    return Chance(Chance::SPLIT, Random(seed, number).next());
}

nb::tuple plans_from(const Game& game, const nb::bytes& state, Rows plans, std::uint64_t seed) {
    check_plans(plans, game.actions());
    Play start = game.engine().start();
    game.load(start, state);
    const std::size_t count = plans.shape(0);
    const auto length = static_cast<std::uint32_t>(plans.shape(1));
    // Copied, since another thread may write into the array while the interpreter runs on.
    const std::vector<std::uint8_t> actions(plans.data(), plans.data() + plans.size());
    Ends ends(game, count);
    {
        nb::gil_scoped_release unlocked;
        Play play;
        for (std::size_t i = 0; i < count; ++i) {
            play = start;
            const std::uint8_t* const plan = actions.data() + i * length;
            Chance chance = stream_of(seed, i);
            ends.add(play, play_on(game, play, length, chance, [&](std::uint32_t n) { return plan[n]; }));
        }
    }
    return ends.release();
}

nb::tuple randomly_from(const Game& game, const nb::sequence& states, std::uint32_t depth,
                        std::uint64_t seed) {
    std::vector<nb::bytes> rows;
    Play play = game.engine().start();
    for (const nb::handle state : states) {
        rows.push_back(nb::cast<nb::bytes>(state));
        game.load(play, rows.back());
    }
    const std::size_t count = rows.size();
    Array<std::uint8_t> actions({count, std::size_t{depth}});
    Ends ends(game, count);
    {
        nb::gil_scoped_release unlocked;
        std::memset(actions.data(), 0, count * depth);
        for (std::size_t i = 0; i < count; ++i) {
            const auto* const row = reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(rows[i].ptr()));
            game.engine().load(play, row, static_cast<std::size_t>(PyBytes_GET_SIZE(rows[i].ptr())));
            std::uint8_t* const played = actions.data() + i * depth;
            Random random(seed, i);
            Chance chance(Chance::SPLIT, random.next());
            ends.add(play, play_on(game, play, depth, chance, [&](std::uint32_t n) {
                return played[n] = static_cast<std::uint8_t>(random.below(game.actions()));
            }));
        }
    }
    return nb::make_tuple(ends.release(), actions.release());
}

// All sprites: whole numbers (type, number, x, y, health, max health, disabled, category), orientations,
// and amounts of resources (the smallest number: never held).
nb::tuple sprites_of(Game& game, const nb::bytes& state) {
    const Play& play = game.play_of(state);
    std::vector<std::int32_t> handles;
    game.engine().all(play, handles);
    const std::size_t count = handles.size(), resources = game.engine().rules().resources;
    Array<std::int64_t> numbers({count, 8}), amounts({count, resources});
    Array<double> orientations({count, 2});
    for (std::size_t i = 0; i < count; ++i) {
        const vgdl::Sprite sprite = game.engine().seen(play, handles[i]);
        const std::int64_t row[8] = {sprite.type, sprite.number, sprite.x, sprite.y,
                                     sprite.health, sprite.max_health,
                                     (sprite.flags & vgdl::DISABLED) != 0,
                                     game.engine().category(sprite)};
        std::memcpy(numbers.data() + i * 8, row, sizeof row);
        orientations.data()[2 * i] = sprite.orientation.x;
        orientations.data()[2 * i + 1] = sprite.orientation.y;
        for (std::size_t r = 0; r < resources; ++r)
            amounts.data()[i * resources + r] =
                handles[i] < 0 ? vgdl::NEVER_HELD
                               : play.amounts[static_cast<std::size_t>(handles[i]) * resources + r];
    }
    return nb::make_tuple(numbers.release(), orientations.release(), amounts.release());
}

// The type of the player's sprite, its number, and whether it is disabled; nothing if there is none.
nb::object player_of(Game& game, const nb::bytes& state) {
    const Play& play = game.play_of(state);
    if (play.head.player == NONE) return nb::none();
    const vgdl::Sprite& sprite = play.sprites[static_cast<std::size_t>(play.head.player)];
    return nb::make_tuple(sprite.type, sprite.number, (sprite.flags & vgdl::DISABLED) != 0);
}

nb::ndarray<nb::numpy, std::uint8_t> grid_of(Game& game, const nb::bytes& state) {
    const vgdl::Map& map = game.engine().map();
    const auto rows = static_cast<std::size_t>(map.rows), columns = static_cast<std::size_t>(map.columns);
    Array<std::uint8_t> grid({game.engine().rules().types.size(), rows, columns});
    game.observer().grid(game.play_of(state), map.rows, map.columns, grid.data());
    return grid.release();
}

nb::ndarray<nb::numpy, float> features_of(Game& game, const nb::bytes& state) {
    Array<float> features({game.observer().features()});
    game.observer().features(game.play_of(state), features.data());
    return features.release();
}

nb::bytes hash_of_state(const Game&, const nb::bytes& state) {
    const std::size_t size = state.size(), whole = size / 16 * 16;
    const auto* const data = static_cast<const std::uint8_t*>(state.data());
    std::uint8_t rest[16] = {};
    std::memcpy(rest, data + whole, size - whole);
    Hash hash = hashing::absorb({size, 0}, data, whole);
    hash = hashing::finish(hashing::absorb(hash, rest, sizeof rest));
    return nb::bytes(&hash, sizeof hash);
}

template <class T, std::size_t N>
using Filled = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;
using Marks = Filled<const bool, 1>;

// What Python's arrays know of every play.
struct Told {
    Filled<std::uint64_t, 1> streams;
    Filled<double, 1> scores;
    Filled<bool, 1> won, lost;
    Filled<std::int32_t, 1> ticks;
};

// Many plays of one game side by side, on any of its levels. What is known of them is in arrays of
// Python's, which are as long as there are plays.
class Batch {
public:
    Batch(nb::list games, std::size_t count, unsigned threads)
        : plays_(count), levels_(count, 0), parts_(std::max(1u, threads)) {
        for (const nb::handle game : games) {
            if (game.is_none()) refuse("a level is missing");
            kept_.append(game);
            games_.push_back(nb::cast<const Game*>(game));
            if (games_.back()->actions() != games_[0]->actions()) refuse("levels must be of one game");
        }
        if (games_.empty()) refuse("there is no level to play on");
    }

    void begin(Filled<const std::uint32_t, 1> levels, Marks marked) {
        check(levels.shape(0));
        check(marked.shape(0));
        for (std::size_t i = 0; i < plays_.size(); ++i) {
            if (!marked.data()[i]) continue;
            if (levels.data()[i] >= games_.size()) refuse("there is no such level");
            levels_[i] = levels.data()[i];
            plays_[i] = games_[levels_[i]]->engine().start();
        }
    }

    // Chance comes from the play's stream: one number for every step where anything is random, and a
    // stream of its own from that.
    void step(Filled<const std::uint8_t, 1> actions, std::optional<Marks> marked,
              Filled<std::uint64_t, 1> streams, Filled<double, 1> scores, Filled<bool, 1> won,
              Filled<bool, 1> lost, Filled<std::int32_t, 1> ticks) {
        check(actions.shape(0));
        const bool* const marks = marked_data(marked);
        for (std::size_t i = 0; i < plays_.size(); ++i)
            if (actions.data()[i] >= games_[0]->actions()) refuse("there is no such action");
        Told told = checked({streams, scores, won, lost, ticks});
        each([&](std::size_t i) {
            if ((marks && !marks[i]) || plays_[i].head.over) return;
            step_one(i, actions.data()[i], told);
        });
    }

    nb::ndarray<nb::numpy, std::int64_t> play_randomly(
        std::uint32_t depth, Filled<std::uint64_t, 1> streams, Filled<double, 1> scores,
        Filled<bool, 1> won, Filled<bool, 1> lost, Filled<std::int32_t, 1> ticks) {
        Told told = checked({streams, scores, won, lost, ticks});
        Array<std::int64_t> lengths({plays_.size()});
        std::int64_t* const made = lengths.data();
        each([&](std::size_t i) {
            made[i] = 0;
            for (; made[i] < depth && !plays_[i].head.over; ++made[i]) {
                Chance stream(Chance::SPLIT, told.streams.data()[i]);
                const std::uint32_t action = stream.below(games_[0]->actions());
                told.streams.data()[i] = stream.state();
                step_one(i, static_cast<std::uint8_t>(action), told);
            }
        });
        return lengths.release();
    }

    void masks(Filled<std::uint8_t, 2> out) {
        check_begun();
        const std::size_t actions = games_[0]->actions();
        check(out.shape(0));
        if (out.shape(1) != actions) refuse("there must be a column for every action");
        for (std::size_t i = 0; i < plays_.size(); ++i)
            for (std::size_t a = 0; a < actions; ++a) {
                const Action action = games_[0]->action(static_cast<std::uint8_t>(a));
                out.data()[i * actions + a] = action == Action::WAIT
                                                  ? !plays_[i].head.over
                                                  : game(i).engine().able(plays_[i], action);
            }
    }

    nb::bytes state(std::size_t i) const {
        check_number(i);
        check_begun();
        return game(i).bytes_of(plays_[i]);
    }

    void grids(Filled<std::uint8_t, 4> out, std::optional<Marks> marked) {
        check_begun();
        check(out.shape(0));
        const bool* const marks = marked_data(marked);
        const std::size_t size = out.shape(1) * out.shape(2) * out.shape(3);
        for (const Game* each : games_) {
            const vgdl::Map& map = each->engine().map();
            if (out.shape(1) != each->engine().rules().types.size() ||
                out.shape(2) < static_cast<std::size_t>(map.rows) ||
                out.shape(3) < static_cast<std::size_t>(map.columns))
                refuse("the array is too small for the grid of a level");
        }
        each([&](std::size_t i) {
            if (marks && !marks[i]) return;
            game(i).observer().grid(plays_[i], static_cast<std::int32_t>(out.shape(2)),
                                    static_cast<std::int32_t>(out.shape(3)), out.data() + i * size);
        });
    }

    void features(Filled<float, 2> out, std::optional<Marks> marked) {
        check_begun();
        check(out.shape(0));
        const bool* const marks = marked_data(marked);
        if (out.shape(1) != games_[0]->observer().features()) refuse("there must be a column for every feature");
        each([&](std::size_t i) {
            if (!marks || marks[i])
                game(i).observer().features(plays_[i], out.data() + i * out.shape(1));
        });
    }

private:
    const Game& game(std::size_t i) const { return *games_[levels_[i]]; }
    void check(std::size_t length) const {
        if (length != plays_.size()) refuse("there must be a number for every play");
    }
    void check_number(std::size_t i) const {
        if (i >= plays_.size()) refuse("there is no such play");
    }
    void check_begun() const {
        for (const Play& play : plays_)
            if (play.kin.empty()) refuse("a play has not begun");
    }
    const bool* marked_data(const std::optional<Marks>& marked) const {
        if (!marked) return nullptr;
        check(marked->shape(0));
        return marked->data();
    }
    Told checked(Told told) const {
        check(told.streams.shape(0));
        check(told.scores.shape(0));
        check(told.won.shape(0));
        check(told.lost.shape(0));
        check(told.ticks.shape(0));
        check_begun();
        return told;
    }
    void step_one(std::size_t i, std::uint8_t action, Told& told) {
        Play& play = plays_[i];
        std::uint64_t seed = 0;
        if (game(i).stochastic()) {
            Chance stream(Chance::SPLIT, told.streams.data()[i]);
            seed = stream.next();
            told.streams.data()[i] = stream.state();
        }
        Chance chance(Chance::SPLIT, seed);
        game(i).engine().step(play, game(i).action(action), chance);
        told.scores.data()[i] = static_cast<double>(play.head.score);
        told.won.data()[i] = play.head.winner == 1;
        told.lost.data()[i] = play.head.over && play.head.winner != 1;
        told.ticks.data()[i] = play.head.tick;
    }
    template <class Work>
    void each(Work work) {
        nb::gil_scoped_release unlocked;
        const std::size_t count = plays_.size(), parts = std::min<std::size_t>(parts_, count);
        run_parts(parts, [&](std::size_t part) {
            for (std::size_t i = count * part / parts; i < count * (part + 1) / parts; ++i) work(i);
        });
    }

    nb::list kept_;
    std::vector<const Game*> games_;
    std::vector<Play> plays_;
    std::vector<std::uint32_t> levels_;
    unsigned parts_;
};

}  // namespace

void bind_vgdl(nb::module_& m) {
    m.attr("VGDL_DIGEST") = BABALAB_VGDL_DIGEST;
    nb::class_<Game>(m, "Vgdl")
        .def(nb::init<nb::object, nb::object, const std::vector<std::uint8_t>&>())
        .def("start", [](const Game& game) { return game.bytes_of(game.engine().start()); })
        .def("step", &step_one)
        .def("status", [](const Game& game, const nb::bytes& state) {
            const vgdl::Head head = game.head_of(state);
            return nb::make_tuple(head.score, head.tick, head.winner, head.over != 0);
        })
        .def("sprites", &sprites_of)
        .def("player", &player_of)
        .def("hash", &hash_of_state)
        .def("grid", &grid_of)
        .def("features", &features_of)
        .def("play_plans", &plans_from)
        .def("play_randomly", &randomly_from);
    nb::class_<Batch>(m, "VgdlBatch")
        .def(nb::init<nb::list, std::size_t, unsigned>(), "games"_a, "count"_a, "threads"_a)
        .def("begin", &Batch::begin)
        .def("step", &Batch::step, "actions"_a, "marked"_a.none(), "streams"_a, "scores"_a, "won"_a,
             "lost"_a, "ticks"_a)
        .def("play_randomly", &Batch::play_randomly)
        .def("masks", &Batch::masks)
        .def("state", &Batch::state)
        .def("grids", &Batch::grids, "out"_a, "marked"_a.none())
        .def("features", &Batch::features, "out"_a, "marked"_a.none());
}

}  // namespace babalab
