/// A class with `@Model`, and the layout of its values.
///
/// Each persisted property has a slot, which is its index in `schemaMetadata` and in the values of
/// an instance. The accessors pass the slot, so that reading a value needs no look-up by key path.
/// Slots are numbered in source order.
///
/// A macro does not know which clauses of `#if` are compiled. Clauses of equally many properties
/// share their slots. After others, slots are counted from a constant of the class with the position
/// at the end of the clause that is compiled: see ``Slot``.
struct ModelClass {
    /// A part of the layout.
    enum Part {
        case property(PersistedProperty)
        /// Clauses of `#if`. The constant is named `end` if the clauses end at different slots.
        case conditional([Clause], end: String?)
    }

    /// The part of the layout that a clause of `#if` contributes.
    struct Clause {
        /// The line before it, such as "#else".
        let directive: String
        let parts: [Part]
        /// The slot after the parts.
        let end: Slot
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
        var counter = SlotCounter()
        self.layout = Self.layout(of: declaration.members, &counter)
    }

    /// The persisted properties, including those of all clauses of `#if`.
    var properties: [PersistedProperty] { Self.properties(of: layout) }

    private static func properties(of parts: [Part]) -> [PersistedProperty] {
        parts.flatMap { part in
            switch part {
            case .property(let property): [property]
            case .conditional(let clauses, _): clauses.flatMap { properties(of: $0.parts) }
            }
        }
    }

    /// The next slot, and the number of constants so far.
    private struct SlotCounter {
        var slot = Slot(base: nil, offset: 0)
        var ends = 0
    }

    private static func layout(of members: [Member], _ counter: inout SlotCounter) -> [Part] {
        var parts: [Part] = []
        for member in members {
            switch member {
            case .property(let declaration):
                guard let property = PersistedProperty(declaration, slot: counter.slot) else { continue }
                parts.append(.property(property))
                counter.slot.offset += 1
            case .conditional(let clauses):
                if let part = conditional(clauses, &counter) { parts.append(part) }
            case .initializer, .equality, .macro: continue
            }
        }
        return parts
    }

    /// Returns the layout of the clauses of `#if`; nil if none has a persisted property.
    private static func conditional(_ clauses: [ConditionalClause], _ counter: inout SlotCounter) -> Part? {
        let first = counter.slot
        var alternatives = clauses.map { clause in
            counter.slot = first
            let parts = layout(of: clause.members, &counter)
            return Clause(directive: clause.directive, parts: parts, end: counter.slot)
        }
        counter.slot = first
        if alternatives.allSatisfy({ $0.parts.isEmpty }) { return nil }
        if clauses.last?.directive != "#else" { alternatives.append(Clause(directive: "#else", parts: [], end: first)) }
        guard alternatives.contains(where: { $0.end != alternatives[0].end }) else {
            counter.slot = alternatives[0].end
            return .conditional(alternatives, end: nil)
        }
        counter.ends += 1
        let end = "end\(counter.ends)"
        counter.slot = Slot(base: end, offset: 0)
        return .conditional(alternatives, end: end)
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
