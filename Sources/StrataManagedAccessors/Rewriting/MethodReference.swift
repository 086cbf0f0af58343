/// The method that a `#selector` names, as its tokens show it: `Quake.update(_:)`, `tap`,
/// `self.move as (Place) -> Void`.
struct MethodReference {
    var name: String
    /// The argument labels, with `_` for none; nil without parentheses.
    var labels: [String]?
    /// The number of arguments that the type behind `as` has.
    var argumentCount: Int?
    /// The names in front of the method's; empty for a method of the type around it, nil for an
    /// expression that is no list of names.
    var qualifier: [String]?

    /// Returns nil for an expression that ends with no method's name.
    init?(_ tokens: TokenList, _ range: Range<Int>) {
        var range = tokens.withoutParentheses(range)
        if let cast = range.last(where: { tokens.isWord("as", at: $0) && tokens.isOuter($0, in: range) }) {
            argumentCount = tokens.argumentCount(ofFunctionType: tokens.withoutParentheses((cast + 1)..<range.upperBound))
            range = tokens.withoutParentheses(range.lowerBound..<cast)
        }
        var end = range.upperBound - 1
        if tokens.isSign(")", at: end), let open = tokens.openingBracket(of: end), open > range.lowerBound {
            let words = ((open + 1)..<end).compactMap { tokens.word(at: $0) }
            guard ((open + 1)..<end).allSatisfy({ tokens.word(at: $0) != nil || tokens.isSign(":", at: $0) }) else { return nil }
            labels = words
            end = open - 1
        }
        guard end >= range.lowerBound, let name = tokens.word(at: end) else { return nil }
        self.name = name
        var words: [String] = []
        for index in range.lowerBound..<end {
            if let word = tokens.word(at: index) {
                words.append(word)
            } else if ![".", "?", "!"].contains(tokens.tokens[index].text) {
                return
            }
        }
        qualifier = words
    }
}

extension TokenList {
    /// Returns a range without the parentheses around all of it.
    func withoutParentheses(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while isSign("(", at: range.lowerBound), closingBracket(of: range.lowerBound) == range.upperBound - 1 {
            range = (range.lowerBound + 1)..<(range.upperBound - 1)
        }
        return range
    }

    /// Whether a token is outside the brackets that begin in a range.
    func isOuter(_ index: Int, in range: Range<Int>) -> Bool {
        tokens[range.lowerBound..<index].reduce(0) { depth, token in
            depth + (token.isSign("(") || token.isSign("[") ? 1 : token.isSign(")") || token.isSign("]") ? -1 : 0)
        } == 0
    }

    /// Returns the number of parameters of the innermost function in a type such as
    /// `(Quake) -> (Int, String) -> Void`; nil for another type.
    fileprivate func argumentCount(ofFunctionType range: Range<Int>) -> Int? {
        guard let arrow = range.last(where: { self[$0]?.text == "->" && isOuter($0, in: range) }), isSign(")", at: arrow - 1),
            let open = openingBracket(of: arrow - 1)
        else { return nil }
        return tokens[(open + 1)..<(arrow - 1)].split(at: ",").count
    }
}
