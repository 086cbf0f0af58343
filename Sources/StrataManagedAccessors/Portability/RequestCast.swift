/// A cast to a specialization of `NSFetchRequest` or a related class, or to a type that contains
/// one, such as `[NSFetchRequest<Quake>]`; or a pattern with such a type.
struct RequestCast {
    enum Keyword {
        case forced, conditional, question
        /// `case let x as T`
        case pattern
        /// `case is T`
        case questionPattern
    }

    let keyword: Keyword
    let className: String
    let argument: String
    /// The type as written, if it only contains the specialization; nil if it is the
    /// specialization.
    let container: String?
    /// The specialization of the operand; nil if it is unknown.
    let operand: RequestType?
    /// The function that the cast's value is passed to; nil if the cast is not an argument.
    let callee: String?
    /// Whether the operand is the result of `execute(_:)`, which fits the request that was executed.
    let isResultOfExecute: Bool

    /// Parses the cast whose `as` or `is` is at `index`; nil if there is none.
    init?(_ list: TokenList, _ aliases: RequestAliases, at index: Int) {
        guard index > 0, let keyword = Self.keyword(list, at: index) else { return nil }
        self.keyword = keyword
        let hasMark = keyword == .forced || keyword == .conditional
        guard let target = list.castTarget(at: hasMark ? index + 2 : index + 1, aliases) else { return nil }
        (className, argument, container) = (target.className, target.argument, target.container)
        let value = CastOperand(list, aliases, index, isPattern: keyword == .pattern || keyword == .questionPattern)
        let type = target.container == nil ? value.type : nil
        isResultOfExecute = value.isResultOfExecute && className == "NSAsynchronousFetchResult"
        operand = type
        callee = value.start.flatMap { Self.callee(list, before: $0) }
    }

    private static func keyword(_ list: TokenList, at index: Int) -> Keyword? {
        if list.isWord("is", at: index) {
            // `case is T` and `case .some(is T)` have no operand in front.
            return list.isOperandEnd(index - 1) ? .question : .questionPattern
        }
        guard list.isWord("as", at: index) else { return nil }
        if list.isSign("!", at: index + 1) { return .forced }
        if list.isSign("?", at: index + 1) { return .conditional }
        // A plain `as` anywhere else is checked by the compiler.
        return list.isInPattern(index) ? .pattern : nil
    }

    private static func callee(_ list: TokenList, before start: Int) -> String? {
        let isLabelled = list.isSign(":", at: start - 1) && list.word(at: start - 2) != nil
        let open = isLabelled ? start - 3 : start - 1
        return list.isSign("(", at: open) ? list.word(at: open - 1) : nil
    }
}

/// The operand of a cast, or of the `switch` or condition around a pattern.
private struct CastOperand {
    private let list: TokenList
    private let aliases: RequestAliases
    /// The first token of the operand; nil for a pattern.
    private(set) var start: Int?
    private(set) var type: RequestType?
    private(set) var isResultOfExecute = false

    init(_ list: TokenList, _ aliases: RequestAliases, _ index: Int, isPattern: Bool) {
        self.list = list
        self.aliases = aliases
        if isPattern {
            if let chain = list.patternSubject(of: index) { infer(chain) }
        } else {
            start = read(endingAt: index - 1)
        }
    }

    /// Infers the type of the operand that ends at a token, and returns its first token.
    private mutating func read(endingAt end: Int) -> Int? {
        if let open = group(endingAt: end) {
            // The type of a parenthesized expression is that of the expression.
            var first = open + 1
            while list.isWord("try", at: first) || list.isWord("await", at: first) || list.isSign("!", at: first) { first += 1 }
            if read(endingAt: end - 1) != first { (type, isResultOfExecute) = (nil, false) }
            return open
        }
        let start = MemberChain.start(list, endingAt: end)
        let isMarked = list.isSign("!", at: start - 1) || list.isSign("?", at: start - 1)
        let keyword = isMarked ? start - 2 : start - 1
        if list.isWord("as", at: keyword) { return readCast(at: keyword, to: start) }
        if let chain = MemberChain(list, from: start), chain.range.upperBound <= end + 1 { infer(chain) }
        return start
    }

    /// Infers the type of an operand that is itself a cast, such as `request as Any`.
    private mutating func readCast(at keyword: Int, to type: Int) -> Int? {
        if let target = list.castTarget(at: type, aliases) {
            let start = MemberChain.start(list, endingAt: keyword - 1)
            if target.container == nil {
                self.type = RequestType(className: target.className, argument: target.argument, origin: .initializer)
            }
            return start
        }
        guard let name = list.word(at: type), Self.erased.contains(name) else { return type }
        return read(endingAt: keyword - 1)
    }

    private static let erased: Set<String> = ["Any", "AnyObject", "NSObject", "NSPersistentStoreRequest"]

    private mutating func infer(_ chain: MemberChain) {
        type = RequestTypeInference(list: list, aliases: aliases).type(of: chain)
        isResultOfExecute = chain.components.last?.name == "execute" && chain.components.last?.isCall == true
    }

    /// Returns the `(` of a parenthesized expression that ends at a token; nil for a call.
    private func group(endingAt end: Int) -> Int? {
        guard list.isSign(")", at: end), let open = list.openingBracket(of: end) else { return nil }
        let isCall = list.isOperandEnd(open - 1) && !list.isKeyword(open - 1)
        return isCall ? nil : open
    }
}
