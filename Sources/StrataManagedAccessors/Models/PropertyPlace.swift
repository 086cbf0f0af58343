import StrataModelFormat

/// The location of a member's value: the property's name and its slot.
struct PropertyPlace: Hashable {
    var name: String
    /// The slot in the first model that has the property; 0 if no model has it. If the slot has
    /// another property at run time, the runtime finds the property by its name.
    var slot: Int
    /// Whether the member bypasses change tracking, as `primitiveTime` does.
    var isPrimitive: Bool
}

extension PropertyCheck {
    /// Looks up a member's property in each entity that has the member's class.
    ///
    /// - Returns: The place in the first entity that has the property, and a warning if an entity
    ///   lacks it.
    func place(
        of member: ManagedMember, named name: String, _ uses: [ModelIndex.Use]
    ) -> (place: PropertyPlace, missing: Problem?) {
        var found: PropertyPlace?
        var missing: Problem?
        let primitive = Self.primitiveName(name)
        for use in uses {
            let candidates = [(name, false)] + primitive.map { ($0, true) }
            guard let (known, isPrimitive) = candidates.first(where: { use.property(named: $0.0) != nil }) else {
                missing = Problem(
                    at: member.place, severity: .warning,
                    "\(member.title): the model “\(use.modelName)” has no property “\(name)” for its entity \(use.entity.name), so that "
                        + "using it traps. It has: \(use.propertyNames.isEmpty ? "none" : use.propertyNames.joined(separator: ", "))."
                )
                continue
            }
            let place = PropertyPlace(name: known, slot: use.slot(of: known) ?? 0, isPrimitive: isPrimitive)
            if found == nil { found = place }
        }
        return (found ?? PropertyPlace(name: primitive.first ?? name, slot: 0, isPrimitive: !primitive.isEmpty), missing)
    }

    /// Returns the properties that a name such as `primitiveTime` can refer to: `time` and `Time`.
    static func primitiveName(_ name: String) -> [String] {
        guard name.hasPrefix("primitive"), let first = name.dropFirst("primitive".count).first, first.isUppercase || first == "_"
        else {
            return []
        }
        let rest = String(name.dropFirst("primitive".count))
        return [first.lowercased() + rest.dropFirst(), rest]
    }
}
