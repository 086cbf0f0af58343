// Columns of optional values other than integers by which a fetch request is sorted.

public import Foundation
internal import StrataPredicates
public import StrataViewGraph

extension TableColumn where RowValue: NSObject, Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value, comparator: .localizedStandard), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, String?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value, comparator: .localizedStandard), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, String?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value, comparator: .localizedStandard), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Bool?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Bool?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Bool?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Double?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Double?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Double?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Float?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Float?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Float?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Date?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Date?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Date?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UUID?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UUID?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UUID?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }
}
