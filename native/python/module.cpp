// The core's face to Python: checks what it is given, releases the GIL, owns no logic.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>

#include "baba/batch.hpp"
#include "baba/dead_end.hpp"
#include "baba/level.hpp"
#include "baba/picture.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "python/bindings.hpp"
#include "search/layers.hpp"

namespace nb = nanobind;
using namespace babalab;

namespace {

using Actions = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Hashes = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// A vector on its way to NumPy, without copying its elements.
template <class T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T>&& vector, std::vector<std::size_t> shape) {
    auto* const kept = new std::vector<T>(std::move(vector));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.data(), owner);
}

nb::bytes step_one(const Level& level, nb::bytes row, int action) {
    static thread_local Scratch scratch;
    if (action < 0 || action >= ACTION_COUNT) refuse("an action is a number from 0 to 4");
    if (row.size() != level.layout.bytes ||
        first_bad_row(level, static_cast<const std::uint8_t*>(row.data()), 1) != 1)
        refuse("these bytes are not a state of this level");
    nb::bytes next(row.data(), row.size());  // nobody else has seen it yet: it may still change
    auto* const bytes = const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(next.data()));
    step(level, Row(level.layout, bytes), static_cast<Action>(action), scratch);
    return next;
}

nb::object step_many(const Level& level, Rows rows, Actions actions, unsigned threads) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0);
    if (actions.shape(0) != count)
        refuse(std::to_string(count) + " states but " + std::to_string(actions.shape(0)) + " actions");
    for (std::size_t i = 0; i < count; ++i)
        if (actions.data()[i] >= ACTION_COUNT)
            refuse("actions[" + std::to_string(i) + "] is not a number from 0 to 4");
    Array<std::uint8_t> out({count, level.layout.bytes});
    {
        nb::gil_scoped_release unlocked;
        step_rows(level, rows.data(), actions.data(), count, out.data(), threads);
    }
    return nb::cast(out.release());
}

HashKind kind_of(unsigned number) {
    if (number > static_cast<unsigned>(HashKind::unordered)) refuse("there is no such kind of hash");
    return static_cast<HashKind>(number);
}

nb::object hash_many(const Level& level, Rows rows, unsigned kind, unsigned threads) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0);
    const HashKind chosen = kind_of(kind);
    Array<std::uint64_t> out({count, 2});
    {
        nb::gil_scoped_release unlocked;
        hash_rows(level, rows.data(), count, chosen, reinterpret_cast<Hash*>(out.data()), threads);
    }
    return nb::cast(out.release());
}

nb::tuple expand(const Level& level, Rows rows, unsigned kind, unsigned threads) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0);
    const HashKind chosen = kind_of(kind);
    Array<std::uint8_t> children({count, std::size_t{ACTION_COUNT}, level.layout.bytes});
    Array<std::uint8_t> status({count, std::size_t{ACTION_COUNT}});
    Array<std::uint64_t> hashes({count, std::size_t{ACTION_COUNT}, 2});
    {
        nb::gil_scoped_release unlocked;
        expand_rows(level, rows.data(), count, chosen, children.data(), status.data(),
                    reinterpret_cast<Hash*>(hashes.data()), threads);
    }
    return nb::make_tuple(children.release(), status.release(), hashes.release());
}

void check_same(const Level& level, const DeadEnds& dead_ends) {
    if (&dead_ends.level() != &level) refuse("these dead ends are of another level");
}

nb::object dead_ends_of(const Level& level, const DeadEnds& dead_ends, Rows rows, unsigned threads) {
    check_rows(level, rows);
    check_same(level, dead_ends);
    const std::size_t count = rows.shape(0);
    Array<std::uint8_t> out({count});
    static_assert(sizeof(DeadEnd) == 1);
    {
        nb::gil_scoped_release unlocked;
        find_dead_ends(dead_ends, level, rows.data(), count, reinterpret_cast<DeadEnd*>(out.data()),
                       threads);
    }
    return nb::cast(out.release());
}

Choice choice_of(unsigned kind, unsigned dropped, const std::vector<unsigned>& order) {
    Choice choice{kind_of(kind), static_cast<std::uint8_t>(dropped), {}, nullptr};
    if (order.size() != ACTION_COUNT) refuse("the order names each of the five actions once");
    for (unsigned i = 0; i < ACTION_COUNT; ++i) {
        if (std::ranges::count(order, i) != 1) refuse("the order names each of the five actions once");
        choice.order[i] = static_cast<std::uint8_t>(order[i]);
    }
    return choice;
}

nb::tuple expand_unseen(const Level& level, Rows rows, VisitedSet& visited, unsigned kind,
                        unsigned dropped, const std::vector<unsigned>& order,
                        const DeadEnds* dead_ends, unsigned threads) {
    check_rows(level, rows);
    if (dead_ends) check_same(level, *dead_ends);
    Choice choice = choice_of(kind, dropped, order);
    choice.dead_ends = dead_ends;
    Fresh fresh;
    {
        nb::gil_scoped_release unlocked;
        fresh = expand_fresh(level, rows.data(), rows.shape(0), choice, visited, threads);
    }
    const std::size_t count = fresh.parents.size();
    return nb::make_tuple(to_numpy(std::move(fresh.rows), {count, level.layout.bytes}),
                          to_numpy(std::move(fresh.parents), {count}),
                          to_numpy(std::move(fresh.actions), {count}),
                          to_numpy(std::move(fresh.status), {count}), fresh.dropped, fresh.overflown,
                          nb::tuple(nb::cast(fresh.dead_ends)));
}

nb::tuple rollout(const Level& level, Rows rows, std::uint32_t depth, std::uint64_t seed,
                  std::uint64_t first, unsigned stop, unsigned threads) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0), bytes = level.layout.bytes;
    Array<std::uint8_t> last({count, bytes});
    Array<std::uint8_t> moves({count, std::size_t{depth}});
    Array<std::uint32_t> lengths({count});
    {
        nb::gil_scoped_release unlocked;
        std::memcpy(last.data(), rows.data(), count * bytes);
        std::memset(moves.data(), WAIT, count * depth);
        rollout_rows(level, last.data(), count, depth, seed, first, static_cast<std::uint8_t>(stop),
                     moves.data(), lengths.data(), threads);
    }
    return nb::make_tuple(last.release(), moves.release(), lengths.release());
}

nb::tuple play_plans_many(const Level& level, Rows row, Rows plans, unsigned stop, unsigned threads) {
    check_rows(level, row);
    if (row.shape(0) != 1) refuse("plans are played from one state");
    check_plans(plans, ACTION_COUNT);
    const std::size_t count = plans.shape(0);
    Array<std::uint8_t> ends({count, level.layout.bytes});
    Array<bool> won({count}), over({count});
    Array<std::int64_t> lengths({count});
    {
        nb::gil_scoped_release unlocked;
        play_plans_on(level, row.data(), plans.data(), count, static_cast<std::uint32_t>(plans.shape(1)),
                      static_cast<std::uint8_t>(stop), ends.data(), lengths.data(), threads);
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned status = ends.data()[i * level.layout.bytes + offsetof(Header, status)];
            won.data()[i] = status & WON;
            over.data()[i] = !(status & WON) && status & stop;
        }
    }
    return nb::make_tuple(ends.release(), won.release(), over.release(), lengths.release());
}

nb::object status_many(const Level& level, Rows rows) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0);
    Array<std::uint8_t> out({count});
    for (std::size_t i = 0; i < count; ++i)
        out.data()[i] = rows.data()[i * level.layout.bytes + offsetof(Header, status)];
    return nb::cast(out.release());
}

nb::object pictures(const Level& level, Rows rows) {
    check_rows(level, rows);
    const std::size_t count = rows.shape(0), bytes = level.layout.bytes;
    const auto height = static_cast<std::size_t>(level.height);
    const auto width = static_cast<std::size_t>(level.width);
    Array<std::uint8_t> out({count, height, width});
    {
        nb::gil_scoped_release unlocked;
        std::vector<std::uint8_t> copy(bytes);
        for (std::size_t i = 0; i < count; ++i) {
            std::memcpy(copy.data(), rows.data() + i * bytes, bytes);
            draw(level, Row(level.layout, copy.data()),
                 reinterpret_cast<char*>(out.data()) + i * height * width);
        }
    }
    return nb::cast(out.release());
}

nb::object distances(const Level& level, Rows rows, unsigned threads) {
    check_rows(level, rows);
    Array<double> out({rows.shape(0), 3});
    {
        nb::gil_scoped_release unlocked;
        average_distances(level, rows.data(), rows.shape(0), out.data(), threads);
    }
    return nb::cast(out.release());
}

nb::object attractions_of(const Level& level, Rows rows, unsigned threads) {
    check_rows(level, rows);
    Array<double> out({rows.shape(0)});
    {
        nb::gil_scoped_release unlocked;
        attractions(level, rows.data(), rows.shape(0), out.data(), threads);
    }
    return nb::cast(out.release());
}

nb::int_ hash_one(const Level& level, nb::bytes bytes, unsigned kind) {
    OneRow one(level, bytes);
    Hash hash;
    hash_rows(level, one.data(), 1, kind_of(kind), &hash, 1);
    return nb::int_((nb::int_(hash.high) << nb::int_(64)) | nb::int_(hash.low));
}

std::vector<nb::tuple> rules_of(const Level& level, nb::bytes bytes) {
    OneRow one(level, bytes);
    const Row row = one.view(level);
    std::vector<nb::tuple> rules;
    for (unsigned i = 0; i < row.header->rules; ++i)
        rules.push_back(nb::make_tuple(subject_of(row.rules[i]), predicate_of(row.rules[i])));
    return rules;
}

// (word, row, column, whether it is in front) for each word.
std::vector<nb::tuple> words_of(const Level& level, nb::bytes bytes) {
    OneRow one(level, bytes);
    const Row row = one.view(level);
    std::vector<nb::tuple> words;
    for (unsigned w = 0; w < level.layout.words; ++w) {
        const auto cell = static_cast<std::uint16_t>(row.keys[w] & CELL);
        words.push_back(nb::make_tuple(level.words[w], level.row_of(cell), level.column_of(cell),
                                       (row.keys[w] & FRONT) != 0));
    }
    return words;
}

// (noun, row, column, facing or -1, key bits, meta bits) for each thing.
std::vector<nb::tuple> things_of(const Level& level, nb::bytes bytes) {
    OneRow one(level, bytes);
    const Row row = one.view(level);
    std::vector<nb::tuple> things;
    for (unsigned i = 0; i < row.header->things; ++i) {
        const auto cell = static_cast<std::uint16_t>(row.things[i] & CELL);
        const unsigned meta = row.metas[i];
        things.push_back(nb::make_tuple(meta & NOUN, level.row_of(cell), level.column_of(cell),
                                        static_cast<int>((meta & FACING) >> FACING_SHIFT) - 1,
                                        row.things[i] & ~unsigned{CELL}, meta));
    }
    return things;
}

nb::object insert_many(VisitedSet& visited, Hashes hashes) {
    const std::size_t count = hashes.shape(0);
    Array<bool> fresh({count});
    {
        nb::gil_scoped_release unlocked;
        const auto hash_at = [&](std::size_t i) {
            return Hash{hashes.data()[2 * i], hashes.data()[2 * i + 1]};
        };
        constexpr std::size_t ahead = 16;
        for (std::size_t i = 0; i < std::min(ahead, count); ++i) visited.prefetch(hash_at(i));
        for (std::size_t i = 0; i < count; ++i) {
            if (i + ahead < count) visited.prefetch(hash_at(i + ahead));
            fresh.data()[i] = visited.insert(hash_at(i));
        }
    }
    return nb::cast(fresh.release());
}

std::vector<std::uint32_t> possible_rules(const Level& level) {
    return {level.possible.said.begin(), level.possible.said.end()};
}

void make_search(LayeredSearch* self, const Level& level, nb::bytes start, unsigned kind,
                 unsigned dropped, const std::vector<unsigned>& order, unsigned threads) {
    OneRow one(level, start);
    new (self) LayeredSearch(level, one.data(), choice_of(kind, dropped, order), threads);
}

std::size_t advance(LayeredSearch& search, std::size_t most, std::size_t memory) {
    nb::gil_scoped_release unlocked;
    return search.advance(most, memory);
}

nb::object tree_of(const LayeredSearch& search) {
    std::vector<std::uint8_t> tree;
    {
        nb::gil_scoped_release unlocked;
        tree = search.tree();
    }
    const std::size_t count = tree.size();
    return nb::cast(to_numpy(std::move(tree), {count}));
}

nb::object contains_many(VisitedSet& visited, Hashes hashes) {
    Array<bool> there({hashes.shape(0)});
    for (std::size_t i = 0; i < hashes.shape(0); ++i)
        there.data()[i] = visited.contains({hashes.data()[2 * i], hashes.data()[2 * i + 1]});
    return nb::cast(there.release());
}

}  // namespace

NB_MODULE(_core, m) {
    // Levels in Python's caches outlive the module at exit; that is no leak worth a warning.
    nb::set_leak_warnings(false);
    m.attr("__doc__") = "The native engine. Use it through babalab's Level, State and Batch.";
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
    m.attr("KIN") = KIN;
    nb::list dead_end_names;
    for (const auto name : DEAD_END_NAMES) dead_end_names.append(nb::str(name.data(), name.size()));
    m.attr("DEAD_END_NAMES") = nb::tuple(dead_end_names);

    nb::class_<Level>(m, "Level")
        .def(nb::init<const std::vector<std::string>&>())
        .def_ro("width", &Level::width)
        .def_ro("height", &Level::height)
        .def_ro("records_facing", &Level::records_facing)
        .def_prop_ro("row_bytes", [](const Level& level) { return level.layout.bytes; })
        .def("possible_rules", &possible_rules)
        .def_prop_ro("alike_nouns", [](const Level& level) { return level.possible.alike; })
        .def("start", [](const Level& level) { return nb::bytes(level.start.data(), level.start.size()); })
        .def("step", &step_one)
        .def("status", [](const Level& level, nb::bytes row) {
            OneRow one(level, row);
            return one.view(level).header->status;
        })
        .def("you_count", [](const Level& level, nb::bytes row) {
            OneRow one(level, row);
            return one.view(level).header->you;
        })
        .def("hash", &hash_one)
        .def("rules", &rules_of)
        .def("words", &words_of)
        .def("things", &things_of)
        .def("picture", [](const Level& level, nb::bytes row) {
            OneRow one(level, row);
            std::string text(static_cast<std::size_t>(level.width * level.height), ' ');
            draw(level, one.view(level), text.data());
            return text;
        })
        .def("step_many", &step_many)
        .def("hash_many", &hash_many)
        .def("status_many", &status_many)
        .def("pictures", &pictures)
        .def("expand", &expand)
        .def("dead_ends", &dead_ends_of)
        .def("expand_unseen", &expand_unseen, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg().none(), nb::arg())
        .def("rollout", &rollout)
        .def("play_plans", &play_plans_many)
        .def("average_distances", &distances)
        .def("attractions", &attractions_of);

    bind_search(m);
    bind_features(m);
    bind_rewards(m);
    bind_learning(m);
    bind_games(m);
    bind_vgdl(m);
    bind_maps(m);

    // What it finds out once about a level; it refers to the level, so it keeps it alive.
    nb::class_<DeadEnds>(m, "DeadEnds").def(nb::init<const Level&>(), nb::keep_alive<1, 2>());

    nb::class_<VisitedSet>(m, "VisitedSet")
        .def(nb::init<>())
        .def("__len__", &VisitedSet::size)
        .def_prop_ro("nbytes", &VisitedSet::bytes)
        .def("insert", &insert_many)
        .def("contains", &contains_many);

    nb::class_<LayeredSearch>(m, "LayeredSearch")
        .def("__init__", &make_search, nb::keep_alive<1, 2>())
        .def("advance", &advance)
        .def("path", &LayeredSearch::path)
        .def("tree", &tree_of)
        .def_prop_ro("won", &LayeredSearch::won)
        .def_prop_ro("exhausted", &LayeredSearch::exhausted)
        .def_prop_ro("depth", &LayeredSearch::depth)
        .def_prop_ro("frontier", &LayeredSearch::frontier)
        .def_prop_ro("states", &LayeredSearch::states)
        .def_prop_ro("dropped", &LayeredSearch::dropped)
        .def_prop_ro("overflown", &LayeredSearch::overflown)
        .def_prop_ro("order_mattered", &LayeredSearch::order_mattered)
        .def_prop_ro("nbytes", &LayeredSearch::bytes)
        .def_prop_ro("nbytes_for_next", &LayeredSearch::bytes_for_next);
}
