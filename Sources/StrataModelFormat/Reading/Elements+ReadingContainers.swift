extension EntityElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        try raw.require("codeGenerationType", of: CodeGeneration.self)
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        userInfo = try unknown.takeFirst(named: "userInfo", as: UserInfoElement.self)
        attributes = try unknown.takeAll(named: "attribute", as: AttributeElement.self)
        relationships = try unknown.takeAll(named: "relationship", as: RelationshipElement.self)
        fetchedProperties = try unknown.takeAll(named: "fetchedProperty", as: FetchedPropertyElement.self)
        fetchIndexes = try unknown.takeAll(named: "fetchIndex", as: FetchIndexElement.self)
        uniquenessConstraints = try unknown.takeAll(
            named: "uniquenessConstraint", in: "uniquenessConstraints", as: PropertyListElement.self)
        compoundIndexes = try unknown.takeAll(named: "compoundIndex", in: "compoundIndexes", as: PropertyListElement.self)
        try requireUniqueNames(properties, of: "property", in: raw)
    }
}

extension CompositeElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        tag = raw.name
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        userInfo = try unknown.takeFirst(named: "userInfo", as: UserInfoElement.self)
        elements = try unknown.takeAll(named: "attribute", as: AttributeElement.self)
        try requireUniqueNames(elements, of: "element", in: raw)
    }
}

extension ConfigurationElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        members = unknown.removeAll(named: "memberEntity")
    }
}

extension ModelElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        guard raw.name == "model" else {
            throw ModelFileError(at: raw.location, "This is no Core Data model: it begins with <\(raw.name)>, not with <model>.")
        }
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        entities = try unknown.takeAll(named: "entity", as: EntityElement.self)
        composites =
            try unknown.takeAll(named: "composite", as: CompositeElement.self)
            + unknown.takeAll(named: "compositeAttribute", as: CompositeElement.self)
        fetchRequests = try unknown.takeAll(named: "fetchRequest", as: FetchRequestElement.self)
        configurations = try unknown.takeAll(named: "configuration", as: ConfigurationElement.self)
        layout = unknown.removeAll(named: "elements").first
        try requireUniqueNames(entities, of: "entity", in: raw)
        try requireUniqueNames(composites, of: "composite", in: raw)
        try requireUniqueNames(fetchRequests, of: "fetch request", in: raw)
        try requireUniqueNames(configurations, of: "configuration", in: raw)
    }
}

/// Throws if a name occurs twice, because everything in a model is found by its name.
private func requireUniqueNames(
    _ elements: [any NamedElement], of kind: String, in parent: RawElement
) throws(ModelFileError) {
    var lines: [String: Int] = [:]
    for element in elements {
        guard let earlier = lines.updateValue(element.location.line, forKey: element.name) else { continue }
        throw ModelFileError(
            at: element.location,
            "The \(kind) “\(element.name)” of \(parent.title) is already there in line \(earlier). Rename or remove one.")
    }
}
