internal import StrataPredicates

/// A run of consecutive rows of a result with equal section values.
package struct ResultSection: Hashable, Sendable {
    package let value: Value
    package let range: Range<Int>
}
