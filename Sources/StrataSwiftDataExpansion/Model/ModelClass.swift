/// A class with `@Model`, and the layout of its values.
///
/// Each persisted property has a slot, which is its index in `schemaMetadata` and in the values of
/// an instance. The accessors pass the slot, so that reading a value needs no look-up by key path.
/// Slots are numbered in source order.
///
/// Clauses of `#if` share slots: each begins with the same one, and clauses with fewer properties
/// than others are padded with unnamed entries. So the slot of a property does not depend on which
/// clauses are compiled, which a macro does not know.
struct ModelClass {
    /// A part of the layout.
    enum Part {
        case property(PersistedProperty)
        case conditional([Clause])
    }

    /// The part of the layout that a clause of `#if` contributes.
    struct Clause {
        /// The line before it, such as "#else".
        let directive: String
        let parts: [Part]
        /// The number of unnamed entries after the parts.
        let padding: Int
    }

    /// The declaration of the class.
    let declaration: TypeDeclaration
    /// The text of the class.
    let source: SourceText
    /// The persisted properties, in source order.
    let layout: [Part]

    /// Reads the declaration of a class. Returns nil if it declares something else.
    init?(_ source: SourceText) {
        guard let declaration = TypeDeclaration(source), declaration.kind == .class else { return nil }
        self.declaration = declaration
        self.source = source
        var slot = 0
        self.layout = Self.layout(of: declaration.members, slot: &slot)
    }

    /// The persisted properties, including those of all clauses of `#if`.
    var properties: [PersistedProperty] { Self.properties(of: layout) }

    private static func properties(of parts: [Part]) -> [PersistedProperty] {
        parts.flatMap { part in
            switch part {
            case .property(let property): [property]
            case .conditional(let clauses): clauses.flatMap { properties(of: $0.parts) }
            }
        }
    }

    private static func layout(of members: [Member], slot: inout Int) -> [Part] {
        var parts: [Part] = []
        for member in members {
            switch member {
            case .property(let declaration):
                guard let property = PersistedProperty(declaration, slot: slot) else { continue }
                parts.append(.property(property))
                slot += 1
            case .conditional(let clauses):
                if let part = conditional(clauses, slot: &slot) { parts.append(part) }
            case .initializer, .macro: continue
            }
        }
        return parts
    }

    /// Returns the layout of the clauses of `#if`; nil if none has a persisted property.
    private static func conditional(_ clauses: [ConditionalClause], slot: inout Int) -> Part? {
        let first = slot
        var alternatives = clauses.map { clause in
            var end = first
            return (directive: clause.directive, parts: layout(of: clause.members, slot: &end), end: end)
        }
        slot = alternatives.map(\.end).max() ?? first
        guard slot > first else { return nil }
        if clauses.last?.directive != "#else" { alternatives.append((directive: "#else", parts: [], end: first)) }
        return .conditional(
            alternatives.map { Clause(directive: $0.directive, parts: $0.parts, padding: slot - $0.end) })
    }
}

/// The last class that was scanned. The compiler sends the whole class with the request for each of
/// its members.
struct ModelCache {
    private var last: (text: String, location: Int, model: ModelClass?)?

    /// Returns the class that a declaration declares; nil if it declares something else.
    mutating func model(of declaration: ExpansionRequest.Syntax) -> ModelClass? {
        let location = declaration.location?.offset ?? 0
        if let last, last.location == location, last.text == declaration.source { return last.model }
        let model = ModelClass(declaration.text)
        last = (declaration.source, location, model)
        return model
    }
}
