/// A key of a value that a view has for the layout around it.
///
///     struct Column: LayoutValueKey {
///         static let defaultValue = 0
///     }
///
///     Text("6.1").layoutValue(key: Column.self, value: 2)
///
/// The layout reads it as `subview[Column.self]`.
public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value

    /// The value of views that set none.
    static var defaultValue: Value { get }
}

// Safe to share: views set the values, and layouts read them, on the main actor only.
/// The values that a view has for the layout around it.
struct LayoutValues: @unchecked Sendable {
    private var values: [ObjectIdentifier: Any] = [:]

    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value? {
        get { values[ObjectIdentifier(key)] as? K.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Adds the values of a view inside, which takes precedence over none that is there.
    mutating func merge(_ inner: LayoutValues) { values.merge(inner.values) { outer, _ in outer } }
}

extension LayoutValues: Hashable {
    /// Returns whether the values are equal. Those that cannot be compared differ.
    static func == (lhs: LayoutValues, rhs: LayoutValues) -> Bool {
        guard lhs.values.count == rhs.values.count else { return false }
        return lhs.values.allSatisfy { key, value in
            guard let value = value as? any Equatable, let other = rhs.values[key] else { return false }
            return areEqual(value, other)
        }
    }

    private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool { other as? Value == value }

    func hash(into hasher: inout Hasher) { hasher.combine(Set(values.keys)) }
}

extension View {
    /// Sets a value that the layout around the view can read.
    ///
    /// - Parameters:
    ///   - key: The type of the key.
    ///   - value: The value.
    public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
        layoutTrait { traits in
            var values = traits.values ?? LayoutValues()
            values[key] = value
            traits.values = values
        }
    }
}
