public import Foundation

extension View {
    /// Returns the view unchanged: the frame has no size.
    @available(*, deprecated, message: "Pass a width or a height.")
    public func frame() -> some View { self }

    /// Gives the view a fixed width, height or both, in points, and aligns it in that space.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        var modifier = BoxModifier(.frame(FrameLayout(width: width, height: height, alignment: alignment)))
        if let width, let height { modifier.knownSize = CGSize(width: width, height: height) }
        return modified(modifier)
    }

    /// Limits the size of the view, in points. With a maximum of `.infinity`, it fills the
    /// available space.
    ///
    /// An ideal length applies inside `fixedSize()`, and where the available space is unlimited.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        box(
            .frame(
                FrameLayout(
                    minWidth: minWidth, idealWidth: idealWidth, maxWidth: maxWidth, minHeight: minHeight,
                    idealHeight: idealHeight, maxHeight: maxHeight, alignment: alignment)))
    }

    /// Gives the view the size that its content needs in unlimited space, along the given axes.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        var axes: Axis.Set = []
        if horizontal { axes.insert(.horizontal) }
        if vertical { axes.insert(.vertical) }
        return box(.fixedSize(axes))
    }

    /// Gives the view the size that its content needs in unlimited space.
    public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    /// Takes all available space, and puts the center of the view at a point in it.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { box(.position(x: x, y: y)) }

    /// Takes all available space, and puts the center of the view at a point in it.
    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
}

/// The way in which a view with an aspect ratio uses a space with another one.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    /// All of the view is inside the space. A part of the space may stay empty.
    case fit
    /// The view covers all of the space, and may extend beyond it.
    case fill
}

extension View {
    /// Gives the view a ratio of width to height; nil for that of its content.
    @_disfavoredOverload
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        modified(AspectRatioModifier(ratio: aspectRatio, mode: contentMode))
    }

    /// Gives the view the ratio of width to height that a size has.
    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        modified(AspectRatioModifier(ratio: aspectRatio.width / aspectRatio.height, mode: contentMode))
    }

    /// Scales the view so that it just fits in the space, and keeps its aspect ratio.
    public func scaledToFit() -> some View { aspectRatio(nil, contentMode: .fit) }

    /// Scales the view so that it covers the space, and keeps its aspect ratio.
    public func scaledToFill() -> some View { aspectRatio(nil, contentMode: .fill) }
}

/// A modifier that keeps an aspect ratio: by a fixed size if the space is known, else by the host.
private struct AspectRatioModifier: BuiltInModifier {
    static var evaluation: _ViewEvaluation { .drawing }

    let ratio: CGFloat?
    let mode: ContentMode

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var style = BoxStyle.ratio(ratio.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }, mode)
        var size: CGSize?
        if let ratio, ratio.isFinite, ratio > 0, let space = node.environment.knownSize {
            let isWide = (ratio * space.height > space.width) == (mode == .fit)
            size =
                isWide
                ? CGSize(width: space.width, height: space.width / ratio)
                : CGSize(width: space.height * ratio, height: space.height)
            style = .frame(FrameLayout(width: size?.width, height: size?.height, alignment: .center))
        }
        var modifier = BoxModifier(style)
        modifier.knownSize = size
        modifier.update(node, content: content)
    }
}
