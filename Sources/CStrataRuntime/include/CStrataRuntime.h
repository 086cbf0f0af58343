#ifndef C_STRATA_RUNTIME_H
#define C_STRATA_RUNTIME_H

/// A function of Swift's runtime, which it reads weak references with. Retains an object and
/// returns it, or returns NULL if its deinitialization has begun. The object's memory must stay
/// allocated during the call.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
