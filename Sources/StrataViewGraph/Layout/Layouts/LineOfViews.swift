import Foundation

/// Views side by side or one below the other: the rules of `HStack` and `VStack`, for views whose
/// sizes are measured.
///
/// The space along the line is offered to the views of the highest priority first. Of these, the
/// least flexible ones get an equal part of what is left before the others, so that what they do
/// not use goes to views that can.
struct LineOfViews {
    let axis: Axis
    /// The guide at which the views are aligned, along the other axis.
    let alignment: GuideKey
    let spacing: CGFloat?

    func size(for proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> CGSize {
        let views = dimensions(subviews, proposals(for: proposal, subviews))
        let (before, after) = extent(of: views)
        var size = CGSize.zero
        size[axis] = views.reduce(gaps(subviews).reduce(0, +)) { $0 + length($1) }
        size[axis.across] = before + after
        return size
    }

    func place(_ subviews: LayoutSubviews, in bounds: CGRect, _ proposal: ProposedViewSize) {
        let proposals = proposals(for: proposal, subviews)
        let views = dimensions(subviews, proposals)
        let gaps = gaps(subviews) + [0]
        let before = extent(of: views).before
        var place: CGFloat = 0
        for (index, view) in views.enumerated() {
            let across = before - view[alignment]
            let point =
                axis == .horizontal
                ? CGPoint(x: bounds.minX + place, y: bounds.minY + across)
                : CGPoint(x: bounds.minX + across, y: bounds.minY + place)
            subviews[index].place(at: point, anchor: .topLeading, proposal: proposals[index])
            place += length(view) + gaps[index]
        }
    }

    private func length(_ view: ViewDimensions) -> CGFloat { axis == .horizontal ? view.width : view.height }

    /// Returns how far the views extend before and after the guide at which they are aligned.
    private func extent(of views: [ViewDimensions]) -> (before: CGFloat, after: CGFloat) {
        let before = views.map { $0[alignment] }.max() ?? 0
        let after = views.map { (axis == .horizontal ? $0.height : $0.width).after($0[alignment]) }.max() ?? 0
        return (before, after)
    }

    private func dimensions(_ subviews: LayoutSubviews, _ proposals: [ProposedViewSize]) -> [ViewDimensions] {
        zip(subviews, proposals).map { $0.dimensions(in: $1) }
    }

    private func gaps(_ subviews: LayoutSubviews) -> [CGFloat] {
        zip(subviews, subviews.dropFirst()).map { spacing ?? $0.spacing.distance(to: $1.spacing, along: axis) }
    }

    /// Returns the proposals for the views.
    private func proposals(for proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> [ProposedViewSize] {
        var proposals = Array(repeating: proposal, count: subviews.count)
        guard let space = proposal[axis], space < ProposedViewSize.longest else { return proposals }
        func length(_ index: Int, _ length: CGFloat) -> CGFloat {
            var proposal = proposal
            proposal[axis] = length
            return subviews[index].sizeThatFits(proposal)[axis]
        }
        let ranges = subviews.indices.map { (least: length($0, 0), most: length($0, .infinity)) }
        let order = subviews.indices.sorted { first, second in
            let (one, other) = (subviews[first].priority, subviews[second].priority)
            if one != other { return one > other }
            let (slack, otherSlack) = (ranges[first].most - ranges[first].least, ranges[second].most - ranges[second].least)
            return slack == otherSlack ? first < second : slack < otherSlack
        }
        var left = space - gaps(subviews).reduce(0, +)
        for (place, index) in order.enumerated() {
            let rest = order[place...]
            let peers = rest.prefix { subviews[$0].priority == subviews[index].priority }
            let reserved = rest.dropFirst(peers.count).reduce(0) { $0 + ranges[$1].least }
            let share = max((left - reserved) / CGFloat(peers.count), 0)
            // A view that cannot use its share needs no measurement of its own.
            let (least, most) = ranges[index]
            if most <= share || most <= least {
                proposals[index][axis] = .infinity
                left -= most
            } else {
                proposals[index][axis] = share
                left -= length(index, share)
            }
        }
        return proposals
    }
}

/// Views over each other: the rules of `ZStack`, for views whose sizes are measured.
struct PileOfViews {
    let alignment: Alignment

    private func extent(of views: [ViewDimensions]) -> (before: CGPoint, size: CGSize) {
        let (x, y) = (alignment.horizontal, alignment.vertical)
        let before = CGPoint(x: views.map { $0[x] }.max() ?? 0, y: views.map { $0[y] }.max() ?? 0)
        return (
            before,
            CGSize(
                width: before.x + (views.map { $0.width.after($0[x]) }.max() ?? 0),
                height: before.y + (views.map { $0.height.after($0[y]) }.max() ?? 0))
        )
    }

    func size(for proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> CGSize {
        extent(of: subviews.map { $0.dimensions(in: proposal) }).size
    }

    func place(_ subviews: LayoutSubviews, in bounds: CGRect, _ proposal: ProposedViewSize) {
        let views = subviews.map { $0.dimensions(in: proposal) }
        let before = extent(of: views).before
        for (subview, view) in zip(subviews, views) {
            let point = CGPoint(
                x: bounds.minX + before.x - view[alignment.horizontal],
                y: bounds.minY + before.y - view[alignment.vertical])
            subview.place(at: point, anchor: .topLeading, proposal: proposal)
        }
    }
}

/// Views in a layer, each aligned with the view that the layer is behind or over.
struct LayerLayout: Layout {
    let alignment: Alignment

    /// Returns the size of the layer, which is the proposed one.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let around = ViewDimensions(bounds.size)
        let proposal = ProposedViewSize(bounds.size)
        for subview in subviews {
            let view = subview.dimensions(in: proposal)
            let point = CGPoint(
                x: bounds.minX + around[alignment.horizontal] - view[alignment.horizontal],
                y: bounds.minY + around[alignment.vertical] - view[alignment.vertical])
            subview.place(at: point, anchor: .topLeading, proposal: proposal)
        }
    }
}

extension CGFloat {
    /// Returns the part of a length, which may be infinite, after a guide.
    fileprivate func after(_ guide: CGFloat) -> CGFloat { isFinite ? self - guide : self }
}
