/// The order in which Xcode writes an element's XML attributes, derived from files of public
/// projects.
package enum FieldOrder {
    private static let orders: [String: [String]] = [
        "model": [
            "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion", "sourceLanguage",
            "macOSVersion", "iOSVersion", "usedWithCloudKit", "usedWithSwiftData", "userDefinedModelVersionIdentifier",
        ],
        "entity": [
            "name", "representedClassName", "isAbstract", "parentEntity", "versionHashModifier", "elementID", "syncable",
            "codeGenerationType", "coreSpotlightDisplayNameExpression",
        ],
        "attribute": [
            "name", "optional", "transient", "attributeType", "minValueString", "maxValueString", "minDateTimeInterval",
            "maxDateTimeInterval", "defaultValueString", "defaultDateTimeInterval", "derived", "derivationExpression",
            "regularExpressionString", "allowsExternalBinaryDataStorage", "usesScalarValueType", "preserveAfterDeletion",
            "valueTransformerName", "customClassName", "compositeName", "allowsCloudEncryption", "indexed",
            "spotlightIndexingEnabled", "versionHashModifier", "elementID", "storedInTruthFile", "syncable",
        ],
        "relationship": [
            "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule", "ordered", "destinationEntity",
            "inverseName", "inverseEntity", "indexed", "spotlightIndexingEnabled", "versionHashModifier", "elementID",
            "storedInTruthFile", "syncable",
        ],
        "fetchedProperty": [
            "name", "optional", "transient", "indexed", "spotlightIndexingEnabled", "versionHashModifier", "elementID",
            "storedInTruthFile", "syncable",
        ],
        "fetchRequest": [
            "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType", "includeSubentities",
            "includePropertyValues", "includePendingChanges", "returnObjectsAsFaults", "returnDistinctResults",
        ],
        "fetchIndex": ["name", "partialIndexPredicate", "predicate", "predicateString"],
        "fetchIndexElement": ["property", "expression", "expressionType", "type", "order"],
        "compoundIndexes": [],
        "compoundIndex": [],
        "index": ["value"],
        "uniquenessConstraints": [],
        "uniquenessConstraint": [],
        "constraint": ["value"],
        "composite": ["name", "versionHashModifier", "elementID"],
        "compositeAttribute": ["name", "versionHashModifier", "elementID"],
        "configuration": ["name", "usedWithCloudKit"],
        "memberEntity": ["name"],
        "userInfo": [],
        "entry": ["key", "value"],
        "elements": [],
        "element": ["name", "positionX", "positionY", "width", "height"],
    ]

    /// Whether Xcode writes elements with a name.
    package static func isKnown(element: String) -> Bool {
        orders[element] != nil
    }

    /// Whether Xcode writes a field in elements with a name.
    package static func isKnown(field: String, of element: String) -> Bool {
        orders[element]?.contains(field) ?? false
    }

    /// Returns the fields of an element in Xcode's order, followed by unknown fields, sorted by
    /// name.
    static func sorted(_ element: RawElement) -> [(name: String, value: String)] {
        var order = orders[element.name] ?? ["name"]
        if element.name == "model", writesIdentifierEarly(element) {
            order.removeLast()
            order.insert("userDefinedModelVersionIdentifier", at: 1)
        }
        let known = order.filter { element.fields[$0] != nil }
        let others = element.fields.values.keys.filter { !order.contains($0) }.sorted()
        return (known + others).map { ($0, element.fields[$0] ?? "") }
    }

    /// Whether the user-defined identifier comes second. Xcode moved it to the end when it
    /// introduced `sourceLanguage`.
    private static func writesIdentifierEarly(_ model: RawElement) -> Bool {
        model.fields["sourceLanguage"] == nil
    }
}
