public import OpenCombine

/// A property that observes an object which is owned elsewhere, such as a managed object. The body
/// is evaluated again after each change that the object publishes.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// The object.
    public var wrappedValue: ObjectType

    /// Creates a property that observes an object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

    /// Creates a property that observes an object; the same as `init(wrappedValue:)`.
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    /// A wrapper whose members are bindings to the object's properties: `$item.name`.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

    /// A wrapper whose members are bindings to the properties of an observable object.
    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        /// Returns a binding to a property of the object.
        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            Binding<Subject>(PropertyLocation(object, keyPath))
        }
    }

    /// Observes the object, and stops observing the one of the last update.
    public mutating func _install(_ slots: PropertySlots) {
        slots.next { Announcements() }.observe(wrappedValue)
    }
}
