// The champion's search as Python sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "search/best_first.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

using Lists = std::vector<std::tuple<unsigned, unsigned, unsigned>>;  // first, second, turns

Evaluator evaluator_of(unsigned number) {
    if (number >= EVALUATORS) refuse("there is no evaluator " + std::to_string(number));
    return static_cast<Evaluator>(number);
}

void make(BestFirst* self, const Level& level, nb::bytes start, const Lists& lists, bool walks,
          std::uint64_t seed, unsigned threads) {
    OneRow one(level, start);
    const Row row = one.view(level);
    for (unsigned e = 0; e < level.layout.words + unsigned{row.header->things}; ++e)
        if (level.blocked[row.keys[e] & CELL]) refuse("these bytes are not a state of this level");
    SearchOptions options;
    options.walks = walks;
    options.seed = seed;
    options.threads = threads;
    for (const auto& [first, second, turns] : lists) {
        if (!turns) refuse("an open list takes at least one turn");
        options.lists.push_back({evaluator_of(first), evaluator_of(second), turns});
    }
    if (options.lists.empty()) refuse("a search needs at least one open list");
    new (self) BestFirst(level, one.data(), options);
}

nb::dict statistics(const BestFirst& self) {
    const SearchStatistics& counted = self.statistics();
    nb::dict named;
    named["expanded"] = counted.expanded;
    named["generated"] = counted.generated;
    named["evaluated"] = counted.evaluated;
    named["steps"] = counted.steps;
    named["walks"] = counted.walks;
    named["lost"] = counted.lost;
    named["unrepresentable"] = counted.overflown;
    named["depth"] = counted.depth;
    named["frontier"] = self.frontier();
    return named;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::list names;
    for (const char* const name : EVALUATOR_NAMES) names.append(name);
    m.attr("EVALUATORS") = nb::tuple(names);
    nb::class_<BestFirst> search(m, "BestFirst");
    search.attr("UNFINISHED") = static_cast<int>(BestFirst::Outcome::unfinished);
    search.attr("SOLVED") = static_cast<int>(BestFirst::Outcome::solved);
    search.attr("EXHAUSTED") = static_cast<int>(BestFirst::Outcome::exhausted);
    search.attr("OUT_OF_MEMORY") = static_cast<int>(BestFirst::Outcome::out_of_memory);
    search.def("__init__", &make, nb::keep_alive<1, 2>())
        .def("advance",
             [](BestFirst& self, std::uint64_t expansions, std::uint64_t steps, double seconds,
                std::uint64_t bytes) {
                 nb::gil_scoped_release unlocked;
                 return static_cast<int>(self.advance({expansions, steps, seconds, bytes}));
             })
        .def("solution",
             [](BestFirst& self) {
                 const auto moves = self.solution();
                 return nb::bytes(moves.data(), moves.size());
             })
        .def_prop_ro("sound", &BestFirst::sound)
        .def_prop_ro("best", &BestFirst::best)
        .def_prop_ro("nbytes", &BestFirst::bytes)
        .def_prop_ro("statistics", &statistics);
}

}  // namespace babalab
