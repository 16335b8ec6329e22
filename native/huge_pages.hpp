// Memory for large tables that are read at random places.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace babalab {

// Asks the system for large pages where it has them: a lookup in a table of many megabytes then
// rarely waits for the address translation besides the memory itself.
template <class T>
struct HugePageAllocator {
    using value_type = T;
    static constexpr std::size_t PAGE = std::size_t{2} << 20;

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < PAGE) return static_cast<T*>(::operator new(bytes));
        void* const memory = ::operator new(bytes, std::align_val_t{PAGE});
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        if (count * sizeof(T) < PAGE) ::operator delete(memory);
        else ::operator delete(memory, std::align_val_t{PAGE});
    }
    template <class U>
    bool operator==(const HugePageAllocator<U>&) const { return true; }
};

}  // namespace babalab
