// Work on many states, divided among threads.
#pragma once

#include <cstddef>

#include "baba/scratch.hpp"
#include "base/parts.hpp"
#include "base/per_thread.hpp"

namespace babalab {

// Below this many states it costs more to wake a thread than it saves.
inline constexpr std::size_t LEAST_PER_THREAD = 256;

// Calls work(begin, end, scratch) for consecutive parts of 0 .. count, each in a thread.
template <class Work>
void in_parts(std::size_t count, unsigned threads, Work work) {
    in_parts(count, threads, LEAST_PER_THREAD, [&](std::size_t begin, std::size_t end) {
        BABALAB_PER_THREAD Scratch scratch;
        work(begin, end, scratch);
    });
}

}  // namespace babalab
