internal import StrataPredicates
internal import StrataTraps

/// The parts of a store's layout that queries need: the tables of entities, the storage of to-many
/// relationships, and R-tree indexes.
struct QuerySchema: SQLTables {
    let dialect: any SQLDialect
    /// The SQL of each entity's table. A program may use few entities of a large model soon after a
    /// store is opened, so it is made at the first use.
    private let tables: [ObjectIdentifier: FirstUse<TableSQL>]
    private let members: [ObjectIdentifier: MemberStorage]
    /// The names of the R-tree tables.
    private(set) var rTrees: Set<String>

    init(_ store: StoreLayout, numbers: EntityNumbers, dialect: any SQLDialect = SQLiteDialect()) {
        self.dialect = dialect
        tables = Dictionary(
            uniqueKeysWithValues: store.entities.map { entity in
                let table = store.table(entity.layout)
                return (ObjectIdentifier(entity.layout), FirstUse { TableSQL(table, entity, numbers, store.external) })
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
        return table.object
    }

    /// Returns the storage of a to-many relationship; nil for a transient one.
    func members(_ layout: EntityLayout, _ slot: Int) -> MemberStorage? { members[ObjectIdentifier(layout.relationship(slot))] }

    var allTables: [TableSQL] { tables.values.map(\.object) }

    // MARK: SQLTables

    let keyColumn = "Z_PK"
    let entityColumn = "Z_ENT"

    func tableName(_ layout: EntityLayout) -> String { table(layout).table }

    func column(_ layout: EntityLayout, _ slot: Int) -> String { table(layout).column(slot) }

    func element(
        _ layout: EntityLayout, _ slot: Int, _ names: ArraySlice<String>
    ) -> (column: String, attribute: NSAttributeDescription, rest: ArraySlice<String>)? {
        table(layout).element(slot, names)
    }

    func entityNumber(_ layout: EntityLayout) -> Int64 { table(layout).entityNumber }

    func entityNumbers(_ layout: EntityLayout) -> [Int64]? { table(layout).entityNumbers }

    func memberTable(_ layout: EntityLayout, _ slot: Int) -> MemberTable? {
        switch members(layout, slot) {
        case .foreignKey(let table, let column, let order):
            MemberTable(name: table, owner: column, member: keyColumn, order: order, isJoin: false)
        case .join(let join, .named):
            MemberTable(
                name: join.name, owner: join.ownerColumn, member: join.memberColumn, order: join.orderColumn, isJoin: true)
        case .join(let join, .inverse):
            MemberTable(
                name: join.name, owner: join.memberColumn, member: join.ownerColumn, order: join.inverseOrderColumn,
                isJoin: true)
        case nil: nil
        }
    }
}
