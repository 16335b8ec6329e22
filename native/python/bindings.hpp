// What the files of the bindings share. They convert and check what they are given, release the GIL, and
// own no logic.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "baba/level.hpp"
#include "baba/rows.hpp"
#include "base/error.hpp"
#include "python/arrays.hpp"
#include "python/making.hpp"
#include "python/unlocked.hpp"

namespace babalab {

void bind_level(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_rewards(nanobind::module_& m);
void bind_learning(nanobind::module_& m);
void bind_sokoban(nanobind::module_& m);
void bind_vgdl(nanobind::module_& m);
void bind_maps(nanobind::module_& m);
void bind_planning(nanobind::module_& m);

[[noreturn]] inline void refuse(const std::string& message) {
    throw nanobind::value_error(message.c_str());
}

inline void raise_if(const Failure& failure) {
    if (failure) refuse(failure->message);
}

inline void raise_if(BadRow bad) {
    if (bad) refuse("row " + std::to_string(*bad) + " is not a state of this level");
}

// The value of a result, or a ValueError.
template <class T>
T value_of(Result<T> result) {
    if (!result) refuse(result.error().message);
    return *std::move(result);
}

template <class Work>
auto without_gil(Work work) {
    const Unlocked unlocked;
    return work();
}

template <class Names>
nanobind::tuple names_of(const Names& names) {
    nanobind::list list;
    for (const std::string_view name : names) list.append(nanobind::str(name.data(), name.size()));
    return nanobind::tuple(list);
}

inline void check_width(const Level& level, const Rows& rows) {
    if (rows.shape(1) != level.layout.bytes)
        refuse("states of this level have " + std::to_string(level.layout.bytes) + " bytes, these have " +
               std::to_string(rows.shape(1)));
}

// A play can't be stopped from outside, so it has to end in a moment.
inline constexpr std::size_t LONGEST_PLAY = std::size_t{1} << 20;

inline void check_depth(std::size_t depth) {
    if (depth > LONGEST_PLAY) refuse("a play has at most " + std::to_string(LONGEST_PLAY) + " actions");
}

// Plans are rows of actions, numbers from 0 and below `actions`; `width` is the length of one.
inline void check_plans(std::span<const std::uint8_t> plans, std::size_t width, unsigned actions) {
    check_depth(width);
    for (std::size_t at = 0; at < plans.size(); ++at)
        if (plans[at] >= actions)
            refuse("plans[" + std::to_string(at / width) + ", " + std::to_string(at % width) +
                   "] is not a number from 0 to " + std::to_string(actions - 1));
}

inline void check_actions(std::span<const std::uint8_t> actions, unsigned count) {
    for (std::size_t i = 0; i < actions.size(); ++i)
        if (actions[i] >= count)
            refuse("actions[" + std::to_string(i) + "] is not a number from 0 to " +
                   std::to_string(count - 1));
}

// A private, aligned copy of one state.
class OneRow {
public:
    OneRow(const Level& level, const nanobind::bytes& bytes)
        : level_(level), bytes_(span_of(bytes).begin(), span_of(bytes).end()) {
        if (bytes_.size() != level.layout.bytes || !is_state(level, view()))
            refuse("these bytes are not a state of this level");
    }
    operator std::span<const std::uint8_t>() const { return bytes_; }
    Row view() { return Row(level_.layout, bytes_.data()); }

private:
    const Level& level_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace babalab
