internal import Foundation
internal import GRDB
internal import StrataModelDifference

extension SQLiteMigration {
    /// Throws an error that names the property if an object of an entity, or of a subentity, has no
    /// value in a slot: in no element, for a composite attribute. The transaction is then rolled back.
    func requireValue(_ layout: EntityLayout, _ slot: Int, _ change: Change) throws {
        let table = new.table(layout)
        let numbers = table.entities.filter { $0.layout.isKind(of: layout) }.map { "\($0.number)" }.joined(separator: ", ")
        let columns = table.indexedColumns(slot, layout)
        guard !columns.isEmpty else { return }
        let isNull = columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
        let isMissing = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM \(table.name) WHERE Z_ENT IN (\(numbers)) AND \(isNull))
                """)
        guard isMissing == true, let obstacle = MigrationObstacle([change]) else { return }
        throw obstacle.error(from: plan.source, to: plan.destination)
    }
}
