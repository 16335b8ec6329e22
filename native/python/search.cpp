// Searches as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "python/bindings.hpp"
#include "python/choice.hpp"
#include "python/guarded.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "search/layers.hpp"
#include "search/shortening.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Lists = std::vector<std::tuple<unsigned, unsigned, unsigned>>;  // first, second, turns

Evaluator evaluator_of(unsigned number) {
    if (number >= EVALUATORS) refuse("there is no evaluator " + std::to_string(number));
    return static_cast<Evaluator>(number);
}

// Weights of features, then of evaluators other than `score` itself; none at all: no score.
Score score_of(const std::vector<double>& weights, Reading reading) {
    Score score;
    score.reading = reading;
    if (weights.empty()) return score;
    if (weights.size() != FEATURES + EVALUATORS - 1) refuse("there are as many weights as features and evaluators");
    for (const double weight : weights)
        if (!std::isfinite(weight)) refuse("a weight is a number");
    std::copy_n(weights.begin(), FEATURES, score.features.begin());
    std::copy(weights.begin() + FEATURES, weights.end(), score.evaluators.begin());
    return score;
}

std::vector<ListSpec> lists_of(const Lists& lists) {
    std::vector<ListSpec> specs;
    for (const auto& [first, second, turns] : lists) {
        if (!turns) refuse("an open list takes at least one turn");
        specs.push_back({evaluator_of(first), evaluator_of(second), turns});
    }
    if (specs.empty()) refuse("a search needs at least one open list");
    return specs;
}

// A search as Python holds it, whatever its kind.
class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual BestFirst::Outcome advance(const SearchLimits& limits) = 0;
    virtual std::optional<std::vector<std::uint8_t>> solution() = 0;
    virtual bool sound() = 0;
    virtual std::size_t bytes() = 0;
    virtual std::pair<SearchStatistics, std::size_t> statistics() = 0;  // and the states visited
};

template <class Search>
class Held final : public AnySearch, public Guarded<Search> {
public:
    using Guarded<Search>::Guarded;

    BestFirst::Outcome advance(const SearchLimits& limits) override {
        return this->use([&](Search& its) { return its.advance(limits); });
    }
    std::optional<std::vector<std::uint8_t>> solution() override {
        return this->use([](Search& its) {
            return its.solved() ? its.solution() : std::optional<std::vector<std::uint8_t>>();
        });
    }
    bool sound() override { return this->look([](Search& its) { return its.sound(); }); }
    std::size_t bytes() override { return this->look([](Search& its) { return its.bytes(); }); }
    std::pair<SearchStatistics, std::size_t> statistics() override {
        return this->look([](Search& its) { return std::pair(its.statistics(), its.visited()); });
    }
};

void make_best_first(const Unmade<Held<BestFirst>>& self, const Level& level, const nb::bytes& start,
                     const Lists& lists, bool walks, bool prune, std::uint64_t seed, unsigned threads,
                     bool published, const std::vector<double>& weights, bool code, bool repaired,
                     bool revisits) {
    if (published && (walks || prune)) refuse("the published searches know no walks and no dead ends");
    SearchOptions options;
    options.lists = lists_of(lists);
    options.walks = walks;
    options.prune = prune;
    options.published = published;
    options.seed = seed;
    options.revisits = revisits;
    options.score = score_of(weights, {code, repaired});
    options.threads = threads;
    make(self, level, OneRow(level, start), options);
}

void make_a_star(const Unmade<Held<AStar>>& self, const Level& level, const nb::bytes& start,
                 std::uint32_t most_moves) {
    make(self, level, OneRow(level, start), most_moves);
}

void make_layered(const Unmade<Guarded<LayeredSearch>>& self, const Level& level, const nb::bytes& start,
                  unsigned kind, unsigned dropped, const std::vector<unsigned>& order, unsigned threads) {
    make(self, level, OneRow(level, start), choice_of(kind, dropped, order), threads);
}

void make_shortener(const Unmade<Guarded<Shortener>>& self, const Level& level, const nb::bytes& start,
                    const nb::bytes& moves, bool prove) {
    const OneRow first(level, start);
    const auto actions = span_of(moves);
    check_depth(actions.size());
    check_actions(actions, ACTION_COUNT);
    const bool wins = without_gil([&] { return moves_to_win(level, first, actions).has_value(); });
    if (!wins) refuse("these moves do not win");
    make(self, level, first, actions, prove);
}

// A method or property that only looks at a search.
template <auto Member, class Search>
auto look(Guarded<Search>& search) {
    return search.look([](Search& its) { return (its.*Member)(); });
}

using Statistics = nb::typed<nb::dict, nb::str, nb::int_>;
Statistics statistics_of(AnySearch& search) {
    const auto [counted, visited] = search.statistics();
    nb::dict named;
    named["expanded"] = counted.expanded;
    named["generated"] = counted.generated;
    named["evaluated"] = counted.evaluated;
    named["steps"] = counted.steps;
    named["walks"] = counted.walks;
    named["lost"] = counted.lost;
    named["dead_ends"] = counted.dead_ends;
    named["unrepresentable"] = counted.overflown;
    named["depth"] = counted.depth;
    if (counted.nearest != UINT32_MAX) named["nearest"] = counted.nearest;
    named["visited"] = visited;
    return Statistics(named);
}

void bind_any(nb::module_& m) {
    nb::class_<AnySearch>(m, "Search", "A search that goes on piece by piece until there is an answer.")
        .def("advance", [](AnySearch& self, std::uint64_t expansions, std::uint64_t steps, double seconds,
                           std::uint64_t nbytes) {
            if (std::isnan(seconds)) refuse("the seconds are not a number");
            return static_cast<int>(self.advance({expansions, steps, seconds, nbytes}));
        }, "expansions"_a, "steps"_a, "seconds"_a, "nbytes"_a,
             "Go on until there is an answer or a limit is reached, and return the outcome.\n\n"
             "An outcome is `UNFINISHED`, `SOLVED`, `EXHAUSTED` or `OUT_OF_MEMORY`. Expansions and steps\n"
             "are counted from this call on, bytes are those of the whole search.")
        .def("solution", [](AnySearch& self) {
            const auto found = self.solution();
            if (!found) refuse("no solution was found");
            return to_bytes(*found);
        }, "Return the actions of the solution that was found. Raises ValueError if there is none.")
        .def_prop_ro("sound", &AnySearch::sound, "Whether `EXHAUSTED` would prove that there is no solution.")
        .def_prop_ro("nbytes", &AnySearch::bytes, "The memory it occupies, in bytes.")
        .def_prop_ro("statistics", &statistics_of, "The counts so far, by name.");
}

void bind_layered(nb::module_& m) {
    using Search = LayeredSearch;
    nb::class_<Guarded<Search>>(m, "LayeredSearch",
        "Breadth-first search, layer by layer, that keeps as little of a state as will do.")
        .def("__init__", &make_layered, "level"_a, "start"_a, "kind"_a, "dropped"_a, "order"_a, "threads"_a,
             nb::keep_alive<1, 2>(),
             "Begin at a state; states with equal hashes of this kind count as one.\n\n"
             "Children whose status has a bit of `dropped` are left out. Those of one parent come in the\n"
             "`order` of their actions.")
        .def("advance", [](Guarded<Search>& self, std::size_t most, std::size_t memory) {
            return self.use([&](Search& its) { return its.advance(most, memory); });
        }, "most"_a, "memory"_a,
             "Expand up to `most` states, as far as `memory` bytes allow, and return how many were expanded.")
        .def("path", [](Guarded<Search>& self) { return self.use([](Search& its) { return its.path(); }); },
             "Return the actions from the start to the state found last, which is the start if there is no other.")
        .def("tree", [](Guarded<Search>& self) {
            auto tree = self.use([](Search& its) { return its.tree(); });
            const std::size_t count = tree.size();
            return to_numpy(std::move(tree), {count});
        }, "Return for every state, in the order they were found, a bit for each action whose child was new.")
        .def_prop_ro("won", &look<&Search::won, Search>, "Whether the state found last is won. That ends the search.")
        .def_prop_ro("exhausted", &look<&Search::exhausted, Search>,
                     "Whether no state is left to expand, and none was won.")
        .def_prop_ro("depth", &look<&Search::depth, Search>, "Moves from the start to the newest states.")
        .def_prop_ro("frontier", &look<&Search::frontier, Search>, "The number of states found at that depth.")
        .def_prop_ro("states", &look<&Search::states, Search>, "The number of states found.")
        .def_prop_ro("dropped", &look<&Search::dropped, Search>,
                     "The number of children that were left out, counted each time.")
        .def_prop_ro("unrepresentable", &look<&Search::overflown, Search>,
                     "The number of states that the engine could not represent; with any, a search proves nothing.")
        .def_prop_ro("order_mattered", &look<&Search::order_mattered, Search>,
                     "Whether a step depended on the order of like things, which the unordered hash leaves out.\n\n"
                     "With that hash a search means something only as long as this is false.")
        .def_prop_ro("nbytes", &look<&Search::bytes, Search>, "The memory it occupies, in bytes.")
        .def_prop_ro("nbytes_for_next", &look<&Search::bytes_for_next, Search>,
                     "The memory that the next round may take on top, in bytes.");
}

void bind_shortener(nb::module_& m) {
    using Its = Guarded<Shortener>;
    nb::class_<Its>(m, "Shortener", "A solution that gets shorter piece by piece.")
        .def("__init__", &make_shortener, "level"_a, "start"_a, "moves"_a, "prove"_a, nb::keep_alive<1, 2>(),
             "Begin with moves that win from a state; `prove` says whether to try for a proof.")
        .def("advance", [](Its& self, std::uint64_t iterations, std::uint64_t steps, double seconds,
                           std::uint64_t nbytes, double moment) {
            if (std::isnan(seconds) || std::isnan(moment)) refuse("the seconds are not a number");
            const auto outcome =
                self.use([&](Shortener& its) { return its.advance({iterations, steps, seconds, nbytes}, moment); });
            return outcome == Shortener::Outcome::unfinished;
        }, "iterations"_a, "steps"_a, "seconds"_a, "nbytes"_a, "moment"_a,
             "Go on for about a moment, in seconds, within what is left of the budget, and return whether\n"
             "there is more to do, and room for it.\n\n"
             "Iterations, steps and seconds are counted from this call on, bytes are those of the whole search.")
        .def_prop_ro("moves", [](Its& self) {
            return to_bytes(self.use([](Shortener& its) { return its.moves(); }));
        }, "The actions of the solution as it is now.")
        .def_prop_ro("shortest", &look<&Shortener::shortest, Shortener>,
                     "Whether it is proved to be a shortest solution.")
        .def_prop_ro("iterations", &look<&Shortener::iterations, Shortener>, "The iterations spent so far.")
        .def_prop_ro("steps", &look<&Shortener::steps, Shortener>, "The engine steps spent so far.")
        .def_prop_ro("nbytes", &look<&Shortener::bytes, Shortener>, "The memory it occupies, in bytes.");
}

}  // namespace

void bind_search(nb::module_& m) {
    m.attr("EVALUATORS") = names_of(EVALUATOR_NAMES);
    m.attr("UNFINISHED") = static_cast<int>(BestFirst::Outcome::unfinished);
    m.attr("SOLVED") = static_cast<int>(BestFirst::Outcome::solved);
    m.attr("EXHAUSTED") = static_cast<int>(BestFirst::Outcome::exhausted);
    m.attr("OUT_OF_MEMORY") = static_cast<int>(BestFirst::Outcome::out_of_memory);

    bind_layered(m);
    bind_any(m);

    nb::class_<Held<BestFirst>, AnySearch>(m, "BestFirst",
        "Best-first search that takes turns between open lists, each sorted by evaluators of its own.")
        .def("__init__", &make_best_first, nb::keep_alive<1, 2>(), "level"_a, "start"_a, "lists"_a,
             "walks"_a, "prune"_a, "seed"_a, "threads"_a, "published"_a = false,
             "weights"_a = std::vector<double>{}, "code"_a = false, "repaired"_a = false,
             "revisits"_a = false,
             "Begin at a state.\n\n"
             "`lists` has an evaluator, a second one for ties and a number of turns for each open list.\n"
             "`walks` takes a walk and the move that ends it for one step, `prune` leaves out dead ends, a\n"
             "`seed` other than 0 changes the order of directions. With one thread states are expanded one by\n"
             "one, with more many at a time, and alike for any number of them. `published` searches as the\n"
             "papers' agents do. `weights` are those of the evaluator `score`: of the features, read as `code`\n"
             "and `repaired` say, then of the other evaluators. With `revisits`, equal children of a state all\n"
             "count, and the start is met anew once.")
        .def_prop_ro("frontier", [](Held<BestFirst>& self) {
            return look<&BestFirst::frontier, BestFirst>(self);
        }, "The number of states that wait to be expanded.");

    nb::class_<Held<AStar>, AnySearch>(m, "AStar",
        "A search for shortest solutions, in which a walk and the move that ends it are one step.")
        .def("__init__", &make_a_star, nb::keep_alive<1, 2>(), "level"_a, "start"_a, "most_moves"_a,
             "Begin at a state and look for solutions of at most so many moves.")
        .def("tighten", [](Held<AStar>& self, std::uint32_t most_moves) {
            self.use([&](AStar& its) { its.tighten(most_moves); });
        }, "most_moves"_a, "Look only for solutions of at most so many moves from now on.");
    bind_shortener(m);
}

}  // namespace babalab
