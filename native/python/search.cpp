// The champion's search as Python sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "digests.hpp"
#include "python/bindings.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

using Lists = std::vector<std::tuple<unsigned, unsigned, unsigned>>;  // first, second, turns

Evaluator evaluator_of(unsigned number) {
    if (number >= EVALUATORS) refuse("there is no evaluator " + std::to_string(number));
    return static_cast<Evaluator>(number);
}

OneRow row_to_search(const Level& level, nb::bytes start) {
    OneRow one(level, start);
    check_entities(level, one.data(), 1);
    return one;
}

// Weights of features, then of evaluators other than `score` itself; none at all: no score.
Score score_of(const std::vector<double>& weights, bool repaired) {
    Score score;
    score.repaired = repaired;
    if (weights.empty()) return score;
    if (weights.size() != FEATURES + EVALUATORS - 1) refuse("there are as many weights as features and evaluators");
    for (const double weight : weights)
        if (!std::isfinite(weight)) refuse("a weight is a number");
    std::copy_n(weights.begin(), FEATURES, score.features.begin());
    std::copy(weights.begin() + FEATURES, weights.end(), score.evaluators.begin());
    return score;
}

void make(BestFirst* self, const Level& level, nb::bytes start, const Lists& lists, bool walks,
          bool prune, std::uint64_t seed, unsigned threads, bool published,
          const std::vector<double>& weights, bool repaired) {
    OneRow one = row_to_search(level, start);
    SearchOptions options;
    options.walks = walks;
    options.prune = prune;
    options.seed = seed;
    options.threads = threads;
    options.published = published;
    options.score = score_of(weights, repaired);
    if (published && (walks || prune)) refuse("the published searches know no walks and no dead ends");
    for (const auto& [first, second, turns] : lists) {
        if (!turns) refuse("an open list takes at least one turn");
        options.lists.push_back({evaluator_of(first), evaluator_of(second), turns});
    }
    if (options.lists.empty()) refuse("a search needs at least one open list");
    new (self) BestFirst(level, one.data(), options);
}

nb::dict named_statistics(const SearchStatistics& counted) {
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
    return named;
}

// What all searches have.
template <class Search>
void def_common(nb::class_<Search>& search) {
    search
        .def("advance",
             [](Search& self, std::uint64_t expansions, std::uint64_t steps, double seconds,
                std::uint64_t bytes) {
                 nb::gil_scoped_release unlocked;
                 return static_cast<int>(self.advance({expansions, steps, seconds, bytes}));
             })
        .def("solution",
             [](Search& self) {
                 const auto moves = self.solution();
                 return nb::bytes(moves.data(), moves.size());
             })
        .def_prop_ro("sound", &Search::sound)
        .def_prop_ro("nbytes", &Search::bytes)
        .def_prop_ro("statistics",
                     [](const Search& self) {
                         nb::dict named = named_statistics(self.statistics());
                         named["visited"] = self.visited();
                         return named;
                     });
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::list names;
    for (const char* const name : EVALUATOR_NAMES) names.append(name);
    m.attr("EVALUATORS") = nb::tuple(names);
    m.attr("SEARCH_DIGEST") = BABALAB_SEARCH_DIGEST;
    m.attr("UNFINISHED") = static_cast<int>(BestFirst::Outcome::unfinished);
    m.attr("SOLVED") = static_cast<int>(BestFirst::Outcome::solved);
    m.attr("EXHAUSTED") = static_cast<int>(BestFirst::Outcome::exhausted);
    m.attr("OUT_OF_MEMORY") = static_cast<int>(BestFirst::Outcome::out_of_memory);

    nb::class_<BestFirst> best_first(m, "BestFirst");
    best_first
        .def("__init__", &make, nb::keep_alive<1, 2>(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg() = false, nb::arg() = std::vector<double>{},
             nb::arg() = false)
        .def_prop_ro("frontier", &BestFirst::frontier);
    def_common(best_first);

    nb::class_<AStar> a_star(m, "AStar");
    a_star
        .def("__init__",
             [](AStar* self, const Level& level, nb::bytes start, std::uint32_t most_moves) {
                 new (self) AStar(level, row_to_search(level, start).data(), most_moves);
             },
             nb::keep_alive<1, 2>())
        .def("tighten", &AStar::tighten);
    def_common(a_star);
}

}  // namespace babalab
