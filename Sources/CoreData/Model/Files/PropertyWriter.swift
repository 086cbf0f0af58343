internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates

/// A writer of an entity's properties, which creates their elements in a model file.
struct PropertyWriter {
    /// The entity's name, for error messages.
    let entity: String

    func element(_ relationship: NSRelationshipDescription) throws(ModelFileError) -> RelationshipElement {
        guard let destination = relationship.destinationEntity?.name else {
            throw .unwritable("The relationship \(entity).\(relationship.name) has no destination.")
        }
        let old = relationship.file as? RelationshipElement
        var file = old ?? RelationshipElement(name: relationship.name, destination: destination, isToMany: relationship.isToMany)
        try updateCommonParts(of: &file, relationship)
        file.update(\.destinationEntity, destination)
        let inverse = relationship.inverseRelationship
        file.update(\.inverseName, inverse?.name)
        let home = inverse.map { _ in file.inverseEntity ?? destination }
        // The file may name the destination as the inverse's entity although a superentity declares
        // the inverse. Both spellings read as the same relationship, so the file's is kept.
        if relationship.destinationEntity?.relationshipsByName[inverse?.name ?? ""] !== inverse || home != destination {
            file.update(\.inverseEntity, inverse?.owner?.name)
        } else {
            file.update(\.inverseEntity, home)
        }
        if file.isToMany ? file.maxCount ?? 0 != relationship.maxCount : relationship.maxCount != 1 {
            file.isToMany = relationship.isToMany
            file.maxCount = relationship.maxCount == 0 ? nil : relationship.maxCount
        }
        if file.minCount ?? 0 != relationship.minCount {
            file.minCount = relationship.minCount == 0 ? nil : relationship.minCount
        }
        file.update(\.isOrdered, relationship.isOrdered)
        file.update(\.deletionRule, relationship.deleteRule.fileRule)
        return file
    }

    func element(_ fetched: NSFetchedPropertyDescription) throws(ModelFileError) -> FetchedPropertyElement {
        var file = fetched.file as? FetchedPropertyElement ?? FetchedPropertyElement(name: fetched.name, fetchRequest: nil)
        try updateCommonParts(of: &file, fetched)
        return file
    }

    func element(_ attribute: NSAttributeDescription, in model: inout ModelElement) throws(ModelFileError) -> AttributeElement {
        let type = attribute.attributeType.fileType
        var file = attribute.file as? AttributeElement ?? AttributeElement(name: attribute.name, type: type)
        try updateCommonParts(of: &file, attribute)
        file.update(\.type, type)
        if (file.customClassName ?? attribute.attributeType.valueClassName) != attribute.attributeValueClassName {
            file.customClassName = attribute.attributeValueClassName
        }
        file.update(\.valueTransformerName, attribute.valueTransformerName)
        file.update(\.allowsExternalBinaryDataStorage, attribute.allowsExternalBinaryDataStorage)
        file.update(\.preservesValueInHistoryOnDeletion, attribute.preservesValueInHistoryOnDeletion)
        file.update(\.allowsCloudEncryption, attribute.allowsCloudEncryption)
        let derived = attribute as? NSDerivedAttributeDescription
        file.update(\.isDerived, derived != nil)
        file.updateFormat(\.derivationExpression, derived?.derivationExpression)
        try updateDefault(of: &file, attribute)
        try updateValidation(of: &file, attribute)
        if let composite = attribute as? NSCompositeAttributeDescription { try updateElements(of: &file, composite, in: &model) }
        return file
    }

    private func updateCommonParts(
        of file: inout some PropertyElement, _ property: NSPropertyDescription
    ) throws(ModelFileError) {
        file.update(\.name, property.name)
        file.update(\.isOptional, property.isOptional)
        file.update(\.isTransient, property.isTransient)
        file.update(\.isIndexed, property.isIndexed)
        file.update(\.isIndexedBySpotlight, property.isIndexedBySpotlight)
        if file.fields[flag: NSPropertyDescription.externalRecordField] != property.isStoredInExternalRecord {
            file.fields[flag: NSPropertyDescription.externalRecordField] = property.isStoredInExternalRecord
        }
        file.update(\.versionHashModifier, property.versionHashModifier)
        file.updateRenamingIdentifier(property.renamingIdentifier)
        try file.updateUserInfo(property.userInfo, of: "\(entity).\(property.name)")
    }

    private func updateDefault(of file: inout AttributeElement, _ attribute: NSAttributeDescription) throws(ModelFileError) {
        let type = attribute.attributeType
        let written = file.hasDefaultText ? file.defaultValue?.object(as: file.type) : nil
        guard let value = attribute.defaultValue else {
            if written != nil { (file.defaultValueString, file.defaultDateTimeInterval) = (nil, nil) }
            return
        }
        guard let value = Value(value, as: type), let text = value.fileText(as: type) else {
            throw .unwritable("A model file cannot contain the default value of \(entity).\(attribute.name), \(value).")
        }
        if let written, Value(written, as: type) == value { return }
        (file.defaultValueString, file.defaultDateTimeInterval) = type == .dateAttributeType ? (nil, text) : (text, nil)
    }

    private func updateElements(
        of file: inout AttributeElement, _ attribute: NSCompositeAttributeDescription, in model: inout ModelElement
    ) throws(ModelFileError) {
        var elements: [AttributeElement] = []
        for element in attribute.elements { elements.append(try self.element(element, in: &model)) }
        guard model.elements(of: file) != elements else { return }
        if let same = model.composites.first(where: { $0.elements == elements }) {
            file.compositeName = same.name
            return
        }
        let wish = attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
        let names = Set(model.composites.map(\.name))
        var name = wish
        var number = 2
        while names.contains(name) { (name, number) = ("\(wish)\(number)", number + 1) }
        model.composites.append(CompositeElement(name: name, elements: elements))
        file.compositeName = name
    }
}

extension Value {
    /// Returns the value as an attribute's default value in a model file; nil for a value that has
    /// no text form there.
    func fileText(as type: NSAttributeType) -> String? {
        switch self {
        case .bool(let bool): bool ? "YES" : "NO"
        case .int(let int): String(int)
        case .double(let double) where !double.isFinite: nil
        case .double(let double): type == .floatAttributeType ? "\(Float(double))" : "\(double)"
        case .decimal(let decimal): decimal.isFinite ? "\(decimal)" : nil
        case .string(let string): string
        case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
        case .data(let data): data.base64EncodedString()
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        default: nil
        }
    }
}
