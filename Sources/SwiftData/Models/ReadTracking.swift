internal import Foundation
internal import Observation

/// Whether a closure of `withObservationTracking` runs on the current thread.
///
/// The Observation module keeps this to itself, and an `ObservationRegistrar` takes more memory than
/// a small model. So that only models with observers have one, the first access to a model goes to
/// a registrar of the thread, which belongs to no model yet: while accesses are tracked, it puts the
/// key path into a set, and the hash of the key path's argument notes that.
///
/// From then on that registrar keeps the observers' closures. So it becomes the model's, and the
/// closures are released with the model at the latest. The thread gets another one.
final class ReadTracking {
    @exclusivity(unchecked) private var registrar = ObservationRegistrar()
    private let subject = Subject()
    /// The registrars of models that were released while reads were tracked. Observation adds the
    /// observers at the end of its closure, also to a registrar that is gone: they would never be
    /// released.
    @exclusivity(unchecked) private var released: [ObservationRegistrar] = []

    private init() {}

    /// Keeps the registrar of a model that is being released, if a closure of `withObservationTracking`
    /// runs, until the thread reads a model outside of one, or the registrars are many.
    static func keep(_ registrar: ObservationRegistrar) {
        let tracking = current
        guard isDetected, tracking.detects(by: registrar) else { return }
        tracking.released.append(registrar)
        if tracking.released.count > 1_000 { tracking.released.removeFirst(500) }
    }

    /// Returns a registrar for a model without one, whose property is being read; nil unless the read
    /// is tracked.
    @inline(__always)
    static func registrar() -> ObservationRegistrar? {
        let tracking = current
        guard !isDetected || tracking.detects() else { return nil }
        return tracking.handOver()
    }

    /// Whether the installed Observation module tracks accesses in that way. If not, each access
    /// counts as tracked.
    private static let isDetected = withObservationTracking {
        current.detects()
    } onChange: {
    }

    private func detects() -> Bool { detects(by: registrar) }

    private func detects(by registrar: ObservationRegistrar) -> Bool {
        subject.isMarked = false
        registrar.access(subject, keyPath: Self.keyPath)
        if subject.isMarked { return true }
        if !released.isEmpty { forgetReleased() }
        return false
    }

    private func forgetReleased() {
        // What the observers have kept is released when the list is empty, because it may read models.
        let ended = released
        released = []
        withExtendedLifetime(ended) {}
    }

    private func handOver() -> ObservationRegistrar {
        let used = registrar
        registrar = ObservationRegistrar()
        return used
    }

    private static var current: ReadTracking {
        if let pointer = pthread_getspecific(key) { return Unmanaged<ReadTracking>.fromOpaque(pointer).takeUnretainedValue() }
        let made = ReadTracking()
        pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            // Optional in some C libraries.
            let pointer: UnsafeMutableRawPointer? = pointer
            if let pointer { Unmanaged<ReadTracking>.fromOpaque(pointer).release() }
        }
        return key
    }()

    // Safe to share: a key path of constants.
    nonisolated(unsafe) private static let keyPath: KeyPath<Subject, Int> = \Subject[Argument(value: 1)]

    // Safe to share: used by the thread of its `ReadTracking` only.
    private final class Subject: Observable, @unchecked Sendable {
        @exclusivity(unchecked) var isMarked = false

        subscript(argument: Argument) -> Int { argument.value }
    }

    private struct Argument: Hashable {
        let value: Int

        func hash(into hasher: inout Hasher) {
            hasher.combine(value)
            ReadTracking.current.subject.isMarked = true
        }
    }
}
