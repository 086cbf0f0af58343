// Columns by which a fetch request is sorted. Apple's framework has one initializer for each type of
// value, and these accept every comparable value. They have no constraint to `NSObject`: with it,
// the compiler would take the root of a key path such as `\.time` for `NSObject` itself.

public import Foundation
internal import StrataPredicates
public import StrataViewGraph

extension TableColumn where Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title,
    /// by whose value the user can sort a fetch request.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: .of(value), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: .of(value), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose value the user can sort a fetch request.
    public init<V: Comparable>(
        _ text: Text, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: .of(value), content: content)
    }

    /// Creates a column with a localized title,
    /// by whose optional value the user can sort a fetch request.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: .of(value), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose optional value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: .of(value), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose optional value the user can sort a fetch request.
    public init<V: Comparable>(
        _ text: Text, value: any KeyPath<RowValue, V?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: .of(value), content: content)
    }
}

// Booleans are not comparable.
extension TableColumn where Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title,
    /// by whose Boolean the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Bool> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(ofBooleans: value, order: .forward), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose Boolean the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Bool> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(ofBooleans: value, order: .forward), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose Boolean the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Bool> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(ofBooleans: value, order: .forward), content: content)
    }

    /// Creates a column with a localized title,
    /// by whose optional Boolean the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Bool?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(ofOptionalBooleans: value, order: .forward), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose optional Boolean the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Bool?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(ofOptionalBooleans: value, order: .forward), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose optional Boolean the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Bool?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(ofOptionalBooleans: value, order: .forward), content: content)
    }
}

extension SortDescriptor {
    /// Returns the descriptor of a column: strings are sorted as the Finder does.
    fileprivate static func of<Value: Comparable>(_ value: any KeyPath<Compared, Value> & Sendable) -> SortDescriptor {
        guard let strings = value as? KeyPath<Compared, String> else { return SortDescriptor(value) }
        return SortDescriptor(sendable(strings), comparator: .localizedStandard)
    }

    /// Returns the descriptor of a column of optional values.
    fileprivate static func of<Value: Comparable>(_ value: any KeyPath<Compared, Value?> & Sendable) -> SortDescriptor {
        guard let strings = value as? KeyPath<Compared, String?> else { return SortDescriptor(value) }
        return SortDescriptor(sendable(strings), comparator: .localizedStandard)
    }
}

/// Returns a key path as Sendable, which it was declared as.
private func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
