public import OpenCombine
internal import Traps

/// An observable object that the view makes when it is first shown and keeps for as long as it is: its body is evaluated again after each
/// change the object announces.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private let make: () -> ObjectType
    private var owned: OwnedObject<ObjectType>?

    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

    public var wrappedValue: ObjectType {
        guard let owned else {
            trap("@StateObject was read before its view was shown. Read it in body, an action or a task.")
        }
        return owned.object
    }

    /// Makes bindings of the object's properties: `$model.name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }

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
