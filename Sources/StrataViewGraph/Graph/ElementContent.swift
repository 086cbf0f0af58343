package import Foundation

/// The content of an element, independent of how a host draws it.
///
/// A closed list: a host switches over it, so that the compiler reports a case that it does not
/// draw.
package enum ElementContent: Hashable, Sendable {
    case window(title: String)
    case text(TextContent)
    case stack(StackLayout)
    case spacer(minLength: CGFloat?)
    case divider
    case box(BoxStyle)
    case button(ButtonContent)
    case textField(TextFieldContent)
    /// An activity, with the fraction done (0 to 1) where it is known.
    case progress(fraction: Double?)
    case alert(title: String)
    case list
    /// A section of a list; `firstRow` is the position of its first row among all rows of the list.
    case section(firstRow: Int)
    case header
    case footer
    case row(isDeletable: Bool)
    case gap(ListGap)
}

/// A run of text with one style, made of parts that a host may keep current by itself.
package struct TextContent: Hashable, Sendable {
    package enum Run: Hashable, Sendable {
        case string(String)
        case date(Date, style: Text.DateStyle)
    }

    package var runs: [Run]
    package var style: TextStyle
}

/// A stack's direction, alignment and spacing.
package struct StackLayout: Hashable, Sendable {
    package enum Direction: Hashable, Sendable {
        case horizontal(VerticalAlignment)
        case vertical(HorizontalAlignment)
        case depth(Alignment)
    }

    package var direction: Direction
    /// Points between children; nil for the host's choice.
    package var spacing: CGFloat?
}

/// A layout or drawing modifier, drawn as a box around its content.
package enum BoxStyle: Hashable, Sendable {
    /// Space on the given sides; nil insets stand for the host's usual distance.
    case padding(Edge.Set, EdgeInsets?)
    case frame(FrameLayout)
    case background(Color, CornerStyle)
    case opacity(Double)
}

/// The size that a frame asks for, and the alignment of its content in it.
package struct FrameLayout: Hashable, Sendable {
    package var minWidth, width, maxWidth, minHeight, height, maxHeight: CGFloat?
    package var alignment: Alignment
}

/// A button's appearance and shortcut.
package struct ButtonContent: Hashable, Sendable {
    package var appearance: ButtonAppearance
    package var role: ButtonRole?
    package var shortcut: KeyboardShortcut?
    package var isEnabled: Bool
}

/// A field for one line of text.
package struct TextFieldContent: Hashable, Sendable {
    package var label: String
    package var prompt: String
    package var text: String
    package var isEnabled: Bool
}

/// A range of rows (with the headers of whole sections) that have no elements because they are not
/// visible.
package struct ListGap: Hashable, Sendable {
    /// The position of the first row of the gap among all rows of the list.
    package var firstRow: Int
    package var rows: Int
    package var headers: Int
}

/// Identifiers and descriptions that modifiers give an element, independent of its content.
package struct ElementTraits: Hashable, Sendable {
    package var identifier: String?
    package var label: String?
    package var help: String?

    package init() {}
}
