public import OpenCombine
internal import StrataTraps

/// An observable object that a view creates when it is first shown and keeps while it is shown. The
/// body is evaluated again after each change that the object publishes.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty, NodeOwnedProperty {
    private let make: () -> ObjectType
    private var owned: OwnedObject<ObjectType>?

    /// Creates a property with an expression for its object, which is evaluated once for each view
    /// that is shown.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

    /// The object. Reading it traps before the view is shown.
    public var wrappedValue: ObjectType {
        guard let owned else {
            trap("@StateObject was read before its view was shown. Read it in body, an action or a task.")
        }
        return owned.object
    }

    /// Makes bindings to the object's properties: `$model.name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }

    /// Connects the property to its object, which the first update creates, and observes it.
    public mutating func _install(_ slots: PropertySlots) {
        let owned = slots.next { OwnedObject(make()) }
        owned.announcements.observe()
        self.owned = owned
    }
}

private final class OwnedObject<Object: ObservableObject> {
    let object: Object
    let announcements = Announcements()

    init(_ object: Object) {
        self.object = object
        announcements.follow(object)
    }
}
