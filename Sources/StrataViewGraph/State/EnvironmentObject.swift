public import OpenCombine
internal import StrataTraps

/// A property that reads an observable object which a view above has put into the environment with
/// `environmentObject(_:)`. The body is evaluated again after each change that the object
/// publishes.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private var object: ObjectType?

    /// Creates a property whose object is found by its type when the view is shown.
    public init() {}

    /// The object. Reading it traps if no view above has set one.
    public var wrappedValue: ObjectType {
        guard let object else {
            trap(
                "No \(ObjectType.self) in the environment. Add .environmentObject(object) to a view above the one that reads it.")
        }
        return object
    }

    /// A wrapper whose members are bindings to the object's properties: `$model.name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }

    /// Looks the object up in the environment and observes it.
    public mutating func _install(_ slots: PropertySlots) {
        let announcements = slots.next { Announcements() }
        object = slots.environment[object: ObjectType.self]
        if let object { announcements.observe(object) }
    }
}

extension View {
    /// Puts an observable object into the environment, where `@EnvironmentObject` finds it by its
    /// type.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View { inEnvironment(object) }
}
