// Lets the Thread Sanitizer see Synchronization.Mutex, for `make test-threads` only.
//
// The fast path of a Mutex, for a lock without contention, is inlined into the code that uses it,
// and the sanitizer sees it. The slow path, which waits for the lock and hands it over, is in the
// Synchronization library, which was not compiled with the sanitizer: it would report everything
// that a contended lock guards as a race. The linker finds the functions below before the library's.
// They call the library and report the acquisition or release to the sanitizer.

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Absent in tools of the build, which are linked with this as well.
__attribute__((weak)) void __tsan_acquire(void *lock);
__attribute__((weak)) void __tsan_release(void *lock);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void seen_lock_slow(uint32_t thread, SELF void *lock) __asm__(LOCK_SLOW);
SWIFT bool seen_try_lock_slow(SELF void *lock) __asm__(TRY_LOCK_SLOW);
SWIFT void seen_unlock_slow(SELF void *lock) __asm__(UNLOCK_SLOW);

// Looked up at each call: a cached pointer would need a lock itself.
SWIFT void seen_lock_slow(uint32_t thread, SELF void *lock) {
    SWIFT void (*library)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK_SLOW);
    library(thread, lock);
    if (__tsan_acquire) __tsan_acquire(lock);
}

SWIFT bool seen_try_lock_slow(SELF void *lock) {
    SWIFT bool (*library)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    bool taken = library(lock);
    if (taken && __tsan_acquire) __tsan_acquire(lock);
    return taken;
}

SWIFT void seen_unlock_slow(SELF void *lock) {
    SWIFT void (*library)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(lock);
    library(lock);
}
