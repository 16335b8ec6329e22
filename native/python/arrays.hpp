// Arrays that come from Python and go there, and the one rule for them.
//
// The core works without the interpreter's lock (the GIL), so other threads of Python's run meanwhile, and may
// write into arrays that were passed to a call which is still at work. So:
//
//  1. What comes in is copied, and only the copy is checked and used. Most arrays are copied as a whole while
//     the GIL is held: `copied`. Rows of states, of which there may be millions, the core copies one by
//     one when it gets to them, as it has to anyway (baba/rows.hpp). Where there is nothing to check,
//     as with hashes, there is no need to copy. Arrays are held as long as the call lasts; so are bytes
//     objects, which never change. An array of another kind of number is refused (`array_arg`), and so is one
//     whose numbers don't lie where a processor expects them (`span_of`).
//  2. What goes out is made by the call (`Array`, `to_numpy`). Nobody else has it before the call returns.
//  3. An object that changes (a set, a search, an environment, a batch of plays) lets one call at a time
//     work on it: see guarded.hpp. It may keep arrays of the caller's up to date, or lend arrays of its
//     own. What is written into those can spoil results, but never decides where the core reads or
//     writes; lent arrays that would decide it are read-only.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace babalab {

// An array that comes in, of N dimensions.
template <class T, std::size_t N>
using Given = nanobind::ndarray<T, nanobind::ndim<N>, nanobind::c_contig, nanobind::device::cpu>;

// Rows of states, or of other numbers from 0 to 255.
using Rows = Given<const std::uint8_t, 2>;

// An array on its way to Python.
template <class T>
using Numpy = nanobind::ndarray<nanobind::numpy, T>;

// The name of an argument that is an array. Without this, nanobind would turn arrays of other kinds into what
// is wanted, and 256 or what is no number at all into an action.
inline auto array_arg(const char* name) { return nanobind::arg(name).noconvert(); }

// The product of some sizes. Throws, as if there were no memory for so much, if it is no size.
inline std::size_t product(std::span<const std::size_t> sizes) {
    std::size_t all = 1;
    for (const std::size_t size : sizes) {
        if (size && all > SIZE_MAX / size) throw std::bad_alloc();
        all *= size;
    }
    return all;
}

// The numbers of an array. NumPy can make one that begins anywhere, say from the middle of a file.
template <class T, class... Rest>
std::span<T> span_of(const nanobind::ndarray<T, Rest...>& array) {
    if (array.size() && reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T))
        throw nanobind::value_error("an array is not aligned: pass a copy of it");
    return {array.data(), array.size()};
}

inline std::span<const std::uint8_t> span_of(const nanobind::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

inline nanobind::bytes to_bytes(std::span<const std::uint8_t> bytes) {
    return nanobind::bytes(bytes.data(), bytes.size());
}

// What is in an array now, whatever is written into it later.
template <class T, class... Rest>
std::vector<T> copied(const nanobind::ndarray<const T, Rest...>& array) {
    const std::span<const T> numbers = span_of(array);
    return {numbers.begin(), numbers.end()};
}

// The same for marks, as numbers: a bool that comes from elsewhere need not be 0 or 1.
inline std::vector<std::uint8_t> copied(const Given<const bool, 1>& marks) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(marks.data());
    return {bytes, bytes + marks.size()};
}

// An uninitialised array on its way to NumPy.
template <class T>
class Array {
public:
    explicit Array(std::vector<std::size_t> shape) : shape_(std::move(shape)), size_(product(shape_)) {
        const std::size_t bytes = product(std::array{std::max<std::size_t>(size_, 1), sizeof(T)});
        data_.reset(static_cast<T*>(::operator new(bytes)));
    }
    std::span<T> span() { return {data_.get(), size_}; }
    operator std::span<T>() { return span(); }

    Numpy<T> release() {
        T* const raw = data_.release();
        const nanobind::capsule owner(raw, [](void* p) noexcept { ::operator delete(p); });
        return Numpy<T>(raw, shape_.size(), shape_.data(), owner);
    }

private:
    struct Free {
        void operator()(T* p) const { ::operator delete(p); }
    };
    std::vector<std::size_t> shape_;
    std::size_t size_;
    std::unique_ptr<T, Free> data_;
};

// A vector on its way to NumPy, without copying its elements.
template <class T>
Numpy<T> to_numpy(std::vector<T>&& vector, std::vector<std::size_t> shape) {
    auto* const kept = new std::vector<T>(std::move(vector));
    const nanobind::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Numpy<T>(kept->data(), shape.size(), shape.data(), owner);
}

}  // namespace babalab
