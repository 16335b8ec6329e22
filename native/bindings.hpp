// What the files that make the core's face to Python share.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "batch.hpp"
#include "level.hpp"

namespace babalab {

[[noreturn]] inline void refuse(const std::string& message) {
    throw nanobind::value_error(message.c_str());
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

}  // namespace babalab
