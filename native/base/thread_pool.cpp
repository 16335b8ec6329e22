#include "base/thread_pool.hpp"

#ifndef BABALAB_NO_THREADS

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace babalab {

namespace {

// Calls work(part) and returns what it threw, if anything: only the standard library does, when there
// is no memory left.
std::exception_ptr attempt(const std::function<void(std::size_t)>& work, std::size_t part) {
#ifdef __cpp_exceptions
    try {
        work(part);
    } catch (...) {
        return std::current_exception();
    }
#else
    work(part);
#endif
    return nullptr;
}

// Tells a process from the one it was forked from.
int process() {
#ifdef _WIN32
    return 0;
#else
    return getpid();
#endif
}

// How many threads the pool has at most, the caller's included: more would only take turns, and each
// takes memory whose lack ends the process.
const std::size_t MOST_STARTED = std::clamp(4 * std::thread::hardware_concurrency(), 8u, MOST_THREADS);

class ThreadPool {
public:
    // Does all parts and returns true, or false at once if another caller has the pool.
    bool run(std::size_t parts, const std::function<void(std::size_t)>& work) {
        const std::unique_lock<std::mutex> only_caller(callers_, std::try_to_lock);
        if (!only_caller) return false;
        std::unique_lock lock(mutex_);
        start_threads(std::min(parts, MOST_STARTED) - 1);
        work_ = &work;
        parts_ = unfinished_ = parts;
        next_ = 0;
        failure_ = nullptr;
        wake_.notify_all();
        do_parts(lock);
        done_.wait(lock, [this] { return unfinished_ == 0; });
        if (failure_) std::rethrow_exception(failure_);
        return true;
    }

private:
    std::mutex callers_, mutex_;
    std::condition_variable wake_, done_;
    std::size_t threads_ = 0, parts_ = 0, next_ = 0, unfinished_ = 0;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::exception_ptr failure_;

    // Where the system has no more threads to give, those that there are do all the parts.
    void start_threads(std::size_t wanted) {
#ifdef __cpp_exceptions
        try {
            for (; threads_ < wanted; ++threads_) std::thread(&ThreadPool::serve, this).detach();
        } catch (const std::system_error&) {
        }
#else
        for (; threads_ < wanted; ++threads_) std::thread(&ThreadPool::serve, this).detach();
#endif
    }

    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return next_ < parts_; });
            do_parts(lock);
        }
    }

    // Does one part after the other, as long as there are any that nobody has begun.
    void do_parts(std::unique_lock<std::mutex>& lock) {
        while (next_ < parts_) {
            const std::size_t part = next_++;
            const auto& work = *work_;
            lock.unlock();
            const std::exception_ptr failure = attempt(work, part);
            lock.lock();
            if (failure) failure_ = failure;
            if (--unfinished_ == 0) done_.notify_one();
        }
    }
};

// A forked child has none of its parent's threads, so it gets a pool of its own; and no lock is taken here,
// since one that was taken in the parent would never be released in the child. Pools are never destroyed:
// their threads wait until the process ends.
ThreadPool& pool() {
    struct Owned {
        ThreadPool pool;
        int owner = process();
    };
    static std::atomic<Owned*> current = nullptr;
    Owned* known = current.load();
    while (!known || known->owner != process()) {
        auto own = std::make_unique<Owned>();
        if (current.compare_exchange_strong(known, own.get())) known = own.release();
    }
    return known->pool;
}

}  // namespace

void run_parts(std::size_t parts, const std::function<void(std::size_t)>& work) {
    if (parts > 1 && pool().run(parts, work)) return;
    for (std::size_t part = 0; part < parts; ++part) work(part);
}

}  // namespace babalab

#endif
