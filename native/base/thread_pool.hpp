// Threads that wait for work between calls: starting one anew costs more than a whole small batch.
#pragma once

#include <cstddef>
#ifndef BABALAB_NO_THREADS
#include <functional>
#endif

namespace babalab {

// Work is divided among no more threads than this, whatever is asked for.
inline constexpr unsigned MOST_THREADS = 256;

// Calls work(part) for every part below `parts`, in the calling thread and in threads of the process's pool.
// Of these there are as many as parts, if the system has them, but no more than four for each processor (or
// 8, if that is more). Returns when all are done. A second caller at the same time, and one that comes from
// inside a part, does all of its parts itself.
#ifndef BABALAB_NO_THREADS
void run_parts(std::size_t parts, const std::function<void(std::size_t)>& work);
#else
template <class Work>
void run_parts(std::size_t parts, Work work) {
    for (std::size_t part = 0; part < parts; ++part) work(part);
}
#endif

}  // namespace babalab
