internal import CoreData

/// The differences between the model that a store was created with and another one, as phrases for
/// messages.
struct ModelDifference {
    private let old: NSManagedObjectModel
    private let new: NSManagedObjectModel
    private var phrases: [String] = []

    /// Returns a sentence with the first differences; an empty text if none was found.
    ///
    /// - Parameter entities: The names of the new model's entities to compare; nil for all.
    static func sentence(from old: NSManagedObjectModel, to new: NSManagedObjectModel, entities: Set<String>?) -> String {
        var difference = ModelDifference(old: old, new: new)
        difference.compare(entities ?? Set(new.entities.compactMap(\.name)))
        let phrases = difference.phrases
        guard !phrases.isEmpty else { return "" }
        let more = phrases.count > 5 ? "; and \(phrases.count - 5) more" : ""
        return "Differences: \(phrases.prefix(5).joined(separator: "; "))\(more)."
    }

    private init(old: NSManagedObjectModel, new: NSManagedObjectModel) {
        (self.old, self.new) = (old, new)
    }

    private mutating func compare(_ names: Set<String>) {
        let (before, after) = (old.entitiesByName, new.entitiesByName)
        for name in names.union(before.keys).sorted() {
            switch (before[name], after[name]) {
            case (nil, .some): phrases.append("the model \(name) is new")
            case (.some, nil): phrases.append("the model \(name) was removed")
            case (let old?, let new?): compare(old, new, name)
            case (nil, nil): break
            }
        }
    }

    private mutating func compare(_ old: NSEntityDescription, _ new: NSEntityDescription, _ name: String) {
        if old.superentity?.name != new.superentity?.name {
            phrases.append(
                "\(name) had the superclass \(old.superentity?.name ?? "none"), now \(new.superentity?.name ?? "none")")
        }
        let before = old.propertiesByName.filter(\.value.isStored)
        let after = new.propertiesByName.filter(\.value.isStored)
        for key in Set(before.keys).union(after.keys).sorted() { compare(before[key], after[key], "\(name).\(key)") }
        let (kept, wanted) = (Self.constraints(old), Self.constraints(new))
        for constraint in wanted.subtracting(kept).sorted() { phrases.append("\(constraint) of \(name) was not unique") }
        for constraint in kept.subtracting(wanted).sorted() { phrases.append("\(constraint) of \(name) was unique") }
    }

    private mutating func compare(_ old: NSPropertyDescription?, _ new: NSPropertyDescription?, _ title: String) {
        guard let old else { return phrases.append("\(title) is new") }
        guard let new else { return phrases.append("\(title) was removed") }
        if old.kind != new.kind {
            phrases.append("\(title) was \(old.kind), now \(new.kind)")
        } else if old.isOptional != new.isOptional {
            phrases.append("\(title) was \(old.isOptional ? "" : "not ")optional")
        } else if let old = old as? NSCompositeAttributeDescription, let new = new as? NSCompositeAttributeDescription {
            let (before, after) = (Self.elements(old), Self.elements(new))
            for key in Set(before.keys).union(after.keys).sorted() { compare(before[key], after[key], "\(title).\(key)") }
        } else if let old = old as? NSRelationshipDescription, let new = new as? NSRelationshipDescription {
            if old.inverseRelationship?.name != new.inverseRelationship?.name {
                phrases.append(
                    """
                    \(title) had the inverse \(old.inverseRelationship?.name ?? "none"), now \
                    \(new.inverseRelationship?.name ?? "none")
                    """)
            } else if old.minCount != new.minCount || old.maxCount != new.maxCount {
                phrases.append("\(title) had \(old.minCount) to \(old.maxCount) models, now \(new.minCount) to \(new.maxCount)")
            }
        } else if old.versionHashModifier != new.versionHashModifier {
            phrases.append("\(title) had another hashModifier")
        }
    }

    private static func elements(_ composite: NSCompositeAttributeDescription) -> [String: NSAttributeDescription] {
        Dictionary(composite.elements.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func constraints(_ entity: NSEntityDescription) -> Set<String> {
        Set(
            entity.uniquenessConstraints.map { constraint in
                constraint.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }.joined(separator: ", ")
            })
    }
}

extension NSPropertyDescription {
    /// Whether the property has a value in the store.
    fileprivate var isStored: Bool { !isTransient && !(self is NSFetchedPropertyDescription) }

    /// The kind of the property's value in words of Swift.
    fileprivate var kind: String {
        switch self {
        case let relationship as NSRelationshipDescription:
            let destination = relationship.destinationEntity?.name ?? "?"
            return relationship.isToMany ? "[\(destination)]" : destination
        case let composite as NSCompositeAttributeDescription:
            return composite.userInfo?["EnumType"] == nil ? "a structure" : "an enumeration"
        case let attribute as NSAttributeDescription:
            return attribute.allowsExternalBinaryDataStorage
                ? "\(attribute.attributeType.swiftName) in external storage" : attribute.attributeType.swiftName
        default: return "unknown"
        }
    }
}

extension NSAttributeType {
    fileprivate var swiftName: String {
        switch self {
        case .integer16AttributeType: "Int16"
        case .integer32AttributeType: "Int32"
        case .integer64AttributeType: "Int"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Bool"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Data"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URL"
        case .transformableAttributeType: "an archived value"
        case .compositeAttributeType: "a structure"
        case .undefinedAttributeType, .objectIDAttributeType: "a value of no type"
        }
    }
}
