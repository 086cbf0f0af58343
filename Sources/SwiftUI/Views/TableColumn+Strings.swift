// Sortable columns of strings. Their default comparator, `.localizedStandard`, sorts as the Finder
// does. StrataPredicates declares it, on which StrataViewGraph does not depend.

public import Foundation
public import StrataPredicates
public import StrataViewGraph

extension TableColumn where Sort == KeyPathComparator<RowValue>, Label == Text, Content == Text {
    /// Creates a column with a localized title,
    /// for the strings at a key path, by which the user can sort.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable,
        comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column with a string as its title,
    /// for the strings at a key path, by which the user can sort.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(title), comparator: KeyPathComparator(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column with a `Text` as its title,
    /// for the strings at a key path, by which the user can sort.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: text, comparator: KeyPathComparator(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }
}

extension TableColumn where Sort == SortDescriptor<RowValue>, Label == Text, Content == Text {
    /// Creates a column with a localized title,
    /// for the strings at a key path, by which the user can sort.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable,
        comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column with a string as its title,
    /// for the strings at a key path, by which the user can sort.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column with a `Text` as its title,
    /// for the strings at a key path, by which the user can sort.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: text, comparator: SortDescriptor(value, comparator: comparator)) { Text(verbatim: $0[keyPath: value]) }
    }
}

extension TableColumn where Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title,
    /// by whose string the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value, comparator: comparator), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose string the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value, comparator: comparator), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose string the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value, comparator: comparator), content: content)
    }

    /// Creates a column with a localized title,
    /// by whose optional string the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String?> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value, comparator: comparator), content: content)
    }

    /// Creates a column with a string as its title,
    /// by whose optional string the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String?> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value, comparator: comparator), content: content)
    }

    /// Creates a column with a `Text` as its title,
    /// by whose optional string the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String?> & Sendable, comparator: String.StandardComparator,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value, comparator: comparator), content: content)
    }
}
