import StrataModelFormat

// # Key-value coding of attributes that a class computes
//
// On Apple's platforms `value(forKey:)` calls the getter of a property, and `setValue(_:forKey:)`
// its setter, also where the property stands for an attribute and is not @NSManaged. Apple's sample
// code names sections by such a property: a transient attribute whose getter computes it. Linux
// finds no getter by its name, and reads the attribute. A managed class gets overrides that name its
// properties:
//
//     nonisolated override func value(forKey key: String) -> Any? {
//         let read: @MainActor (Event) -> Any?
//         switch key {
//         case "sectionIdentifier": read = { $0.sectionIdentifier }
//         default: return super.value(forKey: key)
//         }
//         let value = unsafeBitCast(read, to: ((Event) -> Any?).self)(self)
//         return (value as? NSNumber) ?? value
//     }
//
// Predicates and sorts in memory call an override of `value(forKey:)`, and read the rows of other
// classes faster. So only classes with such properties have one. As on Apple's platforms, a getter
// that reads its own key calls itself: it has to use the primitive value.
extension FolderFacts {
    /// Returns the overrides by which key-value coding finds the properties of a managed class.
    func keyOverrides(of name: String, isPublic: Bool) -> [String] {
        guard isManaged(name) == true else { return [] }
        let own = properties.values.joined().filter { $0.isReadable && simple($0.type) == name }
        guard !own.isEmpty else { return [] }
        let attributes = attributeNames(of: name)
        let known = own.filter { attributes.contains($0.key) }.sorted { $0.key < $1.key }
        let others = own.filter { !attributes.contains($0.key) }.sorted { $0.key < $1.key }
        let type = "`\(name.split(separator: ".").last ?? "")`"
        let start = "nonisolated \(isPublic ? "public " : "")override func "
        return [
            valueForKey(of: name, known, type).map { start + $0 }, setValueForKey(of: name, known, type).map { start + $0 },
            valueForUndefinedKey(of: name, others, type).map { start + $0 },
        ].compactMap(\.self)
    }

    private func valueForKey(of name: String, _ known: [FileFacts.Property], _ type: String) -> String? {
        guard !known.isEmpty, !declares("value", ["forKey"], in: name) else { return nil }
        return "value(forKey key: String) -> Any? { let read: @MainActor (\(type)) -> Any?; switch key { \(Self.reads(known))"
            + "default: return super.value(forKey: key) }; "
            // A number of any type, as key-value coding returns that of an attribute.
            + "let value = unsafeBitCast(read, to: ((\(type)) -> Any?).self)(self); return (value as? NSNumber) ?? value }"
    }

    private func setValueForKey(of name: String, _ known: [FileFacts.Property], _ type: String) -> String? {
        let settable = known.filter(\.isSettable)
        guard !settable.isEmpty, !declares("setValue", ["_", "forKey"], in: name) else { return nil }
        let cases = settable.map { property in
            "case \"\(property.key)\": write = { object, value in guard let value = object.convertedValue(value, "
                + "like: { (object: \(type)) in object.`\(property.name)` }) else { return false }; "
                + "object.`\(property.name)` = value; return true }; "
        }
        return "setValue(_ value: Any?, forKey key: String) { let write: @MainActor (\(type), Any?) -> Bool; "
            + "switch key { \(cases.joined())default: return super.setValue(value, forKey: key) }; "
            + "if !unsafeBitCast(write, to: ((\(type), Any?) -> Bool).self)(self, value) { super.setValue(value, forKey: key) } }"
    }

    /// Returns the cases that read properties by their keys.
    static func reads(_ properties: [FileFacts.Property]) -> String {
        properties.map { property in "case \"\(property.key)\": read = { $0.`\(property.name)` }; " }.joined()
    }

    /// Whether a class overrides a method itself.
    func declares(_ method: String, _ labels: [String], in name: String) -> Bool {
        methods[method]?.contains { $0.labels == labels && simple($0.type) == name } == true
    }

    /// The names of the attributes that the objects of a class and of its subclasses have.
    private func attributeNames(of name: String) -> Set<String> {
        var names: Set<String> = []
        for use in ([name] + subclasses(of: name)).flatMap({ uses(of: $0) }) {
            names.formUnion(use.propertyNames.filter { use.property(named: $0) is AttributeElement })
        }
        return names
    }
}

extension FileFacts.Property {
    /// The name by which key-value coding finds the property on Apple's platforms.
    var key: String { getter ?? objectiveCName ?? name }
}
