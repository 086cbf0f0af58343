#ifndef RUNTIME_SHIMS_H
#define RUNTIME_SHIMS_H

/// Swift's runtime, which reads weak references with this: takes a reference to an object and gives the object back, or
/// NULL where its end has begun. The object's memory must be there for as long as this runs.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
