import Foundation
import StrataModelFormat

/// The type that a programmer chose for a transformable attribute: any type, `[String]` as well as
/// a class.
struct CustomType {
    let text: String

    /// Reads the type of an attribute; nil if it has none, or needs none.
    init?(of attribute: AttributeElement) {
        guard attribute.type == .transformable || attribute.type == .undefined else { return nil }
        text = (attribute.customClassName ?? "").trimmingCharacters(in: .whitespaces)
        if text.isEmpty { return nil }
    }

    /// The type in a form that a `?` can follow. Xcode writes `.Color` for a class of the model's
    /// own module.
    var spelling: String {
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        return name.hasPrefix("any ") || tokens.contains("->") ? "(\(name))" : name
    }

    /// Whether the text can be a type in Swift. Checks its parts and brackets, not its grammar:
    /// that is enough to tell Swift from Objective-C, and the compiler reports the rest.
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

    /// Words, arrows and signs.
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
