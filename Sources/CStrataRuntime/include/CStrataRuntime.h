#ifndef C_STRATA_RUNTIME_H
#define C_STRATA_RUNTIME_H

#include <stdint.h>

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

/// Returns a new store, retained, of a subclass of `CoreData.NSPersistentStore`: calls the class's
/// `init(persistentStoreCoordinator:configurationName:at:options:)`.
///
/// Swift calls it only if it is `required`, and then no subclass could override it with the words
/// `override init`, as on Apple's platforms. The arguments are the words of Swift's values, in their
/// order: the coordinator, the two words of an optional string, the two of a URL, the dictionary.
/// The initializer consumes them. The symbols are the descriptions of NSPersistentStore and of its
/// initializer. If the class does not have the initializer, it traps.
static inline void *_Nonnull strata_makeStore(
    const void *_Nonnull type, uintptr_t coordinator, uintptr_t name, uintptr_t nameRest, uintptr_t url, uintptr_t urlRest,
    uintptr_t options) {
    extern const char storeDescription __asm__("$s8CoreData17NSPersistentStoreCMn");
    extern const char storeInitializer __asm__("$s8CoreData17NSPersistentStoreC010persistentD11Coordinator17configurationName2at7optionsAcA0cdF0CSg_SSSg20FoundationEssentials3URLVSDys11AnyHashableVypGSgtcfCTq");
    typedef __attribute__((swiftcall)) void *_Nonnull (*Allocation)(
        uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
        __attribute__((swift_context)) const void *_Nonnull);
    return ((Allocation)swift_lookUpClassMethod(type, &storeInitializer, &storeDescription))(
        coordinator, name, nameRest, url, urlRest, options, type);
}

#endif
