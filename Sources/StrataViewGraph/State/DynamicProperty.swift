internal import StrataTraps

/// A stored property of a view that the graph connects to its storage before the view's body is
/// read.
public protocol DynamicProperty {
    /// Connects the property to the storage that its view's node keeps for it. Types made of other
    /// dynamic properties inherit an implementation that installs those.
    mutating func _install(_ slots: PropertySlots)

    /// Called before each evaluation of the body, after the properties inside this one were
    /// updated.
    mutating func update()
}

extension DynamicProperty {
    /// Installs the dynamic properties among the type's stored properties.
    public mutating func _install(_ slots: PropertySlots) { PropertyPlan.of(Self.self).install(in: &self, slots) }

    /// Does nothing.
    public mutating func update() {}
}

/// A dynamic property that has nothing to install: the graph passes over it.
protocol PassiveProperty {}

/// A dynamic property that takes its value from the node after the first update. What a new value
/// of the view declares for it makes no difference then.
protocol NodeOwnedProperty {}

/// The storage of one node's dynamic properties, by the order of their declaration.
///
/// A type's fields never change their order, so the position identifies a property.
public final class PropertySlots {
    /// The environment of the node.
    package internal(set) var environment: EnvironmentValues
    private var storage: [AnyObject] = []
    private var cursor = 0

    package init(environment: EnvironmentValues) { self.environment = environment }

    /// Starts an update: the next property is the first.
    package func rewind(environment: EnvironmentValues) {
        self.environment = environment
        cursor = 0
    }

    /// Returns the object kept for the property that is being installed; creates it at the first
    /// update.
    package func next<Storage: AnyObject>(_ make: () -> Storage) -> Storage {
        defer { cursor += 1 }
        guard cursor < storage.count else {
            let made = make()
            storage.append(made)
            return made
        }
        guard let kept = storage[cursor] as? Storage else {
            trap(
                "A view's dynamic properties changed their order between two updates; they must not depend on its values.")
        }
        return kept
    }
}
