// Memory that JavaScript writes into and reads from, and what happens when there is no more.
#include <cstdlib>
#include <new>
#include <version>

#include "wasm/interface.hpp"

namespace babalab::wasm {

namespace {

bool out_of_memory = false;

// There are no exceptions: the call ends here, and the instance is not used any more.
[[noreturn]] void note_and_stop() {
    out_of_memory = true;
    std::abort();
}

}  // namespace

// Never destroyed, so that nothing needs to run at an end that does not come.
std::vector<std::int32_t>& numbers() {
    static auto& all = *new std::vector<std::int32_t>;
    return all;
}

std::uint64_t to_count(double number) {
    if (!(number > 0)) return 0;
    return number >= 0x1p63 ? UINT64_MAX : static_cast<std::uint64_t>(number);
}

}  // namespace babalab::wasm

using namespace babalab::wasm;

// What the C++ library calls where it would throw. Its own one prints, and printing takes a tenth of the whole core.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { std::abort(); }

void* operator new(std::size_t bytes) {
    void* const memory = take_memory(bytes);
    if (!memory) note_and_stop();
    return memory;
}
void operator delete(void* memory) noexcept { give_memory_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_memory_back(memory); }

// Whether the instance stopped because there was no memory left.
BABALAB_EXPORT(ran_out_of_memory) int ran_out_of_memory() { return out_of_memory; }

// Returns room for this many bytes, or nothing.
BABALAB_EXPORT(allocate) void* allocate(std::size_t bytes) { return take_memory(bytes); }
BABALAB_EXPORT(release) void release(void* memory) { give_memory_back(memory); }

BABALAB_EXPORT(numbers_at) const std::int32_t* numbers_at() { return numbers().data(); }
