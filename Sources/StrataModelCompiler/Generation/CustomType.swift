import Foundation
import StrataModelFormat

/// The custom class of a transformable attribute. Xcode's model editor calls it a class, but it may
/// be any Swift type, such as `[String]`.
struct CustomType {
    let text: String

    /// Creates the custom class of an attribute; nil if the attribute has none, or has a type other
    /// than Transformable or Undefined.
    init?(of attribute: AttributeElement) {
        guard attribute.type == .transformable || attribute.type == .undefined else { return nil }
        text = (attribute.customClassName ?? "").trimmingCharacters(in: .whitespaces)
        if text.isEmpty { return nil }
    }

    /// The type in Swift, in parentheses if they are required before a `?`. Omits the leading dot
    /// of a name such as `.Color`, which Xcode writes for a class of the model's own module.
    var spelling: String {
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        return name.hasPrefix("any ") || tokens.contains("->") ? "(\(name))" : name
    }

    /// Whether the text can be a type in Swift. Checks tokens and brackets instead of the whole
    /// grammar, which is enough to reject Objective-C types. The compiler reports other mistakes.
    var isType: Bool {
        var open: [String] = []
        var previous = ""
        var hasName = false
        for token in tokens {
            switch token {
            case "(", "[", "<": open.append(token)
            case ")": guard open.popLast() == "(" else { return false }
            case "]": guard open.popLast() == "[" else { return false }
            case ">": guard open.popLast() == "<" else { return false }
            case ".", ",", ":", "?", "!", "&", "->": break
            default:
                guard SwiftSource.isIdentifier(token), previous == "any" || !SwiftSource.isIdentifier(previous) else {
                    return false
                }
                hasName = true
            }
            previous = token
        }
        return open.isEmpty && hasName
    }

    /// The tokens of the text: words, `->` and other single characters, without spaces.
    private var tokens: [String] {
        var tokens: [String] = []
        var isInWord = false
        for character in text {
            let isOfWord = character == "_" || character.isLetter || character.isNumber
            if isOfWord, isInWord {
                tokens[tokens.count - 1].append(character)
            } else if character == ">", tokens.last == "-" {
                tokens[tokens.count - 1] = "->"
            } else if character != " " {
                tokens.append(String(character))
            }
            isInWord = isOfWord
        }
        return tokens
    }
}
