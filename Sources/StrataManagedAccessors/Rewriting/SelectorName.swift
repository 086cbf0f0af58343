/// The names of methods in Objective-C, which a `Selector` has.
enum SelectorName {
    /// Returns the name that the compiler gives a method on Apple's platforms.
    ///
    /// - Parameter labels: The argument labels, with `_` for none.
    static func name(of method: String, labels: [String]) -> String {
        guard let first = labels.first else { return method }
        let rest = labels.dropFirst().map { "\($0 == "_" ? "" : $0):" }.joined()
        guard first != "_" else { return "\(method):\(rest)" }
        let capital = first.prefix(1).uppercased() + first.dropFirst()
        let isPreposition = prepositions.contains(String(first.prefix { !$0.isUppercase }))
        return "\(method)\(isPreposition ? "" : "With")\(capital):\(rest)"
    }

    static func setter(of property: String) -> String {
        "set\(property.prefix(1).uppercased())\(property.dropFirst()):"
    }

    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "between", "by", "during", "for", "from", "given",
        "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "toward", "towards",
        "until", "unto", "upon", "using", "via", "when", "while", "with", "within", "without",
    ]

    /// The comparisons that a sort can have, with or without their labels in `#selector`.
    static let comparisons: Set<String> = [
        "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare", "localizedStandardCompare",
    ]
}
