// The initializers of columns: without a sort order, and with comparators of values in memory.

public import Foundation

// MARK: Columns without a sort order

extension TableColumn where Sort == Never, Label == Text {
    /// Creates a column with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: nil, content: content)
    }

    /// Creates a column with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: nil, content: content)
    }

    /// Creates a column with a `Text` as its title.
    public init(
        _ text: Text, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: nil, content: content)
    }
}

extension TableColumn where Sort == Never, Label == Text, Content == Text {
    /// Creates a column with a localized title, for the strings at a key path.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable
    ) {
        self.init(title: Text(titleKey), comparator: nil) { Text(verbatim: $0[keyPath: value]) }
    }

    /// Creates a column with a string as its title, for the strings at a key path.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable
    ) {
        self.init(title: Text(title), comparator: nil) { Text(verbatim: $0[keyPath: value]) }
    }

    /// Creates a column with a `Text` as its title, for the strings at a key path.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String> & Sendable
    ) {
        self.init(title: text, comparator: nil) { Text(verbatim: $0[keyPath: value]) }
    }
}

// MARK: Columns with a sort order

extension TableColumn where Sort: SortComparator, RowValue == Sort.Compared, Label == Text {
    /// Creates a column with a localized title. The user can sort the rows by it, with a comparator.
    public init(
        _ titleKey: LocalizedStringKey, sortUsing comparator: Sort,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: comparator, content: content)
    }

    /// Creates a column with a string as its title. The user can sort the rows by it, with a comparator.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, sortUsing comparator: Sort,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: comparator, content: content)
    }

    /// Creates a column with a `Text` as its title. The user can sort the rows by it, with a comparator.
    public init(
        _ text: Text, sortUsing comparator: Sort,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: comparator, content: content)
    }
}

extension TableColumn where Sort == KeyPathComparator<RowValue>, Label == Text {
    /// Creates a column with a localized title. The user can sort the rows by the values at a
    /// key path.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value), content: content)
    }

    /// Creates a column with a string as its title. The user can sort the rows by the values at a
    /// key path.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: KeyPathComparator(value), content: content)
    }

    /// Creates a column with a `Text` as its title. The user can sort the rows by the values at a
    /// key path.
    public init<V: Comparable>(
        _ text: Text, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: KeyPathComparator(value), content: content)
    }

    /// Creates a column with a localized title. The user can sort the rows by the values at a
    /// key path, with a comparator of these values.
    public init<V, C: SortComparator>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable, comparator: C,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) where V == C.Compared {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value, comparator: comparator), content: content)
    }

    /// Creates a column with a string as its title. The user can sort the rows by the values at a
    /// key path, with a comparator of these values.
    @_disfavoredOverload
    public init<S: StringProtocol, V, C: SortComparator>(
        _ title: S, value: any KeyPath<RowValue, V> & Sendable, comparator: C,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) where V == C.Compared {
        self.init(title: Text(title), comparator: KeyPathComparator(value, comparator: comparator), content: content)
    }

    /// Creates a column with a `Text` as its title. The user can sort the rows by the values at a
    /// key path, with a comparator of these values.
    public init<V, C: SortComparator>(
        _ text: Text, value: any KeyPath<RowValue, V> & Sendable, comparator: C,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) where V == C.Compared {
        self.init(title: text, comparator: KeyPathComparator(value, comparator: comparator), content: content)
    }
}
