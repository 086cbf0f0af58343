internal import CoreData

/// Finds constraints and indexes that a store cannot have, and attributes without a value to show for
/// bytes that are not one.
struct SchemaCheck {
    private let entity: Schema.Entity
    private let properties: [String: any SchemaProperty]

    private init(_ entity: Schema.Entity) {
        self.entity = entity
        properties = Dictionary(entity.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Checks the attributes, constraints and indexes of a schema.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer`, with the property and what to do.
    static func check(_ schema: Schema) throws {
        for entity in schema.entities {
            let check = SchemaCheck(entity)
            let own = entity.storedProperties.filter(\.isUnique).map(\.name)
            for name in entity.uniquenessConstraints.joined() + own { try check.checkUnique(name) }
            for case let attribute as Schema.Attribute in entity.storedProperties { try check.checkHasEmptyValue(attribute) }
            for index in entity.indexes {
                for name in index.names { try check.checkIndexed(name, index.kind) }
            }
        }
    }

    private func error(_ name: String, _ reason: String) -> SwiftDataError {
        SwiftDataError.loadIssueModelContainer.because("'\(entity.name).\(name)' \(reason)")
    }

    /// Checks that the property has a value if its row is gone or holds what the type no longer accepts.
    private func checkHasEmptyValue(_ attribute: Schema.Attribute) throws {
        func isValue<Value>(_ type: Value.Type) -> Bool { attribute.defaultValue is Value }
        if _openExistential(attribute.valueType, do: isValue) || hasEmptyValue(attribute.valueType) { return }
        throw error(
            attribute.name,
            """
            has no value if its row is gone or cannot be decoded: \(attribute.valueType) has no empty value. Declare the \
            property as optional, or give it a default value.
            """)
    }

    private func checkUnique(_ name: String) throws {
        guard let property = properties[name] else {
            throw error(
                name,
                name.contains(".")
                    ? "cannot be unique: it is an element of a structure. Make it an attribute of its own."
                    : "cannot be unique: the entity has no such property.")
        }
        if let relationship = property as? Schema.Relationship {
            guard relationship.isToOneRelationship else {
                throw error(name, "cannot be unique: it is a relationship to many models. Remove the constraint.")
            }
            return
        }
        guard let attribute = property as? Schema.Attribute else { return }
        if attribute.isTransient {
            throw error(name, "cannot be unique: it is not stored. Remove `.ephemeral` or the constraint.")
        }
        guard let kind = attribute.valueKind, kind.isComposite, kind.elements.count != 1 else { return }
        if case .cases = kind.storage {
            throw error(
                name,
                "cannot be unique: an enumeration without raw values is stored in a column for each case. Give it raw values.")
        }
        throw error(
            name,
            """
            cannot be unique: \(attribute.valueType) is stored in \(kind.elements.count) columns. Make the value that is to be \
            unique an attribute of its own, or use `.codable`.
            """)
    }

    private func checkIndexed(_ name: String, _ kind: Schema.IndexKind) throws {
        guard let property = properties[name] else {
            // A path to an element of a structure.
            if kind == .binary, properties[String(name.prefix { $0 != "." })] != nil { return }
            throw error(name, "cannot be indexed: it is not a property of the entity.")
        }
        guard kind == .rtree else { return }
        if let attribute = property as? Schema.Attribute, !attribute.isTransient,
            case .scalar(let type) = attribute.valueKind?.storage, type.isRange
        {
            return
        }
        throw error(name, "cannot be in an R-tree: it is neither a number nor a date. Use `.binary`.")
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
