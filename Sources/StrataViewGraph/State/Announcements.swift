import Observation
import OpenCombine

/// A bridge from an `ObservableObject` to Observation, which forwards the object's change
/// notifications to the node of the view that observes it.
///
/// A node observes the values that its body reads. ``observe()`` counts as a read of a property
/// that changes whenever the object sends `objectWillChange`.
final class Announcements: Observable {
    private let registrar = ObservationRegistrar()
    private weak var object: AnyObject?
    private var subscription: AnyCancellable?

    /// Subscribes to an object, in place of the previous one.
    func follow<Object: ObservableObject>(_ object: Object) {
        guard self.object !== object else { return }
        self.object = object
        subscription = object.objectWillChange.sink { [weak self] _ in self?.announce() }
    }

    /// Subscribes to an object, and makes the node that is being evaluated observe its next change.
    func observe<Object: ObservableObject>(_ object: Object) {
        follow(object)
        observe()
    }

    /// Makes the node that is being evaluated observe the object's next change.
    func observe() { registrar.access(self, keyPath: \.announced) }

    private var announced: Void { () }

    /// Whether an object is announcing a change, which it makes afterward.
    @MainActor private(set) static var isUnderWay = false

    private func announce() {
        let isOnMainQueue = isOnMainQueue
        // The change of one object may cause the announcement of another.
        let isNested = isOnMainQueue && MainActor.assumeIsolated { Self.isUnderWay }
        if isOnMainQueue { MainActor.assumeIsolated { Self.isUnderWay = true } }
        registrar.withMutation(of: self, keyPath: \.announced) {}
        if isOnMainQueue { MainActor.assumeIsolated { Self.isUnderWay = isNested } }
    }
}
