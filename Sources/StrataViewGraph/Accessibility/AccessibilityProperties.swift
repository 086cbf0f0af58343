/// The meaning of an element to assistive technology, beyond its content.
package struct AccessibilityProperties: Hashable, Sendable {
    /// The name of the element.
    package var label: String?
    /// The description of the result of the element's action.
    package var hint: String?
    /// The description of the element's value.
    package var value: String?
    /// Whether the element is hidden; nil if no modifier says so.
    package var isHidden: Bool?
    package var addedTraits: AccessibilityTraits = []
    package var removedTraits: AccessibilityTraits = []
    /// The way the element and its children appear; nil for the way that its content determines.
    package var children: AccessibilityChildBehavior?
    /// Whether other elements stand for the children, of which only the element's own label is left.
    package var childrenAreReplaced = false
    /// The level of a heading, from 1 to 6.
    package var headingLevel: Int?
    /// Other names of the element.
    package var inputLabels: [String] = []
    package var customContent: [AccessibilityCustomContent] = []
    /// The place in the order of reading; nil for that of the view's position.
    package var sortPriority: Double?
    /// The groups of elements that are linked with the element.
    package var linkedGroups: [Int] = []
    /// The part of the element in a labeled pair; nil if it is in none.
    package var pair: LabeledPair?
    /// Whether an `accessibilityFocused` modifier can move the focus to the element.
    package var isFocusTarget = false

    package init() {}

    /// Whether assistive technology does not present what is inside the element.
    var hidesChildren: Bool { isHidden == true || childrenAreReplaced || children == .ignore }
}

/// The role and state of a view for assistive technology.
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
    /// The view is a search field.
    public static let isSearchField = AccessibilityTraits(bits: 32)
    /// The view can be turned on and off.
    public static let isToggle = AccessibilityTraits(bits: 64)
    /// The content of the view changes often. Changes are reported.
    public static let updatesFrequently = AccessibilityTraits(bits: 128)
    /// The view is text that cannot be edited.
    public static let isStaticText = AccessibilityTraits(bits: 256)
    /// The view is a dialog, and the views around it cannot be used while it is shown.
    public static let isModal = AccessibilityTraits(bits: 512)
    /// The view handles all keys itself, such as a drawing board or a piano.
    public static let allowsDirectInteraction = AccessibilityTraits(bits: 1024)

    /// Returns whether the set contains all traits of another.
    public func contains(_ member: AccessibilityTraits) -> Bool { bits & member.bits == member.bits }

    /// Returns the traits of both sets.
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { AccessibilityTraits(bits: bits | other.bits) }

    /// Returns the traits that are in both sets.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(bits: bits & other.bits)
    }

    /// Returns the traits that are in exactly one of the sets.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(bits: bits ^ other.bits)
    }

    /// Inserts the traits of another set. Returns whether any of them is new.
    @discardableResult
    public mutating func insert(_ newMember: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        formUnion(newMember)
        return (isNew, newMember)
    }

    /// Removes the traits of another set. Returns those that were removed; nil if there were none.
    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        let removed = intersection(member)
        bits &= ~member.bits
        return removed.bits == 0 ? nil : removed
    }

    /// Inserts the traits of another set. Returns those that were present before; nil for none.
    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        let known = intersection(newMember)
        formUnion(newMember)
        return known.bits == 0 ? nil : known
    }

    /// Inserts the traits of another set.
    public mutating func formUnion(_ other: AccessibilityTraits) { bits |= other.bits }

    /// Removes the traits that are not in another set.
    public mutating func formIntersection(_ other: AccessibilityTraits) { bits &= other.bits }

    /// Replaces the traits by those that are in exactly one of the two sets.
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { bits ^= other.bits }
}

/// The way in which a view with children appears to assistive technology.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    package enum Kind {
        case ignore, contain, combine
    }

    package let kind: Kind

    /// The children are hidden, and the view's own label stands for them.
    public static let ignore = AccessibilityChildBehavior(kind: .ignore)
    /// The children appear as elements inside the view.
    public static let contain = AccessibilityChildBehavior(kind: .contain)
    /// The texts of the children are combined into the label of the view.
    public static let combine = AccessibilityChildBehavior(kind: .combine)
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable {
    /// A heading for which no level is set.
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
