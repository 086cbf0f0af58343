internal import Foundation
internal import GRDB
internal import StrataTraps

/// All tables of a model, with the names, numbers and columns of Apple's stores.
///
/// The rules are derived from the example stores in `../shared/data/stores`, outside of the
/// repository. Entities are numbered from 1: those without a superentity in the order of their
/// names, each followed by its subentities, recursively. The entities of a hierarchy share one
/// table.
struct StoreLayout {
    let entities: [NumberedEntity]
    let tables: [TableLayout]
    private(set) var joins: [JoinTable]
    /// The files for data that is not stored in the tables.
    let external: ExternalData

    /// An entity with its number in the store.
    struct NumberedEntity {
        let layout: EntityLayout
        /// `Z_ENT`.
        let number: Int64
        /// The superentity's number; 0 if there is none.
        let superNumber: Int64
    }

    /// - Parameters:
    ///   - included: the entities of the store's configuration, each with its superentities; nil
    ///     for all.
    ///   - external: the files for external data; none by default.
    init(
        _ model: NSManagedObjectModel, _ included: Set<NSEntityDescription>? = nil,
        external: ExternalData = ExternalData(store: nil)
    ) {
        self.external = external
        var entities: [NumberedEntity] = []
        func add(_ entity: NSEntityDescription, _ superNumber: Int64) {
            guard included?.contains(entity) ?? true else { return }
            let number = Int64(entities.count + 1)
            entities.append(NumberedEntity(layout: entity.layout, number: number, superNumber: superNumber))
            for subentity in Self.sorted(entity.subentities) { add(subentity, number) }
        }
        for entity in Self.sorted(model.entities.filter { $0.superentity == nil }) { add(entity, 0) }

        let numbers = Dictionary(uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.layout), $0.number) })
        let foreign = ForeignKey.all(entities)
        tables = Dictionary(grouping: entities, by: \.layout.hierarchy).values
            .sorted { $0[0].number < $1[0].number }
            .map { TableLayout($0, numbers, foreign) }
        joins = JoinTable.all(entities, numbers)
        self.entities = entities
    }

    /// Returns the layout with the column names that a file has, if an earlier version of Strata
    /// created it and named columns of join tables differently; nil if it has those of this layout.
    func renamed(asIn database: Database) throws -> StoreLayout? {
        var layout = self
        for place in joins.indices where joins[place].possibleColumns.count > 1 {
            let found = Set(
                try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [joins[place].name]))
            guard let columns = joins[place].possibleColumns.first(where: { found.isSuperset(of: $0.all) }) else { continue }
            layout.joins[place].columns = columns
        }
        return layout.joins.map(\.columns) == joins.map(\.columns) ? nil : layout
    }

    private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        entities.sorted { $0.name ?? "" < $1.name ?? "" }
    }

    /// Returns the statements that create the tables and indexes, in Apple's order: each table with
    /// the join tables named after its entities' relationships, then all indexes.
    func createStatements(_ schema: QuerySchema) -> [String] {
        let joins = tables.map { table in
            let kinds = Set(table.entities.map { ObjectIdentifier($0.layout) })
            return self.joins.filter { join in join.named.owner.map { kinds.contains(ObjectIdentifier($0.layout)) } ?? false }
        }
        let creates = zip(tables, joins).flatMap { [$0.createTable] + $1.map(\.createTable) }
        let indexes = zip(tables, joins).flatMap { $0.referenceIndexes + $1.map(\.createIndex) + $0.entityIndexes(schema) }
        return creates + indexes
    }

    /// Returns the table of an entity. Traps if the entity does not belong to the store's model.
    func table(_ layout: EntityLayout) -> TableLayout {
        guard let table = tables.first(where: { $0.entities[0].layout.hierarchy == layout.hierarchy }) else {
            trap("The entity '\(layout.name)' does not belong to the model that the store was opened with.")
        }
        return table
    }

    /// Returns the tables and columns that store the members of a to-many relationship; nil for a
    /// transient one.
    func storage(_ layout: EntityLayout, _ slot: Int) -> MemberStorage? {
        let relationship = layout.relationship(slot)
        guard !relationship.isTransient else { return nil }
        for join in joins {
            if let side = join.side(of: relationship) { return .join(join, side) }
        }
        let destination = layout.destination(slot)
        let table = table(destination)
        if let inverse = layout.inverseSlot(slot), case .toOne(let column, _) = table.slots(destination)[inverse] {
            return .foreignKey(table.name, column: table.columns[column].name, order: table.orderColumn(of: relationship))
        }
        guard let column = table.ownerColumn(of: relationship) else { return nil }
        return .foreignKey(table.name, column: column, order: table.orderColumn(of: relationship))
    }
}

/// The table and columns that store the members of a to-many relationship.
enum MemberStorage {
    /// The members' own table, the column with their owner's key, and the column with their
    /// position; nil without an order.
    case foreignKey(String, column: String, order: String?)
    /// A join table, seen from one end.
    case join(JoinTable, JoinTable.Side)
}

/// A column of the members' table that a one-to-many relationship needs besides the columns of the
/// members' own properties.
struct ForeignKey {
    /// The content of the column.
    enum Kind: Int {
        /// The owner's key, for a relationship without an inverse.
        case owner
        /// The position among the owner's members, for an ordered relationship.
        case order
    }

    let relationship: NSRelationshipDescription
    /// The entity of the members.
    let destination: EntityLayout
    let kind: Kind
    let name: String

    /// Returns the columns for all entities: owners before positions, each sorted by name.
    static func all(_ entities: [StoreLayout.NumberedEntity]) -> [ForeignKey] {
        let keys = entities.flatMap { entity in
            entity.layout.ownRelationships.filter { entity.layout.kinds[$0].isToMany }.flatMap { slot -> [ForeignKey] in
                let relationship = entity.layout.relationship(slot)
                guard !relationship.isTransient, relationship.inverseRelationship?.isToMany != true else { return [] }
                let destination = entity.layout.destination(slot)
                let name = relationship.name.uppercased()
                var keys: [ForeignKey] = []
                if relationship.inverseRelationship == nil {
                    keys.append(
                        ForeignKey(
                            relationship: relationship, destination: destination, kind: .owner, name: "Z\(entity.number)\(name)"))
                }
                if relationship.isOrdered {
                    let end = relationship.inverseRelationship?.name.uppercased() ?? "\(entity.number)\(name)"
                    keys.append(
                        ForeignKey(relationship: relationship, destination: destination, kind: .order, name: "Z_FOK_\(end)"))
                }
                return keys
            }
        }
        return keys.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }
}
