internal import CoreData

/// Finds constraints and indexes that a store cannot have, and attributes without a value to show
/// for bytes that are not one.
struct SchemaCheck {
    private let entity: Schema.Entity
    private let properties: [String: any SchemaProperty]

    private init(_ entity: Schema.Entity) {
        self.entity = entity
        properties = Dictionary(entity.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the first constraint or index of a schema that a store cannot have, with the reason and
    /// what to do; nil if there is none.
    static func problem(in schema: Schema) -> String? {
        for entity in schema.entities {
            let check = SchemaCheck(entity)
            let own = entity.storedProperties.filter(\.isUnique).map(\.name)
            for name in entity.uniquenessConstraints.joined() + own {
                if let reason = check.uniquenessProblem(name) { return "'\(entity.name).\(name)' \(reason)" }
            }
            for constraint in entity.uniquenessConstraints {
                if let reason = check.inheritanceProblem(constraint) { return "'\(entity.name)' \(reason)" }
            }
            for case let attribute as Schema.Attribute in entity.storedProperties {
                if let reason = check.emptyValueProblem(attribute) { return "'\(entity.name).\(attribute.name)' \(reason)" }
            }
            for index in entity.indexes {
                for name in index.names {
                    if let reason = check.indexProblem(name, index.kind) { return "'\(entity.name).\(name)' \(reason)" }
                }
            }
        }
        return nil
    }

    /// Says that a property has no value if its row is gone or holds what the type no longer accepts.
    private func emptyValueProblem(_ attribute: Schema.Attribute) -> String? {
        func isValue<Value>(_ type: Value.Type) -> Bool { attribute.defaultValue is Value }
        if _openExistential(attribute.valueType, do: isValue) || hasEmptyValue(attribute.valueType) { return nil }
        return """
            has no value if its row is gone or cannot be decoded: \(attribute.valueType) has no empty value. Declare the \
            property as optional, or give it a default value.
            """
    }

    private func uniquenessProblem(_ name: String) -> String? {
        guard let property = properties[name] else {
            return name.contains(".")
                ? "cannot be unique: it is an element of a structure. Make it an attribute of its own."
                : "cannot be unique: the entity has no such property."
        }
        if let relationship = property as? Schema.Relationship {
            return relationship.isToOneRelationship
                ? nil : "cannot be unique: it is a relationship to many models. Remove the constraint."
        }
        guard let attribute = property as? Schema.Attribute else { return nil }
        if attribute.isTransient {
            return "cannot be unique: it is not stored. Remove `.ephemeral` or the constraint."
        }
        guard let kind = attribute.valueKind, kind.isComposite, kind.elements.count != 1 else { return nil }
        if case .cases = kind.storage {
            return "cannot be unique: an enumeration without raw values is stored in a column for each case. Give it raw values."
        }
        return """
            cannot be unique: \(attribute.valueType) is stored in \(kind.elements.count) columns. Make the value that is to be \
            unique an attribute of its own, or use `.codable`.
            """
    }

    /// Says that a constraint has inherited properties only: it would also be one of the rows of the
    /// superentity in the same table, which do not declare it.
    private func inheritanceProblem(_ constraint: [String]) -> String? {
        let inherited = entity.inheritedPropertiesByName
        guard let superentity = entity.superentity, !constraint.isEmpty, constraint.allSatisfy({ inherited[$0] != nil })
        else { return nil }
        return """
            cannot have unique values of \(constraint.joined(separator: ", ")), inherited from '\(superentity.name)': its table is \
            that of the superclass. Declare the constraint there, or add a property of the subclass to it.
            """
    }

    private func indexProblem(_ name: String, _ kind: Schema.IndexKind) -> String? {
        guard let property = properties[name] else {
            // A path to an element of a structure.
            if kind == .binary, properties[String(name.prefix { $0 != "." })] != nil { return nil }
            return "cannot be indexed: it is not a property of the entity."
        }
        guard kind == .rtree else { return nil }
        if let attribute = property as? Schema.Attribute, !attribute.isTransient,
            case .scalar(let type) = attribute.valueKind?.storage, type.isRange
        {
            return nil
        }
        return "cannot be in an R-tree: it is neither a number nor a date. Use `.binary`."
    }
}

extension Schema.Attribute {
    /// The conversion of the attribute's values; nil for a type that cannot be stored.
    fileprivate var valueKind: ValueKind? { ValueKind.kind(of: valueType, named: name, options: options) }
}

extension NSAttributeType {
    /// Whether values of the type can be the dimension of an R-tree.
    fileprivate var isRange: Bool {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .dateAttributeType, .booleanAttributeType, .decimalAttributeType:
            true
        default: false
        }
    }
}
