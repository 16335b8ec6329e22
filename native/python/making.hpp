// Making the objects that Python asks for.
#pragma once

#include <nanobind/nanobind.h>

#include <new>
#include <stdexcept>
#include <utility>

namespace babalab {

// The `self` of an `__init__`: memory for an object.
template <class T>
using Unmade = nanobind::pointer_and_handle<T>;

// Makes the object. Every `__init__` that takes anything ends with this: reading its arguments may run code of
// Python's (that of a sequence, or of a number), which may call `__init__` of the very same object. What it made
// is there to stay, since others may be using it.
template <class T, class... Arguments>
void make(const Unmade<T>& self, Arguments&&... arguments) {
    if (nanobind::inst_ready(self.h)) throw std::runtime_error("this was made while its arguments were read");
    new (self.p) T(std::forward<Arguments>(arguments)...);
}

}  // namespace babalab
