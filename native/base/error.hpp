// Failures as values. Nothing in the core throws, so it can be built without exceptions; the bindings
// turn an `Error` into an exception of Python's.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace babalab {

// Why something could not be done, in words for people.
struct Error {
    std::string message;
};

// What a function without a result returns: nothing if it succeeded.
using Failure = std::optional<Error>;

// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return value_.has_value(); }

    // The value; there must be one.
    T& operator*() & { return *value_; }
    const T& operator*() const& { return *value_; }
    T&& operator*() && { return std::move(*value_); }
    T* operator->() { return &*value_; }

    // The reason; there must be no value.
    const Error& error() const { return error_; }

private:
    std::optional<T> value_;
    Error error_;
};

}  // namespace babalab
