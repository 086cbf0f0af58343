internal import Synchronization

/// An object that is made when it is first used, and kept.
///
/// `make` runs on the thread that uses the object first. If several do so at once, it may run on
/// each of them; all get the object that was ready first.
// Safe to share: an atomic reference, and a closure that only reads constants.
final class FirstUse<Object: AnyObject & Sendable>: @unchecked Sendable {
    private let make: () -> Object
    private let made = AtomicLazyReference<Object>()

    /// - Parameter make: Makes the object of constants, whichever thread calls it.
    init(_ make: @escaping () -> Object) { self.make = make }

    var object: Object { made.load() ?? made.storeIfNil(make()) }
}
