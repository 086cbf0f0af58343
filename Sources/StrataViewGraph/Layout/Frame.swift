public import Foundation

extension View {
    /// Returns the view as it is: a frame without a size.
    @available(*, deprecated, message: "Pass a width or a height.")
    public func frame() -> some View { self }

    /// Gives the view a fixed size in points, in one or both directions.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        var modifier = BoxModifier(.frame(FrameLayout(width: width, height: height, alignment: alignment)))
        if let width, let height { modifier.knownSize = CGSize(width: width, height: height) }
        return modified(modifier)
    }

    /// Limits the view's size, in points. A maximum of `.infinity` fills the available space.
    ///
    /// An ideal length is taken by `fixedSize()`, and where there is no limit to the space.
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

    /// Gives the view the size that it has without limits, along one or both axes.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        var axes: Axis.Set = []
        if horizontal { axes.insert(.horizontal) }
        if vertical { axes.insert(.vertical) }
        return box(.fixedSize(axes))
    }

    /// Gives the view the size that it has without limits.
    public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    /// Moves the view in its layout, by a distance in points. The space that it takes stays where it
    /// is.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { box(.effect(.offset(x: x, y: y))) }

    /// Moves the view in its layout, by a distance in points.
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// Puts the center of the view at a point of the space that is left, of which it takes all.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { box(.position(x: x, y: y)) }

    /// Puts the center of the view at a point of the space that is left, of which it takes all.
    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
}

/// The way in which a view with proportions uses a space with others.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    /// All of the view is in the space, a part of which may stay empty.
    case fit
    /// The view covers the space, and may reach beyond it.
    case fill
}

extension View {
    /// Gives the view a proportion of width to height; nil for the one that it has by itself.
    @_disfavoredOverload
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        modified(AspectRatioModifier(ratio: aspectRatio, mode: contentMode))
    }

    /// Gives the view the proportion of a size.
    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        modified(AspectRatioModifier(ratio: aspectRatio.width / aspectRatio.height, mode: contentMode))
    }

    /// Makes the view as large as the space allows, with its own proportions.
    public func scaledToFit() -> some View { aspectRatio(nil, contentMode: .fit) }

    /// Makes the view cover the space, with its own proportions.
    public func scaledToFill() -> some View { aspectRatio(nil, contentMode: .fill) }
}

/// Keeps a proportion: by a fixed size where the space is known, else by the host.
private struct AspectRatioModifier: BuiltInModifier {
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
