// Features of states as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "python/bindings.hpp"
#include "python/guarded.hpp"
#include "search/features.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

Numpy<float> features(const Level& level, const Rows& rows, unsigned wanted, bool code,
                      bool repaired, Guarded<RulesMet>& met, unsigned threads) {
    check_width(level, rows);
    if (wanted & ~ALL_FEATURES) refuse("there are no such features");
    Array<float> out({rows.shape(0), FEATURES});
    raise_if(met.use([&](RulesMet& rules) {
        return extract_rows(level, span_of(rows), wanted, {code, repaired}, rules, out, threads);
    }));
    return out.release();
}

}  // namespace

void bind_features(nb::module_& m) {
    m.attr("FEATURES") = names_of(FEATURE_NAMES);
    nb::class_<Guarded<RulesMet>>(m, "RulesMet", "The rules that were met so far.")
        .def(nb::init<>(), "Begin with none.")
        .def("__len__", [](Guarded<RulesMet>& met) {
            return met.look([](RulesMet& rules) { return rules.count(); });
        }, "Return how many they are.");
    m.def("features", &features, "level"_a, array_arg("rows"), "wanted"_a, "code"_a, "repaired"_a,
          "met"_a, "threads"_a,
          "Return the features of each state, a column for each of `FEATURES`.\n\n"
          "`wanted` has a bit for each that is to be computed; the others are 0. `code` computes them as the\n"
          "authors' program does, `repaired` changes what docs/heuristics.md calls broken. The feature\n"
          "`rules` counts those in `met`, which grows by the rules of these states.");
}

}  // namespace babalab
