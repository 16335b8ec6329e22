// Memory for large tables that are read at random places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace babalab {

// Does what `new` does when there is no memory: throws where there are exceptions.
[[noreturn]] inline void run_out_of_memory() {
#ifdef __cpp_exceptions
    throw std::bad_alloc();
#else
    std::abort();
#endif
}

// Asks the system for large pages where it has them: a lookup in a table of many megabytes then
// rarely waits for the address translation besides the memory itself.
template <class T>
struct HugePageAllocator {
    using value_type = T;
    static constexpr std::size_t PAGE = std::size_t{2} << 20;

    static std::size_t rounded(std::size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < PAGE) return static_cast<T*>(::operator new(bytes));
#ifdef __linux__
        // Straight from the system and back to it: tables that grow would leave holes in the heap
        // which the next, larger one does not fit into.
        const std::size_t whole = rounded(bytes) + PAGE;
        void* const memory = mmap(nullptr, whole, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) run_out_of_memory();
        const auto start = reinterpret_cast<std::uintptr_t>(memory);
        const std::uintptr_t aligned = (start + PAGE - 1) / PAGE * PAGE;
        if (aligned != start) munmap(memory, aligned - start);
        void* const used = reinterpret_cast<void*>(aligned);
        munmap(reinterpret_cast<void*>(aligned + rounded(bytes)), PAGE - (aligned - start));
#ifdef MADV_HUGEPAGE
        madvise(used, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(used);
#else
        return static_cast<T*>(::operator new(bytes));
#endif
    }
    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < PAGE) {
            ::operator delete(memory);
            return;
        }
#ifdef __linux__
        munmap(memory, rounded(bytes));
#else
        ::operator delete(memory);
#endif
    }
    template <class U>
    bool operator==(const HugePageAllocator<U>&) const { return true; }
};

}  // namespace babalab
