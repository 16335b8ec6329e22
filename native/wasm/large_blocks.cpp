// Large blocks of memory, in whole pages of WebAssembly's.
//
// The allocator of the compiler's C library rounds every size up to a power of two and never joins what was freed, so
// searches, whose tables grow by a quarter or half, would take more than twice the memory that they use. Here a block
// takes the pages it needs, neighbours that are free are one, and the smallest that suffices is taken.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "wasm/interface.hpp"

namespace babalab::wasm {

namespace {

constexpr std::size_t PAGE = std::size_t{1} << 16, PAGES = std::size_t{1} << 16;
constexpr std::size_t LARGE = PAGE - 64;  // bytes from which on a block is one of these

// Of the first and the last page of each block: how many pages it has, times two, and one more if it is free. 0 for
// pages of the C library's and for those that do not exist.
std::uint32_t blocks[PAGES];
std::size_t first = PAGES;  // page of ours

std::size_t pages_in(std::size_t page) { return blocks[page] / 2; }
bool is_free(std::size_t page) { return page < PAGES && (blocks[page] & 1); }

void mark(std::size_t page, std::size_t count, bool free) {
    blocks[page] = blocks[page + count - 1] = static_cast<std::uint32_t>(count * 2 + free);
}

void give_back(std::size_t page) {
    std::size_t count = pages_in(page);
    if (is_free(page + count)) count += pages_in(page + count);
    if (page && is_free(page - 1)) {
        const std::size_t before = pages_in(page - 1);
        page -= before;
        count += before;
    }
    mark(page, count, true);
}

// Takes more pages from the browser: a free block at the end is made larger, or a new one is made.
bool grow(std::size_t count) {
    const std::size_t end = __builtin_wasm_memory_size(0);
    if (is_free(end - 1)) count -= pages_in(end - 1);
    if (__builtin_wasm_memory_grow(0, count) == SIZE_MAX) return false;
    if (end < first) first = end;
    mark(end, count, false);
    give_back(end);
    return true;
}

std::size_t find(std::size_t count) {
    std::size_t best = PAGES;
    const std::size_t end = __builtin_wasm_memory_size(0);
    for (std::size_t page = first; page < end; page += blocks[page] ? pages_in(page) : 1)
        if (is_free(page) && pages_in(page) >= count && (best == PAGES || pages_in(page) < pages_in(best)))
            best = page;
    return best;
}

void* take(std::size_t bytes) {
    if (bytes > PAGE * (PAGES - 1)) return nullptr;
    const std::size_t count = (bytes + PAGE - 1) / PAGE;
    std::size_t page = find(count);
    if (page == PAGES && grow(count)) page = find(count);
    if (page == PAGES) return nullptr;
    const std::size_t spare = pages_in(page) - count;
    mark(page, count, false);
    if (spare) mark(page + count, spare, true);
    return reinterpret_cast<void*>(page * PAGE);
}

}  // namespace

void* take_memory(std::size_t bytes) { return bytes >= LARGE ? take(bytes) : std::malloc(bytes ? bytes : 1); }

// No block of the C library's begins with a page: before each is what it knows about it.
void give_memory_back(void* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (memory && address % PAGE == 0) give_back(address / PAGE);
    else std::free(memory);
}

}  // namespace babalab::wasm
