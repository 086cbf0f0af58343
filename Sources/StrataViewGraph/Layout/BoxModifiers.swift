public import Foundation

/// Puts an element around the content, which makes it exactly one row of a list.
private struct BoxModifier: BuiltInModifier {
    let style: BoxStyle

    static func listShape(of content: ListShape) -> ListShape { .row }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.show(.layout(.box(style)))
        node.updateChild(0, content)
    }
}

extension View {
    /// Adds space on some sides, in points; nil for the host's usual distance.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        modified(BoxModifier(style: .padding(edges, length.map { EdgeInsets(edges, $0) })))
    }

    /// Adds the same space on all sides, in points.
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Adds space by side, in points.
    public func padding(_ insets: EdgeInsets) -> some View { modified(BoxModifier(style: .padding(.all, insets))) }

    /// Gives the view a fixed size in points, in one or both directions.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        modified(BoxModifier(style: .frame(FrameLayout(width: width, height: height, alignment: alignment))))
    }

    /// Limits the view's size, in points. A maximum of `.infinity` fills the available space.
    public func frame(
        minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        modified(
            BoxModifier(
                style: .frame(
                    FrameLayout(
                        minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight, alignment: alignment))
            ))
    }

    /// Draws a color behind the view.
    public func background<S: ShapeStyle>(_ style: S) -> some View { background(style, in: Rectangle()) }

    /// Draws a shape filled with a color behind the view.
    public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
        modified(BoxModifier(style: .background(style._color, shape._corners)))
    }

    /// Makes the view transparent: 0 is invisible, 1 opaque.
    public func opacity(_ opacity: Double) -> some View { modified(BoxModifier(style: .opacity(opacity))) }
}
