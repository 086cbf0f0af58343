public import OpenCombine

/// An observable object that somebody else owns, a managed object say: the view's body is evaluated again after each change it announces.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    /// Makes bindings of the object's properties: `$item.name`.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
        }
    }

    public mutating func _install(_ slots: PropertySlots) {
        let announcements = slots.next { Announcements() }
        announcements.follow(wrappedValue)
        announcements.observe()
    }
}
