/// The declarations in a file: its types and extensions at any depth, and their direct members.
///
/// Reads the tokens alone. What is between `{` and `}` and is no type counts as code, in which only
/// types are found.
struct DeclarationList {
    let tokens: TokenList
    /// The `#if` clauses that may be inactive, in bytes.
    let uncertain: [Range<Int>]
    private(set) var all: [Declaration] = []
    /// For tokens that begin with `#`, and for literals with interpolations, the type around them,
    /// as an index of `all`.
    private(set) var typeAround: [Int: Int] = [:]
    /// The types whose bodies begin at these tokens.
    private var bodies: [Int: Int] = [:]
    private var brackets: [Bracket] = []

    private struct Bracket {
        var close: String
        /// The type whose body the brace opens.
        var type: Int?
        /// The innermost type around the contents.
        var typeAround: Int?
    }

    init(_ tokens: TokenList, uncertain: [Range<Int>] = []) {
        self.tokens = tokens
        self.uncertain = uncertain
        var index = 0
        while index < tokens.tokens.count {
            visit(index)
            index += 1
        }
    }

    init(_ text: ClauseEvaluator.ActiveText) {
        self.init(TokenList(text.source), uncertain: text.uncertain)
    }

    /// Whether a declaration is in a clause that may be inactive.
    func isUncertain(_ declaration: Declaration) -> Bool {
        let position = tokens.tokens[declaration.index].range.lowerBound
        return uncertain.contains { $0.contains(position) }
    }

    private mutating func visit(_ index: Int) {
        let token = tokens.tokens[index]
        switch token.kind {
        case .sign:
            switch token.text {
            case "(": push(")", nil)
            case "[": push("]", nil)
            case "{": push("}", bodies[index])
            case ")", "]", "}":
                // Whatever is not closed ends here.
                if let open = brackets.lastIndex(where: { $0.close == token.text }) { brackets.removeSubrange(open...) }
            default: break
            }
        case .directive, .literal:
            if let type = brackets.last?.typeAround { typeAround[index] = type }
        case .word:
            guard Self.keywords.contains(token.text), !token.isQuoted, !tokens.isSign(".", at: index - 1) else { return }
            let isInBody = brackets.last.map { $0.type != nil } ?? true
            if Declaration.typeKeywords.contains(token.text) {
                if brackets.last.map({ $0.close == "}" }) ?? true { addType(index) }
            } else if isInBody {
                addMember(index)
            }
        }
    }

    private mutating func push(_ close: String, _ type: Int?) {
        brackets.append(Bracket(close: close, type: type, typeAround: type ?? brackets.last?.typeAround))
    }

    private static let keywords = Declaration.typeKeywords.union(["func", "init", "var", "let", "subscript", "typealias"])

    // MARK: Types

    private mutating func addType(_ index: Int) {
        let keyword = tokens.tokens[index].text
        guard let first = tokens.word(at: index + 1), !Self.keywords.contains(first), Self.modifiers[first] == nil else { return }
        var (name, next) = (first, index + 2)
        while keyword == "extension", tokens.isSign(".", at: next), let part = tokens.word(at: next + 1) {
            name += ".\(part)"
            next += 2
        }
        if tokens.isSign("<", at: next) { next = (tokens.closingBracket(of: next) ?? next) + 1 }
        guard tokens.isSign(":", at: next) || tokens.isSign("{", at: next) || tokens.isWord("where", at: next) else { return }
        guard let open = (next..<tokens.tokens.count).first(where: { tokens.isSign("{", at: $0) }) else { return }
        var declaration = Declaration(keyword: keyword, index: index, start: index, name: name, nameIndex: index + 1)
        addModifiers(&declaration)
        declaration.container = brackets.last?.type
        let outer = brackets.last?.typeAround.map { all[$0].path } ?? []
        declaration.path = (keyword == "extension" ? [] : outer) + name.split(separator: ".").map(String.init)
        if tokens.isSign(":", at: next) { declaration.inherited = inherited(from: next + 1, to: open) }
        declaration.open = open
        bodies[open] = all.count
        all.append(declaration)
    }

    private func inherited(from start: Int, to end: Int) -> [String] {
        let list = tokens.tokens[start..<end].prefix { !($0.kind == .word && $0.text == "where") }
        return list.split(at: ",").map { type in
            // Without attributes and type arguments.
            let words = type.drop { $0.isSign("@") }.filter { $0.kind == .word || $0.isSign(".") || $0.isSign("<") }
            return words.prefix { !$0.isSign("<") }.drop { ["unchecked", "preconcurrency", "retroactive"].contains($0.text) }
                .map(\.text).joined()
        }
    }

    // MARK: Members

    private mutating func addMember(_ index: Int) {
        let keyword = tokens.tokens[index].text
        let nameIndex = keyword == "init" || keyword == "subscript" ? index : index + 1
        guard let name = tokens[nameIndex]?.text else { return }
        var declaration = Declaration(keyword: keyword, index: index, start: index, name: name, nameIndex: nameIndex)
        addModifiers(&declaration)
        declaration.container = brackets.last?.type
        declaration.path = declaration.container.map { all[$0].path } ?? []
        all.append(declaration)
    }

    // MARK: Attributes and modifiers

    /// The modifiers, and whether each can have `(set)` or another word in parentheses.
    private static let modifiers: [String: Bool] = [
        "private": true, "fileprivate": true, "internal": true, "package": true, "public": true, "open": true, "unowned": true,
        "nonisolated": true, "override": false, "required": false, "convenience": false, "final": false, "dynamic": false,
        "optional": false, "static": false, "class": false, "lazy": false, "weak": false, "mutating": false, "nonmutating": false,
        "indirect": false, "isolated": false, "distributed": false, "prefix": false, "postfix": false, "infix": false,
        "consuming": false, "borrowing": false, "async": false,
    ]

    static func isModifier(_ word: String?) -> Bool { word.map { modifiers[$0] != nil } ?? false }

    /// Whether a modifier's word can be one where it stands, and is not the name of a case, a
    /// variable or a value: `case lazy, dynamic`, `let a = optional`.
    func isModifier(at index: Int) -> Bool {
        guard let token = tokens[index], Self.isModifier(token.text), !token.isQuoted else { return false }
        guard let previous = tokens[index - 1] else { return true }
        switch previous.kind {
        case .literal, .directive: return true
        case .word: return previous.isQuoted || !Self.wordsBeforeNames.contains(previous.text)
        case .sign:
            if ["{", "}", ";", ")", "]"].contains(previous.text) { return true }
            // The end of a type, and no operator.
            return ["?", "!", ">"].contains(previous.text) && previous.range.upperBound < token.range.lowerBound
        }
    }

    private static let wordsBeforeNames: Set<String> = [
        "case", "let", "var", "func", "return", "in", "is", "as", "try", "await", "throw", "where", "import", "typealias",
    ]

    static func isDeclarationKeyword(_ word: String?) -> Bool { word.map(keywords.contains) ?? false }

    private func addModifiers(_ declaration: inout Declaration) {
        var index = declaration.index - 1
        while index >= 0 {
            let end = index
            var arguments = end..<end
            if tokens.isSign(")", at: index), let open = tokens.openingBracket(of: index) {
                arguments = (open + 1)..<end
                index = open - 1
            }
            guard let word = tokens.word(at: index) else { break }
            var start = index
            while tokens.isSign(".", at: start - 1), tokens.word(at: start - 2) != nil { start -= 2 }
            if tokens.isSign("@", at: start - 1) {
                declaration.attributes.append(.init(name: word, range: (start - 1)...end, arguments: arguments))
                index = start - 1
            } else if start == index, isModifier(at: index), let hasArguments = Self.modifiers[word],
                arguments.isEmpty || hasArguments
            {
                declaration.modifiers.append(.init(word: word, range: index...end))
            } else {
                break
            }
            declaration.start = index
            index -= 1
        }
        declaration.attributes.reverse()
        declaration.modifiers.reverse()
    }
}
