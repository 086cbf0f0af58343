import StrataModelFormat

/// Elements and fields that Xcode does not write. Apple's compiler ignores them silently, which
/// makes a misspelled field hard to find.
extension ModelChecker {
    /// The file's names of fields, keyed by the names in Core Data's API that are often written in
    /// their place.
    private static let misnomers = [
        "renamingIdentifier": "elementID", "abstract": "isAbstract", "defaultValue": "defaultValueString",
        "minValue": "minValueString",
        "maxValue": "maxValueString", "isOptional": "optional", "isTransient": "transient", "deleteRule": "deletionRule",
        "isOrdered": "ordered", "destination": "destinationEntity", "inverse": "inverseName", "parent": "parentEntity",
        "className": "representedClassName", "isToMany": "toMany", "preservesValueInHistoryOnDeletion": "preserveAfterDeletion",
    ]

    mutating func checkUnknown(_ element: RawElement) {
        guard FieldOrder.isKnown(element: element.name) else {
            report(.warning, .unknown, at: element.location, "<\(element.name)> is not known and has no effect")
            return
        }
        let compositeNames =
            element.fields["attributeType"] == AttributeType.composite.rawValue ? model.composites.map(\.name) : []
        for (field, value) in element.fields.values.sorted(by: { $0.key < $1.key })
        where !FieldOrder.isKnown(field: field, of: element.name) && !compositeNames.contains(value) {
            let hint = Self.misnomers[field].map { ". The field is called \($0)" } ?? ""
            let owner = [element.name, element.fields["name"]].compactMap { $0 }.joined(separator: " ")
            report(
                .warning, .unknown, at: element.location,
                "\(field)=\"\(value)\" of \(owner) is not known and has no effect\(hint)")
        }
        for child in element.children {
            checkUnknown(child)
        }
    }
}
