/// A type that names a value of the view with the focus, for ``FocusedValues``.
///
///     struct NoteKey: FocusedValueKey {
///         typealias Value = Note
///     }
///
///     extension FocusedValues {
///         var note: Note? {
///             get { self[NoteKey.self] }
///             set { self[NoteKey.self] = newValue }
///         }
///     }
///
/// The macro ``Entry()`` makes both: `@Entry var note: Note?`.
public protocol FocusedValueKey {
    /// The type of the value.
    associatedtype Value
}

/// The values that the view with the keyboard focus and the views around it have set with
/// `focusedValue(_:_:)`, and those that the views of the window have set with
/// `focusedSceneValue(_:_:)`. Inner views take precedence.
public struct FocusedValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates no values.
    init() {}

    /// The value of a key; nil if no view has set one.
    public subscript<Key: FocusedValueKey>(key: Key.Type) -> Key.Value? {
        get { values[ObjectIdentifier(key)] as? Key.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The object of a type; nil if no view has set one.
    subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { values[ObjectIdentifier(type)] as? Object }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    /// Returns whether the values are known to be equal. A value that is not Equatable counts as
    /// different unless it has the same bytes in both.
    func isEqual(to other: FocusedValues) -> Bool {
        guard values.count == other.values.count else { return false }
        return values.allSatisfy { key, value in other.values[key].map { areEqual(value, $0) } ?? false }
    }
}
