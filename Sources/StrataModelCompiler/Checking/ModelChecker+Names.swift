import StrataModelFormat

extension ModelChecker {
    /// The parameterless methods of NSObject and NSManagedObject. Apple's documentation forbids
    /// their names, because key-value coding would call the method instead of reading the property.
    private static let reservedNames = Set(
        """
        autorelease awakeFromFetch awakeFromInsert changedValues changedValuesForCurrentEvent class classForCoder copy dealloc \
        debugDescription description didSave didTurnIntoFault entity faultingState finalize hash init isProxy managedObjectContext \
        mutableCopy objectID objectWillChange observationInfo prepareForDeletion release retain retainCount self superclass willSave \
        willTurnIntoFault zone
        """.split(separator: " ").map(String.init))

    /// The names of NSManagedObject's Boolean properties, with and without "is". A class cannot
    /// redeclare those with a prefix, so generated code would not compile. Without generated code
    /// the model works, but key-value coding returns the Boolean.
    private static let flagNames: Set<String> = [
        "hasChanges", "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isUpdated", "deleted", "fault",
        "inserted",
        "updated",
    ]

    /// Checks that a name has only letters, digits and underscores and does not begin with a digit,
    /// so that Swift and SQLite accept it without quoting.
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
        } else if Self.flagNames.contains(property.name) {
            let isDeclaredAgain =
                entity.codeGeneration != .manual && (property.name.hasPrefix("is") || property.name.hasPrefix("has"))
            let message = "\(path) has a name that key-value coding takes for another property of NSManagedObject"
            report(isDeclaredAgain ? .error : .warning, .property, at: property.location, message)
        }
        if property.name.first?.isUppercase == true {
            warn(.property, property, "\(path) should begin with a lower case letter")
        }
    }

    /// Reports two elements with the same renaming identifier, which a migration cannot
    /// distinguish.
    mutating func checkRenaming(_ elements: [any AnnotatedElement], of owner: String) {
        var owners: [String: String] = [:]
        for element in elements {
            let identifier = element.renamingIdentifier ?? element.name
            guard let other = owners.updateValue(element.name, forKey: identifier) else { continue }
            let message = "\(owner) has two elements with the renaming identifier “\(identifier)”: \(other) and \(element.name)"
            let kind: Kind = element is EntityElement ? .entity : .property
            report(.warning, kind, at: element.location, message)
        }
    }

    /// Reports classes that several entities generate. `modelc` writes such a class once, with the
    /// properties of all its entities; Xcode writes it once for each entity and cannot build it.
    mutating func checkGeneratedClasses() {
        var owners: [String: String] = [:]
        for entity in model.entities where entity.codeGeneration != .manual {
            guard let name = entity.className, let other = owners.updateValue(entity.name, forKey: name) else { continue }
            warn(.entity, entity, "\(other) and \(entity.name) both generate the class \(name), which Xcode cannot build")
        }
    }
}
