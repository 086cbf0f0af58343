internal import StrataPredicates

/// The triggers that find the rows whose derived attribute a write may have changed; see
/// `DerivedAttributes`.
///
/// Example: for `items.@sum.price` of Shelf, a trigger on `UPDATE OF ZPRICE` of the items' table
/// selects the item's shelf. For longer key paths, `owners` nests one SELECT for each relationship
/// back to the derived attribute's own rows.
struct DerivationTriggers {
    private let layout: EntityLayout
    private let name: String
    /// The SQL call for each affected row, whose key is Z_PK.
    private let call: String
    private let schema: QuerySchema

    init(_ layout: EntityLayout, _ slot: Int, _ call: String, _ schema: QuerySchema) {
        self.layout = layout
        name = "\(layout.name)_\(layout.names[slot])"
        self.call = call
        self.schema = schema
    }

    /// The triggers for an attribute that is computed whenever its row is saved, such as `now()`.
    var ofEachSave: [String] {
        let table = schema.table(layout).table
        return [
            trigger(0, "INSERT", on: table, keys: "NEW.Z_PK"),
            trigger(1, "UPDATE", of: ["Z_OPT"], on: table, keys: "NEW.Z_PK"),
        ]
    }

    /// Returns the triggers for an attribute whose expression reads other properties: one for each
    /// kind of write that may change its value.
    func following(_ form: ExpressionForm) throws -> [String] {
        var reading = QueryDependencies(layout)
        try reading.read(form)
        if reading.reads.readsSubentitiesAnywhere {
            throw InvalidPredicate("\(form.format) reads a property of a subentity, whose changes it would not follow.")
        }
        var triggers: [String] = []
        func add(_ event: String, of columns: [String] = [], on table: String, keys: String) {
            triggers.append(trigger(triggers.count, event, of: columns, on: table, keys: keys))
        }
        /// Adds the triggers for the properties that the expression reads of one entity.
        ///
        /// - Parameter chain: the relationships from the attribute's row to the rows of `reads`.
        func follow(_ reads: QueryReads, behind chain: [QueryPath.Hop]) {
            let table = schema.table(reads.layout)
            let columns = table.columns(reads.slots.sorted())
            if !columns.isEmpty {
                add("UPDATE", of: columns, on: table.table, keys: owners(chain[...], of: "NEW.Z_PK"))
            }
            for slot in reads.slots.sorted() where reads.layout.kinds[slot].isToMany {
                switch schema.members(reads.layout, slot) {
                case .foreignKey(let members, let column, _):
                    add("INSERT", on: members, keys: owners(chain[...], of: "NEW.\(column)"))
                    add("UPDATE", of: [column], on: members, keys: owners(chain[...], of: "OLD.\(column), NEW.\(column)"))
                    add("DELETE", on: members, keys: owners(chain[...], of: "OLD.\(column)"))
                case .join(let join, let side):
                    let column = side == .named ? join.ownerColumn : join.memberColumn
                    add("INSERT", on: join.name, keys: owners(chain[...], of: "NEW.\(column)"))
                    add("UPDATE", on: join.name, keys: owners(chain[...], of: "OLD.\(column), NEW.\(column)"))
                    add("DELETE", on: join.name, keys: owners(chain[...], of: "OLD.\(column)"))
                case nil: break
                }
            }
        }
        let table = schema.table(layout).table
        add("INSERT", on: table, keys: "NEW.Z_PK")
        follow(reading.reads, behind: [])
        reading.reads.forEachRelated { chain, reads in
            follow(reads, behind: chain)
            // Within a transaction, a row may be referred to before it is inserted and after it is
            // deleted.
            let related = schema.table(reads.layout).table
            add("INSERT", on: related, keys: owners(chain[...], of: "NEW.Z_PK"))
            add("DELETE", on: related, keys: owners(chain[...], of: "OLD.Z_PK"))
        }
        return triggers
    }

    /// Returns SQL for the keys of the rows from which a chain of relationships leads to given
    /// rows.
    ///
    /// - Parameter keys: SQL for the keys of the given rows, as the content of `IN (…)`.
    private func owners(_ chain: ArraySlice<QueryPath.Hop>, of keys: String) -> String {
        guard let hop = chain.last else { return keys }
        let above: String
        if hop.isToMany {
            switch schema.members(hop.layout, hop.slot) {
            case .foreignKey(let table, let column, _): above = "SELECT \(column) FROM \(table) WHERE Z_PK IN (\(keys))"
            case .join(let join, .named):
                above = "SELECT \(join.ownerColumn) FROM \(join.name) WHERE \(join.memberColumn) IN (\(keys))"
            case .join(let join, .inverse):
                above = "SELECT \(join.memberColumn) FROM \(join.name) WHERE \(join.ownerColumn) IN (\(keys))"
            case nil: above = "NULL"
            }
        } else {
            let table = schema.table(hop.layout)
            above = "SELECT Z_PK FROM \(table.table) WHERE \(table.column(hop.slot)) IN (\(keys))"
        }
        return owners(chain.dropLast(), of: above)
    }

    private func trigger(_ place: Int, _ event: String, of columns: [String] = [], on table: String, keys: String) -> String {
        let what = columns.isEmpty ? event : "\(event) OF \(columns.joined(separator: ", "))"
        return """
            CREATE TEMP TRIGGER Z_DA_\(table)_\(name)_\(event)_\(place) AFTER \(what) ON main.\(table) FOR EACH ROW \
            BEGIN SELECT \(call) FROM \(schema.table(layout).table) WHERE Z_PK IN (\(keys)); END
            """
    }
}
