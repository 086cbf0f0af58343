package import Foundation
package import StrataModelFormat
internal import StrataPredicates

// The version hashes of a model in a file, for tools that do not wait for CoreData to be compiled.
//
// Invariant: they are those of the `NSManagedObjectModel` that is read from the file. Their parts
// are listed there, in `VersionHashes.swift` and the `addVersion(to:)` of each class of properties.
extension ModelElement {
    /// Returns the version hash of each entity, by name.
    ///
    /// - Throws: `ModelFileError` for a superentity that is missing, a cycle of superentities or of
    ///   composites, and a derivation expression that cannot be parsed.
    package func versionHashes() throws(ModelFileError) -> [String: Data] {
        var hashes: [String: Data] = [:]
        for entity in entities { hashes[entity.name] = try hash(of: entity) }
        return hashes
    }

    /// Returns the checksum over the version hashes of all entities, as
    /// `NSManagedObjectModel.versionChecksum`.
    ///
    /// - Throws: as `versionHashes()`.
    package func versionChecksum() throws(ModelFileError) -> String { VersionHashes.checksum(try versionHashes()) }

    private func hash(of entity: EntityElement) throws(ModelFileError) -> Data {
        var hash = VersionHash("entity")
        hash.add(entity.name)
        hash.add(entity.parentEntity)
        hash.add(entity.isAbstract)
        var properties: [(name: String, hash: Data)] = []
        for entity in [entity] + (try superentities(of: entity)) {
            for attribute in entity.attributes where !attribute.isTransient {
                properties.append((attribute.name, try self.hash(of: attribute, depth: 0)))
            }
            for relationship in entity.relationships where !relationship.isTransient {
                properties.append((relationship.name, self.hash(of: relationship)))
            }
        }
        for property in properties.sorted(by: { $0.name < $1.name }) { hash.add(property.hash) }
        let constraints = entity.uniquenessConstraints.map { $0.properties.joined(separator: "\n") }.sorted()
        hash.add(constraints.count)
        for constraint in constraints { hash.add(constraint) }
        hash.add(entity.versionHashModifier)
        return hash.data
    }

    private func hash(of attribute: AttributeElement, depth: Int) throws(ModelFileError) -> Data {
        guard depth < 16 else {
            throw ModelFileError(at: attribute.location, "The composite attribute '\(attribute.name)' contains itself.")
        }
        var hash = commonParts(of: attribute)
        hash.add("attribute")
        hash.add(attribute.type.number)
        if attribute.allowsExternalBinaryDataStorage { hash.add("external") }
        if attribute.type == .composite {
            let elements = elements(of: attribute).sorted { $0.name < $1.name }
            hash.add(elements.count)
            for element in elements { hash.add(try self.hash(of: element, depth: depth + 1)) }
        } else if attribute.isDerived {
            hash.add(try derivation(of: attribute))
        }
        return hash.data
    }

    private func hash(of relationship: RelationshipElement) -> Data {
        var hash = commonParts(of: relationship)
        hash.add("relationship")
        hash.add(relationship.destinationEntity)
        hash.add(relationship.inverseName.flatMap { $0.isEmpty ? nil : $0 })
        hash.add(relationship.minCount ?? 0)
        hash.add(relationship.isToMany ? relationship.maxCount ?? 0 : 1)
        hash.add(relationship.isOrdered)
        return hash.data
    }

    private func commonParts(of property: some PropertyElement) -> VersionHash {
        var hash = VersionHash("property")
        hash.add(property.name)
        hash.add(property.isOptional)
        hash.add(property.isTransient)
        hash.add(property.versionHashModifier)
        return hash
    }

    /// Returns the derivation expression in the words of `NSExpression`.
    private func derivation(of attribute: AttributeElement) throws(ModelFileError) -> String? {
        guard let format = attribute.derivationExpression else { return nil }
        do {
            return NSExpression(form: try FormatParser.parseExpression(format)).description
        } catch {
            throw ModelFileError(at: attribute.location, "\(error)")
        }
    }
}

extension AttributeType {
    /// The raw value of the `NSAttributeType`.
    fileprivate var number: Int {
        switch self {
        case .undefined: 0
        case .integer16: 100
        case .integer32: 200
        case .integer64: 300
        case .decimal: 400
        case .double: 500
        case .float: 600
        case .string: 700
        case .boolean: 800
        case .date: 900
        case .binary: 1000
        case .uuid: 1100
        case .uri: 1200
        case .transformable: 1800
        case .objectID: 2000
        case .composite: 2100
        }
    }
}
