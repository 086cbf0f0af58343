internal import StrataTraps

/// A stored property of a view that the graph connects to its storage before the view's body is
/// read.
public protocol DynamicProperty {
    /// Connects the property to the storage that its view's node keeps for it. Types made of other
    /// dynamic properties inherit an implementation that installs those.
    mutating func _install(_ slots: PropertySlots)

    /// Called before each evaluation of the body, after the properties inside this one were
    /// installed and updated.
    mutating func update()
}

extension DynamicProperty {
    /// Installs the dynamic properties among the type's stored properties.
    public mutating func _install(_ slots: PropertySlots) { PropertyPlan.of(Self.self).install(in: &self, slots) }

    /// Does nothing.
    public mutating func update() {}
}

/// A dynamic property that has nothing to install, and that the graph therefore skips.
protocol PassiveProperty {}

/// A dynamic property whose value the node keeps. Only the first update reads the initial value
/// that the view declares for it, so comparisons of views skip the property (`ViewValue`).
protocol NodeOwnedProperty {}

/// The storage of one node's dynamic properties, in the order of their declaration.
///
/// The order of a type's fields never changes, so the position identifies a property.
public final class PropertySlots {
    /// The environment of the node.
    package internal(set) var environment: EnvironmentValues
    /// The observer of the node's present evaluation; nil if no property needs it.
    private(set) var observer: NodeObserver?
    /// The object of the first property, and those of the others. Most views have one at most.
    private var first: AnyObject?
    private var others: [AnyObject] = []
    private var cursor = 0

    /// Whether no property keeps an object.
    var isEmpty: Bool { first == nil }

    package init(environment: EnvironmentValues) { self.environment = environment }

    /// Starts an update: the next call of `next` is for the first property.
    package func rewind(environment: EnvironmentValues) { rewind(environment: environment, observer: nil) }

    /// Starts an update: the next call of `next` is for the first property.
    func rewind(environment: EnvironmentValues, observer: NodeObserver?) {
        self.environment = environment
        self.observer = observer
        cursor = 0
    }

    /// Returns the object that is kept for the next property. The first update creates it.
    package func next<Storage: AnyObject>(_ make: () -> Storage) -> Storage {
        defer { cursor += 1 }
        guard let first else {
            let made = make()
            first = made
            return made
        }
        guard cursor <= others.count else {
            let made = make()
            others.append(made)
            return made
        }
        guard let kept = (cursor == 0 ? first : others[cursor - 1]) as? Storage else {
            trap(
                "A view's dynamic properties changed their order. Install the same ones, in the same order, in each update.")
        }
        return kept
    }
}
