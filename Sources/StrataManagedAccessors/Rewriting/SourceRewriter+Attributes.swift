extension SourceRewriter {
    /// Attributes that need Objective-C and mean nothing without it.
    private static let attributes: Set<String> = [
        "objc", "objcMembers", "nonobjc", "IBAction", "IBOutlet", "IBInspectable", "IBDesignable", "IBSegueAction",
        "GKInspectable",
    ]

    /// Blanks the attributes and modifiers of Objective-C, wherever they are.
    mutating func blankAttributes() {
        for index in tokens.indices {
            guard let word = tokens.word(at: index) else { continue }
            if tokens.isSign("@", at: index - 1) {
                blankAttribute(word, index)
            } else if word == "dynamic", isModifier(index) {
                blank(index...index)
            } else if word == "optional", isModifier(index) {
                report(
                    at: index,
                    "An optional requirement of a protocol needs Objective-C, which Linux lacks. Give it an empty implementation in an "
                        + "extension of the protocol, and remove 'optional' and the '?' of its calls.")
            }
        }
    }

    private mutating func blankAttribute(_ word: String, _ index: Int) {
        guard Self.attributes.contains(word) || word == "NSCopying" else { return }
        var last = index
        // A parenthesis on the next line is not the attribute's.
        if tokens.isSign("(", at: index + 1), tokens.line(of: index + 1) == tokens.line(of: index),
            let close = tokens.closingBracket(of: index + 1)
        {
            last = close
        }
        blank((index - 1)...last)
        if word == "NSCopying" {
            report(.warning, at: index - 1, "Without Objective-C, the setter of an @NSCopying property does not copy its value.")
        }
    }

    /// Makes a protocol of Objective-C one of classes, which `@objc` did: a weak property can have it
    /// as its type.
    mutating func restateClass(_ type: Declaration) {
        let ofClasses: Set = ["AnyObject", "class", "NSObjectProtocol", "Foundation.NSObjectProtocol", "Swift.AnyObject"]
        guard type.attribute("objc") != nil, let open = type.open, ofClasses.isDisjoint(with: type.inherited) else { return }
        let end = (type.nameIndex..<open).first { tokens.isWord("where", at: $0) } ?? open
        insert(type.inherited.isEmpty ? ": AnyObject" : ", AnyObject", at: self.end(end - 1))
    }

    /// Whether a word is a modifier, and not the name of something: another modifier, an attribute
    /// or a declaration follows.
    private func isModifier(_ index: Int) -> Bool {
        guard list.isModifier(at: index) else { return false }
        if tokens.isSign("@", at: index + 1) { return true }
        let next = tokens.word(at: index + 1)
        return DeclarationList.isModifier(next) || DeclarationList.isDeclarationKeyword(next)
    }
}
