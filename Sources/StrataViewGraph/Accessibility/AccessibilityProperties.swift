/// The meaning of an element to assistive technology, beyond its content.
package struct AccessibilityProperties: Hashable, Sendable {
    package var label: String?
    package var hint: String?
    package var value: String?
    package var isHidden = false
    package var addedTraits: AccessibilityTraits = []
    package var removedTraits: AccessibilityTraits = []
    /// The way the element and its children appear; nil for what the content says.
    package var children: AccessibilityChildBehavior?
    /// The level of a heading, from 1 to 6.
    package var headingLevel: Int?

    package init() {}
}

/// The role and state of a view, for users who do not see it.
public struct AccessibilityTraits: SetAlgebra, Hashable, Sendable {
    private var bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    /// Creates an empty set.
    public init() { bits = 0 }

    /// The view is a button.
    public static let isButton = AccessibilityTraits(bits: 1)
    /// The view is the heading of a part of the page.
    public static let isHeader = AccessibilityTraits(bits: 2)
    /// The view is selected.
    public static let isSelected = AccessibilityTraits(bits: 4)
    /// The view is a link.
    public static let isLink = AccessibilityTraits(bits: 8)
    /// The view is an image.
    public static let isImage = AccessibilityTraits(bits: 16)
    /// The view is a field for searches.
    public static let isSearchField = AccessibilityTraits(bits: 32)
    /// The view switches between on and off.
    public static let isToggle = AccessibilityTraits(bits: 64)
    /// The view reports what changes in it.
    public static let updatesFrequently = AccessibilityTraits(bits: 128)
    /// The view is text that cannot be edited.
    public static let isStaticText = AccessibilityTraits(bits: 256)

    /// Whether the set contains all traits of another.
    public func contains(_ member: AccessibilityTraits) -> Bool { bits & member.bits == member.bits }

    /// Returns the traits of both sets.
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { AccessibilityTraits(bits: bits | other.bits) }

    /// Returns the traits that are in both sets.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(bits: bits & other.bits)
    }

    /// Returns the traits that are in one of the sets only.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(bits: bits ^ other.bits)
    }

    /// Inserts the traits of another set.
    @discardableResult
    public mutating func insert(_ newMember: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        formUnion(newMember)
        return (isNew, newMember)
    }

    /// Removes the traits of another set; returns those that were removed.
    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        let removed = intersection(member)
        bits &= ~member.bits
        return removed.bits == 0 ? nil : removed
    }

    /// Inserts the traits of another set; returns those that were there.
    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        let known = intersection(newMember)
        formUnion(newMember)
        return known.bits == 0 ? nil : known
    }

    /// Inserts the traits of another set.
    public mutating func formUnion(_ other: AccessibilityTraits) { bits |= other.bits }

    /// Keeps the traits that are in another set, too.
    public mutating func formIntersection(_ other: AccessibilityTraits) { bits &= other.bits }

    /// Keeps the traits that are in one of the sets only.
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { bits ^= other.bits }
}

/// The way a view with children appears to users who do not see it.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    package enum Kind {
        case ignore, contain, combine
    }

    package let kind: Kind

    /// The children are hidden; the view's own label stands for them.
    public static let ignore = AccessibilityChildBehavior(kind: .ignore)
    /// The children appear inside the view.
    public static let contain = AccessibilityChildBehavior(kind: .contain)
    /// The texts of the children are the label of the view.
    public static let combine = AccessibilityChildBehavior(kind: .combine)
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable {
    /// A heading without a level of its own.
    case unspecified = 0
    /// The first level, that of the page.
    case h1
    /// The second level.
    case h2
    /// The third level.
    case h3
    /// The fourth level.
    case h4
    /// The fifth level.
    case h5
    /// The sixth level.
    case h6
}
