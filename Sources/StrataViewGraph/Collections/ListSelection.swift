/// The way in which the selection of a row changes the selection of its list.
package enum SelectionChoice: String, Codable, Hashable, Sendable {
    /// Selects the row only.
    case only
    /// Adds the row to the selection, or removes it if it is selected.
    case toggle
    /// Selects all rows from the one that was last selected or toggled to this one.
    case range
}

/// The selection of a row by the user.
package struct SelectEvent: ElementEvent {
    package static let name = "select"

    package var choice: SelectionChoice

    package init(_ choice: SelectionChoice) { self.choice = choice }
}

/// A binding to the selection of a list, with the type of its values erased.
@MainActor
struct AnySelection {
    /// Whether the user can select one row or several.
    let selects: ListLook.Selection
    /// Whether there may be no selected row.
    let canClear: Bool
    /// Whether an ID is of the type of the selection's values.
    let accepts: (AnyHashable) -> Bool
    /// Whether an ID is selected.
    let contains: (AnyHashable) -> Bool
    /// Selects IDs instead of the present ones, without those of another type.
    let set: ([AnyHashable]) -> Void
    /// Returns the selected values, in any order.
    let values: () -> [AnyHashable]
    /// Adds an ID to the selection, or removes it if it is selected.
    let toggle: (AnyHashable) -> Void

    init<Value: Hashable>(_ binding: Binding<Set<Value>>) {
        selects = .several
        canClear = true
        accepts = { $0.base is Value }
        contains = { id in
            guard let value: Value = Self.value(id) else { return false }
            let values = binding.wrappedValue
            return values.contains(value) || currentID(values).contains(value)
        }
        set = { ids in binding.wrappedValue = Set(ids.compactMap { Self.value($0) }) }
        values = { Array(currentID(binding.wrappedValue)) }
        toggle = { id in
            guard let value: Value = Self.value(id) else { return }
            var values = currentID(binding.wrappedValue)
            if values.remove(value) == nil { values.insert(value) }
            binding.wrappedValue = values
        }
    }

    init<Value: Hashable>(_ binding: Binding<Value?>) {
        selects = .one
        canClear = true
        accepts = { $0.base is Value }
        contains = { id in Self.value(id).map { currentID(binding.wrappedValue) == $0 } ?? false }
        set = { ids in binding.wrappedValue = ids.first.flatMap { Self.value($0) } }
        values = { currentID(binding.wrappedValue).map { [$0] } ?? [] }
        toggle = { id in
            guard let value: Value = Self.value(id) else { return }
            binding.wrappedValue = currentID(binding.wrappedValue) == value ? nil : value
        }
    }

    /// Creates the selection of a list in which one row is always selected.
    init<Value: Hashable>(required binding: Binding<Value>) {
        selects = .one
        canClear = false
        accepts = { $0.base is Value }
        contains = { id in Self.value(id).map { currentID(binding.wrappedValue) == $0 } ?? false }
        set = { ids in if let value: Value = ids.first.flatMap({ Self.value($0) }) { binding.wrappedValue = value } }
        values = { [currentID(binding.wrappedValue)] }
        toggle = { id in if let value: Value = Self.value(id) { binding.wrappedValue = value } }
    }

    /// Returns an ID or a tag as a value of the selection; nil if it is of another type.
    private static func value<Value: Hashable>(_ id: AnyHashable) -> Value? { (id.base as? Value).map { currentID($0) } }
}

/// The selection of a list, in the environment of its rows.
///
/// It is one object for the life of the list, which has a new binding after each evaluation of the
/// list. So the environment of the rows stays equal, and they are not evaluated again.
@MainActor
final class ListSelection {
    /// The binding to the selection; nil for a list without one.
    var value: AnySelection?
    /// Returns the IDs of the rows between two, both included.
    var rowsBetween: ((AnyHashable, AnyHashable) -> [AnyHashable])?
    /// The path of the list's node, which the node of the list has again after it has left the graph;
    /// nil before it was needed.
    var place: UInt64?
    /// The stack of the column with the details, which knows the selection until the list is removed;
    /// nil if no column has them.
    weak var column: StackModel?
    /// Tells the list that it contains a row of an outline.
    var noteOutline: (() -> Void)?
    /// The IDs of the rows that the user cannot select.
    private var disabled: Set<AnyHashable> = []
    /// The ID of the row that was last selected or toggled, at which a range begins.
    private var anchor: AnyHashable?
    /// Counts the selections by the user. Rows observe it, because a binding that rejects a
    /// selection, or keeps it where no view observes it, changes no state that they read.
    private let choices = StateBox(0)
    /// The number of selections by the user.
    var choiceCount: Int { choices.value }
    /// The values that the user has selected; nil after they were taken.
    private var chosen: [AnyHashable]?
    /// The last selection by the user.
    private var last: (id: AnyHashable, choice: SelectionChoice)?

    /// Disconnects the selection from the column with the details.
    func disconnect() {
        if let column, let place { column.disconnect(self, at: place) }
    }

    /// Returns whether a row is selected; nil if it cannot be: it has no ID, or one of another type
    /// than the selection's values, or its list has no selection.
    func contains(_ id: AnyHashable?) -> Bool? {
        guard let value, let id, value.accepts(id) else { return nil }
        _ = choices.value
        return value.contains(id)
    }

    /// Returns whether the host has to hear whether a row is selected, even if that has not changed:
    /// it already shows the user's selection, which the binding may have rejected.
    ///
    /// - Parameter count: The ``choiceCount`` at which the row has last been sent.
    func needsAnswer(_ id: AnyHashable?, isSelected: Bool?, after count: Int) -> Bool {
        guard let last, let id, choiceCount != count else { return false }
        // The host also shows that the other rows are no longer selected. In a list that selects one
        // row, it does so after each choice.
        let isOnly = last.choice == .only || value?.selects != .several
        return isSameID(last.id, id) || (isOnly && isSelected == true)
    }

    /// Returns the IDs of the rows to which a menu applies that is opened on one: all selected rows
    /// if it is one of them, otherwise only the row.
    func menuTarget(_ id: AnyHashable) -> [AnyHashable] {
        guard let value, value.contains(id) else { return [id.current] }
        return value.values()
    }

    /// Returns whether an ID is of the type of the selection's values.
    func accepts(_ id: AnyHashable) -> Bool { value?.accepts(id) ?? false }

    /// Sets whether the user can select a row.
    func setSelectable(_ id: AnyHashable, _ isSelectable: Bool) {
        if !isSelectable { disabled.insert(id) } else if !disabled.isEmpty { disabled.remove(id) }
    }

    /// Returns the values that the user has selected last, once.
    func takeChosen() -> [AnyHashable]? {
        defer { chosen = nil }
        return chosen
    }

    /// Whether a row is selected that can be deselected.
    var canClear: Bool { value.map { $0.canClear && !$0.values().isEmpty } ?? false }

    /// Deselects all rows, unless one is always selected.
    func clear() {
        value?.set([])
        choices.value += 1
    }

    /// Changes the selection when the user selects a row.
    func choose(_ id: AnyHashable, _ choice: SelectionChoice) {
        guard let value, value.accepts(id) else { return }
        let id = id.current
        defer {
            last = (id, choice)
            choices.value += 1
            chosen = value.values()
        }
        switch choice {
        case .range where value.selects == .several && anchor != nil:
            if let anchor { value.set((rowsBetween?(anchor.current, id) ?? [id]).filter { !disabled.contains($0) }) }
            return
        case .toggle: value.toggle(id)
        case .only, .range: value.set([id])
        }
        anchor = id
    }
}

private struct ListSelectionKey: EnvironmentKey {
    static var defaultValue: ListSelection? { nil }
}

extension EnvironmentValues {
    /// The selection of the list that contains the view; nil outside a list.
    var listSelection: ListSelection? {
        get { self[ListSelectionKey.self] }
        set { self[ListSelectionKey.self] = newValue }
    }
}
