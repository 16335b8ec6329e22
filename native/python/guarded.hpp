// Objects that change, of which Python's threads may ask for something at the same time.
#pragma once

#include <nanobind/nanobind.h>

#include <mutex>
#include <type_traits>
#include <utility>

namespace babalab {

// An object with a lock of its own: calls wait for each other. A thread that has to wait for the lock lets
// go of the GIL first, so no two wait for each other for ever.
template <class T>
class Guarded {
public:
    template <class... Arguments>
        requires std::is_constructible_v<T, Arguments...>
    explicit Guarded(Arguments&&... arguments) : object_(std::forward<Arguments>(arguments)...) {}
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    // Calls work(object) without the GIL.
    template <class Work>
    auto use(Work work) {
        const nanobind::gil_scoped_release unlocked;
        const std::lock_guard alone(mutex_);
        return work(object_);
    }

    // Calls work(object) with the GIL, for what takes no time. It must not call Python, which could call
    // here again.
    template <class Work>
    auto look(Work work) {
        std::unique_lock alone(mutex_, std::try_to_lock);
        if (!alone) {
            const nanobind::gil_scoped_release unlocked;
            alone.lock();
        }
        return work(object_);
    }

private:
    std::mutex mutex_;
    T object_;
};

}  // namespace babalab
