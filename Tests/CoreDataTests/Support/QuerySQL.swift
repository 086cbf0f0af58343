import Foundation

@testable import CoreData

extension QuerySchema {
    init(_ model: NSManagedObjectModel, dialect: any SQLDialect = SQLiteDialect()) {
        let store = StoreLayout(model)
        self.init(store, numbers: EntityNumbers(store.entities), dialect: dialect)
    }
}

/// The SQL that a store would run, generated without a store.
struct QuerySQL {
    let model: NSManagedObjectModel
    let entityName: String
    var dialect: any SQLDialect = SQLiteDialect()

    private func select(_ predicate: NSPredicate?, _ sorts: [NSSortDescriptor], _ limit: Int, _ offset: Int, _ isOrdered: Bool)
        throws
        -> SelectSQL
    {
        guard let entity = model.entitiesByName[entityName] else { preconditionFailure("There is no entity \(entityName).") }
        let query = try StoreQuery(entity.layout, predicate: predicate, sortDescriptors: sorts, limit: limit, offset: offset)
        return try SelectSQL(query, selection: "t0.Z_PK", tables: QuerySchema(model, dialect: dialect), isOrdered: isOrdered)
    }

    /// Returns the SQL after `SELECT t0.Z_PK FROM table t0` for a predicate, and its constants
    /// after a bar.
    func condition(_ format: String, _ arguments: [Any] = []) throws -> String {
        let select = try select(NSPredicate(format: format, argumentArray: arguments), [], 0, 0, false)
        return text(select)
    }

    /// Returns the number of arguments of the statement for a predicate.
    func argumentCount(_ predicate: NSPredicate) throws -> Int { try select(predicate, [], 0, 0, false).arguments.count }

    /// Returns the number of bytes of the statement for a predicate.
    func size(_ predicate: NSPredicate) throws -> Int { try select(predicate, [], 0, 0, false).text.utf8.count }

    /// Returns the same for sort descriptors, with the whole ORDER BY clause.
    func order(_ sorts: [NSSortDescriptor], limit: Int = 0, offset: Int = 0) throws -> String {
        text(try select(nil, sorts, limit, offset, true))
    }

    private func text(_ select: SelectSQL) -> String {
        let prefix = "SELECT t0.Z_PK FROM Z\(entityName.uppercased()) t0 "
        let text = select.text.hasPrefix(prefix) ? String(select.text.dropFirst(prefix.count)) : select.text
        let values = select.arguments.map { "\($0)" }.joined(separator: ", ")
        return text + (values.isEmpty ? "" : " | \(values)")
    }
}
