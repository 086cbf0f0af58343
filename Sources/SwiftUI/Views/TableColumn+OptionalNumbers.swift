// Columns of optional integers by which a fetch request is sorted.

public import Foundation
public import StrataViewGraph

extension TableColumn where RowValue: NSObject, Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Int8?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Int8?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Int8?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Int16?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Int16?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Int16?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Int32?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Int32?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Int32?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Int64?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Int64?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Int64?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, Int?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, Int?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, Int?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UInt8?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UInt8?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UInt8?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UInt16?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UInt16?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UInt16?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UInt32?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UInt32?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UInt32?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UInt64?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UInt64?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UInt64?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, UInt?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, value: any KeyPath<RowValue, UInt?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a `Text` as its title, by whose value the user can sort a fetch request.
    public init(
        _ text: Text, value: any KeyPath<RowValue, UInt?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: text, comparator: SortDescriptor(value), content: content)
    }
}
