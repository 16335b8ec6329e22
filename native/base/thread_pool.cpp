#include "base/thread_pool.hpp"

#ifdef BABALAB_NO_THREADS

namespace babalab {

void run_parts(std::size_t parts, const std::function<void(std::size_t)>& work) {
    for (std::size_t part = 0; part < parts; ++part) work(part);
}

}  // namespace babalab

#else

#include <condition_variable>
#include <exception>
#include <mutex>
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

class ThreadPool {
public:
    // Does all parts and returns true, or false at once if another caller has the pool.
    bool run(std::size_t parts, const std::function<void(std::size_t)>& work) {
        const std::unique_lock<std::mutex> only_caller(callers_, std::try_to_lock);
        if (!only_caller) return false;
        {
            const std::lock_guard lock(mutex_);
            while (threads_ + 1 < parts) {
                // Counted only once it is there: the system may refuse another.
                std::thread(&ThreadPool::serve, this, threads_ + 1).detach();
                ++threads_;
            }
            work_ = &work;
            parts_ = parts;
            unfinished_ = parts - 1;
            failure_ = nullptr;
            ++job_;
        }
        wake_.notify_all();
        const std::exception_ptr own = attempt(work, 0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return unfinished_ == 0; });
        work_ = nullptr;
        if (own) std::rethrow_exception(own);
        if (failure_) std::rethrow_exception(failure_);
        return true;
    }

private:
    std::mutex callers_, mutex_;
    std::condition_variable wake_, done_;
    std::size_t threads_ = 0, parts_ = 0, unfinished_ = 0, job_ = 0;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::exception_ptr failure_;

    // The thread of this number does the part of the same number in every job that has so many.
    void serve(std::size_t number) {
        std::size_t last_job = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return job_ != last_job; });
            last_job = job_;
            if (!work_ || number >= parts_) continue;
            const auto& work = *work_;
            lock.unlock();
            const std::exception_ptr failure = attempt(work, number);
            lock.lock();
            if (failure) failure_ = failure;
            if (--unfinished_ == 0) done_.notify_one();
        }
    }
};

// A forked child has none of its parent's threads, so it gets a pool of its own. Pools are never
// destroyed: their threads wait until the process ends.
ThreadPool& pool() {
    static std::mutex mutex;
    static ThreadPool* current = nullptr;
#ifndef _WIN32
    static pid_t owner = 0;
    const std::lock_guard lock(mutex);
    if (owner != getpid()) {
        owner = getpid();
        current = nullptr;
    }
#else
    const std::lock_guard lock(mutex);
#endif
    if (!current) current = new ThreadPool;
    return *current;
}

}  // namespace

void run_parts(std::size_t parts, const std::function<void(std::size_t)>& work) {
    if (parts > 1 && pool().run(parts, work)) return;
    for (std::size_t part = 0; part < parts; ++part) work(part);
}

}  // namespace babalab

#endif
