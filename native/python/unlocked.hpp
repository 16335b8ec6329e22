// Working without the interpreter's lock.
#pragma once

#include <Python.h>

#include <chrono>
#include <thread>

namespace babalab {

// Lets go of the GIL as long as it lives.
//
// While Python shuts down it ends every thread that asks for the GIL, by unwinding its stack, and C++ then
// ends the process instead. So such a thread sleeps until the process is gone, as all do from Python 3.14 on.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() {
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

private:
    PyThreadState* state_;
};

}  // namespace babalab
