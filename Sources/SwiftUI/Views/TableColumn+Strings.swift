// Sortable columns of strings. Their default comparator, `.localizedStandard`, sorts as the Finder
// does. StrataPredicates declares it, on which StrataViewGraph does not depend.

public import Foundation
public import StrataPredicates
public import StrataViewGraph

extension TableColumn where Sort == KeyPathComparator<RowValue>, Label == Text, Content == Text {
    /// Creates a column of strings by which the table is sorted, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable,
        comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column of strings by which the table is sorted, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(title), comparator: KeyPathComparator(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }
}

extension TableColumn where RowValue: NSObject, Sort == SortDescriptor<RowValue>, Label == Text, Content == Text {
    /// Creates a column of strings by which a fetch request is sorted, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable,
        comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }

    /// Creates a column of strings by which a fetch request is sorted, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String> & Sendable, comparator: String.StandardComparator = .localizedStandard
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value, comparator: comparator)) {
            Text(verbatim: $0[keyPath: value])
        }
    }
}
