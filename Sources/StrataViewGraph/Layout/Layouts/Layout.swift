public import Foundation

/// A type that arranges views: one of the built-in layouts, such as ``HStackLayout``, or an app's
/// own.
///
/// A layout is called like a function with the views that it arranges:
///
///     struct Tags: Layout {
///         func sizeThatFits(
///             proposal: ProposedViewSize, subviews: Subviews, cache: inout ()
///         ) -> CGSize { … }
///
///         func placeSubviews(
///             in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()
///         ) { … }
///     }
///
///     Tags {
///         ForEach(tags, id: \.self) { Text($0) }
///     }
///
/// The host measures the views for the proposals that the layout asks for, and the layout runs
/// again with these sizes; ``LayoutEngine`` describes how. Therefore both functions are called more
/// often than on Apple's platforms, and with estimated sizes at first.
public protocol Layout: Animatable {
    /// The type of what the layout computes once for several calls.
    associatedtype Cache = Void

    /// The subviews of a layout.
    typealias Subviews = LayoutSubviews

    /// The properties that apply to all layouts of the type.
    static var layoutProperties: LayoutProperties { get }

    /// Returns what later calls get as the cache.
    func makeCache(subviews: Subviews) -> Cache

    /// Changes the cache after the subviews have changed. By default, makes another one.
    func updateCache(_ cache: inout Cache, subviews: Subviews)

    /// Returns the preferred distances of the layout to its neighbors. By default, these are at
    /// least as large as those of each subview.
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing

    /// Returns the size of the layout for a proposal.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize

    /// Places each subview, by ``LayoutSubview/place(at:anchor:proposal:)``. A subview that is not
    /// placed is in the middle of the bounds.
    ///
    /// - Parameters:
    ///   - bounds: The space that the layout has, with the size that it has chosen for the
    ///     proposal.
    ///   - proposal: The proposal for which it has chosen the size.
    ///   - subviews: The views to place.
    ///   - cache: The value of `makeCache(subviews:)`.
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)

    /// Returns the position of a horizontal guide of the layout in its bounds; nil, the default,
    /// for that of its subviews.
    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?

    /// Returns the position of a vertical guide of the layout in its bounds; nil, the default, for
    /// that of its subviews.
    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?

    /// The arrangement that hosts draw without measuring; nil for a layout of an app.
    var _arrangement: BuiltInLayoutArrangement? { get }
}

/// The properties of a type of layout.
public struct LayoutProperties: Sendable {
    /// The axis along which the layout stacks its views; nil if it is no stack. A ``Spacer`` takes
    /// space along it only.
    public var stackOrientation: Axis?

    /// Creates the properties of a layout that is no stack.
    public init() {}
}

/// An arrangement of views that hosts can draw.
public struct BuiltInLayoutArrangement: Sendable {
    enum Value: Sendable {
        case stack(StackLayout)
        case grid(GridArrangement)
    }

    let value: Value
}

extension Layout where Cache == Void {
    /// Returns nothing.
    public func makeCache(subviews: Subviews) {}
}

extension Layout {
    /// The properties of a layout that is no stack.
    public static var layoutProperties: LayoutProperties { LayoutProperties() }

    /// Makes another cache.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

    /// Returns distances that are at least as large as those of each subview.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        guard let first = subviews.first else { return .zero }
        return subviews.dropFirst().reduce(first.spacing) { $0.union($1.spacing) }
    }

    /// Returns nil, so that the guides of the subviews count.
    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { nil }

    /// Returns nil, so that the guides of the subviews count.
    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { nil }

    /// No arrangement of hosts.
    public var _arrangement: BuiltInLayoutArrangement? { nil }

    /// Returns the views, arranged by the layout.
    @MainActor @preconcurrency
    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        AnimatedLayout(layout: self, content: content())
    }
}

/// Views in a layout whose data are interpolated in an animated change.
private struct AnimatedLayout<L: Layout, Content: View>: View, @MainActor Animatable {
    var layout: L
    let content: Content

    var animatableData: L.AnimatableData {
        get { layout.animatableData }
        set { layout.animatableData = newValue }
    }

    var body: some View { ArrangedViews(layout: AnyLayout(layout), content: content) }
}

/// Views in a layout that can change.
private struct ArrangedViews<Content: View>: BuiltInView {
    let layout: AnyLayout
    let content: Content

    func _update(_ node: ViewNode) {
        switch layout._arrangement?.value {
        case .stack(let stack):
            node.arrange = nil
            if node.storage is GridReference { node.storage = nil }
            node.showStack(stack, content)
        case .grid(let grid):
            LayoutEngine.end(in: node)
            node.showGrid(grid, content)
        case nil:
            node.arrange = nil
            node.show(layout, of: content)
        }
    }
}
