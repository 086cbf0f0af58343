internal import Foundation
internal import Traps

/// All tables of a model as Core Data lays them out.
///
/// Read off the stores in `../shared/data/stores`. Entities without a superentity are numbered from 1 in the order of their names, each
/// followed by its subentities, and theirs, in the order of theirs. A hierarchy shares one table.
struct StoreLayout {
    let entities: [NumberedEntity]
    let tables: [TableLayout]
    let joins: [JoinTable]
    /// Where data lies that is not in the tables.
    let external: ExternalData

    struct NumberedEntity {
        let layout: EntityLayout
        /// `Z_ENT`.
        let number: Int64
        /// The superentity's number; 0 where there is none.
        let superNumber: Int64
    }

    /// - Parameter included: the entities that the store keeps, each with its superentities; nil for all.
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

    private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        entities.sorted { $0.name ?? "" < $1.name ?? "" }
    }

    /// The tables and indexes of the model, in the order of Apple's: each table with the join tables called after its entities, then the
    /// indexes of all.
    func createStatements(_ schema: QuerySchema) -> [String] {
        let joins = tables.map { table in
            let kinds = Set(table.entities.map { ObjectIdentifier($0.layout) })
            return self.joins.filter { join in join.named.owner.map { kinds.contains(ObjectIdentifier($0.layout)) } ?? false }
        }
        let creates = zip(tables, joins).flatMap { [$0.createTable] + $1.map(\.createTable) }
        let indexes = zip(tables, joins).flatMap { $0.referenceIndexes + $1.map(\.createIndex) + $0.entityIndexes(schema) }
        return creates + indexes
    }

    func table(_ layout: EntityLayout) -> TableLayout {
        guard let table = tables.first(where: { $0.entities[0].layout.hierarchy == layout.hierarchy }) else {
            trap("The entity '\(layout.name)' belongs to another model than the store was opened with.")
        }
        return table
    }

    /// Where the members of a to-many relationship are found.
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

/// Where the members of a to-many relationship are found.
enum MemberStorage {
    /// In the members' own table, whose column names the owner, in the order of another column where there is one.
    case foreignKey(String, column: String, order: String?)
    case join(JoinTable, JoinTable.Side)
}

/// A column in the members' table that a to-many relationship needs besides those of the members' own properties.
struct ForeignKey {
    enum Kind: Int {
        /// The owner; for a relationship without an inverse.
        case owner
        /// The position among the owner's members.
        case order
    }

    let relationship: NSRelationshipDescription
    /// The entity whose objects are the members.
    let destination: EntityLayout
    let kind: Kind
    let name: String

    /// Those of all entities: owners before orders, each by name.
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

extension EntityLayout {
    /// The slots of relationships that the entity declares itself, by name.
    var ownRelationships: [Int] {
        kinds.indices.dropFirst(superlayout?.kinds.count ?? 0).filter { kinds[$0].isRelationship }
    }
}
