import StrataModelFormat

/// A lookup of the properties and methods that `#keyPath` and `#selector` name, to find their names
/// in Objective-C.
///
/// It knows the types that the folder's files and models show. Behind a type that it does not know
/// nothing is found, and a name counts as that in Objective-C unless a class of the folder gives a
/// property of this name another one: then the lookup has no answer.
struct MemberLookup {
    let facts: FolderFacts

    /// The properties of a path, from the outside in.
    struct Path {
        /// The names in Objective-C.
        var names: [String] = []
        /// The last property; nil if the folder does not declare it.
        var last: FileFacts.Property?
        /// The type of its values; nil if it is not known.
        var type: String?
        /// The first name that a managed class does not have, with the class and its model.
        var missing: (name: String, type: String, model: String)?
    }

    /// Returns a path of properties; nil if one of them cannot be decided.
    ///
    /// - Parameter type: The type that the path begins in; nil if it is not known.
    func path(_ names: some Sequence<String>, from type: String?) -> Path? {
        var path = Path(type: type)
        for name in names {
            guard path.type != nil || facts.properties[name]?.contains(where: \.isRenamed) != true else { return nil }
            path.last = path.type.flatMap { property(name, of: $0) }
            if path.last == nil, path.missing == nil, let type = path.type, let model = modelWithout(name, of: type) {
                path.missing = (name, type, model)
            }
            path.names.append(path.last?.objectiveCName ?? name)
            let valueType = path.last.flatMap { property in
                property.valueType.map { facts.simple($0, in: property.type.split(separator: ".").map(String.init)) }
            }
            // A relationship may be declared as an `NSSet`, and a generated class has no source.
            let isKnown = valueType.map(facts.isType) ?? false
            path.type = isKnown ? valueType : path.type.flatMap { destination(of: path.names.last ?? name, in: $0) } ?? valueType
        }
        return path
    }

    private func property(_ name: String, of type: String) -> FileFacts.Property? {
        let candidates = facts.properties[name, default: []]
        guard !candidates.isEmpty else { return nil }
        return facts.origins(of: type).lazy.compactMap { origin in candidates.first { facts.simple($0.type) == origin } }.first
    }

    /// Returns the name of the model of a managed class that is known not to have a property; nil if
    /// it may have one.
    private func modelWithout(_ name: String, of type: String) -> String? {
        guard facts.isManaged(type) == true, !Self.propertiesOfObjects.contains(name) else { return nil }
        let uses = facts.origins(of: type).flatMap(facts.uses)
        return uses.contains { $0.property(named: name) != nil } ? nil : uses.first?.modelName
    }

    /// The properties that managed objects have on Apple's platforms.
    private static let propertiesOfObjects: Set<String> = [
        "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges", "inserted",
        "updated", "deleted", "fault", "hasPersistentChangedValues", "faultingState", "observationInfo", "description",
        "debugDescription", "hash", "hashValue", "superclass", "className", "classDescription", "isProxy", "self",
    ]

    /// Returns the class of a relationship's destination in the models.
    private func destination(of name: String, in type: String) -> String? {
        let classes = facts.origins(of: type)
        for use in classes.lazy.flatMap(facts.uses) {
            guard let relationship = use.property(named: name) as? RelationshipElement else { continue }
            return use.model.entities.first { $0.name == relationship.destinationEntity }?.className
        }
        return nil
    }

    /// An answer to which method a `#selector` names.
    enum Answer: Hashable {
        case selector(String)
        /// Several classes have such a method, with different names in Objective-C.
        case ambiguous
        case unknown
    }

    /// Looks for a method.
    ///
    /// - Parameters:
    ///   - labels: The argument labels; nil without any.
    ///   - count: The number of arguments; nil if it is not known.
    ///   - type: The type that has the method; nil if it is not known.
    func method(_ name: String, labels: [String]?, count: Int?, of type: String?) -> Answer {
        let candidates = facts.methods[name, default: []].filter { method in
            (labels == nil || method.labels == labels) && (count == nil || method.labels.count == count)
        }
        if let type {
            let origins = facts.origins(of: type)
            let found = origins.lazy.compactMap { origin in candidates.first { facts.simple($0.type) == origin } }.first
            if let found { return .selector(found.selector) }
            // The labels are enough for the name.
            if labels != nil || !facts.isType(origins[0]) { return .unknown }
        }
        let selectors = Set(candidates.map(\.selector))
        return selectors.count > 1 ? .ambiguous : selectors.first.map(Answer.selector) ?? .unknown
    }
}

extension FileFacts.Property {
    /// Whether the property has another name in Objective-C.
    var isRenamed: Bool { objectiveCName != nil && objectiveCName != name }
}
