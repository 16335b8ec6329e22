// Work on many items, divided among threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/thread_pool.hpp"

namespace babalab {

// Calls work(begin, end) for consecutive parts of 0 .. count, each in a thread. There are at most
// `threads` parts, and no more than leave `least` items to each.
template <class Work>
void in_parts(std::size_t count, unsigned threads, std::size_t least, Work work) {
    const std::size_t parts =
        std::clamp<std::size_t>(count / least, 1, std::clamp(threads, 1u, MOST_THREADS));
    run_parts(parts, [&](std::size_t part) { work(count * part / parts, count * (part + 1) / parts); });
}

}  // namespace babalab
