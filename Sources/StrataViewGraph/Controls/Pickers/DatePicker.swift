public import Foundation

/// The parts of a date that a picker shows.
public struct DatePickerComponents: OptionSet, Hashable, Sendable {
    /// The parts as a bit mask.
    public let rawValue: UInt

    /// Creates a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Hours and minutes.
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    /// Day, month and year.
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A control that selects a date or a time of day.
///
///     DatePicker("Since", selection: $start, in: ...Date.now, displayedComponents: .date)
///
/// Parts that are not shown keep their values. So do the seconds of a time of day.
public struct DatePicker<Label: View>: BuiltInView {
    /// The parts of a date.
    public typealias Components = DatePickerComponents

    private let field: DateField
    private let label: Label

    private init(_ selection: Binding<Date>, _ earliest: Date?, _ latest: Date?, _ components: Components, label: Label) {
        // A field without parts would have no content, so an empty set is both parts.
        let shown: Components = components.isEmpty ? [.date, .hourAndMinute] : components
        field = DateField(selection: selection, components: shown, earliest: earliest, latest: latest)
        self.label = label
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the field after its label.
    public func _update(_ node: ViewNode) {
        node.updateChild(0, LabeledControl(label: label, control: field), environment: node.environment)
    }
}

extension DatePicker {
    /// Creates a picker of a date, with a label made of views.
    public init(
        selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) {
        self.init(selection, nil, nil, displayedComponents, label: label())
    }

    /// Creates a picker of a date in a range, with a label made of views.
    public init(
        selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) {
        self.init(selection, range.lowerBound, range.upperBound, displayedComponents, label: label())
    }

    /// Creates a picker of a date from a date on, with a label made of views.
    public init(
        selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) {
        self.init(selection, range.lowerBound, nil, displayedComponents, label: label())
    }

    /// Creates a picker of a date up to a date, with a label made of views.
    public init(
        selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) {
        self.init(selection, nil, range.upperBound, displayedComponents, label: label())
    }
}

extension DatePicker where Label == Text {
    /// Creates a picker of a date, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, nil, nil, displayedComponents, label: Text(titleKey))
    }

    /// Creates a picker of a date in a range, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, range.lowerBound, range.upperBound, displayedComponents, label: Text(titleKey))
    }

    /// Creates a picker of a date from a date on, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, range.lowerBound, nil, displayedComponents, label: Text(titleKey))
    }

    /// Creates a picker of a date up to a date, with a localized title.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, nil, range.upperBound, displayedComponents, label: Text(titleKey))
    }

    /// Creates a picker of a date, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, nil, nil, displayedComponents, label: Text(title))
    }

    /// Creates a picker of a date in a range, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, range.lowerBound, range.upperBound, displayedComponents, label: Text(title))
    }

    /// Creates a picker of a date from a date on, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, range.lowerBound, nil, displayedComponents, label: Text(title))
    }

    /// Creates a picker of a date up to a date, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, nil, range.upperBound, displayedComponents, label: Text(title))
    }
}
