// The parts of Swift's grammar that `RequestCast` needs.
extension TokenList {
    struct CastTarget {
        var className: String
        var argument: String
        /// The type as written, if it only contains the specialization, such as an array of it.
        var container: String?
    }

    /// Parses the type of a cast that begins at `index`; nil if it contains no specialization.
    func castTarget(at index: Int, _ aliases: RequestAliases) -> CastTarget? {
        if let type = anySpecialization(at: index, aliases) {
            let isMember = isSign(".", at: type.end + 1)
            guard !isMember else { return nil }
            return CastTarget(
                className: type.className, argument: type.argument,
                container: type.isContainer ? text(index...type.end) : nil)
        }
        // `(T)` and `Optional<T>` are cast as `T` is.
        for (open, first) in [("(", index), ("<", index + 1)] where isSign(open, at: first) {
            guard open == "(" || isWord("Optional", at: index), let end = closingBracket(of: first),
                let type = anySpecialization(at: first + 1, aliases), type.end + 1 == end,
                self[end + 1]?.text != "->"
            else { continue }
            return CastTarget(
                className: type.className, argument: type.argument,
                container: type.isContainer ? text(index...end) : nil)
        }
        let end = endOfType(from: index)
        guard end > index, let type = (index..<end).lazy.compactMap({ anySpecialization(at: $0, aliases) }).first else {
            return nil
        }
        return CastTarget(className: type.className, argument: type.argument, container: text(index..<end))
    }

    private func anySpecialization(
        at index: Int, _ aliases: RequestAliases
    ) -> (className: String, argument: String, end: Int, isContainer: Bool)? {
        if let type = specialization(at: index) { return (type.className, type.argument, type.end, false) }
        let start = isWord("CoreData", at: index) && isSign(".", at: index + 1) ? index + 2 : index
        // Without its argument the compiler infers the specialization.
        if let name = word(at: start), RequestType.classNames.contains(name), !isSign(".", at: start + 1) {
            return (name, "_", start, false)
        }
        return aliases.specialization(self, at: index)
    }

    /// Returns the end of a type that begins with a bracket or has type arguments.
    private func endOfType(from start: Int) -> Int {
        var index = start
        while word(at: index) != nil, isSign(".", at: index + 1) { index += 2 }
        if word(at: index) != nil { index += 1 }
        guard isSign("<", at: index) || index == start && (isSign("[", at: index) || isSign("(", at: index)),
            let end = closingBracket(of: index)
        else { return start }
        if self[end + 1]?.text == "->" { return max(endOfType(from: end + 2), end + 3) }
        return end + 1
    }

    private func text(_ range: some RangeExpression<Int>) -> String {
        tokens[range].map { [",", ":"].contains($0.text) ? "\($0.text) " : $0.text == "any" ? "any " : $0.text }.joined()
    }

    /// Returns the text of a type argument, without `any` and without a module.
    func typeArgument(in range: Range<Int>) -> String {
        var words = tokens[range].map(\.text)
        if words.first == "any" { words.removeFirst() }
        if words.count > 2, words[0] == "CoreData", words[1] == "." { words.removeFirst(2) }
        return words.joined()
    }

    // MARK: Patterns

    /// Whether a token can end an expression, so that `is` or `as` behind it is an operator.
    func isOperandEnd(_ index: Int) -> Bool {
        guard let token = self[index] else { return false }
        switch token.kind {
        case .word: return token.text != "case"
        case .literal: return true
        case .directive: return false
        case .sign: return [")", "]", "}", "?", "!", ">"].contains(token.text)
        }
    }

    /// Whether a word is one that stands before an expression, and not the name of a function.
    func isKeyword(_ index: Int) -> Bool {
        let words: Set = [
            "return", "in", "if", "guard", "while", "switch", "try", "await", "case", "where", "throw", "else", "as", "is", "let",
            "var",
        ]
        return word(at: index).map(words.contains) ?? false
    }

    /// Whether the `as` at an index belongs to a pattern, behind `case`.
    func isInPattern(_ index: Int) -> Bool {
        if word(at: index - 1) != nil, isVariableKeyword(index - 2) { return true }
        return startOfPattern(index) != nil
    }

    /// Returns the index of the `case` whose pattern contains a token; nil if there is none.
    private func startOfPattern(_ index: Int) -> Int? {
        var index = index - 1
        while let token = self[index] {
            if token.kind == .word {
                if token.text == "case" { return index }
                if ["where", "return", "in", "else", "if", "guard", "while", "switch"].contains(token.text) { return nil }
            } else if [")", "]", ">"].contains(token.text), let open = openingBracket(of: index) {
                index = open
            } else if [":", "=", "{", "}", ";"].contains(token.text), !isSign("(", at: index - 2), !isSign(",", at: index - 2) {
                // `(label: pattern)` has a colon, too.
                return nil
            }
            index -= 1
        }
        return nil
    }

    /// Returns the value that `case let x as T` or `case is T` is matched with: the subject of the
    /// `switch`, or the value behind `=`. Returns nil where the pattern is a part of another one.
    func patternSubject(of index: Int) -> MemberChain? {
        guard let label = startOfPattern(index) else { return nil }
        let isBinding = isVariableKeyword(label + 1) && word(at: label + 2) != nil && label + 3 == index
        guard isBinding || label + 1 == index else { return nil }
        if ["if", "guard", "while"].contains(word(at: label - 1)) || isSign(",", at: label - 1) {
            guard let assignment = (index..<min(index + 30, indices.upperBound)).first(where: { isSign("=", at: $0) }) else {
                return nil
            }
            return wholeChain(from: assignment + 1, until: ["{", ",", "else"])
        }
        guard isCaseLabel(label), let open = openBracket("{", around: label) else { return nil }
        let start = MemberChain.start(self, endingAt: open - 1)
        guard isWord("switch", at: start - 1) else { return nil }
        return wholeChain(from: start, until: ["{"])
    }

    private func wholeChain(from start: Int, until ends: Set<String>) -> MemberChain? {
        guard let chain = MemberChain(self, from: start), let end = self[chain.range.upperBound], ends.contains(end.text) else {
            return nil
        }
        return chain
    }
}
