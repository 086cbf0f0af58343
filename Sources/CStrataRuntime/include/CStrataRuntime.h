#ifndef C_STRATA_RUNTIME_H
#define C_STRATA_RUNTIME_H

/// A function of Swift's runtime, which it reads weak references with. Retains an object and
/// returns it, or returns NULL if its deinitialization has begun. The object's memory must stay
/// allocated during the call.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// A function of Swift's runtime. Returns a class's implementation of a method, which a superclass
/// has declared.
const void *_Nonnull swift_lookUpClassMethod(
    const void *_Nonnull type, const void *_Nonnull method, const void *_Nonnull superclass);

/// The size of a class's instances in bytes, before and after the address of an instance.
struct StrataInstanceExtents {
    unsigned long negative;
    unsigned long positive;
};

/// A function of Swift's runtime. Returns the size of a class's instances.
__attribute__((swiftcall)) struct StrataInstanceExtents _swift_getSwiftClassInstanceExtents(const void *_Nonnull type);

/// Returns a new object, retained, of a subclass of Foundation's NSObject: calls the class's
/// `init()`.
///
/// Swift calls an initializer of a class that only the running program knows only if the
/// initializer is `required`, which that of NSObject on Linux is not. The symbols are the
/// descriptions of NSObject and of its `init()`. If the class has no `init()`, it traps.
static inline void *_Nonnull strata_makeObject(const void *_Nonnull type) {
    extern const char description __asm__("$s10Foundation8NSObjectCMn");
    extern const char initializer __asm__("$s10Foundation8NSObjectCACycfCTq");
    typedef __attribute__((swiftcall)) void *_Nonnull (*Allocation)(__attribute__((swift_context)) const void *_Nonnull);
    return ((Allocation)swift_lookUpClassMethod(type, &initializer, &description))(type);
}

#endif
