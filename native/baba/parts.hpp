// Work on many states, shared out among threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "baba/scratch.hpp"
#include "base/thread_pool.hpp"

namespace babalab {

// Below this many states it costs more to wake a thread than it saves.
inline constexpr std::size_t LEAST_PER_THREAD = 256;

// Calls work(begin, end, scratch) for consecutive parts of 0 .. count, each in a thread.
template <class Work>
void in_parts(std::size_t count, unsigned threads, Work work) {
    const std::size_t parts =
        std::clamp<std::size_t>(count / LEAST_PER_THREAD, 1, std::max(threads, 1u));
    run_parts(parts, [&](std::size_t part) {
        static thread_local Scratch scratch;
        work(count * part / parts, count * (part + 1) / parts, scratch);
    });
}

}  // namespace babalab
