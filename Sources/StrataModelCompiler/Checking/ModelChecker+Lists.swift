import StrataModelFormat

/// Uniqueness constraints and indexes, which are lists of property names.
extension ModelChecker {
    mutating func checkLists(of entity: EntityElement, inherited: [any PropertyElement]) {
        let properties = Dictionary((entity.properties + inherited).map { ($0.name, $0) }) { own, _ in own }
        for constraint in entity.uniquenessConstraints {
            if constraint.properties.isEmpty {
                warn(.entity, constraint, "\(entity.name) has a uniqueness constraint without attributes")
            }
            for item in constraint.items {
                checkStored(item, "value", in: properties, .error, of: entity, "A uniqueness constraint of \(entity.name)")
            }
        }
        for index in entity.compoundIndexes {
            for item in index.items {
                checkStored(item, "value", in: properties, .warning, of: entity, "A compound index of \(entity.name)")
            }
        }
        var names: Set<String> = []
        for index in entity.fetchIndexes {
            if !names.insert(index.name).inserted {
                error(.entity, index, "\(entity.name) has two fetch indexes with the name \(index.name)")
            }
            check(index, of: entity, properties)
        }
    }

    private mutating func check(_ index: FetchIndexElement, of entity: EntityElement, _ properties: [String: any PropertyElement])
    {
        let title = "The fetch index \(index.name) of \(entity.name)"
        if index.parts.isEmpty {
            warn(.entity, index, "\(title) has no elements")
        }
        for part in index.parts {
            if part.property != nil {
                checkStored(part.raw, "property", in: properties, .warning, of: entity, title)
            } else if part.expression?.isBlank ?? true {
                error(.entity, part, "\(title) has an element with neither a property nor an expression")
            } else {
                checkExpression(part.expression, .entity, at: part.location, of: title)
            }
        }
        checkPredicate(index.partialIndexPredicate, .entity, at: index.location, of: title)
        if Set(index.parts.map(\.collation)).count > 1 {
            error(.entity, index, "\(title) has both binary and R-tree elements; make two indexes of them")
        }
    }

    /// Checks that a name in a list is a property with a column. A dotted path to an element of a
    /// composite is none.
    ///
    /// - Parameter severity: The severity of a property without a column. It is a warning for
    ///   indexes, because Xcode 9 converted every property that was marked as indexed, even a
    ///   to-many relationship, to a fetch index, and real models still have these.
    private mutating func checkStored(
        _ item: RawElement, _ field: String, in properties: [String: any PropertyElement], _ severity: Problem.Severity,
        of entity: EntityElement, _ title: String
    ) {
        let name = item.fields[field] ?? ""
        guard let property = properties[name] else {
            report(.error, .entity, at: item.location, "\(title) names “\(name)”, which \(entity.name) does not have")
            return
        }
        let isToMany = (property as? RelationshipElement)?.isToMany ?? false
        if isToMany || property is FetchedPropertyElement || property.isTransient {
            let reason = property.isTransient ? "is transient" : isToMany ? "is to-many" : "is a fetched property"
            report(severity, .entity, at: item.location, "\(title) names \(name), which \(reason) and has no column")
        }
    }
}
