public import Foundation

/// The parts of a declaration with `#Preview` that have names.
public struct Preview {
    /// The traits of a preview of a view.
    public struct ViewTraits {}

    private init() {}
}

/// A property of Xcode's canvas, for a preview on it. There is no canvas on Linux, so traits have no
/// effect.
public struct PreviewTrait<T> {
    fileprivate init() {}
}

extension PreviewTrait where T == Preview.ViewTraits {
    /// The layout that the canvas has by itself.
    public static var defaultLayout: PreviewTrait<T> { PreviewTrait() }
    /// A canvas as large as the view.
    public static var sizeThatFitsLayout: PreviewTrait<T> { PreviewTrait() }
    /// A device held upright.
    public static var portrait: PreviewTrait<T> { PreviewTrait() }
    /// A device held upside down.
    public static var portraitUpsideDown: PreviewTrait<T> { PreviewTrait() }
    /// A device turned to the left.
    public static var landscapeLeft: PreviewTrait<T> { PreviewTrait() }
    /// A device turned to the right.
    public static var landscapeRight: PreviewTrait<T> { PreviewTrait() }

    /// Returns a trait for a canvas of a size.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait<T> { PreviewTrait() }

    /// Returns a trait for a modifier of the previewed view.
    @MainActor
    public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> { PreviewTrait() }
}

/// A modifier of previews, with a context that several previews share, such as a store with sample
/// data.
@MainActor
public protocol PreviewModifier {
    /// The content that the modifier changes.
    typealias Content = PreviewModifierContent
    /// The context that the previews share.
    associatedtype Context = Void
    /// The type of the modified view.
    associatedtype Body: View

    /// Makes the context.
    static func makeSharedContext() async throws -> Context

    /// Returns the modified view.
    @ViewBuilder
    func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
    /// Makes no context.
    public static func makeSharedContext() async throws {}
}

/// The view that a ``PreviewModifier`` changes. It has no content on Linux, where no preview is
/// shown.
public struct PreviewModifierContent: View {
    /// Nothing.
    public var body: some View { EmptyView() }
}
