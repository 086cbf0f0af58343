internal import Foundation
package import StrataModelDifference
internal import StrataModelFormat
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObjectModel {
    /// Returns the changes that a lightweight migration makes from this model to a later version of
    /// it, and those that it cannot make.
    ///
    /// `modelc diff` decides with the same code. `NSManagedObjectModel.fileElement()` is not used
    /// for it, because a model that was built in code may have parts that no file can contain.
    package func difference(to model: NSManagedObjectModel) -> ModelDifference {
        do {
            return try ModelDifference(from: ModelElement(comparing: self), to: ModelElement(comparing: model))
        } catch {
            // A model's superentities are links between its entities, so none is missing.
            trap("The entities of a model have no order: \(error)")
        }
    }

    /// Returns the differences from this model to a later version as phrases for messages, such as
    /// `Note.stars is new` and `Note.count: Integer 64 became String`.
    ///
    /// - Parameter names: The entities of the later version to compare; nil for all.
    package func differences(to model: NSManagedObjectModel, entities names: Set<String>?) -> [String] {
        let difference = difference(to: model)
        let removed = Set(difference.removedEntities)
        return difference.changes.filter { names?.contains($0.entity) ?? true || removed.contains($0.entity) }.compactMap {
            change in
            if removed.contains(change.entity) { return "the model \(change.entity) was removed" }
            if difference.oldName(of: change.entity) == nil {
                return change.property == nil ? "the model \(change.entity) is new" : nil
            }
            if change.property != nil, change.kind == .added { return "\(change.subject) is new" }
            if change.property != nil, change.kind == .removed { return "\(change.subject) was removed" }
            return "\(change.subject): \(change.summary)"
        }
    }
}

extension ModelElement {
    /// Creates an element with what two versions of a model are compared by. Omits what stores do
    /// not depend on: classes, user info, fetch requests and configurations.
    init(comparing model: NSManagedObjectModel) {
        self.init()
        entities = model.entities.map(EntityElement.init)
    }
}

extension EntityElement {
    fileprivate init(_ entity: NSEntityDescription) {
        self.init(name: entity.name ?? "")
        parentEntity = entity.superentity?.name
        isAbstract = entity.isAbstract
        versionHashModifier = entity.versionHashModifier
        updateRenamingIdentifier(entity.renamingIdentifier)
        for property in entity.ownProperties {
            switch property {
            case let attribute as NSAttributeDescription: attributes.append(AttributeElement(attribute))
            case let relationship as NSRelationshipDescription: relationships.append(RelationshipElement(relationship))
            default: break
            }
        }
        uniquenessConstraints = NSEntityDescription.names(entity.uniquenessConstraints).map(PropertyListElement.init)
        compoundIndexes = NSEntityDescription.names(entity.compoundIndexes).map(PropertyListElement.init)
        fetchIndexes = entity.indexes.map(FetchIndexElement.init)
    }
}

extension AttributeElement {
    init(_ attribute: NSAttributeDescription) {
        self.init(name: attribute.name, type: attribute.attributeType.fileType)
        set(attribute)
        allowsExternalBinaryDataStorage = attribute.isExternal
        preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
        valueTransformerName = attribute.valueTransformerName
        if let value = attribute.defaultValue.flatMap({ StrataPredicates.Value($0, as: attribute.attributeType) }),
            let text = value.fileText(as: attribute.attributeType)
        {
            if type == .date { defaultDateTimeInterval = text } else { defaultValueString = text }
        }
        if let derived = attribute as? NSDerivedAttributeDescription {
            isDerived = true
            derivationExpression = derived.derivationExpression?.description
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            let values = attribute.defaultValue as? [String: Any] ?? [:]
            // The elements have the values. The default of a structure may be nil in each of them.
            if attribute.defaultValue != nil { defaultValueString = "" }
            elements = composite.elements.map { element in
                guard element.defaultValue == nil, let value = values[element.name] else { return AttributeElement(element) }
                guard let copy = element.copy() as? NSAttributeDescription else { return AttributeElement(element) }
                copy.defaultValue = value
                return AttributeElement(copy)
            }
        }
    }
}

extension RelationshipElement {
    fileprivate init(_ relationship: NSRelationshipDescription) {
        self.init(
            name: relationship.name, destination: relationship.destinationEntity?.name, isToMany: relationship.isToMany)
        set(relationship)
        maxCount = relationship.maxCount == 0 ? nil : relationship.maxCount
        minCount = relationship.minCount == 0 ? nil : relationship.minCount
        isOrdered = relationship.isOrdered
        inverseName = relationship.inverseRelationship?.name
        deletionRule = relationship.deleteRule.fileRule
    }
}

extension PropertyElement {
    fileprivate mutating func set(_ property: NSPropertyDescription) {
        isOptional = property.isOptional
        isTransient = property.isTransient
        isIndexed = property.isIndexed
        versionHashModifier = property.versionHashModifier
        updateRenamingIdentifier(property.renamingIdentifier)
    }
}

extension FetchIndexElement {
    fileprivate init(_ index: NSFetchIndexDescription) {
        let parts = index.elements.map { element in
            var part = FetchIndexPart(property: element.propertyName ?? "")
            if let description = element.property as? NSExpressionDescription {
                part.property = nil
                part.expression = description.expression?.description
            }
            part.collation = element.collationType == .rTree ? .rTree : .binary
            part.isAscending = element.isAscending
            return part
        }
        self.init(name: index.name, parts: parts)
        partialIndexPredicate = index.partialIndexPredicate?.predicateFormat
    }
}
