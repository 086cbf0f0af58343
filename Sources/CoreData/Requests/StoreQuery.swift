internal import Predicates

/// A fetch as stores and the in-memory evaluator read it.
struct StoreQuery {
    /// What a key path ends at.
    enum Column: Hashable {
        /// The object itself, by its number.
        case primaryKey
        case slot(Int)
    }

    struct Sort: Hashable {
        let column: Column
        let ascending: Bool

        init(column: Column, ascending: Bool) {
            self.column = column
            self.ascending = ascending
        }

        init(_ descriptor: NSSortDescriptor, _ layout: EntityLayout) {
            let form = descriptor.form { keyPath in KeyPathNames.resolve(keyPath, in: layout.entity).names }
            guard let form, let column = layout.column(form.keyPath) else {
                preconditionFailure(
                    """
                    The sort key \(form?.keyPath.joined(separator: ".") ?? descriptor.key ?? descriptor.keyPath.map { "\($0)" } ?? "") is no \
                    attribute and no to-one relationship of '\(layout.name)'. A store sorts by those; by what a relationship leads to it cannot yet.
                    """
                )
            }
            guard form.comparison == .binary else {
                preconditionFailure(
                    "A store sorts text byte by byte: \(descriptor) cannot sort a fetch; sort the fetched objects with it.")
            }
            self.column = column
            ascending = form.ascending
        }
    }

    let layout: EntityLayout
    /// Whether objects of subentities count.
    let includesSubentities: Bool
    let predicate: PredicateForm
    /// The predicate for rows in memory; means the same as the SQL.
    let matches: (NumberedRow) -> Bool
    let sorts: [Sort]
    /// 0 for all.
    var limit: Int
    var offset: Int

    /// Traps where the predicate or a sort key reads what the entity does not have, a programmer's mistake; throws where
    /// the predicate's pattern or a variable, which may be a user's input, cannot be used.
    init(
        _ layout: EntityLayout, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor]?, limit: Int = 0, offset: Int = 0,
        includesSubentities: Bool = true
    ) throws {
        self.layout = layout
        self.includesSubentities = includesSubentities
        self.predicate = predicate?.form.simplified ?? .always(true)
        sorts = (sortDescriptors ?? []).map { Sort($0, layout) }
        self.limit = limit
        self.offset = offset
        do {
            try self.predicate.requireSQL()
            let compiled = try CompiledPredicate<NumberedRow>(self.predicate) { keyPath in
                let column = layout.requiredColumn(keyPath)
                return { $0[column] }
            }
            matches = includesSubentities ? { compiled.matches($0) } : { $0.row.layout === layout && compiled.matches($0) }
        } catch let error as InvalidPredicate {
            throw NSError(code: NSPersistentStoreOperationError, "\(error)")
        }
    }
}

extension EntityLayout {
    /// What the key path names, or nil if this entity has no such property.
    func column(_ keyPath: [String]) -> StoreQuery.Column? {
        if keyPath.isEmpty || keyPath == ["objectID"] || keyPath == ["self"] { return .primaryKey }
        guard keyPath.count == 1, let slot = slot(of: keyPath[0]), isComparable(slot) else { return nil }
        return .slot(slot)
    }

    /// Whether a row holds one value that can be compared.
    private func isComparable(_ slot: Int) -> Bool {
        (kinds[slot] == .attribute || kinds[slot] == .toOne) && !properties[slot].isTransient
    }

    func requiredColumn(_ keyPath: [String]) -> StoreQuery.Column {
        guard let column = column(keyPath) else {
            preconditionFailure(
                """
                The predicate reads '\(keyPath.joined(separator: "."))', which is no attribute and no to-one relationship of '\(name)'. \
                What a relationship leads to cannot be asked for yet.
                """)
        }
        return column
    }
}

/// A row together with its number, as the in-memory evaluator reads it.
struct NumberedRow {
    let number: Int64
    let row: Row

    subscript(column: StoreQuery.Column) -> Value {
        switch column {
        case .primaryKey: .int(number)
        case .slot(let slot): row.values[slot]
        }
    }
}

extension StoreQuery {
    /// Whether objects of an entity can be in the result.
    func covers(_ layout: EntityLayout) -> Bool {
        includesSubentities ? layout.isKind(of: self.layout) : layout === self.layout
    }

    /// The order in which a fetch returns two rows: by the sort keys, then by primary key.
    func precedes(_ a: NumberedRow, _ b: NumberedRow) -> Bool {
        for sort in sorts {
            switch order(a[sort.column], b[sort.column]) {
            case .orderedSame: continue
            case .orderedAscending: return sort.ascending
            case .orderedDescending: return !sort.ascending
            }
        }
        return a.number < b.number
    }
}

extension NSManagedObject: KeyValueReadable {
    package func operand(forKey key: String) -> Operand {
        guard let slot = layout.slot(of: key), layout.kinds[slot] == .attribute else { return Operand(value(forKey: key)) }
        let value = read(slot)
        // A transformable's object may have keys of its own.
        if case .opaque(let opaque) = value { return Operand(opaque.object) }
        return .value(value)
    }

    package func value(_ key: ReadKey) -> Value? {
        let slot = key.place(in: layout) { name in layout.slot(of: name).flatMap { layout.kinds[$0] == .attribute ? $0 : nil } }
        guard let slot else { return nil }
        let value = read(slot)
        if case .opaque = value { return nil }
        return value
    }
}

extension NSManagedObject: KeyPathNaming {
    package static func names(of keyPath: AnyKeyPath) -> [String]? {
        guard let type = type(of: keyPath).rootType as? NSManagedObject.Type, let entity = LoadedModels.entity(of: type) else {
            return nil
        }
        return KeyPathNames.resolve(keyPath, in: entity).names
    }
}

// An object or identifier as an argument of a predicate stands for its number: `SELF IN %@`, `objectID == %@`.
extension NSManagedObject: ValueConvertible {
    package var predicateValue: Value { .int(objectID.number) }
}

extension NSManagedObjectID: ValueConvertible {
    package var predicateValue: Value { .int(number) }
}
