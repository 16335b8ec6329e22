// What the files that make the core's face to Python share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "baba/batch.hpp"
#include "baba/level.hpp"

namespace babalab {

[[noreturn]] inline void refuse(const std::string& message) {
    throw nanobind::value_error(message.c_str());
}

using Rows = nanobind::ndarray<const std::uint8_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

// An uninitialised array on its way to NumPy.
template <class T>
struct Array {
    explicit Array(std::vector<std::size_t> shape) : shape_(std::move(shape)) {
        std::size_t count = 1;
        for (const auto side : shape_) count *= side;
        data_.reset(static_cast<T*>(::operator new(std::max<std::size_t>(count, 1) * sizeof(T))));
    }
    T* data() { return data_.get(); }
    nanobind::ndarray<nanobind::numpy, T> release() {
        T* const raw = data_.release();
        const nanobind::capsule owner(raw, [](void* p) noexcept { ::operator delete(p); });
        return nanobind::ndarray<nanobind::numpy, T>(raw, shape_.size(), shape_.data(), owner);
    }

private:
    struct Free {
        void operator()(T* p) const { ::operator delete(p); }
    };
    std::vector<std::size_t> shape_;
    std::unique_ptr<T, Free> data_;
};

inline void check_rows(const Level& level, const Rows& rows) {
    const std::size_t bytes = level.layout.bytes;
    if (rows.shape(1) != bytes)
        refuse("states of this level have " + std::to_string(bytes) + " bytes, these have " +
               std::to_string(rows.shape(1)));
    const std::size_t bad = first_bad_row(level, rows.data(), rows.shape(0));
    if (bad != rows.shape(0)) refuse("row " + std::to_string(bad) + " is not a state of this level");
}

// Features, searches and observations index by cell and by noun, which rubbish could lead astray.
inline void check_entities(const Level& level, const std::uint8_t* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (!is_state(level, rows + i * level.layout.bytes))
            refuse("row " + std::to_string(i) + " is not a state of this level");
}

// Plans are rows of actions, numbers from 0.
inline void check_plans(const Rows& plans, unsigned actions) {
    const std::uint8_t* const end = plans.data() + plans.size();
    const auto* const bad =
        std::find_if(plans.data(), end, [&](std::uint8_t action) { return action >= actions; });
    if (bad == end) return;
    const std::size_t at = static_cast<std::size_t>(bad - plans.data()), length = plans.shape(1);
    refuse("plans[" + std::to_string(at / length) + ", " + std::to_string(at % length) +
           "] is not a number from 0 to " + std::to_string(actions - 1));
}

// A private, aligned copy of one state.
class OneRow {
public:
    OneRow(const Level& level, nanobind::bytes bytes)
        : bytes_(static_cast<const std::uint8_t*>(bytes.data()),
                 static_cast<const std::uint8_t*>(bytes.data()) + bytes.size()) {
        if (bytes_.size() != level.layout.bytes || first_bad_row(level, bytes_.data(), 1) != 1)
            refuse("these bytes are not a state of this level");
    }
    const std::uint8_t* data() const { return bytes_.data(); }
    Row view(const Level& level) { return Row(level.layout, bytes_.data()); }

private:
    std::vector<std::uint8_t> bytes_;
};

void bind_search(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_games(nanobind::module_& m);
void bind_learning(nanobind::module_& m);
void bind_maps(nanobind::module_& m);
void bind_rewards(nanobind::module_& m);
void bind_vgdl(nanobind::module_& m);

}  // namespace babalab
