// Threads that wait for work between calls: starting one anew costs more than a whole small batch.
#pragma once

#include <cstddef>
#include <functional>

namespace babalab {

// More threads than any machine makes use of, and few enough for every system to start.
inline constexpr unsigned MOST_THREADS = 256;

// Calls work(part) for every part below `parts`, in the calling thread and in threads of the process's pool, of
// which there are as many as parts, if the system has them, but no more than MOST_THREADS. Returns when all are
// done. A second caller at the same time, and one
// that comes from inside a part, does all of its parts itself. So does every caller in a build with
// BABALAB_NO_THREADS.
void run_parts(std::size_t parts, const std::function<void(std::size_t)>& work);

}  // namespace babalab
