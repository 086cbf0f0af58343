import StrataModelFormat

extension PropertyOutline {
    /// Returns `→ Country?` for a to-one relationship and `→ [Mood]?` for a to-many one, with `?`
    /// if it may be missing or empty.
    static func type(of relationship: RelationshipElement) -> String {
        let name = relationship.destinationEntity ?? "nothing"
        return "→ \(relationship.isToMany ? "[\(name)]" : name)\(relationship.isOptional ? "?" : "")"
    }

    static func notes(on relationship: RelationshipElement) -> [String] {
        var notes = [relationship.inverseName.map { "inverse \($0)" } ?? "no inverse"]
        notes.append(relationship.deletionRule.rawValue.lowercased())
        if relationship.isOrdered { notes.append("ordered") }
        if let count = countText(of: relationship) { notes.append(count) }
        return notes
    }

    /// Returns the limits on the number of objects; nil if there are none beyond the maximum of 1
    /// that a to-one relationship has anyway.
    private static func countText(of relationship: RelationshipElement) -> String? {
        let least = relationship.minCount ?? 0
        let most = relationship.maxCount ?? 0
        switch (relationship.isToMany, least > 0, most > 0) {
        case (true, true, true): return "\(least) to \(most) objects"
        case (true, true, false): return "at least \(least)"
        case (true, false, true),
            (false, _, true) where most > 1:
            return "at most \(most)"
        default: return nil
        }
    }
}
