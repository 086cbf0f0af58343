/// The way in which a list's user chooses a row.
package enum SelectionChoice: String, Codable, Hashable, Sendable {
    /// The row instead of those that were chosen.
    case only
    /// The row besides those that were chosen, or all of these without it.
    case toggle
    /// All rows from the last chosen one to this.
    case range
}

/// The user's choice of a row.
package struct SelectEvent: ElementEvent {
    package static let name = "select"

    package var choice: SelectionChoice

    package init(_ choice: SelectionChoice) { self.choice = choice }
}

/// The selection of a list, with the type of its values erased.
@MainActor
struct AnySelection {
    /// Whether the user can choose several rows.
    let selects: ListLook.Selection
    /// Whether a value is of the selection's type.
    let accepts: (AnyHashable) -> Bool
    let contains: (AnyHashable) -> Bool
    let set: ([AnyHashable]) -> Void
    let values: () -> [AnyHashable]
    let toggle: (AnyHashable) -> Void

    init<Value: Hashable>(_ binding: Binding<Set<Value>>) {
        selects = .several
        accepts = { $0.base is Value }
        contains = { id in Self.value(id).map { binding.wrappedValue.contains($0) } ?? false }
        set = { ids in binding.wrappedValue = Set(ids.compactMap { Self.value($0) }) }
        values = { Array(binding.wrappedValue) }
        toggle = { id in
            guard let value: Value = Self.value(id) else { return }
            if binding.wrappedValue.contains(value) {
                binding.wrappedValue.remove(value)
            } else {
                binding.wrappedValue.insert(value)
            }
        }
    }

    init<Value: Hashable>(_ binding: Binding<Value?>) {
        selects = .one
        accepts = { $0.base is Value }
        contains = { id in Self.value(id).map { binding.wrappedValue == $0 } ?? false }
        set = { ids in binding.wrappedValue = ids.first.flatMap { Self.value($0) } }
        values = { binding.wrappedValue.map { [$0] } ?? [] }
        toggle = { id in
            guard let value: Value = Self.value(id) else { return }
            binding.wrappedValue = binding.wrappedValue == value ? nil : value
        }
    }

    /// Returns an ID or a tag as a value of the selection; nil if it is of another type.
    private static func value<Value: Hashable>(_ id: AnyHashable) -> Value? { id.base as? Value }
}

/// The selection of a list as its rows find it: one object for the life of the list, so that rows
/// are not evaluated again because the list was.
@MainActor
final class ListSelection {
    var value: AnySelection?
    /// Returns the IDs of the rows between two, both included.
    var rowsBetween: ((AnyHashable, AnyHashable) -> [AnyHashable])?
    /// The row that was chosen last, where a range begins.
    private var anchor: AnyHashable?

    /// Returns whether a row is chosen; nil if it cannot be chosen, or its list has no selection.
    func contains(_ id: AnyHashable?) -> Bool? {
        guard let value, let id else { return nil }
        return value.contains(id)
    }

    /// Returns the rows for which a menu opens on one: all chosen ones if it is among them.
    func menuTarget(_ id: AnyHashable) -> [AnyHashable] {
        guard let value, value.contains(id) else { return [id] }
        return value.values()
    }

    /// Whether a row can have a value as its ID.
    func accepts(_ id: AnyHashable) -> Bool { value?.accepts(id) ?? false }

    /// Chooses a row.
    func choose(_ id: AnyHashable, _ choice: SelectionChoice) {
        guard let value else { return }
        switch choice {
        case .range where value.selects == .several && anchor != nil:
            if let anchor { value.set(rowsBetween?(anchor, id) ?? [id]) }
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
    /// The selection of the list around the view.
    var listSelection: ListSelection? {
        get { self[ListSelectionKey.self] }
        set { self[ListSelectionKey.self] = newValue }
    }
}
