// Objects that change, of which Python's threads may ask for something at the same time.
#pragma once

#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "python/unlocked.hpp"

namespace babalab {

// An object with a lock of its own: calls wait for each other. A thread waits for the lock, and for the
// GIL, only while it has not got the other one, so no two wait for each other for ever. No call uses two
// such objects at once.
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
        const Unlocked unlocked;
        const std::lock_guard alone(mutex_);
        return done_with(work);
    }

    // The same for work that changes either all that it is to change or, if it throws, nothing.
    template <class Work>
    auto use_whole(Work work) {
        const Unlocked unlocked;
        const std::lock_guard alone(mutex_);
        check();
        return work(object_);
    }

    // Calls work(object) for what takes no time: with the GIL, unless it has to wait for another call. It must
    // not call Python.
    template <class Work>
    auto look(Work work) {
        {
            const std::unique_lock alone(mutex_, std::try_to_lock);
            if (alone) return done_with(work);
        }
        return use(work);
    }

private:
    void check() const {
        if (broken_) throw std::runtime_error("this ran out of memory in the middle of a call");
    }

    // Nobody knows what state a call that ran out of memory left behind.
    template <class Work>
    auto done_with(Work& work) {
        check();
        try {
            return work(object_);
        } catch (const std::bad_alloc&) {
            broken_ = true;
            throw;
        }
    }

    std::mutex mutex_;
    T object_;
    bool broken_ = false;
};

}  // namespace babalab
