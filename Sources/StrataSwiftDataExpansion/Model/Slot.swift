/// The index of a property's value among those that its class declares.
///
/// It is a number, unless clauses of `#if` with different numbers of properties precede the
/// property. Then it is a distance from a constant, which `@Model` declares with a value for each
/// clause:
///
///     private nonisolated enum _$Slots {
///         #if DEBUG
///         static var end1: Int { 3 }
///         #else
///         static var end1: Int { 1 }
///         #endif
///     }
struct Slot: Equatable {
    /// The name of the constant; nil for a slot that is a number.
    let base: String?
    /// The distance from the constant, or the number.
    var offset: Int

    /// The index as an expression within `_$Slots`.
    var expression: String {
        guard let base else { return "\(offset)" }
        return offset == 0 ? base : "\(base) + \(offset)"
    }

    /// The arguments of the attribute that names the slot.
    var arguments: String { base.map { "\(offset), after: \"\($0)\"" } ?? "\(offset)" }

    /// Returns the index as an expression within a type.
    ///
    /// - Parameter arguments: The arguments of the attribute that names the slot.
    static func expression(_ arguments: String, in type: String) -> String {
        let parts = arguments.split(separator: ", after: ", maxSplits: 1)
        guard parts.count == 2, let offset = Int(parts[0]) else { return arguments }
        let base = parts[1].filter { $0 != "\"" }
        return Slot(base: "\(type)._$Slots.\(base)", offset: offset).expression
    }
}
