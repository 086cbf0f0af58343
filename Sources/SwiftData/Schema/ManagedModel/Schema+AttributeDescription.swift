internal import CoreData
internal import Foundation
internal import StrataTraps

extension Schema.Attribute {
    /// Returns the description of the attribute.
    ///
    /// Traps if its type cannot be stored.
    ///
    /// - Parameter entityName: The entity, for the sentence of the trap.
    func makeDescription(in entityName: String) -> NSAttributeDescription {
        guard let kind = ValueKind.kind(of: valueType, named: name, options: options) else {
            trap(
                """
                \(entityName).\(name) cannot be stored: \(valueType) is not Codable. Conform it to Codable, or give the \
                attribute a value transformer.
                """)
        }
        let description = kind.makeDescription(isOptional: isOptional)
        description.name = name
        description.renamingIdentifier = originalName
        description.versionHashModifier = hashModifier
        // A row that was read has no value of a transient attribute, and must remain valid.
        description.isOptional = isOptional || isTransient
        description.isTransient = isTransient
        description.isIndexedBySpotlight = options.contains(.spotlight)
        description.preservesValueInHistoryOnDeletion = options.contains(.preserveValueOnDeletion)
        description.allowsCloudEncryption = options.contains(.allowsCloudEncryption)
        description.allowsExternalBinaryDataStorage =
            options.contains(.externalStorage) && description.attributeType.isBinary && !isTransient
        addRenames(to: description, kind)
        description.defaultValue = kind.encodeAny(defaultValue)
        return description
    }

    /// Copies the original names and hash modifiers of a composite attribute's elements.
    private func addRenames(to description: NSAttributeDescription, _ kind: ValueKind) {
        guard let description = description as? NSCompositeAttributeDescription else { return }
        // The element with an enumeration's raw value has the attribute's name in each version.
        if case .rawValue = kind.storage {
            for element in description.elements { element.renamingIdentifier = originalName }
        }
        guard let composite = self as? Schema.CompositeAttribute else { return }
        for property in composite.properties {
            guard let element = description.elements.first(where: { $0.name == property.name }) else { continue }
            if let name = property.givenOriginalName { element.renamingIdentifier = name }
            element.versionHashModifier = property.hashModifier
        }
    }
}

extension ValueKind {
    /// Returns the description of an attribute with the values of this conversion, without a name.
    ///
    /// - Parameter isOptional: Whether the attribute is optional, which makes each element of a
    ///   composite attribute optional.
    fileprivate func makeDescription(isOptional: Bool) -> NSAttributeDescription {
        switch storage {
        case .scalar, .json, .archive, .transformer, .memory, .relationship:
            let description = storage.makeDescription()
            if storage == .archive { description.attributeValueClassName = "\(OptionalTypes.unwrapped(type))" }
            return description
        case .rawValue, .cases, .composite:
            let description = NSCompositeAttributeDescription()
            description.elements = elements.map { element in
                let described = element.storage.makeDescription()
                described.name = element.name
                described.renamingIdentifier = element.name
                described.isOptional = isOptional || element.isOptional
                return described
            }
            switch storage {
            case .rawValue: description.userInfo = ["EnumType": true]
            case .cases(let names): description.userInfo = ["EnumType": true, "enum": names]
            default: break
            }
            return description
        }
    }
}

extension ValueKind.Storage {
    /// Returns the description of an attribute with one column, or of a transient one.
    fileprivate func makeDescription() -> NSAttributeDescription {
        let description = NSAttributeDescription()
        switch self {
        case .scalar(let type), .rawValue(let type): description.attributeType = type
        case .json: description.attributeType = .binaryDataAttributeType
        case .archive:
            description.attributeType = .transformableAttributeType
            description.valueTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        case .transformer(let name):
            description.attributeType = .transformableAttributeType
            description.valueTransformerName = name
        // Transient, so that it needs no transformer. An undefined type would take arrays apart.
        case .memory: description.attributeType = .transformableAttributeType
        case .cases, .composite, .relationship: trap("Only an attribute with a value of its own has a single description.")
        }
        return description
    }
}

extension NSAttributeType {
    /// Whether the column contains data of any size.
    fileprivate var isBinary: Bool { self == .binaryDataAttributeType || self == .transformableAttributeType }
}
