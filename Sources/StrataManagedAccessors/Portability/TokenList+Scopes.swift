// The parts of Swift's grammar that `NameLookup` needs to tell which bindings are in scope.
extension TokenList {
    func isVariableKeyword(_ index: Int) -> Bool { isWord("let", at: index) || isWord("var", at: index) }

    /// Returns the index of the bracket around a token, if the innermost one is of this kind. An
    /// outer brace is found through brackets of other kinds.
    func openBracket(_ sign: String, around index: Int) -> Int? {
        var depth = 0
        for index in (0..<max(0, index)).reversed() where tokens[index].kind == .sign {
            switch tokens[index].text {
            case ")", "]", "}": depth += 1
            case "(", "[", "{":
                if depth > 0 {
                    depth -= 1
                } else if tokens[index].text == sign {
                    return index
                } else if sign != "{" {
                    return nil
                }
            default: break
            }
        }
        return nil
    }

    /// Whether a brace opens the body of a type or an extension.
    func isTypeBody(_ open: Int) -> Bool {
        var index = open - 1
        while index >= 0 {
            if let word = word(at: index) {
                if Self.typeKeywords.contains(word), self.word(at: index + 1) != nil || word == "extension" { return true }
                if Self.otherKeywords.contains(word) { return false }
            } else {
                let isComparison = isSign("=", at: index - 1) || isSign("=", at: index + 1)
                guard let token = self[index], token.kind == .sign,
                    [":", ",", ".", "<", ">", "&", "@", "~", "[", "]"].contains(token.text) || token.text == "=" && isComparison
                else { return false }
            }
            index -= 1
        }
        return false
    }

    private static let typeKeywords: Set<String> = ["struct", "class", "enum", "actor", "extension", "protocol"]
    private static let otherKeywords: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "get", "set", "willSet", "didSet", "if", "else", "guard", "while",
        "repeat", "for", "in", "do", "catch", "defer", "switch", "case", "default", "return", "throw", "import", "typealias",
        "associatedtype",
    ]

    /// Whether a parenthesis opens the parameters of a function declaration.
    func isFunction(_ open: Int) -> Bool {
        var index = open - 1
        if isSign(">", at: index), let start = openingBracket(of: index) { index = start - 1 }
        while isSign("?", at: index) || isSign("!", at: index) { index -= 1 }
        if isWord("init", at: index) || isWord("subscript", at: index) { return !isSign(".", at: index - 1) }
        // The name of an operator is several signs.
        if word(at: index) != nil { return isWord("func", at: index - 1) }
        while let token = self[index], token.kind == .sign, !["{", "}", "(", ")"].contains(token.text) { index -= 1 }
        return isWord("func", at: index)
    }

    /// Returns the index of the first token behind the effects and result of a function or closure,
    /// whose parameters end before `start`; nil if another declaration begins there.
    func endOfSignature(from start: Int) -> Int? {
        var index = start
        while isWord("async", at: index) || isWord("throws", at: index) || isWord("rethrows", at: index) {
            index += 1
            if isSign("(", at: index), let end = closingBracket(of: index) { index = end + 1 }
        }
        guard self[index]?.text == "->" || isWord("where", at: index) else { return index }
        while let token = self[index], !isWord("in", at: index), !isSign("{", at: index) {
            if isSign("(", at: index) || isSign("[", at: index) {
                guard let end = closingBracket(of: index) else { return nil }
                index = end
            } else if [")", "]", "}", ";"].contains(token.text) || token.kind != .sign && token.kind != .word {
                return index
            } else if Self.typeKeywords.contains(token.text) || Self.otherKeywords.contains(token.text) {
                return nil
            }
            index += 1
        }
        return index
    }

    /// Returns `if`, `guard` or `while`, if the token follows it in its condition; nil otherwise.
    func conditionKeyword(before index: Int) -> String? {
        var index = index - 1
        while index >= 0 {
            if isSign(")", at: index) || isSign("]", at: index) || isSign("}", at: index) {
                guard let open = openingBracket(of: index) else { return nil }
                index = open
            } else if isSign("(", at: index) || isSign("[", at: index) || isSign("{", at: index) || isSign(";", at: index) {
                return nil
            } else if let word = word(at: index) {
                if ["if", "guard", "while"].contains(word) { return word }
                if ["catch", "for", "switch", "func", "return"].contains(word) { return nil }
            }
            index -= 1
        }
        return nil
    }

    /// Whether a token begins a case of a `switch`.
    func isCaseLabel(_ index: Int) -> Bool {
        if isWord("default", at: index) { return isSign(":", at: index + 1) }
        guard isWord("case", at: index), !isSign(",", at: index - 1) else { return false }
        return !["if", "guard", "while", "for", "await"].contains(word(at: index - 1))
    }

    /// Returns the start of the enumeration case, such as `Command.fetch` or `.fetch`, whose values
    /// a parenthesis opens.
    func startOfCase(before open: Int) -> Int {
        var index = open
        while true {
            if isSign(">", at: index - 1), let start = openingBracket(of: index - 1) { index = start }
            guard word(at: index - 1) != nil, !isVariableKeyword(index - 1) else { return index }
            index -= 1
            guard isSign(".", at: index - 1) else { return index }
            index -= 1
        }
    }
}
