// Variables of which every thread has its own.
#pragma once

// In a build without threads they are plain: the destructor of a thread_local needs support that systems
// without threads lack.
#ifdef BABALAB_NO_THREADS
#define BABALAB_PER_THREAD static
#else
#define BABALAB_PER_THREAD static thread_local
#endif
