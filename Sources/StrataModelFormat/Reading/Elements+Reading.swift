extension UserInfoElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        items = unknown.removeAll(named: "entry")
    }
}

extension AttributeElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        try raw.require("attributeType", of: AttributeType.self)
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        userInfo = try unknown.takeFirst(named: "userInfo", as: UserInfoElement.self)
        elements = try unknown.takeAll(named: "attribute", as: AttributeElement.self)
    }
}

extension RelationshipElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        try raw.require("deletionRule", of: DeletionRule.self)
        try raw.requireCount("minCount")
        try raw.requireCount("maxCount")
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        userInfo = try unknown.takeFirst(named: "userInfo", as: UserInfoElement.self)
    }
}

extension FetchRequestElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireCount("fetchLimit")
        try raw.requireCount("fetchBatchSize")
        try raw.requireCount("resultType")
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
    }
}

extension FetchedPropertyElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        userInfo = try unknown.takeFirst(named: "userInfo", as: UserInfoElement.self)
        fetchRequest = try unknown.takeFirst(named: "fetchRequest", as: FetchRequestElement.self)
    }
}

extension FetchIndexElement {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.requireName()
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        parts = try unknown.takeAll(named: "fetchIndexElement", as: FetchIndexPart.self)
    }
}

extension FetchIndexPart {
    package init(_ raw: RawElement) throws(ModelFileError) {
        try raw.require("type", of: Collation.self)
        try raw.require("expressionType", of: AttributeType.self)
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
    }
}

extension PropertyListElement {
    /// Reads a `<uniquenessConstraint>` of `<constraint value>`s or a `<compoundIndex>` of
    /// `<index value>`s.
    package init(_ raw: RawElement) throws(ModelFileError) {
        (fields, location, unknown) = (raw.fields, raw.location, raw.children)
        items = unknown.removeAll(named: raw.name == "compoundIndex" ? "index" : "constraint")
    }
}
