// # Key-value coding of properties that no model has
//
// On Apple's platforms `value(forKey:)`, and so a `sectionNameKeyPath`, finds every property that
// Objective-C knows, such as `@objc var day: String { … }`. Linux finds only those of the entity,
// and calls `value(forUndefinedKey:)` for others. A managed class gets an override of that, which
// names the properties that its declaration and its extensions have:
//
//     nonisolated override func value(forUndefinedKey key: String) -> Any? {
//         let read: @MainActor (Quake) -> Any?
//         switch key {
//         case "day": read = { $0.day }
//         default: return super.value(forUndefinedKey: key)
//         }
//         return unsafeBitCast(read, to: ((Quake) -> Any?).self)(self)
//     }
//
// With a default isolation, the property of an extension is isolated to the main actor, and that of
// the class is not. A closure of the main actor may read both. It is called where key-value coding
// was called, as on Apple's platforms: the cast takes away the actor only.
extension FolderFacts {
    /// Returns the override by which key-value coding reads the properties of a managed class that
    /// its model need not have; nil if there are none, and for a class that overrides the method
    /// itself.
    func undefinedKeys(of name: String, isPublic: Bool) -> String? {
        guard isManaged(name) == true,
            methods["value"]?.contains(where: { $0.labels == ["forUndefinedKey"] && simple($0.type) == name }) != true
        else { return nil }
        let own = properties.values.joined().filter { $0.isReadable && simple($0.type) == name }
        let known = own.map { ($0.getter ?? $0.objectiveCName ?? $0.name, $0.name) }.sorted { $0.0 < $1.0 }
        guard !known.isEmpty else { return nil }
        let type = "`\(name.split(separator: ".").last ?? "")`"
        let cases = known.map { key, name in "case \"\(key)\": read = { $0.`\(name)` }; " }.joined()
        return "nonisolated \(isPublic ? "public " : "")override func value(forUndefinedKey key: String) -> Any? { "
            + "let read: @MainActor (\(type)) -> Any?; switch key { \(cases)default: return super.value(forUndefinedKey: key) }; "
            + "return unsafeBitCast(read, to: ((\(type)) -> Any?).self)(self) }"
    }
}
