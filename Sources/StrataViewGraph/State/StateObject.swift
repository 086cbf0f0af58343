public import OpenCombine

/// A property with an observable object that is created when its view is first shown, and kept
/// while the view is shown. The body is evaluated again after each change that the object
/// publishes.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty, NodeOwnedProperty {
    private let make: () -> ObjectType
    private var owned: OwnedObject<ObjectType>?

    /// Creates a property with an expression for its object. The expression is evaluated once for
    /// each view that is shown.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

    /// The object. Before the view is shown, each reading makes another object, and a warning is
    /// written.
    public var wrappedValue: ObjectType {
        if let owned { return owned.object }
        WarningLog.warn(
            "A @StateObject of type \(ObjectType.self) was read before its view was shown, which makes another object. "
                + "Read it in body, an action or a task.")
        return make()
    }

    /// A wrapper whose members are bindings to the object's properties: `$model.name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }

    /// Connects the property to its object, which the first update creates, and observes it.
    public mutating func _install(_ slots: PropertySlots) {
        let owned = slots.next { OwnedObject(make()) }
        owned.announcements.observe()
        self.owned = owned
    }
}

/// The object of a `@StateObject`, with the subscription to its changes.
private final class OwnedObject<Object: ObservableObject> {
    let object: Object
    let announcements = Announcements()

    init(_ object: Object) {
        self.object = object
        announcements.follow(object)
    }
}
