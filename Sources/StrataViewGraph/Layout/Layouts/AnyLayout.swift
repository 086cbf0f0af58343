public import Foundation

/// A layout with its type erased.
///
///     let layout = isCompact ? AnyLayout(VStackLayout()) : AnyLayout(HStackLayout())
///     layout {
///         Text("Magnitude")
///         Text("6.1")
///     }
///
/// When a view changes its layout, the views inside keep their state, and the move to their new
/// places is animated like any other change. A change between ``GridLayout`` and another layout
/// makes the views again.
public struct AnyLayout: Layout {
    /// The cache of the erased layout.
    public struct Cache {
        var value: Any
    }

    private let base: any ErasedLayout

    /// Erases the type of a layout.
    public init<L: Layout>(_ layout: L) { base = (layout as? AnyLayout)?.base ?? LayoutBox(layout: layout) }

    /// The arrangement of the erased layout.
    public var _arrangement: BuiltInLayoutArrangement? { base.arrangement }

    /// The axis along which the erased layout stacks its views.
    var stackOrientation: Axis? { base.stackOrientation }

    /// Returns the cache of the erased layout.
    public func makeCache(subviews: Subviews) -> Cache { Cache(value: base.makeCache(subviews)) }

    /// Updates the cache of the erased layout.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { base.updateCache(&cache.value, subviews) }

    /// Returns the distances of the erased layout.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        base.spacing(subviews, &cache.value)
    }

    /// Returns the size of the erased layout.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        base.size(for: proposal, subviews, &cache.value)
    }

    /// Places the subviews as the erased layout does.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) {
        base.place(subviews, in: bounds, proposal, &cache.value)
    }

    /// Returns the guide of the erased layout.
    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { base.explicitAlignment(of: guide.guide, in: bounds, proposal, subviews, &cache.value) }

    /// Returns the guide of the erased layout.
    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { base.explicitAlignment(of: guide.guide, in: bounds, proposal, subviews, &cache.value) }
}

/// A layout whose cache has any type.
private protocol ErasedLayout {
    var arrangement: BuiltInLayoutArrangement? { get }
    var stackOrientation: Axis? { get }
    func makeCache(_ subviews: LayoutSubviews) -> Any
    func updateCache(_ cache: inout Any, _ subviews: LayoutSubviews)
    func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing
    func size(for proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize
    func place(_ subviews: LayoutSubviews, in bounds: CGRect, _ proposal: ProposedViewSize, _ cache: inout Any)
    func explicitAlignment(
        of guide: GuideKey, in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat?
}

private struct LayoutBox<L: Layout>: ErasedLayout {
    let layout: L

    var arrangement: BuiltInLayoutArrangement? { layout._arrangement }
    var stackOrientation: Axis? { L.layoutProperties.stackOrientation }

    /// Calls a function with the cache, which is a new one after the layout had another type.
    private func using<Result>(_ cache: inout Any, _ subviews: LayoutSubviews, _ body: (inout L.Cache) -> Result) -> Result {
        var own = cache as? L.Cache ?? layout.makeCache(subviews: subviews)
        defer { cache = own }
        return body(&own)
    }

    func makeCache(_ subviews: LayoutSubviews) -> Any { layout.makeCache(subviews: subviews) }

    func updateCache(_ cache: inout Any, _ subviews: LayoutSubviews) {
        using(&cache, subviews) { layout.updateCache(&$0, subviews: subviews) }
    }

    func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing {
        using(&cache, subviews) { layout.spacing(subviews: subviews, cache: &$0) }
    }

    func size(for proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize {
        using(&cache, subviews) { layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
    }

    func place(_ subviews: LayoutSubviews, in bounds: CGRect, _ proposal: ProposedViewSize, _ cache: inout Any) {
        using(&cache, subviews) {
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0)
        }
    }

    func explicitAlignment(
        of guide: GuideKey, in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat? {
        using(&cache, subviews) { own in
            guide.axis == .horizontal
                ? layout.explicitAlignment(
                    of: HorizontalAlignment(guide: guide), in: bounds, proposal: proposal, subviews: subviews, cache: &own)
                : layout.explicitAlignment(
                    of: VerticalAlignment(guide: guide), in: bounds, proposal: proposal, subviews: subviews, cache: &own)
        }
    }
}
