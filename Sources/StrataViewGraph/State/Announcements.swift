import Observation
import OpenCombine

/// Forwards an observable object's change notifications to the node of the view that observes it.
///
/// Bridges `ObservableObject` to Observation: a node tracks what its body reads, and ``observe()``
/// is such a read.
final class Announcements: Observable {
    private let registrar = ObservationRegistrar()
    private weak var object: AnyObject?
    private var subscription: AnyCancellable?

    /// Subscribes to an object, replacing the former subscription.
    func follow<Object: ObservableObject>(_ object: Object) {
        guard self.object !== object else { return }
        self.object = object
        subscription = object.objectWillChange.sink { [weak self] _ in self?.announce() }
    }

    /// Follows an object, and has the node that is being evaluated observe its next change.
    func observe<Object: ObservableObject>(_ object: Object) {
        follow(object)
        observe()
    }

    /// Has the node that is being evaluated observe the object's next change.
    func observe() { registrar.access(self, keyPath: \.announced) }

    private var announced: Void { () }

    private func announce() { registrar.withMutation(of: self, keyPath: \.announced) {} }
}
