/// One element of a LIKE pattern.
enum LikeElement: Equatable {
    case scalar(Unicode.Scalar)
    /// `?`
    case one
    /// `*`
    case any

    /// Parses a pattern, in which a backslash makes the next scalar literal.
    static func elements(of pattern: String) -> [LikeElement] {
        var elements: [LikeElement] = []
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "?": elements.append(.one)
            case "*": elements.append(.any)
            case "\\": elements.append(.scalar(scalars.next() ?? "\\"))
            default: elements.append(.scalar(scalar))
            }
        }
        return elements
    }

    /// Whether the pattern matches the whole text.
    ///
    /// After a mismatch, only the last `*` matches one more scalar: backtracking to an earlier one
    /// could not find more matches. O(pattern length × text length).
    static func match(_ pattern: [LikeElement], _ text: [Unicode.Scalar]) -> Bool {
        var inPattern = 0
        var inText = 0
        var lastStar: (pattern: Int, text: Int)?
        while inText < text.count {
            if inPattern < pattern.count, pattern[inPattern] == .any {
                lastStar = (inPattern, inText)
                inPattern += 1
            } else if inPattern < pattern.count, pattern[inPattern] == .one || pattern[inPattern] == .scalar(text[inText]) {
                inPattern += 1
                inText += 1
            } else if let star = lastStar {
                lastStar = (star.pattern, star.text + 1)
                inPattern = star.pattern + 1
                inText = star.text + 1
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == .any }
    }
}
