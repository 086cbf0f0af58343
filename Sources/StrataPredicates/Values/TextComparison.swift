import Foundation

/// The comparison that a sort uses for text. The raw value is its selector in `NSSortDescriptor`.
///
/// ## Comparison of text
///
/// The predicate or the sort chooses how text is compared:
///
/// - **By scalars**, the default for `==`, `<`, CONTAINS and their relatives and for `.binary`
///   sorts: UTF-8 byte by byte. This is SQLite's BINARY collation, so SQLite can use an index. "é"
///   as one scalar and "e" followed by a combining accent are different texts; "Z" sorts before
///   "a".
/// - **Folded**, for the options `[c]` and `[d]`: `folded` maps both texts to lowercase or removes
///   their diacritics, by Unicode's rules for no locale, and the results are compared by scalars.
///   So `==[cd]` finds "Café" for "CAFE" on every machine.
/// - **By Foundation**, for the option `[l]` and for the other sorts: in the current locale, or for
///   `.caseInsensitive` without one.
///
/// SQLite has only the first. For the others the store registers SQL functions and collations that
/// call the code in this module; `.localizedStandard` becomes `COLLATE NSCollateFinderlike`. A sort
/// in memory and a fetch therefore agree. In return, each comparison costs a callback, and SQLite
/// cannot use an index.
///
/// Swift's own `==` and `<` of strings are not used, because they compare by canonical equivalence:
/// two texts could be equal in memory and different in SQLite.
package enum TextComparison: String, Hashable, Sendable, CaseIterable {
    /// By UTF-8 bytes, as SQLite. For ASCII this is the order of Apple's `compare:`.
    case binary = "compare:"
    case caseInsensitive = "caseInsensitiveCompare:"
    case localized = "localizedCompare:"
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    /// As a file manager sorts names: digits within a text compare by their numeric value.
    case localizedStandard = "localizedStandardCompare:"

    /// Returns the order of two values: two texts by this comparison, anything else by
    /// `sortOrder(_:_:)`.
    package func order(_ a: Value, _ b: Value) -> ComparisonResult {
        guard self != .binary, let left = a.text, let right = b.text else { return sortOrder(a, b) }
        return switch self {
        case .binary, .caseInsensitive: left.caseInsensitiveCompare(right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }
}

/// The name of a method.
///
/// Swift on Linux has neither Objective-C selectors nor `#selector`; this type names the
/// comparisons of `NSSortDescriptor`: `Selector("localizedStandardCompare:")`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with a colon for each argument.
    public let description: String

    /// Creates a selector from a name such as `localizedStandardCompare:`.
    public init(_ name: String) {
        description = name
    }

    /// Creates a selector from a string literal.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
