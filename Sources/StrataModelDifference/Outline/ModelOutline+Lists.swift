import StrataModelFormat

/// Uniqueness constraints and indexes.
extension ModelOutline {
    static func lists(of entity: EntityElement) -> String {
        listLines(of: entity).map { "    \($0)\n" }.joined()
    }

    /// Returns lines such as `unique (code)` and `index byTime (time descending, code)`.
    static func listLines(of entity: EntityElement) -> [String] {
        let unique = entity.uniquenessConstraints.map { "unique (\($0.properties.joined(separator: ", ")))" }
        let compound = entity.compoundIndexes.map { "index (\($0.properties.joined(separator: ", ")))" }
        let indexes = entity.fetchIndexes.map { index in
            let parts = index.parts.map(text).joined(separator: ", ")
            let predicate = index.partialIndexPredicate.map { " where \($0)" } ?? ""
            return "index \(index.name) (\(parts))\(predicate)"
        }
        return unique + compound + indexes
    }

    private static func text(of part: FetchIndexPart) -> String {
        var text = part.property ?? part.expression ?? "nothing"
        if !part.isAscending { text += " descending" }
        if part.collation == .rTree { text += " R-tree" }
        return text
    }
}
