public import Observation
public import OpenCombine

/// A property that reads a value of the view with the keyboard focus in its window, or of a view
/// around that one.
///
///     @FocusedValue(\.note) private var note
///
///     Button("Duplicate") { note?.duplicate() }.disabled(note == nil)
///
/// It is for views, and for commands, whose menus show the values of the window that they are in.
/// In the app itself, which has no window, the value is nil.
@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
    /// A closure that reads an object by its type.
    private final class ObjectReader {
        let read: (FocusedValues) -> Value?
        init(_ read: @escaping (FocusedValues) -> Value?) { self.read = read }
    }

    /// A key path or an `ObjectReader`: a single reference, so that views that read the same key
    /// path have the same bytes (see `ViewValue`).
    private let source: AnyObject
    private var values: StateBox<FocusedValues>?

    /// Creates a property that reads a value by its key path.
    public init(_ keyPath: KeyPath<FocusedValues, Value?>) { source = keyPath }

    /// Creates a property that reads an observable object by its type.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        source = ObjectReader { $0[object: objectType] }
    }

    /// The value; nil if neither the view with the focus nor one around it has set one.
    public var wrappedValue: Value? {
        guard let values = values?.value else { return nil }
        if let reader = source as? ObjectReader { return reader.read(values) }
        return values[keyPath: unsafeDowncast(source, to: KeyPath<FocusedValues, Value?>.self)]
    }

    /// Connects the property with the values of its window.
    public mutating func _install(_ slots: PropertySlots) { values = slots.environment.windowFocus?.values }
}

/// A property that reads and writes a binding of the view with the keyboard focus in its window, or
/// of a view around that one.
///
///     @FocusedBinding(\.title) private var title
///
///     Button("Clear") { title = "" }.disabled(title == nil)
@propertyWrapper
public struct FocusedBinding<Value>: DynamicProperty {
    private var binding: FocusedValue<StrataViewGraph.Binding<Value>>

    /// Creates a property that reads a binding by its key path.
    public init(_ keyPath: KeyPath<FocusedValues, StrataViewGraph.Binding<Value>?>) { binding = FocusedValue(keyPath) }

    /// The value of the binding; nil without one. Setting it to nil, or without a binding, does
    /// nothing.
    public var wrappedValue: Value? {
        get { binding.wrappedValue?.wrappedValue }
        nonmutating set {
            if let newValue { binding.wrappedValue?.wrappedValue = newValue }
        }
    }

    /// A binding to the value: `$title`.
    public var projectedValue: StrataViewGraph.Binding<Value?> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }

    /// Connects the property with the values of its window.
    public mutating func _install(_ slots: PropertySlots) { binding._install(slots) }
}

/// A property that reads an observable object of the view with the keyboard focus in its window, or
/// of a view around that one. The body is evaluated again after each change that the object
/// publishes.
///
///     @FocusedObject private var document: TextDocument?
@propertyWrapper
public struct FocusedObject<ObjectType: ObservableObject>: DynamicProperty {
    private var object: ObjectType?

    /// Creates a property whose object is found by its type.
    public init() {}

    /// The object; nil if neither the view with the focus nor one around it has set one.
    public var wrappedValue: ObjectType? { object }

    /// A wrapper whose members are bindings to the object's properties, `$document?.title`; nil
    /// without an object.
    public var projectedValue: Wrapper? { object.map { Wrapper(object: $0) } }

    /// A wrapper whose members are bindings to the properties of an observable object.
    @dynamicMemberLookup
    public struct Wrapper {
        fileprivate let object: ObjectType

        /// Returns a binding to a property of the object.
        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            Binding<Subject>(PropertyLocation(object, keyPath))
        }
    }

    /// Looks the object up in the values of the window, and observes both.
    public mutating func _install(_ slots: PropertySlots) {
        let announcements = slots.next { Announcements() }
        object = slots.environment.windowFocus?.values.value[object: ObjectType.self]
        if let object { announcements.observe(object) }
    }
}
