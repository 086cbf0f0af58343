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
    /// its model does not have, behind `override func`; nil if there are none, and for a class that
    /// overrides the method itself.
    func valueForUndefinedKey(of name: String, _ known: [FileFacts.Property], _ type: String) -> String? {
        guard !known.isEmpty, !declares("value", ["forUndefinedKey"], in: name) else { return nil }
        return "value(forUndefinedKey key: String) -> Any? { let read: @MainActor (\(type)) -> Any?; "
            + "switch key { \(Self.reads(known))default: return super.value(forUndefinedKey: key) }; "
            + "return unsafeBitCast(read, to: ((\(type)) -> Any?).self)(self) }"
    }
}
