package import Foundation

/// What an element shows, without a word about how a host draws it.
///
/// The list is closed on purpose: a host draws each case, and the compiler says when one is forgotten.
package enum ElementContent: Hashable, Sendable {
    case window(title: String)
    case text(TextContent)
    case stack(StackLayout)
    case spacer(minLength: CGFloat?)
    case divider
    case box(BoxStyle)
    case button(ButtonContent)
    case textField(TextFieldContent)
    /// Work going on; the fraction done (0 to 1), where it is known.
    case progress(fraction: Double?)
    case alert(title: String)
    case list
    /// A section of a list: `firstRow` is the position of its first row among all rows of the list.
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

/// How a stack lays out its children.
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

/// What one layout or drawing modifier adds around its content.
package enum BoxStyle: Hashable, Sendable {
    /// Nil for the host's usual distance on the given sides.
    case padding(Edge.Set, EdgeInsets?)
    case frame(FrameLayout)
    case background(Color, CornerStyle)
    case opacity(Double)
}

/// The size a frame asks for, and where its content stands in it.
package struct FrameLayout: Hashable, Sendable {
    package var minWidth, width, maxWidth, minHeight, height, maxHeight: CGFloat?
    package var alignment: Alignment
}

/// A button's looks and its ways of being pressed.
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

/// Rows (and whole sections) of a list that are not made because nobody looks at them.
package struct ListGap: Hashable, Sendable {
    /// The position of the first of them among all rows of the list.
    package var firstRow: Int
    package var rows: Int
    package var headers: Int
}

/// What a modifier says about an element, whatever it shows.
package struct ElementTraits: Hashable, Sendable {
    package var identifier: String?
    package var label: String?
    package var help: String?

    package init() {}
}
