internal import StrataPredicates

/// The columns of one new table, with the SQL of each column's value in terms of the old table that
/// its rows come from.
///
/// Rows of several entities share a table, and a column may come from another old column for each of
/// them: two subentities had a title each, and now their parent has one. So a value is SQL for each
/// entity, by its old number.
struct MigratedColumns {
    /// A new column.
    struct Column {
        let column: TableLayout.Column
        /// The values of the entities that have the column's property, by the old number of the
        /// entity.
        var values: [(number: Int64, value: ColumnValue)] = []
        /// The entity numbers of the objects that a column of entity numbers refers to.
        var isEntityNumber = false
        /// For an entity number that the old table lacks: the column of the reference, and the
        /// layout of its destination.
        var lookup: (reference: String, destination: EntityLayout)?
    }

    /// The value of a column.
    enum ColumnValue {
        case null
        /// An old column as it is.
        case column(String)
        /// A constant.
        case literal(String)
        /// An old column, or a constant where it is NULL.
        case defaulted(String, literal: String)
        /// The converted value of an old column.
        case converted(String, (String) -> String)

        /// Returns the value as SQL.
        ///
        /// - Parameter name: the present name of the old column; nil for its own.
        func sql(reading name: String? = nil) -> String {
            switch self {
            case .null: "NULL"
            case .literal(let sql): sql
            case .column(let column): name ?? column
            case .defaulted(let column, let literal): "ifnull(\(name ?? column), \(literal))"
            case .converted(let column, let convert): convert(name ?? column)
            }
        }

        /// The old column whose value remains, perhaps with another value instead of NULL.
        var keptColumn: String? {
            switch self {
            case .column(let column), .defaulted(let column, _): column
            case .null, .literal, .converted: nil
            }
        }

        /// Whether an old column is read.
        var isOld: Bool {
            switch self {
            case .null, .literal: false
            case .column, .defaulted, .converted: true
            }
        }
    }

    let table: TableLayout
    private(set) var columns: [Column]
    /// The old numbers of the entities whose rows may have a value in an old column.
    private var holders: [String: Set<Int64>] = [:]

    /// - Throws: the error of a value transformer, for a default value.
    init(
        _ table: TableLayout, kept: [(entity: KeptEntity, old: StoreLayout.NumberedEntity)], _ old: StoreLayout,
        _ new: StoreLayout, _ all: [KeptEntity]
    ) throws {
        self.table = table
        columns = table.columns.map { Column(column: $0) }
        for (entity, numbered) in kept {
            let before = old.table(entity.old)
            let oldSlots = before.slots(entity.old)
            let newSlots = table.slots(entity.new)
            for column in oldSlots.flatMap(\.columns) {
                holders[before.columns[column].name, default: []].insert(numbered.number)
            }
            for slot in newSlots.indices {
                try add(entity.values[slot], newSlots[slot], entity, slot, before, oldSlots, numbered.number, old, new)
            }
        }
        addRelationshipColumns(kept, old, new, all)
    }

    private mutating func add(
        _ origin: ValueOrigin, _ slot: SlotColumns, _ entity: KeptEntity, _ number: Int, _ before: TableLayout,
        _ oldSlots: [SlotColumns], _ old: Int64, _ oldLayout: StoreLayout, _ newLayout: StoreLayout, isElement: Bool = false
    ) throws {
        func set(_ column: Int, _ value: ColumnValue) { columns[column].values.append((old, value)) }
        let name = "\(entity.new.name).\(entity.new.names[number])"
        switch (slot, origin) {
        case (.none, _): break
        case (.composite(let elements), .elements(let origins)):
            for (element, origin) in zip(elements, origins) {
                try add(origin, element, entity, number, before, oldSlots, old, oldLayout, newLayout, isElement: true)
            }
        case (.attribute(let column, _), .constant(let value, let attribute)):
            let literal = try MigratedValues.literal(value, attribute, isElement: isElement)
            set(column, literal == "NULL" ? .null : .literal(literal))
        case (.attribute(let column, _), .attribute(let kept)):
            var origin = oldSlots[kept.slot]
            for place in kept.path {
                if case .composite(let elements) = origin { origin = elements[place] }
            }
            guard case .attribute(let was, _) = origin else { return set(column, .null) }
            set(column, try value(of: kept, before.columns[was].name, name, isElement: isElement))
        case (.toOne(let column, let entityColumn), .reference(let was)):
            guard case .toOne(let oldColumn, let oldEntity) = oldSlots[was] else { return }
            set(column, .column(before.columns[oldColumn].name))
            guard let entityColumn else { return }
            columns[entityColumn].isEntityNumber = true
            if let oldEntity {
                set(entityColumn, .column(before.columns[oldEntity].name))
            } else {
                columns[entityColumn].lookup = (columns[column].column.name, entity.new.destination(number))
            }
        case (.toOne(_, let entityColumn), _):
            if let entityColumn { columns[entityColumn].isEntityNumber = true }
        default: break
        }
    }

    private func value(
        of kept: KeptAttribute, _ column: String, _ name: String, isElement: Bool
    ) throws -> ColumnValue {
        let missing = try kept.missing.map { try MigratedValues.literal($0, kept.new, isElement: isElement) }
        if MigratedValues.conversion(column, kept, name: name) == column {
            return missing.map { .defaulted(column, literal: $0) } ?? .column(column)
        }
        return .converted(column) { column in
            let sql = MigratedValues.conversion(column, kept, name: name)
            return missing.map { "ifnull(\(sql), \($0))" } ?? sql
        }
    }

    /// Adds the owners and positions of the members of to-many relationships, which are stored in
    /// the members' table.
    private mutating func addRelationshipColumns(
        _ kept: [(entity: KeptEntity, old: StoreLayout.NumberedEntity)], _ old: StoreLayout, _ new: StoreLayout,
        _ all: [KeptEntity]
    ) {
        for entity in new.entities {
            for slot in entity.layout.ownRelationships where entity.layout.kinds[slot].isToMany {
                let relationship = entity.layout.relationship(slot)
                let owner = table.ownerColumn(of: relationship)
                let order = table.orderColumn(of: relationship)
                guard owner != nil || order != nil,
                    let source = KeptRelationship.sources(entity.layout, slot, among: all).first,
                    case .foreignKey(let oldTable, let oldColumn, let oldOrder)? = old.storage(source.entity, source.slot)
                else { continue }
                let hasNoInverse = source.entity.relationship(source.slot).inverseRelationship == nil
                let destination = entity.layout.destination(slot)
                let was = source.entity.destination(source.slot)
                for (member, numbered) in kept where member.old.isKind(of: was) {
                    for column in [hasNoInverse ? oldColumn : nil, oldOrder].compactMap(\.self) {
                        holders[column, default: []].insert(numbered.number)
                    }
                }
                for (member, numbered) in kept where member.new.isKind(of: destination) && old.table(member.old).name == oldTable
                {
                    set(owner, hasNoInverse ? oldColumn : nil, numbered.number)
                    set(order, oldOrder, numbered.number)
                }
            }
        }
    }

    private mutating func set(_ column: String?, _ old: String?, _ number: Int64) {
        guard let column, let old, let place = columns.firstIndex(where: { $0.column.name == column }) else { return }
        columns[place].values.append((number, .column(old)))
    }

    /// Returns the value of a column in all rows, as SQL on the old table.
    ///
    /// - Parameters:
    ///   - numbers: the old numbers of all entities that have rows in the table.
    ///   - renumbered: the new numbers of all entities of the store, by the old ones.
    ///   - name: the present name of the old column that the value is read from; nil for its own.
    func sql(
        _ column: Column, _ numbers: Set<Int64>, renumbered: [Int64: Int64], reading name: String? = nil
    ) -> String {
        let mapped = column.values.map { value in
            let sql = value.value.sql(reading: name)
            return (number: value.number, sql: column.isEntityNumber ? renumbering(sql, renumbered) : sql)
        }
        guard let first = mapped.first else { return "NULL" }
        let covered = Set(mapped.map(\.number))
        // A row of an entity without the property gets NULL, which it has in an old column of its
        // own, but not in one that it shared, and not where a new attribute has a default.
        let others = numbers.subtracting(covered)
        let areNull =
            others.isEmpty
            || column.values.allSatisfy { value in
                switch value.value {
                case .null: true
                case .column(let name): others.isDisjoint(with: holders[name] ?? [])
                case .literal, .defaulted, .converted: false
                }
            }
        if areNull, mapped.allSatisfy({ $0.sql == first.sql }) { return first.sql }
        let groups = Dictionary(grouping: mapped, by: \.sql).sorted { $0.key < $1.key }
        let cases = groups.map { sql, members in
            "WHEN Z_ENT IN (\(members.map { "\($0.number)" }.joined(separator: ", "))) THEN \(sql)"
        }
        return "CASE \(cases.joined(separator: " ")) END"
    }

    /// Returns the old column that all rows keep unchanged in a column; nil if there is none.
    func unchangedColumn(_ column: Column, _ numbers: Set<Int64>, renumbered: [Int64: Int64]) -> String? {
        guard let name = column.values.lazy.compactMap(\.value.keptColumn).first else { return nil }
        return sql(column, numbers, renumbered: renumbered) == name ? name : nil
    }

    private func renumbering(_ column: String, _ numbers: [Int64: Int64]) -> String {
        if column == "NULL" { return column }
        return EntityRenumbering.sql(column, numbers)
    }
}

/// The change of entity numbers, which follow from the sorted names of all entities.
enum EntityRenumbering {
    /// Returns SQL that maps old entity numbers to new ones. Where none changes, the numbers of
    /// removed entities stay, otherwise these become NULL.
    static func sql(_ column: String, _ numbers: [Int64: Int64]) -> String {
        if numbers.allSatisfy({ $0.key == $0.value }) { return column }
        let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \($0.value)" }
        return cases.isEmpty ? "NULL" : "CASE \(column) \(cases.joined(separator: " ")) END"
    }
}
