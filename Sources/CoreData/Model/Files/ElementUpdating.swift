internal import Foundation
internal import ModelFormat
internal import Predicates

extension ModelFileError {
    /// What a model file cannot hold, with a sentence that says so.
    static func unwritable(_ sentence: String) -> ModelFileError {
        ModelFileError(at: .none, sentence)
    }
}

// An element is changed only where it would be read as something else than the model says.

extension TypedElement {
    mutating func update<Value: Equatable>(_ property: WritableKeyPath<Self, Value>, _ value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }

    /// A predicate's format stays as its author wrote it, as long as it reads as the same predicate.
    mutating func updateFormat(_ property: WritableKeyPath<Self, String?>, _ predicate: NSPredicate?) {
        let written = try? ModelFormats.predicate(self[keyPath: property], at: location)
        if written != predicate { self[keyPath: property] = predicate?.predicateFormat }
    }

    /// The same for an expression.
    mutating func updateFormat(_ property: WritableKeyPath<Self, String?>, _ expression: NSExpression?) {
        let written = try? ModelFormats.expression(self[keyPath: property], at: location)
        if written != expression { self[keyPath: property] = expression?.description }
    }
}

extension AnnotatedElement {
    mutating func updateRenamingIdentifier(_ identifier: String?) {
        guard (renamingIdentifier ?? name) != (identifier ?? name) else { return }
        renamingIdentifier = identifier == name ? nil : identifier
    }

    /// - Throws: `ModelFileError` for what is no text.
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

    /// The identifiers as the model has them: one, which may be empty, or none where the file has no field for it.
    var versionIdentifiers: Set<AnyHashable> {
        fields[Self.versionIdentifierField].map { [$0] } ?? []
    }
}

extension EntityElement {
    /// The class as Apple's compiler names it: `.Quake` is the class of the model's own module.
    func className(in module: String?) -> String {
        guard let name = representedClassName, !name.isEmpty, name != "." else { return "NSManagedObject" }
        guard name.hasPrefix(".") else { return name }
        return module.map { $0 + name } ?? String(name.dropFirst())
    }
}
