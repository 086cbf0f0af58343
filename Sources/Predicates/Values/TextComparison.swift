import Foundation

/// How a sort compares text, by the name of the method that Apple's NSSortDescriptor calls.
package enum TextComparison: String, Hashable, Sendable, CaseIterable {
    /// By bytes, as SQLite does. Apple's `compare:` gives the same order for ASCII.
    case binary = "compare:"
    case caseInsensitive = "caseInsensitiveCompare:"
    case localized = "localizedCompare:"
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    /// As the Finder sorts names: numbers in a text by their value.
    case localizedStandard = "localizedStandardCompare:"

    /// The order of two values: text as this comparison has it, anything else as `order` has it.
    package func order(_ a: Value, _ b: Value) -> ComparisonResult {
        guard self != .binary, let left = a.text, let right = b.text else { return Predicates.order(a, b) }
        return switch self {
        case .binary, .caseInsensitive: left.caseInsensitiveCompare(right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }
}

/// The name of a method. Swift on Linux has neither Objective-C's selectors nor `#selector`; this one names the comparisons of
/// NSSortDescriptor.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    public init(_ name: String) {
        description = name
    }

    public init(stringLiteral name: String) {
        self.init(name)
    }
}
