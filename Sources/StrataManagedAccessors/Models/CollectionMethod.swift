/// A function of a to-many relationship, recognized by its name and labels as Xcode generates them.
enum CollectionMethod: Hashable {
    case add
    case remove
    case insertAt
    case removeAt
    case replaceAt

    /// Parses a function's name.
    ///
    /// - Returns: The method, and the relationship's name, capitalized; nil for other names.
    static func read(_ name: String, labels: [String?]) -> (method: CollectionMethod, relationship: String)? {
        for pattern in patterns where pattern.labels.contains(labels) {
            guard name.hasPrefix(pattern.prefix), name.hasSuffix(pattern.suffix) else { continue }
            let relationship = name.dropFirst(pattern.prefix.count).dropLast(pattern.suffix.count)
            if let first = relationship.first, first.isUppercase || first == "_" || !first.isLetter {
                return (pattern.method, String(relationship))
            }
        }
        return nil
    }

    private struct Pattern {
        var prefix: String
        var suffix = ""
        var labels: [[String?]]
        var method: CollectionMethod
    }

    /// The names that Xcode generates today, then those of its first Swift versions.
    private static let patterns = [
        Pattern(prefix: "addTo", labels: [[nil]], method: .add),
        Pattern(prefix: "removeFrom", labels: [[nil]], method: .remove),
        Pattern(prefix: "insertInto", labels: [[nil, "at"]], method: .insertAt),
        Pattern(prefix: "removeFrom", labels: [["at"]], method: .removeAt),
        Pattern(prefix: "replace", labels: [["at", "with"]], method: .replaceAt),
        Pattern(prefix: "add", suffix: "Object", labels: [[nil], ["value"]], method: .add),
        Pattern(prefix: "remove", suffix: "Object", labels: [[nil], ["value"]], method: .remove),
        Pattern(prefix: "add", labels: [[nil], ["values"]], method: .add),
        Pattern(prefix: "remove", labels: [[nil], ["values"]], method: .remove),
    ]
}
