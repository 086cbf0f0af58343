internal import Foundation
internal import StrataModelFormat

/// A writer of models, which creates the elements of a model file.
///
/// A model that was read from a file keeps the file's elements, and the writer changes only the
/// parts that differ from the model. So details that only a file has are preserved: code generation
/// settings, the diagram's layout, the spelling of a number. For a part that a file cannot contain,
/// the writer throws an error that names it.
struct ModelWriter {
    let model: NSManagedObjectModel

    /// Returns the model as an element.
    ///
    /// - Throws: `ModelFileError` without a location, for a part that a model file cannot contain.
    func element() throws(ModelFileError) -> ModelElement {
        var file = model.file ?? ModelElement()
        var entities: [EntityElement] = []
        for entity in model.entities { entities.append(try element(entity, in: &file)) }
        file.entities = entities
        try writeIdentifier(to: &file)
        file.configurations = model.configurations(inOrderOf: file.configurations.map(\.name)).map { name, members in
            var element = file.configurations.first { $0.name == name } ?? ConfigurationElement(name: name, memberEntities: [])
            if Set(element.memberEntities) != Set(members) { element.memberEntities = members }
            return element
        }
        let templates = model.templates
        let known = file.fetchRequests.map(\.name).filter { templates[$0] != nil }
        var requests: [FetchRequestElement] = []
        for name in known + templates.keys.filter({ !known.contains($0) }).sorted() {
            guard let request = templates[name] else { continue }
            requests.append(try element(request, name: name, was: file.fetchRequests.first { $0.name == name }))
        }
        file.fetchRequests = requests
        return file
    }

    private func writeIdentifier(to file: inout ModelElement) throws(ModelFileError) {
        guard model.versionIdentifiers != file.versionIdentifiers else { return }
        let identifiers = model.versionIdentifiers.compactMap { $0 as? String }
        guard identifiers.count == model.versionIdentifiers.count, identifiers.count < 2 else {
            throw .unwritable("A model file holds one version identifier, a text; the model has \(model.versionIdentifiers).")
        }
        file.fields[ModelElement.versionIdentifierField] = identifiers.first
    }

    private func element(_ entity: NSEntityDescription, in model: inout ModelElement) throws(ModelFileError) -> EntityElement {
        guard let name = entity.name, !name.isEmpty else { throw .unwritable("An entity has no name.") }
        var file = entity.file ?? EntityElement(name: name)
        file.update(\.name, name)
        file.update(\.parentEntity, entity.superentity?.name)
        file.update(\.isAbstract, entity.isAbstract)
        let className = entity.managedObjectClassName ?? "NSManagedObject"
        if file.className(in: self.model.module) != className {
            file.representedClassName = className == "NSManagedObject" ? nil : className
        }
        file.update(\.versionHashModifier, entity.versionHashModifier)
        file.updateRenamingIdentifier(entity.renamingIdentifier)
        file.updateFormat(\.coreSpotlightDisplayNameExpression, entity.coreSpotlightDisplayNameExpression)
        try file.updateUserInfo(entity.userInfo, of: name)
        let writing = PropertyWriter(entity: name)
        (file.attributes, file.relationships, file.fetchedProperties) = ([], [], [])
        for property in entity.ownProperties {
            switch property {
            case let attribute as NSAttributeDescription:
                file.attributes.append(try writing.element(attribute, in: &model))
            case let relationship as NSRelationshipDescription:
                file.relationships.append(try writing.element(relationship))
            case let fetched as NSFetchedPropertyDescription:
                var element = try writing.element(fetched)
                element.fetchRequest = try fetched.fetchRequest.map { request throws(ModelFileError) in
                    try self.element(
                        request, name: element.fetchRequest?.name ?? "fetchedPropertyFetchRequest", was: element.fetchRequest)
                }
                file.fetchedProperties.append(element)
            default:
                throw .unwritable("\(name).\(property.name) is a \(type(of: property)), which a model file cannot hold.")
            }
        }
        file.fetchIndexes = entity.indexes.map { element($0, was: file.fetchIndexes) }
        file.uniquenessConstraints = lists(entity.uniquenessConstraints, were: file.uniquenessConstraints)
        file.compoundIndexes = lists(entity.compoundIndexes, were: file.compoundIndexes)
        return file
    }

    private func lists(_ lists: [[Any]], were old: [PropertyListElement]) -> [PropertyListElement] {
        NSEntityDescription.names(lists).enumerated().map { position, names in
            old.dropFirst(position).first.flatMap { $0.properties == names ? $0 : nil } ?? PropertyListElement(names)
        }
    }

    private func element(_ index: NSFetchIndexDescription, was old: [FetchIndexElement]) -> FetchIndexElement {
        var file = old.first { $0.name == index.name } ?? FetchIndexElement(name: index.name, parts: [])
        file.parts = index.elements.enumerated().map { position, element in
            let name = element.propertyName ?? ""
            let old = file.parts.dropFirst(position).first
            var part = old.flatMap { $0.property == name ? $0 : nil } ?? FetchIndexPart(property: name)
            if let description = element.property as? NSExpressionDescription {
                part = old.flatMap { $0.property == nil ? $0 : nil } ?? part
                part.property = nil
                part.updateFormat(\.expression, description.expression)
                part.update(\.expressionType, description.expressionResultType.fileType)
            }
            part.update(\.collation, element.collationType == .rTree ? .rTree : .binary)
            part.update(\.isAscending, element.isAscending)
            return part
        }
        file.updateFormat(\.partialIndexPredicate, index.partialIndexPredicate)
        return file
    }

    private func element(
        _ request: NSFetchRequest<any NSFetchRequestResult>, name: String, was old: FetchRequestElement?
    ) throws(ModelFileError) -> FetchRequestElement {
        guard let entity = request.entityName else { throw .unwritable("The fetch request '\(name)' has no entity.") }
        guard (request.sortDescriptors ?? []).isEmpty, request.fetchOffset == 0 else {
            throw .unwritable("The fetch request '\(name)' sorts or skips objects, which a model file cannot hold.")
        }
        guard (request.propertiesToFetch ?? []).isEmpty, (request.propertiesToGroupBy ?? []).isEmpty,
            request.havingPredicate == nil, (request.relationshipKeyPathsForPrefetching ?? []).isEmpty
        else {
            throw .unwritable(
                "The fetch request '\(name)' fetches, groups by or prefetches properties, which a model file cannot hold.")
        }
        var file = old ?? FetchRequestElement(name: name, entity: entity)
        file.update(\.entity, entity)
        file.updateFormat(\.predicateString, request.predicate)
        file.update(\.fetchLimit, request.fetchLimit)
        file.update(\.resultType, Int(request.resultType.rawValue))
        file.update(\.includesPendingChanges, request.includesPendingChanges)
        file.update(\.includesSubentities, request.includesSubentities)
        file.update(\.includesPropertyValues, request.includesPropertyValues)
        file.update(\.returnsObjectsAsFaults, request.returnsObjectsAsFaults)
        file.update(\.returnsDistinctResults, request.returnsDistinctResults)
        file.update(\.fetchBatchSize, request.fetchBatchSize)
        return file
    }
}

extension NSManagedObjectModel {
    /// Returns the configurations with the names of their entities: first those in `names`, then
    /// the others sorted by name.
    fileprivate func configurations(inOrderOf names: [String]) -> [(name: String, members: [String])] {
        let known = names.filter { namesByConfiguration[$0] != nil }
        return (known + configurations.filter { !known.contains($0) }).map { ($0, namesByConfiguration[$0] ?? []) }
    }
}
