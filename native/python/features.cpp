// Features of states as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstring>

#include "python/bindings.hpp"
#include "search/features.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

nb::object features(const Level& level, Rows rows, unsigned wanted, bool repaired, RulesMet& met,
                    unsigned threads) {
    check_rows(level, rows);
    check_entities(level, rows.data(), rows.shape(0));
    Array<float> out({rows.shape(0), FEATURES});
    {
        nb::gil_scoped_release unlocked;
        extract_rows(level, rows.data(), rows.shape(0), wanted & ALL_FEATURES, repaired, met,
                     out.data(), threads);
    }
    return nb::cast(out.release());
}

}  // namespace

void bind_features(nb::module_& m) {
    nb::list names;
    for (const char* const name : FEATURE_NAMES) names.append(name);
    m.attr("FEATURES") = nb::tuple(names);
    nb::class_<RulesMet>(m, "RulesMet").def(nb::init<>()).def("__len__", &RulesMet::count);
    m.def("features", &features);
}

}  // namespace babalab
