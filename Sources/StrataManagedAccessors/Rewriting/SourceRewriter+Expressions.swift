extension SourceRewriter {
    /// Replaces `#keyPath` and `#selector`, also in the interpolations of strings.
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
        let isPlain = range.allSatisfy { tokens.word(at: $0) != nil || [".", "?", "!"].contains(tokens.tokens[$0].text) }
        guard isPlain, !words.isEmpty else {
            report(at: range.lowerBound - 2, in: tokens, "This form of #keyPath cannot be read. Write the key path as a string.")
            return nil
        }
        let names = Array(words[typePrefix(of: words)...])
        guard !names.isEmpty else {
            report(at: range.lowerBound - 2, in: tokens, "This #keyPath names a type and none of its properties.")
            return nil
        }
        return names.map { facts.propertyNames[$0] ?? $0 }.joined(separator: ".")
    }

    /// Returns the number of words at the beginning that name a module, types, `Self` or `self`.
    private func typePrefix(of words: [String]) -> Int {
        var count = words.first == facts.module && words.count > 1 ? 1 : 0
        while count < words.count {
            let word = words[count]
            let isProperty = facts.uppercaseProperties.contains(word) && !facts.isType(word)
            let isCapital = word.drop { $0 == "_" }.first?.isUppercase == true
            guard word == "self" || !isProperty && (isCapital || count == 0 && words.count > 1 && facts.isType(word)) else {
                break
            }
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
        if let kind = tokens.word(at: range.lowerBound), ["getter", "setter"].contains(kind),
            tokens.isSign(":", at: range.lowerBound + 1)
        {
            let words = range.dropFirst(2).compactMap { tokens.word(at: $0) }
            guard let property = words.last else { return nil }
            let name = facts.propertyNames[property] ?? property
            return "Selector(\"\(kind == "getter" ? name : SelectorName.setter(of: name))\")"
        }
        var end = range.lowerBound
        var names: [String] = []
        while let word = tokens.word(at: end), word != "as" {
            names.append(word)
            end += 1
            while tokens.isSign("?", at: end) || tokens.isSign("!", at: end) { end += 1 }
            guard tokens.isSign(".", at: end) else { break }
            end += 1
        }
        guard let name = names.last else {
            report(at: range.lowerBound - 2, in: tokens, "This form of #selector cannot be read. Write 'Selector(\"name:\")'.")
            return nil
        }
        var labels: [String]?
        if tokens.isSign("(", at: end), end < range.upperBound {
            labels = (end..<range.upperBound).compactMap { tokens.word(at: $0) }
        }
        if SelectorName.comparisons.contains(name), labels.map({ $0 == ["_"] }) ?? true { return "Selector(\"\(name):\")" }
        let candidates = facts.methods[name, default: []].filter { labels == nil || $0.labels == labels }
        let types = [names.dropLast().last, around.map { list.all[$0].path.joined(separator: ".") }].compactMap(\.self)
        let method = candidates.first { types.contains(facts.simple($0.type)) || types.contains($0.type) } ?? candidates.first
        if let method { return "Selector(\"\(method.selector)\")" }
        return "Selector(\"\(SelectorName.name(of: name, labels: labels ?? []))\")"
    }
}
