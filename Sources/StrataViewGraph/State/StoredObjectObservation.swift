import OpenCombine
import Synchronization

/// The observation of an object that a view stores, by the node of the view.
///
/// Many nodes observe the same object: the row of each window that shows it. They share one
/// subscription to the object's publisher, which takes more memory than the rest of a row.
final class StoredObjectObservation {
    private var observers: ObjectObservers?

    deinit { end() }

    /// Observes an object instead of the previous one, for the present evaluation of a node.
    func observe<Object: ObservableObject>(_ object: Object, _ observer: NodeObserver?) {
        if observers?.object !== object {
            end()
            observers = ObjectObservers.of(object)
        }
        observers?.set(observer, for: self)
    }

    /// Ends the observation.
    func end() {
        observers?.set(nil, for: self)
        observers = nil
    }
}

/// The nodes that observe an object.
// Safe to share: the observers are accessed under the lock.
private final class ObjectObservers: @unchecked Sendable {
    /// The observers of all objects that are observed, by object. An entry is weak, since the
    /// observations keep it.
    private static let known = Mutex<[ObjectIdentifier: Reference]>([:])

    private struct Reference {
        weak var observers: ObjectObservers?
    }

    private(set) weak var object: AnyObject?
    private let key: ObjectIdentifier
    private var subscription: AnyCancellable?
    private let observers = Mutex<[ObjectIdentifier: NodeObserver]>([:])

    private init<Object: ObservableObject>(_ object: Object) {
        self.object = object
        key = ObjectIdentifier(object)
        subscription = object.objectWillChange.sink { [weak self] _ in self?.publish() }
    }

    deinit {
        // The address of an object that was released may be that of another one by now, whose observers
        // are released after the lock.
        let others = Self.known.withLock { known in
            let others = known[key]?.observers
            if others == nil { known[key] = nil }
            return others
        }
        withExtendedLifetime(others) {}
    }

    /// Returns the observers of an object.
    static func of<Object: ObservableObject>(_ object: Object) -> ObjectObservers {
        let key = ObjectIdentifier(object)
        // Not inside the closure of the next lock, whose end could release the observers.
        if let observers = known.withLock({ $0[key]?.observers }), observers.object === object { return observers }
        let observers = ObjectObservers(object)
        known.withLock { $0[key] = Reference(observers: observers) }
        return observers
    }

    /// Sets the observer of an observation; nil to end it.
    func set(_ observer: NodeObserver?, for observation: StoredObjectObservation) {
        observers.withLock { $0[ObjectIdentifier(observation)] = observer }
    }

    /// Marks the nodes as outdated.
    private func publish() {
        guard isOnMainQueue else {
            let transaction = Transaction.current
            Task { @MainActor in (transaction ?? Transaction()).perform { notify() } }
            return
        }
        MainActor.assumeIsolated { notify() }
    }

    @MainActor
    private func notify() {
        let current = observers.withLock { Array($0.values) }
        for observer in current { _ = observer.valueChanged() }
    }
}
