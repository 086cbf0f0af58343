/// The user's choice of the columns of a table: which are visible, and their order.
///
///     @State private var columns = TableColumnCustomization<Quake>()
///
///     Table(quakes, columnCustomization: $columns) {
///         TableColumn("Place", value: \.place).customizationID("place")
///         TableColumn("Depth") { Text($0.depth, format: .number) }.customizationID("depth")
///     }
///
/// The titles of the table end with a menu that shows, hides and moves the columns with a
/// `customizationID(_:)`. The value can be encoded, to keep it.
public struct TableColumnCustomization<RowValue: Identifiable>: Equatable, Sendable, Codable {
    private var visibilities: [String: Bool] = [:]
    /// The names of the columns in their order; empty for the order in which they are declared.
    private var order: [String] = []

    /// Creates a value by which all columns are as they are declared.
    public init() {}

    /// The visibility of the column with a name: `automatic` until the user, or the app, chooses
    /// one.
    public subscript(visibility id: String) -> Visibility {
        get { visibilities[id].map { $0 ? .visible : .hidden } ?? .automatic }
        set { visibilities[id] = newValue == .automatic ? nil : newValue == .visible }
    }

    /// Puts the columns in the order in which they are declared.
    public mutating func resetOrder() { order = [] }

    /// Whether the columns are in another order than the one in which they are declared.
    var hasOrder: Bool { !order.isEmpty }
}

extension TableColumnCustomization {
    /// Returns whether a column is visible.
    func isVisible(_ column: TableColumnDefinition<RowValue>) -> Bool {
        guard let id = column.customizationID else { return true }
        let visibility = self[visibility: id]
        return (visibility == .automatic ? column.defaultVisibility : visibility) != .hidden
    }

    /// Returns the visible columns in their order.
    func arranged(_ columns: [TableColumnDefinition<RowValue>]) -> [TableColumnDefinition<RowValue>] {
        ordered(columns).filter(isVisible)
    }

    /// Returns all columns in their order. Columns that the user cannot move keep their positions.
    func ordered(_ columns: [TableColumnDefinition<RowValue>]) -> [TableColumnDefinition<RowValue>] {
        guard !order.isEmpty else { return columns }
        let positions = columns.indices.filter { columns[$0].isMovable }
        // Columns that are not named in the order follow those that are.
        let sorted = positions.enumerated().sorted { a, b in
            (rank(of: columns[a.element]), a.offset) < (rank(of: columns[b.element]), b.offset)
        }
        var result = columns
        for (position, source) in zip(positions, sorted) { result[position] = columns[source.element] }
        return result
    }

    private func rank(of column: TableColumnDefinition<RowValue>) -> Int {
        column.customizationID.flatMap { order.firstIndex(of: $0) } ?? order.count
    }

    /// Returns the name of the column with which a column changes places when it is moved by one;
    /// nil if it is the last in this direction.
    func neighbor(of id: String, _ step: Int, among columns: [TableColumnDefinition<RowValue>]) -> String? {
        let visible = arranged(columns).filter(\.isMovable)
        guard let index = visible.firstIndex(where: { $0.customizationID == id }), visible.indices.contains(index + step)
        else { return nil }
        return visible[index + step].customizationID
    }

    /// Exchanges two columns.
    mutating func exchange(_ a: String, _ b: String, among columns: [TableColumnDefinition<RowValue>]) {
        var ids = ordered(columns).filter(\.isMovable).compactMap(\.customizationID)
        guard let first = ids.firstIndex(of: a), let second = ids.firstIndex(of: b) else { return }
        ids.swapAt(first, second)
        order = ids
    }
}

extension TableColumnDefinition {
    /// Whether the user can move the column.
    var isMovable: Bool { customizationID != nil && !disabledCustomization.contains(.reorder) }

    /// Whether the user can show and hide the column.
    var isHideable: Bool { customizationID != nil && !disabledCustomization.contains(.visibility) }
}

/// The ways in which the user can customize a column of a table.
public struct TableColumnCustomizationBehavior: SetAlgebra, Sendable {
    private var members: Set<Int>

    private init(members: Set<Int>) { self.members = members }

    /// Creates an empty set.
    public init() { members = [] }

    /// Every way.
    public static let all = TableColumnCustomizationBehavior(members: [0, 1])
    /// Moving the column.
    public static let reorder = TableColumnCustomizationBehavior(members: [0])
    /// Showing and hiding the column.
    public static let visibility = TableColumnCustomizationBehavior(members: [1])

    /// A single way.
    public typealias Element = TableColumnCustomizationBehavior

    /// Returns whether all ways of another set are in the set.
    public func contains(_ member: Self) -> Bool { member.members.isSubset(of: members) }
    /// Returns the ways of both sets together.
    public func union(_ other: Self) -> Self { Self(members: members.union(other.members)) }
    /// Returns the ways that are in both sets.
    public func intersection(_ other: Self) -> Self { Self(members: members.intersection(other.members)) }
    /// Returns the ways that are in one of the sets only.
    public func symmetricDifference(_ other: Self) -> Self { Self(members: members.symmetricDifference(other.members)) }
    /// Adds the ways of another set.
    public mutating func formUnion(_ other: Self) { members.formUnion(other.members) }
    /// Keeps only the ways that are in another set, too.
    public mutating func formIntersection(_ other: Self) { members.formIntersection(other.members) }
    /// Keeps the ways that are in one of the sets only.
    public mutating func formSymmetricDifference(_ other: Self) { members.formSymmetricDifference(other.members) }

    /// Adds the ways of another set.
    @discardableResult
    public mutating func insert(_ member: Self) -> (inserted: Bool, memberAfterInsert: Self) {
        let isNew = !contains(member)
        formUnion(member)
        return (isNew, member)
    }

    /// Removes the ways of another set, and returns those that were in the set; nil for none.
    @discardableResult
    public mutating func remove(_ member: Self) -> Self? {
        let removed = intersection(member)
        members.subtract(member.members)
        return removed.isEmpty ? nil : removed
    }

    /// Adds the ways of another set, and returns those that were in the set already; nil for none.
    @discardableResult
    public mutating func update(with member: Self) -> Self? {
        let known = intersection(member)
        formUnion(member)
        return known.isEmpty ? nil : known
    }
}
