// Baba's levels and states as Python sees them: one state as bytes, many as an array of rows.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "baba/batch.hpp"
#include "baba/inspect.hpp"
#include "baba/picture.hpp"
#include "baba/step.hpp"
#include "python/bindings.hpp"
#include "python/choice.hpp"
#include "python/guarded.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Actions = Given<const std::uint8_t, 1>;
using Hashes = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// Hashes go to Python as two numbers each.
static_assert(sizeof(Hash) == 2 * sizeof(std::uint64_t));
std::span<Hash> as_hashes(std::span<std::uint64_t> halves) {
    return {reinterpret_cast<Hash*>(halves.data()), halves.size() / 2};
}

std::span<const Hash> as_hashes(const Hashes& array) {
    return {reinterpret_cast<const Hash*>(span_of(array).data()), array.shape(0)};
}

nb::bytes step_one(const Level& level, const nb::bytes& row, int action) {
    static thread_local Scratch scratch;
    if (action < 0 || action >= ACTION_COUNT) refuse("an action is a number from 0 to 4");
    if (row.size() != level.layout.bytes) refuse("these bytes are not a state of this level");
    nb::bytes next(row.data(), row.size());  // nobody else has seen it yet: it may still change
    const Row its(level.layout, const_cast<std::uint8_t*>(span_of(next).data()));
    if (!can_step(level, *its.header)) refuse("these bytes are not a state of this level");
    step(level, its, static_cast<Action>(action), scratch);
    return next;
}

nb::int_ hash_one(const Level& level, const nb::bytes& bytes, unsigned kind) {
    static thread_local Scratch scratch;
    OneRow one(level, bytes);
    const Hash hash = hash_of(level, one.view(), hash_kind(kind), scratch);
    return nb::int_((nb::int_(hash.high) << nb::int_(64)) | nb::int_(hash.low));
}

std::vector<std::tuple<unsigned, unsigned>> rules(const Level& level, const nb::bytes& row) {
    std::vector<std::tuple<unsigned, unsigned>> all;
    for (const auto& [subject, predicate] : rules_of(OneRow(level, row).view()))
        all.emplace_back(subject, predicate);
    return all;
}

std::vector<std::tuple<unsigned, int, int, bool>> words(const Level& level, const nb::bytes& row) {
    std::vector<std::tuple<unsigned, int, int, bool>> all;
    for (const auto& [word, y, x, in_front] : words_of(level, OneRow(level, row).view()))
        all.emplace_back(word, y, x, in_front);
    return all;
}

using ThingTuple = std::tuple<unsigned, int, int, int, unsigned, unsigned>;
std::vector<ThingTuple> things(const Level& level, const nb::bytes& row) {
    std::vector<ThingTuple> all;
    for (const auto& [noun, y, x, facing, layer, meta] : things_of(level, OneRow(level, row).view()))
        all.emplace_back(noun, y, x, facing, layer, meta);
    return all;
}

std::string picture(const Level& level, const nb::bytes& row) {
    std::string text(static_cast<std::size_t>(level.width * level.height), ' ');
    draw(level, OneRow(level, row).view(), text);
    return text;
}

Numpy<std::uint8_t> step_many(const Level& level, const Rows& rows, const Actions& given,
                              unsigned threads) {
    check_width(level, rows);
    const std::size_t count = rows.shape(0);
    if (given.shape(0) != count)
        refuse(std::to_string(count) + " states but " + std::to_string(given.shape(0)) + " actions");
    const auto actions = copied(given);
    check_actions(actions, ACTION_COUNT);
    Array<std::uint8_t> out({count, level.layout.bytes});
    raise_if(without_gil([&] { return step_rows(level, span_of(rows), actions, out, threads); }));
    return out.release();
}

Numpy<std::uint64_t> hash_many(const Level& level, const Rows& rows, unsigned kind, unsigned threads) {
    check_width(level, rows);
    const HashKind chosen = hash_kind(kind);
    Array<std::uint64_t> out({rows.shape(0), 2});
    raise_if(without_gil(
        [&] { return hash_rows(level, span_of(rows), chosen, as_hashes(out), threads); }));
    return out.release();
}

Numpy<std::uint8_t> status_many(const Level& level, const Rows& rows) {
    check_width(level, rows);
    Array<std::uint8_t> out({rows.shape(0)});
    raise_if(without_gil([&] { return status_rows(level, span_of(rows), out); }));
    return out.release();
}

Numpy<std::uint8_t> pictures(const Level& level, const Rows& rows) {
    check_width(level, rows);
    Array<std::uint8_t> out({rows.shape(0), static_cast<std::size_t>(level.height),
                             static_cast<std::size_t>(level.width)});
    const std::span<char> characters(reinterpret_cast<char*>(out.span().data()), out.span().size());
    raise_if(without_gil([&] { return draw_rows(level, span_of(rows), characters); }));
    return out.release();
}

std::tuple<Numpy<std::uint8_t>, Numpy<std::uint8_t>, Numpy<std::uint64_t>> expand(
    const Level& level, const Rows& rows, unsigned kind, unsigned threads) {
    check_width(level, rows);
    const std::size_t count = rows.shape(0), actions = ACTION_COUNT;
    const HashKind chosen = hash_kind(kind);
    Array<std::uint8_t> children({count, actions, level.layout.bytes}), status({count, actions});
    Array<std::uint64_t> hashes({count, actions, 2});
    raise_if(without_gil([&] {
        return expand_rows(level, span_of(rows), chosen, {children, status, as_hashes(hashes)}, threads);
    }));
    return {children.release(), status.release(), hashes.release()};
}

void check_same(const Level& level, const DeadEnds& dead_ends) {
    if (&dead_ends.level() != &level) refuse("these dead ends are of another level");
}

Numpy<std::uint8_t> dead_ends_of(const Level& level, const DeadEnds& dead_ends, const Rows& rows,
                                 unsigned threads) {
    check_width(level, rows);
    check_same(level, dead_ends);
    Array<std::uint8_t> out({rows.shape(0)});
    static_assert(sizeof(DeadEnd) == 1);
    const std::span<DeadEnd> found(reinterpret_cast<DeadEnd*>(out.span().data()), out.span().size());
    raise_if(without_gil([&] { return find_dead_ends(dead_ends, span_of(rows), found, threads); }));
    return out.release();
}

using FreshTuple =
    std::tuple<Numpy<std::uint8_t>, Numpy<std::uint32_t>, Numpy<std::uint8_t>, Numpy<std::uint8_t>,
               std::size_t, std::size_t, nb::typed<nb::tuple, std::size_t, nb::ellipsis>>;
FreshTuple expand_unseen(const Level& level, const Rows& rows, Guarded<VisitedSet>& visited,
                         unsigned kind, unsigned dropped, const std::vector<unsigned>& order,
                         const DeadEnds* dead_ends, bool twins, unsigned threads) {
    check_width(level, rows);
    if (dead_ends) check_same(level, *dead_ends);
    Choice choice = choice_of(kind, dropped, order);
    choice.dead_ends = dead_ends;
    choice.twins = twins;
    Fresh fresh;
    raise_if(visited.use([&](VisitedSet& set) {
        return expand_fresh(level, span_of(rows), choice, set, fresh, threads);
    }));
    const std::size_t count = fresh.parents.size();
    return {to_numpy(std::move(fresh.rows), {count, level.layout.bytes}),
            to_numpy(std::move(fresh.parents), {count}), to_numpy(std::move(fresh.actions), {count}),
            to_numpy(std::move(fresh.status), {count}), fresh.dropped, fresh.overflown,
            nb::typed<nb::tuple, std::size_t, nb::ellipsis>(nb::tuple(nb::cast(fresh.dead_ends)))};
}

std::tuple<Numpy<std::uint8_t>, Numpy<std::uint8_t>, Numpy<std::uint32_t>> rollout(
    const Level& level, const Rows& rows, std::uint32_t depth, std::uint64_t seed, std::uint64_t first,
    unsigned stop, unsigned threads) {
    check_width(level, rows);
    const std::size_t count = rows.shape(0);
    check_depth(depth);
    const std::uint8_t bits = status_bits(stop);
    Array<std::uint8_t> ends({count, level.layout.bytes}), moves({count, std::size_t{depth}});
    Array<std::uint32_t> lengths({count});
    raise_if(without_gil([&] {
        return rollout_rows(level, span_of(rows), {depth, seed, first, bits}, {ends, moves, lengths}, threads);
    }));
    return {ends.release(), moves.release(), lengths.release()};
}

std::tuple<Numpy<std::uint8_t>, Numpy<bool>, Numpy<bool>, Numpy<std::int64_t>> play_plans_many(
    const Level& level, const Rows& row, const Rows& given, unsigned stop, unsigned threads) {
    check_width(level, row);
    if (row.shape(0) != 1) refuse("plans are played from one state");
    auto state = copied(row);
    if (!is_state(level, Row(level.layout, state.data()))) raise_if(BadRow{0});
    const auto plans = copied(given);
    check_plans(plans, given.shape(1), ACTION_COUNT);
    const std::uint8_t bits = status_bits(stop);
    const std::size_t count = given.shape(0);
    Array<std::uint8_t> ends({count, level.layout.bytes});
    Array<bool> won({count}), over({count});
    Array<std::int64_t> lengths({count});
    without_gil([&] {
        play_plans_on(level, state, plans, static_cast<std::uint32_t>(given.shape(1)), bits,
                      {ends, won, over, lengths}, threads);
    });
    return {ends.release(), won.release(), over.release(), lengths.release()};
}

Numpy<double> distances(const Level& level, const Rows& rows, unsigned threads) {
    check_width(level, rows);
    Array<double> out({rows.shape(0), 3});
    raise_if(without_gil([&] { return average_distances(level, span_of(rows), out, threads); }));
    return out.release();
}

Numpy<double> attractions_of(const Level& level, const Rows& rows, unsigned threads) {
    check_width(level, rows);
    Array<double> out({rows.shape(0)});
    raise_if(without_gil([&] { return attractions(level, span_of(rows), out, threads); }));
    return out.release();
}

Numpy<bool> insert_many(Guarded<VisitedSet>& visited, const Hashes& given) {
    Array<bool> fresh({given.shape(0)});
    visited.use([&](VisitedSet& set) { set.insert(as_hashes(given), fresh); });
    return fresh.release();
}

Numpy<bool> contains_many(Guarded<VisitedSet>& visited, const Hashes& given) {
    Array<bool> there({given.shape(0)});
    visited.use([&](VisitedSet& set) { set.contains(as_hashes(given), there); });
    return there.release();
}

void bind_constants(nb::module_& m) {
    m.attr("THING_CHARACTERS") = nb::str(THING_CHARACTERS.data(), THING_CHARACTERS.size());
    m.attr("WORD_CHARACTERS") = nb::str(WORD_CHARACTERS.data(), WORD_CHARACTERS.size());
    m.attr("WON") = WON;
    m.attr("HELPLESS") = HELPLESS;
    m.attr("LOST") = LOST;
    m.attr("OVERFLOWN") = OVERFLOWN;
    m.attr("STATUS_AT") = offsetof(Header, status);
    m.attr("FRONT") = FRONT;
    m.attr("BACK") = BACK;
    m.attr("MOVABLE") = MOVABLE;
    m.attr("STOPPING") = STOPPING;
    m.attr("ROSTER") = ROSTER;
    m.attr("TAG_AT") = offsetof(Header, level);
    m.attr("KIN") = KIN;
    m.attr("DEAD_END_NAMES") = names_of(DEAD_END_NAMES);
}

}  // namespace

void bind_level(nb::module_& m) {
    bind_constants(m);

    // It refers to the level, so it keeps it alive.
    nb::class_<DeadEnds>(m, "DeadEnds", "Proofs that a state of a level can't be won any more.")
        .def(nb::init<const Level&>(), "level"_a, nb::keep_alive<1, 2>(),
             "Find out what never changes in a level.");

    nb::class_<Guarded<VisitedSet>>(m, "VisitedSet", "A set of 128-bit hashes that only grows.")
        .def(nb::init<>(), "Make an empty set.")
        .def("__len__", [](Guarded<VisitedSet>& visited) {
            return visited.look([](VisitedSet& set) { return set.size(); });
        }, "Return the number of members.")
        .def_prop_ro("nbytes", [](Guarded<VisitedSet>& visited) {
            return visited.look([](VisitedSet& set) { return set.bytes(); });
        }, "The memory it occupies, in bytes.")
        .def("insert", &insert_many, array_arg("hashes"),
             "Insert hashes, rows of two halves, in order, and return which were not there yet.")
        .def("contains", &contains_many, array_arg("hashes"), "Return which of the hashes are members.");

    nb::class_<Level>(m, "Level", "A level made ready to be played.\n\n"
        "One state is a bytes object, many are the rows of an array. A `status` has the bits `WON`,\n"
        "`HELPLESS`, `LOST` and `OVERFLOWN`; a `kind` is the number of a hash: exact, loose, picture,\n"
        "future, unordered. The results are the same for any number of `threads`.\n\n"
        "What is no state of the level is refused. But `step`, `step_many`, `expand` and `status_many` check\n"
        "only the header of a state. If the rest of it has been tampered with, they read and write nothing\n"
        "outside of it, but what they return means nothing.")
        .def("__init__", [](const Unmade<Level>& self, const std::vector<std::string>& lines) {
            make(self, value_of(Level::parse(lines)));
        }, "rows"_a, "Read the rows of a map. Raises ValueError if they are none.")
        .def_ro("width", &Level::width, "The number of columns.")
        .def_ro("height", &Level::height, "The number of rows.")
        .def_ro("records_facing", &Level::records_facing, "Whether states know which way things face.")
        .def_prop_ro("row_bytes", [](const Level& level) { return level.layout.bytes; },
                     "The number of bytes of a state.")
        .def_prop_ro("alike_nouns", [](const Level& level) { return level.possible.alike; },
                     "A bit for each noun whose things are alike but for where they stand.")
        .def("possible_rules", [](const Level& level) {
            return std::vector<std::uint32_t>(level.possible.said.begin(), level.possible.said.end());
        }, "Return for each noun a bit for every word that may ever be said of it.")
        .def("start", [](const Level& level) { return to_bytes(level.start); },
             "Return the first state.")
        .def("step", &step_one, "row"_a, "action"_a, "Return the state after an action.")
        .def("status", [](const Level& level, const nb::bytes& row) {
            return OneRow(level, row).view().header->status;
        }, "row"_a, "Return the status of a state.")
        .def("you_count", [](const Level& level, const nb::bytes& row) {
            return OneRow(level, row).view().header->you;
        }, "row"_a, "Return how many things are YOU.")
        .def("hash", &hash_one, "row"_a, "kind"_a, "Return a hash of a state, a number of 128 bits.")
        .def("rules", &rules, "row"_a, "Return the rules in force: subject and predicate of each.")
        .def("words", &words, "row"_a,
             "Return word, row, column and whether it is in front, of each word.")
        .def("things", &things, "row"_a,
             "Return noun, row, column, facing (-1: none), layer and meta bits of each thing.")
        .def("picture", &picture, "row"_a, "Return the characters of the map, row after row.")
        .def("step_many", &step_many, array_arg("rows"), array_arg("actions"), "threads"_a,
             "Return the states after one action each.")
        .def("hash_many", &hash_many, array_arg("rows"), "kind"_a, "threads"_a,
             "Return the hash of each state, its low half and its high half.")
        .def("status_many", &status_many, array_arg("rows"), "Return the status of each state.")
        .def("pictures", &pictures, array_arg("rows"), "Return the characters of the map of each state.")
        .def("expand", &expand, array_arg("rows"), "kind"_a, "threads"_a,
             "Return the five children of each state, their status and their hashes.")
        .def("dead_ends", &dead_ends_of, "dead_ends"_a, array_arg("rows"), "threads"_a,
             "Return for each state the number in `DEAD_END_NAMES` that says why it is a dead end.")
        .def("expand_unseen", &expand_unseen, array_arg("rows"), "visited"_a, "kind"_a, "dropped"_a, "order"_a,
             "dead_ends"_a.none(), "twins"_a, "threads"_a,
             "Return the children that are not in `visited`, and insert them there.\n\n"
             "Children whose status has a bit of `dropped` are left out, and so are those that\n"
             "`dead_ends`, if given, proves to be such. Those of one parent come in the `order` of their\n"
             "actions; with `twins` some of them may be the same. Returned are rows, the numbers of their\n"
             "parents, actions, status; how many children were dropped, how many the engine could not\n"
             "represent, and how many were dead ends, by reason.")
        .def("rollout", &rollout, array_arg("rows"), "depth"_a, "seed"_a, "first"_a, "stop"_a, "threads"_a,
             "Play random actions from each state until its status has a bit of `stop`.\n\n"
             "Row i draws from a stream that `seed` and `first` + i determine. Returned are the last\n"
             "states, the actions played, up to `depth` each, and how many they are.")
        .def("play_plans", &play_plans_many, array_arg("row"), array_arg("plans"), "stop"_a, "threads"_a,
             "Play each plan, a row of actions, from one state until its status has a bit of `stop`.\n\n"
             "Returned are the last states, which are won, which are over without a win, and how many\n"
             "actions were played.")
        .def("average_distances", &distances, array_arg("rows"), "threads"_a,
             "Return the average distances from YOU to what wins, to words and to what can be pushed.\n\n"
             "A distance is NaN where there is no pair to measure.")
        .def("attractions", &attractions_of, array_arg("rows"), "threads"_a,
             "Return 3 / (the sum of the average distances), with 10 for a distance that is NaN.");
}

}  // namespace babalab
