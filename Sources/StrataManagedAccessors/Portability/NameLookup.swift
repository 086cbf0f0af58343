/// The lookup of the binding that a name refers to, in the tokens of one file.
///
/// `RequestTypeInference` asks for the type of a variable. A type from the wrong binding stops a
/// correct build, while an unknown type only means that a cast is not checked. So the lookup is
/// careful:
///
///     let request: NSFetchRequest<Baby>                          // a property
///     func each(_ all: [NSPersistentStoreRequest]) {
///         for request in all { _ = request as? NSFetchRequest<NSFetchRequestResult> }
///     }
///
/// 1. It walks from the use back to the `{` of the block around it, and then through each block
///    outside that one. Blocks that end before the use are skipped.
/// 2. The nearest occurrence of the name that is a binding ends the walk: a variable, a parameter
///    whose function contains the use, or a name in a pattern. It is `unknown` if the file does not
///    show its type (`request` in the example), or if it may be out of scope at the use, such as
///    that of a loop that has ended.
/// 3. The walk ends at the first type around the use. There only the parameters of the function
///    around the use count, and the type's own properties, which may follow the use. Any other
///    member of that name is in another file.
///
/// The invariant: a binding that is not `unknown` is the one that the compiler finds.
struct NameLookup {
    enum Binding {
        /// A binding with a type annotation, with the index of its type.
        case annotated(Int)
        /// A binding with an initial value, with the indices of the value and of the name.
        case initialized(Int, name: Int)
        /// A binding whose type or scope the file does not show.
        case unknown
    }

    let list: TokenList
    let name: String

    /// Returns the binding that the name refers to at a token; nil if the file has none.
    func binding(at use: Int) -> Binding? {
        var end = use
        while true {
            let open = list.openBracket("{", around: end)
            let isType = open.map(list.isTypeBody) ?? false
            if let found = binding(in: (open ?? -1) + 1..<end, ofType: isType, for: use) { return found }
            guard let open else { return nil }
            if isType { return member(ofTypeAt: open) }
            end = open
        }
    }

    /// Returns the property that the name refers to after `self.`; nil if the file has none.
    func member(at use: Int) -> Binding? {
        var around = list.openBracket("{", around: use)
        while let brace = around, !list.isTypeBody(brace) { around = list.openBracket("{", around: brace) }
        return around.flatMap(member(ofTypeAt:))
    }

    /// Returns the last binding directly in a block that ends behind the range.
    private func binding(in range: Range<Int>, ofType isType: Bool, for use: Int) -> Binding? {
        var depth = 0
        // Whether another case of a `switch` was left, whose bindings are out of scope.
        var isPastLabel = false
        for index in range.reversed() {
            if list.isSign("}", at: index) { depth += 1 }
            if list.isSign("{", at: index) { depth -= 1 }
            guard depth == 0 else { continue }
            if list.isCaseLabel(index) { isPastLabel = true }
            guard list.isWord(name, at: index) else { continue }
            if let found = parameter(index, for: use) ?? (isType ? nil : variable(index, for: use)) {
                return isPastLabel ? .unknown : found
            }
        }
        return nil
    }

    /// Returns the property directly in the body of a type.
    private func member(ofTypeAt open: Int) -> Binding? {
        var depth = 0
        var found: Binding?
        for index in open + 1..<(list.closingBracket(of: open) ?? list.indices.upperBound) {
            if list.isSign("{", at: index) { depth += 1 }
            if list.isSign("}", at: index) { depth -= 1 }
            guard depth == 0, list.isWord(name, at: index), let property = variable(index, for: index) else { continue }
            // A static property is not what the name means in a method of an instance.
            let modifiers = (2...4).map { list.word(at: index - $0) }
            found = found == nil && !modifiers.contains("static") && !modifiers.contains("class") ? property : .unknown
        }
        return found
    }

    // MARK: Parameters

    /// Returns the parameter at a token, of the function or closure that contains the use.
    private func parameter(_ index: Int, for use: Int) -> Binding? {
        guard list.isSign(":", at: index + 1), let open = list.openBracket("(", around: index),
            let close = list.closingBracket(of: open), let end = list.endOfSignature(from: close + 1)
        else { return nil }
        if list.isWord("in", at: end) { return .annotated(index + 2) }
        // Otherwise `name:` is the label of an argument or of an element.
        guard list.isFunction(open), list.isSign("{", at: end) else { return nil }
        guard let last = list.closingBracket(of: end) else { return .unknown }
        return (end...last).contains(use) ? .annotated(index + 2) : nil
    }

    // MARK: Variables and patterns

    private func variable(_ index: Int, for use: Int) -> Binding? {
        guard list.isVariableKeyword(index - 1) else { return isPattern(index) ? .unknown : nil }
        let before = list.word(at: index - 2)
        if ["if", "guard", "while"].contains(before) || list.isSign(",", at: index - 2) {
            guard let keyword = list.conditionKeyword(before: index - 1) else { return .unknown }
            // `if let request` has the type of the outer variable of that name.
            if list.isSign("{", at: index + 1) || list.isSign(",", at: index + 1) || list.isWord("else", at: index + 1) {
                return nil
            }
            if keyword != "guard", !isInCondition(index, use) { return .unknown }
        } else if ["case", "catch", "for"].contains(before) || list.isSign("(", at: index - 2) {
            return .unknown
        }
        if list.isSign(":", at: index + 1) { return .annotated(index + 2) }
        guard list.isSign("=", at: index + 1), !list.isSign("=", at: index + 2) else { return .unknown }
        // The value of `let request = request as? …` is that of an outer variable.
        return index + 2 == use ? nil : .initialized(index + 2, name: index)
    }

    /// Whether a use is in the condition behind a binding, or in the block of that condition.
    private func isInCondition(_ binding: Int, _ use: Int) -> Bool {
        var index = binding
        while index < use {
            if list.isSign("{", at: index) { return list.closingBracket(of: index).map { use < $0 } ?? false }
            let isOpen = list.isSign("(", at: index) || list.isSign("[", at: index)
            index = (isOpen ? list.closingBracket(of: index) ?? index : index) + 1
        }
        return true
    }

    /// Whether the name at a token, which neither `let` nor `var` precedes, is a binding without a
    /// type: of a loop, a closure, a tuple, an enumeration case, a capture list or a setter.
    private func isPattern(_ index: Int) -> Bool {
        if list.isWord("in", at: endOfNames(from: index)) { return true }
        let isAssigned = list.isSign("=", at: index + 1) && !list.isSign("=", at: index + 2)
        let isCapture = ["weak", "unowned"].contains(list.word(at: index - 1))
        // `let count = 1, request = …` and `{ [request = …] in`
        if isAssigned, isCapture || list.isSign(",", at: index - 1) || list.isSign("[", at: index - 1) { return true }
        if list.isSign(":", at: index + 1), list.openBracket("(", around: index) == nil,
            list.openBracket("[", around: index) == nil
        {
            // `let count: Int, request: …` and `for request: … in`
            return list.isSign(",", at: index - 1) || ["for", "await"].contains(list.word(at: index - 1))
        }
        return isInTuplePattern(index)
    }

    /// Returns the end of a closure's signature that begins with the name, such as
    /// `request, count -> Bool in`.
    private func endOfNames(from index: Int) -> Int {
        var end = index + 1
        while list.isSign(",", at: end), list.word(at: end + 1) != nil { end += 2 }
        return list.endOfSignature(from: end) ?? end
    }

    private func isInTuplePattern(_ index: Int) -> Bool {
        var around = list.openBracket("(", around: index)
        while let paren = around, let close = list.closingBracket(of: paren) {
            if ["set", "willSet", "didSet", "let", "var", "for"].contains(list.word(at: paren - 1)) { return true }
            if list.isVariableKeyword(list.startOfCase(before: paren) - 1) { return true }
            // `for (_, request) in` and `{ (request) -> Bool in`
            if let end = list.endOfSignature(from: close + 1), list.isWord("in", at: end) { return true }
            around = list.openBracket("(", around: paren)
        }
        return false
    }
}
