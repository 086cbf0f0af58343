internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates

extension ModelFileError {
    /// Creates an error for a part of a model that a model file cannot contain.
    static func unwritable(_ sentence: String) -> ModelFileError {
        ModelFileError(at: .none, sentence)
    }
}

// A field of an element is changed only if its value differs from the model's, so that unchanged
// parts of a file keep their spelling.

extension TypedElement {
    /// Sets a field if its value differs.
    mutating func update<Value: Equatable>(_ property: WritableKeyPath<Self, Value>, _ value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }

    /// Sets a predicate's format, unless the written format already parses to the same predicate.
    mutating func updateFormat(_ property: WritableKeyPath<Self, String?>, _ predicate: NSPredicate?) {
        // Ignored: an invalid format in the file is replaced by the valid one.
        let written = try? ModelFormats.predicate(self[keyPath: property], at: location)
        if written != predicate { self[keyPath: property] = predicate?.predicateFormat }
    }

    /// Sets an expression's format, unless the written format already parses to the same
    /// expression.
    mutating func updateFormat(_ property: WritableKeyPath<Self, String?>, _ expression: NSExpression?) {
        // Ignored: as above.
        let written = try? ModelFormats.expression(self[keyPath: property], at: location)
        if written != expression { self[keyPath: property] = expression?.description }
    }
}

extension AnnotatedElement {
    /// Sets the renaming identifier if it differs. Removes it if it is equal to the name.
    mutating func updateRenamingIdentifier(_ identifier: String?) {
        guard (renamingIdentifier ?? name) != (identifier ?? name) else { return }
        renamingIdentifier = identifier == name ? nil : identifier
    }

    /// Sets the user info if it differs.
    ///
    /// - Throws: `ModelFileError` for keys and values that are not strings.
    mutating func updateUserInfo(_ userInfo: [AnyHashable: Any]?, of owner: String) throws(ModelFileError) {
        var texts: [String: String] = [:]
        for (key, value) in userInfo ?? [:] {
            guard let key = key as? String, let value = value as? String else {
                throw .unwritable("The user info of '\(owner)' holds '\(key)': \(value); a model file holds texts only.")
            }
            texts[key] = value
        }
        guard texts != self.userInfo?.dictionary ?? [:] else { return }
        let entries = texts.sorted { $0.key < $1.key }.map { UserInfoElement.Entry(key: $0.key, value: $0.value) }
        self.userInfo = entries.isEmpty ? nil : UserInfoElement(entries)
    }
}

extension ModelElement {
    static let versionIdentifierField = "userDefinedModelVersionIdentifier"

    /// The version identifiers: the one in the file, which may be an empty string, or none if the
    /// file has no such field.
    var versionIdentifiers: Set<AnyHashable> {
        fields[Self.versionIdentifierField].map { [$0] } ?? []
    }
}

extension EntityElement {
    /// Returns the class name as Apple's compiler resolves it: `.Quake` is the class `Quake` of
    /// `module`, or the bare name if `module` is nil.
    func className(in module: String?) -> String {
        guard let name = representedClassName, !name.isEmpty, name != "." else { return "NSManagedObject" }
        guard name.hasPrefix(".") else { return name }
        return module.map { $0 + name } ?? String(name.dropFirst())
    }
}
