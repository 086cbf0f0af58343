public import OpenCombine
internal import Traps

/// An observable object that a view above put into the environment with `environmentObject(_:)`: the view's body is evaluated again after
/// each change it announces.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private var object: ObjectType?

    public init() {}

    /// Traps where no view above has put one there.
    public var wrappedValue: ObjectType {
        guard let object else {
            trap(
                "No \(ObjectType.self) in the environment. Add .environmentObject(object) to a view above the one that reads it.")
        }
        return object
    }

    /// Makes bindings of the object's properties: `$model.name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }

    public mutating func _install(_ slots: PropertySlots) {
        let announcements = slots.next { Announcements() }
        object = slots.environment[object: ObjectType.self]
        guard let object else { return }
        announcements.follow(object)
        announcements.observe()
    }
}

extension View {
    /// Puts an observable object into the environment, where `@EnvironmentObject` finds it by its type.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View { inEnvironment(object) }
}
