extension SourceRewriter {
    /// Replaces `#keyPath` and `#selector`, also in the interpolations of strings, and the end of a
    /// `#sourceLocation`.
    ///
    /// - Parameter type: The type around the tokens, where they are part of a literal.
    mutating func rewriteExpressions(_ tokens: TokenList, type: Int?) {
        for index in tokens.indices where tokens.tokens[index].kind == .directive {
            let around = type ?? list.typeAround[index]
            guard tokens.isSign("(", at: index + 1), let close = tokens.closingBracket(of: index + 1) else { continue }
            let range = tokens.tokens[index].range.lowerBound..<tokens.tokens[close].range.upperBound
            switch tokens.tokens[index].text {
            case "#keyPath":
                if let text = keyPath(tokens, (index + 2)..<close, around) { replace(range, paddedWith: "\"\(text)\"") }
            case "#sourceLocation" where close == index + 2:
                // The end of a generated part: the file's own lines follow.
                replace(range, with: tokens.sourceLocation(after: index))
            case "#selector":
                checkCall(tokens, index)
                if let text = selector(tokens, (index + 2)..<close, around) { replace(range, paddedWith: text) }
            default: break
            }
        }
        for part in tokens.interpolations where source.bytes[part].contains(UInt8(ascii: "#")) {
            let literal = tokens.indices.first { tokens.tokens[$0].range.contains(part.lowerBound) }
            rewriteExpressions(TokenList(tokens, in: part), type: type ?? literal.flatMap { list.typeAround[$0] })
        }
    }

    // MARK: Key paths

    /// Returns the string that `#keyPath` is: the names behind the type that it begins with.
    private mutating func keyPath(_ tokens: TokenList, _ range: Range<Int>, _ around: Int?) -> String? {
        let words = range.compactMap { tokens.word(at: $0) }
        guard isPath(tokens, range), !words.isEmpty else {
            report(at: range.lowerBound - 2, in: tokens, "This form of #keyPath cannot be read. Write the key path as a string.")
            return nil
        }
        let (type, names) = root(of: words, around)
        guard !names.isEmpty else {
            report(at: range.lowerBound - 2, in: tokens, "This #keyPath names a type and none of its properties.")
            return nil
        }
        guard let path = MemberLookup(facts: facts).path(names, from: type) else {
            report(at: range.lowerBound - 2, in: tokens, Self.undecided("#keyPath"))
            return nil
        }
        if let missing = path.missing {
            report(
                .warning, at: range.lowerBound - 2, in: tokens,
                "'\(missing.type)' has no property '\(missing.name)' with @objc or @NSManaged, and neither has its entity in the model "
                    + "“\(missing.model)”. On Apple's platforms this #keyPath is an error.")
        }
        return path.names.joined(separator: ".")
    }

    private static func undecided(_ expression: String) -> String {
        "This \(expression) passes through a type that cannot be read, and in the folder a member of the same name has another one in "
            + "@objc. Write the name as a string."
    }

    private func isPath(_ tokens: TokenList, _ range: Range<Int>) -> Bool {
        range.allSatisfy { tokens.word(at: $0) != nil || [".", "?", "!"].contains(tokens.tokens[$0].text) }
    }

    /// Splits names into the type that they begin in and the members behind it.
    ///
    /// - Parameter around: The type around the expression, in which names without a type begin.
    private func root(of words: [String], _ around: Int?) -> (type: String?, members: [String]) {
        let scope = around.map { list.all[$0].path } ?? []
        let enclosing = around.map { _ in facts.simple(scope.joined(separator: ".")) }
        let count = typePrefix(of: words)
        let members = Array(words[count...])
        switch words.prefix(count).last {
        case nil, "self", "Self": return (enclosing, members)
        case "super": return (enclosing.flatMap { facts.superclasses(of: $0).first }, members)
        default: return (facts.simple(words.prefix(count).joined(separator: "."), in: scope), members)
        }
    }

    /// Returns the number of words at the beginning that name a module, types, `Self` or `self`.
    private func typePrefix(of words: [String]) -> Int {
        var count = words.first == facts.module && words.count > 1 ? 1 : 0
        while count < words.count {
            let word = words[count]
            let isProperty =
                facts.properties[word] != nil && word.first?.isUppercase == true && !facts.isType(word)
            let isCapital = word.drop { $0 == "_" }.first?.isUppercase == true
            guard
                word == "self" || word == "super"
                    || !isProperty && (isCapital || count == 0 && words.count > 1 && facts.isType(word))
            else { break }
            count += 1
        }
        return count
    }

    // MARK: Selectors

    /// Calls that find a method by a selector, which needs Objective-C, and what to write instead.
    private static let callsByName: [String: String] = [
        "addObserver": "Pass a closure: addObserver(forName:object:queue:using:).",
        "scheduledTimer": "Pass a closure: scheduledTimer(withTimeInterval:repeats:block:).",
        "Timer": "Pass a closure: Timer(timeInterval:repeats:block:).",
        "perform": "Call the method itself.",
        "registerUndo": "Pass a closure: registerUndo(withTarget:handler:).",
        "responds": "Ask for a protocol with 'is' or 'as?'.",
    ]

    /// Reports a selector that is an argument of a call that Linux does not have.
    private mutating func checkCall(_ tokens: TokenList, _ index: Int) {
        guard let open = tokens.openBracket("(", around: index), let name = tokens.word(at: open - 1),
            let remedy = Self.callsByName[name]
        else { return }
        report(at: index, in: tokens, "'\(name)' with a selector needs Objective-C, which Linux lacks. \(remedy)")
    }

    /// Returns the expression of a `Selector` for what stands in `#selector`.
    private mutating func selector(_ tokens: TokenList, _ range: Range<Int>, _ around: Int?) -> String? {
        let name =
            tokens.isSign(":", at: range.lowerBound + 1)
            ? accessor(tokens, range, around) : MethodReference(tokens, range).map { method($0, around) }
        switch name {
        case .selector(let name): return "Selector(\"\(name)\")"
        case .ambiguous: report(at: range.lowerBound - 2, in: tokens, Self.undecided("#selector"))
        case nil, .unknown:
            report(at: range.lowerBound - 2, in: tokens, "This form of #selector cannot be read. Write 'Selector(\"name:\")'.")
        }
        return nil
    }

    /// Returns the name of `getter: Quake.time` or `setter: Quake.time`.
    private func accessor(_ tokens: TokenList, _ range: Range<Int>, _ around: Int?) -> MemberLookup.Answer? {
        let kind = tokens.word(at: range.lowerBound)
        let path = tokens.withoutParentheses(range.dropFirst(2))
        let words = path.compactMap { tokens.word(at: $0) }
        guard kind == "getter" || kind == "setter", isPath(tokens, path), !words.isEmpty else { return nil }
        let (type, names) = root(of: words, around)
        guard let found = MemberLookup(facts: facts).path(names, from: type) else { return .ambiguous }
        guard let name = found.names.last else { return nil }
        if kind == "getter" { return .selector(found.last?.getter ?? name) }
        return .selector(found.last?.setter ?? SelectorName.setter(of: name))
    }

    private func method(_ method: MethodReference, _ around: Int?) -> MemberLookup.Answer {
        let (name, labels) = (method.name, method.labels)
        if SelectorName.comparisons.contains(name), labels.map({ $0 == ["_"] }) ?? true { return .selector("\(name):") }
        let lookup = MemberLookup(facts: facts)
        let answer = lookup.method(name, labels: labels, count: method.argumentCount, of: type(of: method, around, lookup))
        guard answer == .unknown else { return answer }
        let count = method.argumentCount ?? 0
        return .selector(SelectorName.name(of: name, labels: labels ?? Array(repeating: "_", count: count)))
    }

    /// Returns the type whose method a selector names; nil if it is not known.
    private func type(of method: MethodReference, _ around: Int?, _ lookup: MemberLookup) -> String? {
        guard let qualifier = method.qualifier else { return nil }
        let (type, names) = root(of: qualifier, around)
        return names.isEmpty ? type : lookup.path(names, from: type).flatMap { $0.last == nil ? nil : $0.type }
    }
}

extension TokenList {
    /// Returns the directive that gives the line behind a token its place in the original.
    fileprivate func sourceLocation(after index: Int) -> String {
        "#sourceLocation(file: \"\(source.path.escaped)\", line: \(line(of: index) + 1))"
    }
}
