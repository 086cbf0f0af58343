internal import Traps

/// A stored property of a view that is given its value by the graph before the view's body is read.
public protocol DynamicProperty {
    /// Connects the property to the storage that its view's node keeps for it. Types made of other dynamic properties inherit it.
    mutating func _install(_ slots: PropertySlots)

    /// Called before each evaluation of the body, after the properties inside this one were updated.
    mutating func update()
}

extension DynamicProperty {
    public mutating func _install(_ slots: PropertySlots) { PropertyPlan.of(Self.self).install(in: &self, slots) }
    public mutating func update() {}
}

/// The storage that one view node keeps for its dynamic properties, handed out in the order of their declaration.
///
/// The order of a type's fields never changes, so a position is identity enough.
public final class PropertySlots {
    package internal(set) var environment: EnvironmentValues
    private var storage: [AnyObject] = []
    private var cursor = 0

    package init(environment: EnvironmentValues) { self.environment = environment }

    /// Starts over at the first property, before an update.
    package func rewind(environment: EnvironmentValues) {
        self.environment = environment
        cursor = 0
    }

    /// The object kept for the property being installed; made at the first update.
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
