/// An expression of names and calls, such as `model.fetchRequestTemplate(forName: "Old")!`.
struct MemberChain {
    struct Component {
        var name: String
        /// Whether the name is called.
        var isCall: Bool
        var hasArguments: Bool
        /// The type argument of a specialization of `NSFetchRequest` or a related class.
        var typeArgument: String?
    }

    var components: [Component] = []
    /// The indices of the chain's tokens.
    var range: Range<Int>

    /// Parses the chain that begins at a token; nil if none does.
    init?(_ list: TokenList, from start: Int) {
        var index = start
        range = start..<start
        while let name = list.word(at: index) {
            var component = Component(name: name, isCall: false, hasArguments: false)
            index += 1
            if let type = list.specialization(at: index - 1) {
                component.name = type.className
                component.typeArgument = type.argument
                index = type.end + 1
            }
            if list.isSign("(", at: index), let end = list.closingBracket(of: index) {
                component.isCall = true
                component.hasArguments = end > index + 1
                index = end + 1
            }
            components.append(component)
            range = start..<index
            while list.isSign("!", at: index) || list.isSign("?", at: index) && list.isSign(".", at: index + 1) { index += 1 }
            guard list.isSign(".", at: index) else { break }
            index += 1
        }
        guard !components.isEmpty else { return nil }
    }

    /// Returns the index of the first token of the chain that ends at a token.
    static func start(_ list: TokenList, endingAt end: Int) -> Int {
        var index = end
        var start = end
        while index >= 0 {
            while index > 0, list.isSign("!", at: index) || list.isSign("?", at: index) { index -= 1 }
            for bracket in [")", ">"] where list.isSign(bracket, at: index) {
                guard let open = list.openingBracket(of: index), open > 0 else { return start }
                index = open - 1
            }
            guard list.word(at: index) != nil else { return start }
            start = index
            guard list.isSign(".", at: index - 1) else { return start }
            index -= 2
        }
        return start
    }
}
