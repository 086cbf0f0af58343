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
///
/// Each read of a property of an unobserved model asks. So nothing is retained or copied on the way:
/// an `ObservationRegistrar` is behind a reference, because its size is unknown to the compiler.
final class ReadTracking {
    /// Retained.
    @exclusivity(unchecked) private var registrar = Unmanaged.passRetained(ModelRegistrar())
    private let subject = Subject()
    private let keyPath = ReadTracking.keyPath
    /// Whether the installed Observation module tracks accesses in that way. If not, each access
    /// counts as tracked.
    @exclusivity(unchecked) private var isDetected = true
    /// The registrars of models that were released while reads were tracked. Observation adds the
    /// observers at the end of its closure, also to a registrar that is gone: they would never be
    /// released.
    @exclusivity(unchecked) private var released: [ModelRegistrar] = []

    private init() {}

    deinit { registrar.release() }

    /// Keeps the registrar of a model that is being released, if a closure of `withObservationTracking`
    /// runs, until the thread reads a model outside of one, or the registrars are many.
    static func keep(_ registrar: ModelRegistrar) {
        let tracking = current
        guard tracking.isDetected, tracking.detects(by: .passUnretained(registrar)) else { return }
        tracking.released.append(registrar)
        if tracking.released.count > 1_000 { tracking.released.removeFirst(500) }
    }

    /// Returns a registrar for a model without one, whose property is being read; nil unless the read
    /// is tracked.
    static func registrar() -> ModelRegistrar? { isTracked ? current.handOver() : nil }

    /// Whether reads of properties on the current thread are tracked.
    static var isTracked: Bool {
        @inline(never)
        get {
            known._withUnsafeGuaranteedRef { tracking in
                !tracking.isDetected || tracking.detects(by: tracking.registrar)
            }
        }
    }

    private static let canDetect = withObservationTracking {
        current.detects(by: current.registrar)
    } onChange: {
    }

    @inline(__always)
    private func detects(by registrar: Unmanaged<ModelRegistrar>) -> Bool {
        subject.isMarkedByLayer = false
        registrar._withUnsafeGuaranteedRef { $0.value.access(subject, keyPath: keyPath) }
        if subject.isMarkedByLayer { return true }
        if !released.isEmpty { forgetReleased() }
        return false
    }

    private func forgetReleased() {
        // What the observers have kept is released when the list is empty, because it may read models.
        let ended = released
        released = []
        withExtendedLifetime(ended) {}
    }

    private func handOver() -> ModelRegistrar {
        let used = registrar
        registrar = .passRetained(ModelRegistrar())
        return used.takeRetainedValue()
    }

    private static var current: ReadTracking { known.takeUnretainedValue() }

    /// The object of the current thread, which keeps it until it ends.
    @inline(__always)
    private static var known: Unmanaged<ReadTracking> {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0) } ?? made()
    }

    private static func made() -> Unmanaged<ReadTracking> {
        let made = Unmanaged.passRetained(ReadTracking())
        pthread_setspecific(key, made.toOpaque())
        // Tried with the object that has just been made.
        made._withUnsafeGuaranteedRef { $0.isDetected = canDetect }
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
        @exclusivity(unchecked) var isMarkedByLayer = false

        subscript(argument: Argument) -> Int { argument.value }
    }

    private struct Argument: Hashable {
        let value: Int

        // Registrations keep the key path, so it is also hashed by other threads than the reader's, and
        // after that has ended: the subject is looked up.
        func hash(into hasher: inout Hasher) {
            hasher.combine(value)
            guard let pointer = pthread_getspecific(ReadTracking.key) else { return }
            Unmanaged<ReadTracking>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.subject.isMarkedByLayer = true }
        }
    }
}

/// The registrar of a model's observers.
final class ModelRegistrar: Sendable {
    let value = ObservationRegistrar()
}
