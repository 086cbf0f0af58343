import Observation
import OpenCombine

/// Hands on what an observable object announces to the node whose view observes it.
final class Announcements: Observable {
    private let registrar = ObservationRegistrar()
    private weak var object: AnyObject?
    private var subscription: AnyCancellable?

    /// Subscribes to an object, in the place of the one before.
    func follow<Object: ObservableObject>(_ object: Object) {
        guard self.object !== object else { return }
        self.object = object
        subscription = object.objectWillChange.sink { [weak self] _ in self?.announce() }
    }

    /// Has whoever is being tracked be told of the next announcement.
    func observe() { registrar.access(self, keyPath: \.announced) }

    private var announced: Void { () }

    private func announce() { registrar.withMutation(of: self, keyPath: \.announced) {} }
}
