import Foundation

/// The size of a view for a proposal, as the host has measured it.
struct Measurement {
    var size: CGSize
    /// The baselines of the first and the last line of text; nil if they were not asked for.
    var baselines: (first: CGFloat, last: CGFloat)?
    /// The frames of the boxes with alignment guides inside, by the ID of the element.
    var guides: [Int: CGRect] = [:]
}

/// A view in a layout, with the measurements of the host.
@MainActor
final class MeasuredView {
    /// The box that is drawn around the view.
    let slot: Element
    let element: Element
    private unowned let graph: WindowGraph
    /// The measurements of the host, by the proposal.
    var measurements: [ProposedViewSize: Measurement] = [:]
    /// The proposals for which the host measures the view.
    var requests: [ProposedViewSize] = []
    /// The frame in the layout; nil before it is known.
    var frame: CGRect?

    init(_ element: Element, in graph: WindowGraph) {
        self.element = element
        self.graph = graph
        slot = graph.makeElement(.layout(.slot(LayoutSlot())))
        graph.setChildren(of: slot, to: [element])
    }

    /// The engine of the layout, if the view is one.
    var engine: LayoutEngine? { graph.layouts.engine(of: element) }

    /// The view, without the boxes around it.
    private var core: Element {
        var core = element
        while case .layout(.box) = core.content, let inner = core.children.first { core = inner }
        return core
    }

    var priority: Double {
        var each = element
        while each.traits.layout.priority == nil, case .layout(.box) = each.content, let inner = each.children.first {
            each = inner
        }
        return each.traits.layout.priority ?? 0
    }

    /// The values for the layout that modifiers have set on the view; nil without any.
    var values: LayoutValues? {
        var values = element.traits.layout.values
        var each = element
        while case .layout(.box) = each.content, let inner = each.children.first {
            if let set = inner.traits.layout.values {
                var merged = values ?? LayoutValues()
                merged.merge(set)
                values = merged
            }
            each = inner
        }
        return values
    }

    var spacing: ViewSpacing {
        if case .layout(.spacer) = core.content { return .zero }
        return ViewSpacing()
    }

    /// Whether the view has no text inside, so that its baselines are at its bottom.
    var hasNoText: Bool { !Self.hasText(element) }

    private static func hasText(_ element: Element) -> Bool {
        if case .text = element.content { return true }
        return element.children.contains(where: hasText)
    }

    /// Returns the size of a spacer or a divider, which depends on the stack that it is in; nil for
    /// other views.
    func fixedSize(for proposal: ProposedViewSize, in orientation: Axis?) -> CGSize? {
        switch element.content {
        case .layout(.spacer(let minLength)):
            let least = minLength ?? 8
            var size = CGSize.zero
            for axis in orientation.map({ [$0] }) ?? Axis.allCases { size[axis] = max(proposal[axis] ?? least, least) }
            return size
        case .layout(.divider):
            let along = orientation == .horizontal ? Axis.vertical : .horizontal
            var size = CGSize(width: 1, height: 1)
            size[along] = proposal[along] ?? 10
            return size
        default: return nil
        }
    }

    /// Returns the size that the view probably has for a proposal that the host has not measured.
    func estimate(for proposal: ProposedViewSize) -> CGSize {
        let ideal = measurements[.unspecified]?.size ?? measurements.values.first?.size ?? CGSize(width: 10, height: 10)
        var size = ideal.drawable
        if let width = proposal.width, element.growth.contains(.horizontal) || width < size.width { size.width = width }
        if let height = proposal.height, element.growth.contains(.vertical) { size.height = height }
        return size
    }

    /// Returns the guides that the view and views inside set, in the coordinate space of the view.
    func guides(for proposal: ProposedViewSize, _ size: CGSize, _ measured: Measurement?) -> [GuideKey: CGFloat] {
        if let engine { return engine.explicitGuides(size, proposal, graph.layouts.guideKeys) }
        guard graph.layouts.hasGuides else { return [:] }
        return graph.layouts.guides(in: element, measured?.guides ?? [:], of: size)
    }

    /// Draws the view at its frame, and has the host measure it for `requests`.
    ///
    /// - Parameter needsBaselines: Whether the host measures the baselines of texts, too.
    func show(needsBaselines: Bool) {
        var traits = ElementTraits()
        // The host inserts and removes the box, and the view with it.
        if let transition = element.traits.interaction.transition { traits.interaction.transition = transition }
        let content = LayoutSlot(frame: frame, requests: requests, needsBaselines: needsBaselines)
        graph.set(slot, content: .layout(.slot(content)), traits: traits)
    }
}
