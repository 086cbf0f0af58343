import ModelFormat

extension ModelChecker {
    /// The methods without a parameter of NSObject and NSManagedObject. Apple's documentation forbids their names, because key-value coding
    /// would call the method instead of reading the property.
    private static let reservedNames: Set<String> = [
        "autorelease", "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "class",
        "classForCoder",
        "copy", "dealloc", "debugDescription", "description", "didSave", "didTurnIntoFault", "entity", "faultingState",
        "finalize",
        "hasChanges", "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
        "managedObjectContext", "mutableCopy", "objectID", "objectWillChange", "observationInfo", "prepareForDeletion", "release",
        "retain", "retainCount", "self", "superclass", "willSave", "willTurnIntoFault", "zone",
    ]

    /// Names that work as properties of a class, but that key-value coding answers with `isDeleted` and the like.
    private static let shadowedNames: Set<String> = ["deleted", "fault", "inserted", "updated"]

    /// Holds a name to letters, digits and underscores, not beginning with a digit: what Swift and SQLite take as it is.
    mutating func checkName(of element: some NamedElement, kind: Kind, in owner: String? = nil) {
        let name = element.name
        let path = owner.map { "\($0).\(name)" } ?? name
        let isValid = name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
        if !isValid || name.first?.isNumber == true {
            error(kind, element, "\(path) is not a valid name: use letters, digits and underscores, and begin with a letter")
        }
    }

    mutating func checkPropertyName(of property: some PropertyElement, in entity: EntityElement) {
        let path = "\(entity.name).\(property.name)"
        checkName(of: property, kind: .property, in: entity.name)
        if Self.reservedNames.contains(property.name) {
            error(.property, property, "\(path) has a reserved name: NSManagedObject has a method “\(property.name)”")
        } else if Self.shadowedNames.contains(property.name) {
            warn(.property, property, "\(path) has a name that key-value coding takes for another property of NSManagedObject")
        }
        if property.name.first?.isUppercase == true {
            warn(.property, property, "\(path) should begin with a lower case letter")
        }
    }

    /// Two elements that say they are the same one of an earlier version leave a migration without an answer.
    mutating func checkRenaming(_ elements: [any AnnotatedElement], of owner: String) {
        var owners: [String: String] = [:]
        for element in elements {
            let identifier = element.renamingIdentifier ?? element.name
            guard let other = owners.updateValue(element.name, forKey: identifier) else { continue }
            let message = "\(owner) has two elements with the renaming identifier “\(identifier)”: \(other) and \(element.name)"
            let kind: Kind = element is EntityElement ? .entity : .property
            problems.append(Problem(.warning, at: element.location, "\(kind.rawValue): \(message)"))
        }
    }
}
