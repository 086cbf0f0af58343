/// The names of methods in Objective-C, which a `Selector` has.
enum SelectorName {
    /// Returns the name that the compiler gives a method on Apple's platforms.
    ///
    /// - Parameters:
    ///   - labels: The argument labels, with `_` for none.
    ///   - errorIndex: The index of the error among the arguments; nil for a method that throws
    ///     none.
    ///   - isAsync: Whether a completion handler is the last argument, which has the error, too.
    static func name(of method: String, labels: [String], errorIndex: Int? = nil, isAsync: Bool = false) -> String {
        var pieces = labels.enumerated().map { index, label in
            index == 0 ? first(of: method, label) : label == "_" ? "" : label
        }
        if isAsync {
            pieces.append(pieces.isEmpty ? "\(method)WithCompletionHandler" : "completionHandler")
        } else if let errorIndex {
            if errorIndex == 0 {
                if let label = labels.first { pieces[0] = label == "_" ? "" : label }
                pieces.insert("\(method)AndReturnError", at: 0)
            } else {
                pieces.insert("error", at: errorIndex)
            }
        }
        return pieces.isEmpty ? method : pieces.map { "\($0):" }.joined()
    }

    /// Returns the part of the name in front of the first argument.
    private static func first(of method: String, _ label: String) -> String {
        guard label != "_" else { return method }
        let capital = label.first?.isASCII == true ? label.prefix(1).uppercased() + label.dropFirst() : label
        let needsNoWord = [firstWord(of: label), lastWord(of: method)].contains { prepositions.contains($0.lowercased()) }
        return "\(method)\(needsNoWord ? "" : "With")\(capital)"
    }

    private static func firstWord(of name: String) -> Substring {
        let head = name.prefix { $0.isUppercase }
        let tail = name.dropFirst(head.count).prefix { !$0.isUppercase && $0 != "_" }
        // In `URLString`, the last capital letter begins the next word.
        if head.count > 1 { return tail.isEmpty ? head : head.dropLast() }
        return name.prefix(head.count + tail.count)
    }

    private static func lastWord(of name: String) -> Substring {
        let isCapital: (Character) -> Bool = { $0.isUppercase }
        guard let last = name.last, last != "_" else { return "" }
        if isCapital(last) { return name[(name.lastIndex { !isCapital($0) }.map(name.index(after:)) ?? name.startIndex)...] }
        guard let start = name.lastIndex(where: { isCapital($0) || $0 == "_" }) else { return name[...] }
        return name[start...].drop { $0 == "_" }
    }

    static func setter(of property: String) -> String {
        "set\(property.prefix(1).uppercased())\(property.dropFirst()):"
    }

    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from", "given", "in",
        "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until", "using", "via",
        "when", "with", "within",
    ]

    /// The comparisons that a sort can have, with or without their labels in `#selector`.
    static let comparisons: Set<String> = [
        "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare", "localizedStandardCompare",
    ]
}
