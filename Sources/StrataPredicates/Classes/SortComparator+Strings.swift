public import Foundation

// The comparators of strings under the names that they have where a `SortComparator` is expected.
extension SortComparator where Self == String.StandardComparator {
    /// Compares strings in the order of their characters, without regard to the user's language.
    public static var lexical: String.StandardComparator { String.StandardComparator.lexical }

    /// Compares strings in the order of the user's language.
    public static var localized: String.StandardComparator { String.StandardComparator.localized }

    /// Compares strings as the Finder does: in the order of the user's language, with numbers by
    /// their values.
    public static var localizedStandard: String.StandardComparator { String.StandardComparator.localizedStandard }
}
