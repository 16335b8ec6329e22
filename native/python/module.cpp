// The core's face to Python.
#include <nanobind/nanobind.h>

#include "digests.hpp"
#include "python/bindings.hpp"

NB_MODULE(_core, m) {
    using namespace babalab;
    // Levels in Python's caches outlive the module at exit; that is no leak worth a warning.
    nanobind::set_leak_warnings(false);
    m.attr("__doc__") = "The native core. Use it through babalab's Level, State, Batch and games.";
    m.attr("SEARCH_DIGEST") = BABALAB_SEARCH_DIGEST;
    m.attr("GAMES_DIGEST") = BABALAB_GAMES_DIGEST;
    m.attr("MAPS_DIGEST") = BABALAB_MAPS_DIGEST;
    m.attr("VGDL_DIGEST") = BABALAB_VGDL_DIGEST;
    bind_level(m);
    bind_search(m);
    bind_features(m);
    bind_rewards(m);
    bind_learning(m);
    bind_sokoban(m);
    bind_vgdl(m);
    bind_maps(m);
    bind_planning(m);
}
