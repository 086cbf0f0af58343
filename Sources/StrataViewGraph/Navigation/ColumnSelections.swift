/// The selections of the lists in the column before another one, which shows their details.
///
/// A list is known by its place: the path of its node, which a later node of the same list has, too.
/// The values that a list had when it left the column stay known, so that the list is not taken for
/// a new one with a selection from the start when it returns, as lists do that take turns. Those of
/// the lists that have left last are kept.
@MainActor
struct ColumnSelections {
    private struct WeakSelection { weak var selection: ListSelection? }

    /// The largest number of lists that have left whose values are kept. A list has another place
    /// after each change of its `id(_:)`.
    static let mostLeft = 16

    private var sources: [UInt64: WeakSelection] = [:]
    /// The selected values of each list that had any, as they were last, by the list's place.
    private(set) var values: [UInt64: [AnyHashable]] = [:]
    /// The places of the lists that have left with selected values, in the order in which they left.
    private var left: [UInt64] = []

    /// The selections of the lists that are in the column.
    var all: [ListSelection] { sources.values.compactMap(\.selection) }

    /// Connects the selection of the list at a place. Returns whether the list is a new one there.
    mutating func connect(_ selection: ListSelection, at place: UInt64) -> Bool {
        guard sources[place]?.selection !== selection else { return false }
        sources = sources.filter { $0.value.selection != nil }
        sources[place] = WeakSelection(selection: selection)
        left.removeAll { $0 == place }
        return true
    }

    /// Disconnects the selection of a list that leaves. Returns false if another list has its place.
    mutating func disconnect(_ selection: ListSelection, at place: UInt64) -> Bool {
        guard sources[place]?.selection === selection else { return false }
        sources[place] = nil
        if values[place] != nil { left.append(place) }
        if left.count > Self.mostLeft { values[left.removeFirst()] = nil }
        return true
    }

    /// Sets the values that are selected in a list. Returns those that it had last. A new list that
    /// shows the values of another one has taken its place, as after a change of its `id(_:)`, or
    /// shares its binding, and had these values.
    mutating func setValues(_ values: [AnyHashable], at place: UInt64, isNew: Bool) -> [AnyHashable] {
        let former = self.values.removeValue(forKey: place) ?? []
        if !values.isEmpty { self.values[place] = values }
        guard isNew, !values.isEmpty, values != former.map(\.current) else { return former }
        let others = self.values.filter { $0.key != place && $0.value.map(\.current) == values }
        // Only one of them, because several lists may return or be replaced in one update.
        if let index = left.lastIndex(where: { others[$0] != nil }) { self.values[left.remove(at: index)] = nil }
        return others.isEmpty ? former : values
    }
}
