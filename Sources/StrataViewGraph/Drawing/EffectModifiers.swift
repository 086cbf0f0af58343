public import Foundation

extension View {
    /// Puts a box with an effect around each view.
    private func effect(_ effect: DrawingEffect) -> some View { box(.effect(effect)) }

    // MARK: Colors

    /// Sets the opacity of the view: 0 is invisible, 1 is opaque.
    public func opacity(_ opacity: Double) -> some View { effect(.opacity(opacity)) }

    /// Blurs the view by a radius in points.
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { effect(.blur(radius: radius)) }

    /// Makes the colors of the view lighter, or darker for a negative amount: 1 is white, -1 is
    /// black.
    public func brightness(_ amount: Double) -> some View { effect(.brightness(amount)) }

    /// Multiplies the contrast of the view: 1 leaves it as it is, and 0 makes everything gray.
    public func contrast(_ amount: Double) -> some View { effect(.contrast(amount)) }

    /// Multiplies the saturation of the view's colors: 1 leaves them as they are, and 0 makes them
    /// gray.
    public func saturation(_ amount: Double) -> some View { effect(.saturation(amount)) }

    /// Makes the view grayer: 0 leaves it as it is, and 1 leaves no color.
    public func grayscale(_ amount: Double) -> some View { effect(.grayscale(amount)) }

    /// Rotates the hues of the view by an angle of the color wheel.
    public func hueRotation(_ angle: Angle) -> some View { effect(.hueRotation(angle)) }

    /// Inverts the colors of the view.
    public func colorInvert() -> some View { effect(.colorInvert) }

    /// Multiplies the components of the view's colors, opacity included, with those of a color.
    public func colorMultiply(_ color: Color) -> some View { effect(.colorMultiply(color)) }

    /// Adds a shadow with the outline of what the view draws. Lengths are in points.
    public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View {
        effect(.shadow(color, radius: radius, x: x, y: y))
    }

    /// Sets the way in which the colors of the view are blended with those behind it.
    public func blendMode(_ blendMode: BlendMode) -> some View { effect(.blend(blendMode)) }

    /// Draws the view as a whole, before effects around it are applied.
    public func compositingGroup() -> some View { effect(.group) }

    /// Draws the view as a whole, like ``compositingGroup()``. The parameters are ignored.
    public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View { effect(.group) }

    // MARK: Transforms

    /// Draws the view scaled. Its layout does not change.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        effect(.scale(x: x, y: y, anchor: anchor))
    }

    /// Draws the view scaled. Its layout does not change.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }

    /// Draws the view scaled. Its layout does not change.
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { scaleEffect(x: s, y: s, anchor: anchor) }

    /// Draws the view rotated. Its layout does not change.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        effect(.rotation(angle, anchor: anchor))
    }

    /// Draws the view rotated around an axis in space. Its layout does not change.
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View {
        effect(
            .rotation3D(angle, x: axis.x, y: axis.y, z: axis.z, anchor: anchor, anchorZ: anchorZ, perspective: perspective))
    }

    /// Draws the view with each point mapped by a transform, whose origin is the view's top left
    /// corner. Its layout does not change.
    public func transformEffect(_ transform: CGAffineTransform) -> some View { effect(.transform(transform)) }

    // MARK: Clips

    /// Draws only the part of the view inside a shape.
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        modified(ClipModifier(shape: shape, isEvenOdd: style.isEOFilled))
    }

    /// Draws only the part of the view inside its rectangle.
    public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

    /// Rounds the corners of the view by a radius in points.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    /// Draws only the part of the view inside a shape.
    public func mask<Mask: Shape>(_ mask: Mask) -> some View { clipShape(mask) }

    /// Draws only the part of the view inside the shape that a closure returns. A shape takes all
    /// of the space, so the alignment has no effect.
    public func mask<Mask: Shape>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        clipShape(mask())
    }

    /// Makes each point of the view as opaque as a gradient at that point.
    public func mask<Mask: ShapeStyle & View>(_ mask: Mask) -> some View {
        modified(MaskModifier(mask: mask))
    }

    /// Makes each point of the view as opaque as the gradient that a closure returns at that point.
    public func mask<Mask: ShapeStyle & View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        modified(MaskModifier(mask: mask()))
    }
}

/// The color space in which `drawingGroup(opaque:colorMode:)` blends colors on Apple's platforms.
/// Browsers use a single one.
public enum ColorRenderingMode: Hashable, Sendable {
    /// The nonlinear sRGB color space.
    case nonLinear
    /// The linear sRGB color space.
    case linear
    /// The linear sRGB color space, with values outside 0 through 1.
    case extendedLinear
}

/// A modifier that draws only the part of its content inside a shape.
private struct ClipModifier<Outline: Shape>: BuiltInModifier {
    let shape: Outline
    let isEvenOdd: Bool

    /// Returns one row: a path is made for the size of all views together.
    static func listShape(of content: ListShape) -> ListShape { .row }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let measured = node.outline(of: node.animated(shape), isDrawable: \.cutsBoxes)
        let effect = DrawingEffect.clip(measured.outline, isEvenOdd: isEvenOdd, reportsSize: measured.reportsSize)
        node.show(.layout(.box(.effect(effect))), on: measured.handlers)
        node.updateChild(0, content, environment: node.environment.inBox(of: node.environment.knownSize))
    }
}

/// A modifier that makes its content as opaque as a gradient.
private struct MaskModifier: BuiltInModifier {
    let mask: any ShapeStyle

    func update<Content: View>(_ node: ViewNode, content: Content) {
        BoxModifier(.effect(.mask(mask._paint(in: node.environment)))).update(node, content: content)
    }
}
