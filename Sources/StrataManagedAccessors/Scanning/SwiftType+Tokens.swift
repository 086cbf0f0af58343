extension SwiftType {
    /// Parses a type. Normalizes `T?`, `T!` and `Optional<T>`, `[T]` and `Array<T>`, and `[K: V]`
    /// and `Dictionary<K, V>`.
    ///
    /// Types without a name (existentials, functions, tuples) keep their text.
    init(_ tokens: ArraySlice<SourceToken>, in source: SourceText) {
        self = Self.plain(tokens, source) ?? Self.unnamed(tokens, source)
    }

    private static func unnamed(_ tokens: ArraySlice<SourceToken>, _ source: SourceText) -> SwiftType {
        .other(source.text(of: tokens), names: tokens.filter { $0.kind == .word }.map(\.text))
    }

    /// Returns a type that is a name or a bracket, with any number of question marks; nil for
    /// others.
    private static func plain(_ tokens: ArraySlice<SourceToken>, _ source: SourceText) -> SwiftType? {
        guard let first = tokens.first, let last = tokens.last else { return nil }
        if last.isSign("?") || last.isSign("!") {
            return plain(tokens.dropLast(), source).map { .optional($0) }
        }
        guard first.isSign("[") || first.isSign("(") else { return name(tokens, source) }
        guard tokens.closingBracket == tokens.index(before: tokens.endIndex) else { return nil }
        let inside = tokens.dropFirst().dropLast()
        let parts = inside.split(at: ":")
        switch (first.text, parts.count) {
        case ("[", 1): return .named("Array", [SwiftType(inside, in: source)])
        case ("[", 2): return .named("Dictionary", parts.map { SwiftType($0, in: source) })
        // Parentheses around one type have no meaning.
        case ("(", 1) where inside.firstIndex(ofOuter: ",") == nil: return SwiftType(inside, in: source)
        default: return unnamed(tokens, source)
        }
    }

    /// Returns a type of names separated by dots, each with or without type arguments; nil for
    /// other types.
    private static func name(_ tokens: ArraySlice<SourceToken>, _ source: SourceText) -> SwiftType? {
        var components: [Component] = []
        var rest = tokens
        while let word = rest.popFirst() {
            let isMetatype = !components.isEmpty && ["Type", "Protocol"].contains(word.text)
            guard word.kind == .word, !isMetatype else { return nil }
            var arguments: [SwiftType] = []
            if rest.first?.isSign("<") == true {
                guard let end = rest.closingBracket else { return nil }
                arguments = rest[..<end].dropFirst().split(at: ",").map { SwiftType($0, in: source) }
                rest = rest[end...].dropFirst()
            }
            components.append(Component(name: word.text, arguments: arguments))
            if let next = rest.popFirst(), !next.isSign(".") || rest.isEmpty { return nil }
        }
        if components.count > 1, components[0].name == "Swift" { components.removeFirst() }
        if components.count == 1, components[0].name == "Optional", components[0].arguments.count == 1 {
            return .optional(components[0].arguments[0])
        }
        return .named(components)
    }
}
