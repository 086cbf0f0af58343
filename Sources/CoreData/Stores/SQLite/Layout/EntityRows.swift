/// The rows of an entity and its subentities.
struct EntityRows {
    let table: String
    /// `Z_ENT` of the entities; nil if the table has no others.
    let numbers: [Int64]?

    /// Returns a condition that holds if the rows include the one with a key.
    func contains(_ key: String) -> String {
        let kinds = numbers.map { " AND r.Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return "EXISTS (SELECT 1 FROM \(table) r WHERE r.Z_PK = \(key)\(kinds))"
    }
}

extension StoreLayout {
    /// Returns the number of an entity; nil if the store does not have it.
    func number(_ layout: EntityLayout) -> Int64? { entities.first { $0.layout === layout }?.number }

    func rows(of layout: EntityLayout) -> EntityRows {
        let table = table(layout)
        let kinds = table.entities.filter { $0.layout.isKind(of: layout) }.map(\.number)
        return EntityRows(table: table.name, numbers: kinds.count == table.entities.count ? nil : kinds)
    }
}
