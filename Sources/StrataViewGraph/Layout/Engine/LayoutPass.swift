import Foundation

/// One run of a layout: the views as they are known at its start, and what the layout asks and says
/// about them.
@MainActor
final class LayoutPass {
    /// The place that a layout has given to a view.
    struct Placement {
        var point: CGPoint
        var anchor: UnitPoint
        var proposal: ProposedViewSize
    }

    let views: [MeasuredView]
    /// The axis of the layout, if it is a stack.
    private let orientation: Axis?
    /// The proposals for which the layout has asked, by the position of the view, in order.
    private(set) var asked: [[ProposedViewSize]]
    /// Whether the host has measured all that the layout has asked for.
    private(set) var isComplete = true
    /// Whether the layout needs baselines of texts.
    private(set) var needsBaselines = false
    var placements: [Int: Placement] = [:]

    init(_ views: [MeasuredView], orientation: Axis?) {
        self.views = views
        self.orientation = orientation
        asked = views.map { _ in [] }
    }

    func size(of position: Int, for proposal: ProposedViewSize) -> CGSize {
        let proposal = proposal.measurable
        return measurement(of: position, for: proposal)?.size ?? views[position].estimate(for: proposal)
    }

    func dimensions(of position: Int, for proposal: ProposedViewSize) -> ViewDimensions {
        let proposal = proposal.measurable
        let size = size(of: position, for: proposal)
        let baselines: () -> (first: CGFloat, last: CGFloat) = { [unowned self] in
            MainActor.assumeIsolated {
                needsBaselines = true
                guard let measured = measurement(of: position, for: proposal) else { return (size.height, size.height) }
                guard let known = measured.baselines else {
                    isComplete = isComplete && views[position].hasNoText
                    return (size.height, size.height)
                }
                return known
            }
        }
        let guides = views[position].guides(for: proposal, size, measurement(of: position, for: proposal))
        return ViewDimensions(size, explicit: guides, baselines: baselines)
    }

    /// Returns what the host has measured for a proposal, or what the graph knows without it; nil
    /// if that is not known yet.
    private func measurement(of position: Int, for proposal: ProposedViewSize) -> Measurement? {
        let view = views[position]
        if let size = view.fixedSize(for: proposal, in: orientation) { return Measurement(size: size) }
        if let engine = view.engine {
            let (size, isComplete) = engine.size(for: proposal)
            if !isComplete { self.isComplete = false }
            return Measurement(size: size)
        }
        if !asked[position].contains(proposal) { asked[position].append(proposal) }
        if let known = view.measurements[proposal] { return known }
        isComplete = false
        return nil
    }

    /// Returns the frame that the layout has given to a view, in its bounds.
    func frame(of position: Int, in bounds: CGRect, _ proposal: ProposedViewSize) -> CGRect {
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        let placement = placements[position] ?? Placement(point: middle, anchor: .center, proposal: proposal)
        let size = size(of: position, for: placement.proposal).drawable
        return CGRect(
            x: (placement.point.x - bounds.minX - placement.anchor.x * size.width).drawable.inSteps,
            y: (placement.point.y - bounds.minY - placement.anchor.y * size.height).drawable.inSteps,
            width: size.width, height: size.height)
    }
}

extension CGFloat {
    /// The length, or 0 for one that cannot be drawn.
    var drawable: CGFloat { isFinite ? self : 0 }

    /// The length in the steps of 1/64 of a point that browsers have.
    var inSteps: CGFloat { (self * 64).rounded() / 64 }
}

extension CGSize {
    /// The size, with 0 for lengths that cannot be drawn.
    var drawable: CGSize { CGSize(width: max(width.drawable, 0), height: max(height.drawable, 0)) }
}
