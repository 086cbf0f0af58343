internal import Foundation
internal import Observation

/// Whether a closure of `withObservationTracking` runs on the current thread.
///
/// The Observation module keeps this to itself, and an `ObservationRegistrar` takes more memory than
/// a small model. So that only models with observers have one, a registrar that belongs to no model
/// gets an access: while accesses are tracked, it puts the key path into a set, and the hash
/// of the key path's argument notes that.
enum ReadTracking {
    /// Whether accesses are tracked on the current thread.
    @inline(__always)
    static var isActive: Bool { isDetected ? detects() : true }

    /// Whether the installed Observation module tracks accesses in that way. If not, each access
    /// counts as tracked.
    private static let isDetected = withObservationTracking {
        detects()
    } onChange: {
    }

    @inline(__always)
    private static func detects() -> Bool {
        registrar.access(subject, keyPath: keyPath)
        guard pthread_getspecific(mark) != nil else { return false }
        pthread_setspecific(mark, nil)
        return true
    }

    /// Names a mark of the current thread.
    private static let mark: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static let registrar = ObservationRegistrar()
    private static let subject = Subject()
    // Safe to share: a key path of constants.
    nonisolated(unsafe) private static let keyPath: KeyPath<Subject, Int> = \Subject[Argument(value: 1)]

    private final class Subject: Observable, Sendable {
        subscript(argument: Argument) -> Int { argument.value }
    }

    private struct Argument: Hashable {
        let value: Int

        func hash(into hasher: inout Hasher) {
            hasher.combine(value)
            pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
        }
    }
}
