import Foundation

// # Limits of growth
//
// A frame with a maximum width takes the space that its parent has left, but not more than that. A
// row whose other views do not grow ends where such frames end, and so do the padding and the
// background around it. To the view graph, all of these grow horizontally. Hosts that stretch
// what grows need to know which elements end before their parent does: `StrataWebHost` draws a row
// and the boxes around it with the class `hugs`.
//
// The limit is computed together with the growth, from the content and the children of an element.

/// The limit of the width of an element that grows horizontally.
package enum WidthLimit: Comparable, Sendable {
    /// Only the space that the parent has left.
    case none
    /// A frame with a maximum width.
    case frame
    /// A row of views that have a maximum width or do not grow.
    case row
}

extension ElementContent {
    /// Returns the limit of the width of an element with this content and these children.
    @MainActor
    func widthLimit(around children: [Element]) -> WidthLimit {
        switch self {
        case .layout(.stack(let stack)): stack.isRow && children.widthLimit != .none ? .row : .none
        case .layout(.box(.frame(let frame))): frame.hasMaximumWidth ? .frame : .none
        case .layout(.box(let style)): style.isAsWideAsContent ? children.widthLimit : .none
        case .layout(.layers):
            // A frame in layers is in their middle, so the layers do not end at it.
            children.contentOfLayers?.widthLimit == .row ? .row : .none
        default: .none
        }
    }
}

extension StackLayout {
    /// Whether the views stand side by side. A lazy stack must not change its size with its views.
    fileprivate var isRow: Bool {
        if case .horizontal = direction { !fillsCross } else { false }
    }
}

extension FrameLayout {
    fileprivate var hasMaximumWidth: Bool { width == nil && maxWidth?.isFinite == true }
}

extension BoxStyle {
    /// Whether a box with the style is as wide as its content, except for a padding.
    fileprivate var isAsWideAsContent: Bool {
        switch self {
        case .padding, .background, .effect, .measured, .guided: true
        case .matched(let geometry): geometry.isSource
        case .frame, .fixedSize, .position, .ratio, .relativeFrame: false
        }
    }
}

extension [Element] {
    /// The limit of the width of elements side by side. There is none if one of them grows without a
    /// limit, or if none grows.
    @MainActor
    fileprivate var widthLimit: WidthLimit {
        var limit = WidthLimit.none
        for element in self where element.growsInRow {
            guard element.widthLimit != .none else { return .none }
            limit = Swift.max(limit, element.widthLimit)
        }
        return limit
    }

    /// The only element that is no layer; nil if there are several.
    @MainActor
    fileprivate var contentOfLayers: Element? {
        let contents = filter { !$0.content.isLayer }
        return contents.count == 1 ? contents[0] : nil
    }
}

extension Element {
    /// Whether the element grows horizontally among others side by side. A divider is a line there.
    fileprivate var growsInRow: Bool {
        if case .layout(.divider) = content { false } else { growth.contains(.horizontal) }
    }
}
