internal import StrataTraps

/// The parts of a store's layout that queries need: the tables of entities, the storage of to-many
/// relationships, and R-tree indexes.
struct QuerySchema {
    private let tables: [ObjectIdentifier: TableSQL]
    private let members: [ObjectIdentifier: MemberStorage]
    /// The names of the R-tree tables.
    private(set) var rTrees: Set<String>

    init(_ store: StoreLayout, numbers: EntityNumbers) {
        tables = Dictionary(
            uniqueKeysWithValues: store.entities.map {
                (ObjectIdentifier($0.layout), TableSQL(store.table($0.layout), $0, numbers, store.external))
            })
        var members: [ObjectIdentifier: MemberStorage] = [:]
        for entity in store.entities {
            for slot in entity.layout.ownRelationships where entity.layout.kinds[slot].isToMany {
                members[ObjectIdentifier(entity.layout.relationship(slot))] = store.storage(entity.layout, slot)
            }
        }
        self.members = members
        rTrees = Set(
            store.entities.flatMap { entity in
                entity.layout.entity.indexes.filter(\.isRTree).map { $0.rTreeName(entity.layout) }
            })
    }

    /// Returns a copy of the schema for a store that has only these R-trees.
    func withRTrees(_ rTrees: Set<String>) -> QuerySchema {
        var schema = self
        schema.rTrees = rTrees
        return schema
    }

    func table(_ layout: EntityLayout) -> TableSQL {
        guard let table = tables[ObjectIdentifier(layout)] else {
            trap("The entity '\(layout.name)' does not belong to the model that the store was opened with.")
        }
        return table
    }

    /// Returns the storage of a to-many relationship; nil for a transient one.
    func members(_ layout: EntityLayout, _ slot: Int) -> MemberStorage? { members[ObjectIdentifier(layout.relationship(slot))] }

    var allTables: some Collection<TableSQL> { tables.values }
}
