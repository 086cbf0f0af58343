// The parts of declarations that the rewriter reads from their tokens.
extension Declaration {
    /// The name in `@objc(name)`, with its colons; nil without one.
    func objectiveCName(_ tokens: TokenList) -> String? {
        guard let arguments = attribute("objc")?.arguments, !arguments.isEmpty else { return nil }
        return tokens.tokens[arguments].map(\.text).joined()
    }
}

/// A parameter of a function, as its tokens show it.
struct ParameterText {
    /// The argument label, or `_`.
    var label: String
    /// The name inside the function.
    var name: String
    /// The tokens of the type.
    var type: Range<Int>
}

extension TokenList {
    /// Returns the parameters of a function or initializer.
    func parameters(of function: Declaration) -> [ParameterText] {
        guard let open = openOfParameters(of: function), let close = closingBracket(of: open) else { return [] }
        return tokens[(open + 1)..<close].split(at: ",").compactMap { part in
            guard let colon = part.firstIndex(ofOuter: ":") else { return nil }
            let names = part[..<colon].filter { $0.kind == .word }.map(\.text)
            guard let label = names.first, let name = names.last else { return nil }
            let end = part[colon...].firstIndex(ofOuter: "=") ?? part.endIndex
            return ParameterText(label: label, name: name, type: (colon + 1)..<end)
        }
    }

    /// Returns the index of the parenthesis that opens the parameters.
    func openOfParameters(of function: Declaration) -> Int? {
        var index = function.nameIndex + 1
        // The name of an operator is several signs.
        while let token = self[index], token.kind == .sign, !["(", "<", "{", "}"].contains(token.text) { index += 1 }
        if isSign("<", at: index) { index = (closingBracket(of: index) ?? index) + 1 }
        return isSign("(", at: index) ? index : nil
    }

    /// Returns the index of the last token of a type; nil if no type begins there.
    ///
    /// A line break ends a type, except inside brackets and around `&`, `.` and `->`.
    func lastTokenOfType(from start: Int) -> Int? {
        var index = start
        while ["any", "some", "inout", "borrowing", "consuming", "sending", "nonisolated"].contains(word(at: index)) {
            index += 1
        }
        while isSign("@", at: index) { index += 2 }
        var end: Int
        if isSign("(", at: index) || isSign("[", at: index) {
            guard let close = closingBracket(of: index) else { return nil }
            end = close
        } else if word(at: index) != nil {
            end = index
            if isSign("<", at: end + 1), let close = closingBracket(of: end + 1) { end = close }
        } else {
            return nil
        }
        while isSign("?", at: end + 1) || isSign("!", at: end + 1) { end += 1 }
        if isSign(".", at: end + 1) || isSign("&", at: end + 1) || self[end + 1]?.text == "->" {
            return lastTokenOfType(from: end + 2)
        }
        if ["async", "throws"].contains(word(at: end + 1)), isSign(")", at: end),
            let arrow = (end + 1...end + 3).first(where: { self[$0]?.text == "->" })
        {
            return lastTokenOfType(from: arrow + 1)
        }
        return end
    }

    /// Returns the text of the type that begins at a token; empty if none does.
    func text(ofType start: Int) -> String {
        lastTokenOfType(from: start).map { text(of: start...$0) } ?? ""
    }

    /// Returns the text of the file from one token to another.
    func text(of range: ClosedRange<Int>) -> String {
        let bytes = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound].range.upperBound
        return String(decoding: source.bytes[bytes], as: UTF8.self)
    }

    /// Returns the tokens of a range with a space in place of the space, line breaks and comments
    /// between them, on one line. Only a literal of several lines keeps its line breaks.
    func codeText(of range: ClosedRange<Int>) -> String {
        var text = ""
        for index in range {
            if index > range.lowerBound, tokens[index - 1].range.upperBound < tokens[index].range.lowerBound { text += " " }
            text += self.text(of: index...index)
        }
        return text
    }

    /// Returns `async`, `throws` and `rethrows`, as far as a function has them.
    func effects(of function: Declaration) -> [String] {
        guard let close = openOfParameters(of: function).flatMap(closingBracket) else { return [] }
        return tokens[(close + 1)...].prefix { $0.text != "->" && !$0.isSign("{") && !$0.isSign("}") }
            .prefix { !Self.isKeyword($0) }.filter { $0.kind == .word }.map(\.text).filter {
                ["async", "throws", "rethrows"].contains($0)
            }
    }

    private static func isKeyword(_ token: SourceToken) -> Bool {
        token.kind == .word && !token.isQuoted
            && (DeclarationList.isDeclarationKeyword(token.text)
                || DeclarationList.isModifier(token.text) && token.text != "async")
    }

    /// Whether the tokens of a type are those of a function, or of an optional one.
    func isFunctionType(_ type: Range<Int>) -> Bool {
        var start = type.lowerBound
        while isSign("@", at: start) { start += 2 }
        guard isSign("(", at: start), var next = closingBracket(of: start).map({ $0 + 1 }) else { return false }
        while isWord("async", at: next) || isWord("throws", at: next) { next += 1 }
        // The second one is `(() -> Void)?`.
        return self[next]?.text == "->" || type.contains { self[$0]?.text == "->" && openBracket("(", around: $0) == start }
    }

    /// A name in a `var`, with the tokens of the type behind it.
    struct Binding {
        var name: Int
        var type: ClosedRange<Int>?
        /// Whether the type stands behind this name. In `var a, b: Int16` the one behind the last
        /// name is that of both.
        var hasOwnType: Bool
    }

    /// Returns the names that a `var` declares; none for a tuple.
    func bindings(of variable: Declaration) -> [Binding] {
        var bindings: [Binding] = []
        var index = variable.nameIndex
        while word(at: index) != nil {
            var type: ClosedRange<Int>?
            if isSign(":", at: index + 1), let end = lastTokenOfType(from: index + 2) { type = (index + 2)...end }
            bindings.append(Binding(name: index, type: type, hasOwnType: type != nil))
            let comma = (type?.upperBound ?? index) + 1
            guard isSign(",", at: comma) else { break }
            index = comma + 1
        }
        var shared: ClosedRange<Int>?
        for index in bindings.indices.reversed() {
            shared = bindings[index].type ?? shared
            bindings[index].type = shared
        }
        return bindings
    }

    /// Whether a property can be set: a stored one, or a computed one with `set`.
    func hasSetter(behind binding: Binding) -> Bool {
        let open = (binding.type?.upperBound ?? binding.name) + 1
        guard isSign("{", at: open), let close = closingBracket(of: open) else { return true }
        return (open..<close).contains { index in
            guard openBracket("{", around: index) == open, !isSign(".", at: index - 1) else { return false }
            if isWord("didSet", at: index) || isWord("willSet", at: index) { return true }
            return isWord("set", at: index) && (isSign("{", at: index + 1) || isSign("(", at: index + 1))
        }
    }

    /// Returns the name in the `@objc(name)` of a property's accessor; nil without one.
    func accessorName(_ accessor: String, behind binding: Binding) -> String? {
        let open = (binding.type?.upperBound ?? binding.name) + 1
        guard isSign("{", at: open), let close = closingBracket(of: open) else { return nil }
        let found = (open..<close).first { index in
            isWord(accessor, at: index) && isSign(")", at: index - 1) && openBracket("{", around: index) == open
        }
        guard let end = found.map({ $0 - 1 }), let start = openingBracket(of: end), isWord("objc", at: start - 1) else {
            return nil
        }
        return tokens[(start + 1)..<end].map(\.text).joined()
    }
}
