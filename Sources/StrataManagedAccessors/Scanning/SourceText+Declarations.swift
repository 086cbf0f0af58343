extension SourceText {
    /// Returns the position of a type's name and the inherited types.
    func header(of declaration: ParsedDeclaration, word: String) -> (name: Int, inherited: [SwiftType]) {
        let tokens = tokens(of: declaration, fromNameAfter: word)
        let name = tokens.first?.range.lowerBound ?? declaration.range.start
        let behind = tokens.dropFirst().withoutTypeParameters
        guard behind.first?.isSign(":") == true else { return (name, []) }
        let list = behind.dropFirst().prefix { $0.text != "where" }
        return (name, list.split(at: ",").map { SwiftType($0, in: self) })
    }

    /// Returns the type that an alias stands for.
    func aliasedType(_ declaration: ParsedDeclaration) -> SwiftType {
        let behind = tokens(of: declaration, fromNameAfter: "typealias").dropFirst().withoutTypeParameters
        return SwiftType(behind.dropFirst().prefix { $0.text != "where" }, in: self)
    }

    /// Returns the position of a function's name, its parameters and its result type.
    func signature(
        of function: ParsedDeclaration
    ) -> (name: Int, parameters: [ManagedMember.Parameter], returns: SwiftType?) {
        let name = tokens(of: function, fromNameAfter: "func").first?.range.lowerBound ?? function.range.start
        guard let parameters = function.parameters else { return (name, [], nil) }
        let rest = ParsedDeclaration.ByteRange(start: parameters.end, end: function.range.end)
        let behind = tokens(in: rest) { $0.isSign("{") }.dropFirst()
        let arrow = behind.firstIndex { $0.isSign("->") }
        return (name, self.parameters(in: parameters), arrow.map { SwiftType(behind[$0...].dropFirst(), in: self) })
    }

    /// Returns the cases of an enumeration, in their order.
    func cases(of enumeration: ParsedDeclaration) -> [TypeDeclaration.Case] {
        enumeration.members.filter { $0.kind == .cases }.flatMap(\.members).map { element in
            let value = element.parameters == nil ? tokens(in: element.range).drop { !$0.isSign("=") }.dropFirst() : []
            return TypeDeclaration.Case(
                name: element.name, rawValue: value.isEmpty ? nil : text(of: value),
                payload: element.parameters.map { parameters(in: $0).map(\.type) } ?? [],
                isIndirect: (enumeration.attributes + element.attributes).contains { $0.kind == "indirect_attr" })
        }
    }

    /// Returns the parameters in a range, which includes the parentheses.
    private func parameters(in range: ParsedDeclaration.ByteRange) -> [ManagedMember.Parameter] {
        tokens(in: range).dropFirst().dropLast().split(at: ",").map { tokens in
            var (label, type): (String?, ArraySlice<SourceToken>) = (nil, tokens)
            if let colon = tokens.firstIndex(ofOuter: ":") {
                label = tokens.first.flatMap { $0.text == "_" ? nil : $0.text }
                type = tokens[colon...].dropFirst()
            }
            return ManagedMember.Parameter(label: label, type: SwiftType(type.prefix { !$0.isSign("=") }, in: self))
        }
    }

    /// Returns a declaration's tokens from its name, which follows a keyword, to its body.
    private func tokens(of declaration: ParsedDeclaration, fromNameAfter word: String) -> ArraySlice<SourceToken> {
        tokens(in: declaration.range) { $0.isSign("{") }.drop { $0.text != word }.dropFirst()
    }
}

extension ArraySlice<SourceToken> {
    /// The tokens after a leading `<T>`.
    fileprivate var withoutTypeParameters: ArraySlice<SourceToken> {
        guard first?.isSign("<") == true, let end = closingBracket else { return self }
        return self[end...].dropFirst()
    }
}
