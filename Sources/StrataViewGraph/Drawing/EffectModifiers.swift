public import Foundation

extension View {
    private func effect(_ effect: DrawingEffect) -> some View { box(.effect(effect)) }

    // MARK: Colors

    /// Makes the view transparent: 0 is invisible, 1 opaque.
    public func opacity(_ opacity: Double) -> some View { effect(.opacity(opacity)) }

    /// Blurs the view.
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { effect(.blur(radius: radius)) }

    /// Makes the colors of the view lighter, or darker by a negative amount: -1 is black, 1 white.
    public func brightness(_ amount: Double) -> some View { effect(.brightness(amount)) }

    /// Moves the colors of the view away from gray, or toward it by an amount below 1.
    public func contrast(_ amount: Double) -> some View { effect(.contrast(amount)) }

    /// Makes the colors of the view more intense, or less by an amount below 1.
    public func saturation(_ amount: Double) -> some View { effect(.saturation(amount)) }

    /// Removes colors from the view: 1 leaves none.
    public func grayscale(_ amount: Double) -> some View { effect(.grayscale(amount)) }

    /// Turns the hues of the view by an angle of the color wheel.
    public func hueRotation(_ angle: Angle) -> some View { effect(.hueRotation(angle)) }

    /// Replaces each color of the view by its opposite.
    public func colorInvert() -> some View { effect(.colorInvert) }

    /// Adds a shadow to what the view draws.
    public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View {
        effect(.shadow(color, radius: radius, x: x, y: y))
    }

    /// Sets how the colors of the view are mixed with those behind it.
    public func blendMode(_ blendMode: BlendMode) -> some View { effect(.blend(blendMode)) }

    /// Draws the view as a whole before effects around it apply.
    public func compositingGroup() -> some View { effect(.group) }

    /// Draws the view as a whole before it is shown.
    public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View { effect(.group) }

    // MARK: Transforms

    /// Draws the view in another size. Its layout stays as it is.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        effect(.scale(x: x, y: y, anchor: anchor))
    }

    /// Draws the view in another size. Its layout stays as it is.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }

    /// Draws the view in another size. Its layout stays as it is.
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { scaleEffect(x: s, y: s, anchor: anchor) }

    /// Draws the view rotated. Its layout stays as it is.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        effect(.rotation(angle, anchor: anchor))
    }

    /// Draws the view rotated around an axis in space. Its layout stays as it is.
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View {
        effect(
            .rotation3D(angle, x: axis.x, y: axis.y, z: axis.z, anchor: anchor, anchorZ: anchorZ, perspective: perspective))
    }

    /// Draws the view with each point mapped by a transform, from its top left corner.
    public func transformEffect(_ transform: CGAffineTransform) -> some View { effect(.transform(transform)) }

    // MARK: Clips

    /// Draws only what is inside a shape.
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        modified(ClipModifier(shape: shape, isEvenOdd: style.isEOFilled))
    }

    /// Draws only what is inside the view's rectangle.
    public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

    /// Rounds the corners of the view by a radius in points.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    /// Draws only what is inside a shape.
    public func mask<Mask: Shape>(_ mask: Mask) -> some View { clipShape(mask) }

    /// Draws only what is inside the shape that a closure returns.
    public func mask<Mask: Shape>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        clipShape(mask())
    }

    /// Makes each point of the view as opaque as a gradient is there.
    public func mask<Mask: ShapeStyle & View>(_ mask: Mask) -> some View {
        modified(MaskModifier(mask: mask))
    }

    /// Makes each point of the view as opaque as the gradient that a closure returns is there.
    public func mask<Mask: ShapeStyle & View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        modified(MaskModifier(mask: mask()))
    }
}

/// The colors in which a group is mixed. Browsers have one way.
public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear, linear, extendedLinear
}

/// Cuts the content along a shape.
private struct ClipModifier<Outline: Shape>: BuiltInModifier {
    let shape: Outline
    let isEvenOdd: Bool

    /// One row: a path is cut for the size of all views together.
    static func listShape(of content: ListShape) -> ListShape { .row }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let measured = node.outline(of: shape, isDrawable: \.cutsBoxes)
        let effect = DrawingEffect.clip(measured.outline, isEvenOdd: isEvenOdd, reportsSize: measured.reportsSize)
        node.show(.layout(.box(.effect(effect))), on: measured.handlers)
        node.updateChild(0, content, environment: node.environment.inBox(of: node.environment.knownSize))
    }
}

/// Makes the content as opaque as a gradient.
private struct MaskModifier: BuiltInModifier {
    let mask: any ShapeStyle

    func update<Content: View>(_ node: ViewNode, content: Content) {
        BoxModifier(.effect(.mask(mask._paint(in: node.environment)))).update(node, content: content)
    }
}
