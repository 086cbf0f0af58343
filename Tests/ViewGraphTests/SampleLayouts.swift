import Foundation

@testable import StrataViewGraph

// Layouts as apps write them.

/// Views in lines, which wrap.
struct Tags: Layout {
    var gap: CGFloat = 10

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        places(in: proposal.width ?? .infinity, subviews).size
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for (subview, place) in zip(subviews, places(in: bounds.width, subviews).places) {
            subview.place(
                at: CGPoint(x: bounds.minX + place.x, y: bounds.minY + place.y), anchor: .topLeading, proposal: .unspecified)
        }
    }

    private func places(in width: CGFloat, _ subviews: Subviews) -> (places: [CGPoint], size: CGSize) {
        var places: [CGPoint] = []
        var (place, line, size) = (CGPoint.zero, CGFloat(0), CGSize.zero)
        for subview in subviews {
            let own = subview.sizeThatFits(.unspecified)
            if place.x > 0, place.x + own.width > width {
                place = CGPoint(x: 0, y: place.y + line + gap)
                line = 0
            }
            places.append(place)
            size.width = max(size.width, place.x + own.width)
            place.x += own.width + gap
            line = max(line, own.height)
            size.height = place.y + line
        }
        return (places, size)
    }
}

/// Views side by side, all as wide as the widest.
struct EqualWidths: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let most = most(subviews)
        return CGSize(width: most.width * CGFloat(subviews.count), height: most.height)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let most = most(subviews)
        for (index, subview) in subviews.enumerated() {
            subview.place(
                at: CGPoint(x: bounds.minX + most.width * (CGFloat(index) + 0.5), y: bounds.midY), anchor: .center,
                proposal: ProposedViewSize(width: most.width, height: most.height))
        }
    }

    private func most(_ subviews: Subviews) -> CGSize {
        subviews.map { $0.sizeThatFits(.unspecified) }.reduce(.zero) {
            CGSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
        }
    }
}

/// Views on a circle that fills the space.
struct Circular: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let radius = min(bounds.width, bounds.height) / 2
        for (index, subview) in subviews.enumerated() {
            let angle = 2 * CGFloat.pi * CGFloat(index) / CGFloat(subviews.count)
            subview.place(
                at: CGPoint(x: bounds.midX + radius * cos(angle), y: bounds.midY + radius * sin(angle)), anchor: .center,
                proposal: .unspecified)
        }
    }
}

/// Views in two columns, each below the shorter one.
struct Masonry: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let width = proposal.replacingUnspecifiedDimensions().width
        return CGSize(width: width, height: frames(width, subviews).map(\.maxY).max() ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for (subview, frame) in zip(subviews, frames(bounds.width, subviews)) {
            subview.place(
                at: CGPoint(x: bounds.minX + frame.minX, y: bounds.minY + frame.minY),
                proposal: ProposedViewSize(width: frame.width, height: nil))
        }
    }

    private func frames(_ width: CGFloat, _ subviews: Subviews) -> [CGRect] {
        var heights: [CGFloat] = [0, 0]
        return subviews.map { subview in
            let column = heights[0] <= heights[1] ? 0 : 1
            let height = subview.sizeThatFits(ProposedViewSize(width: width / 2, height: nil)).height
            defer { heights[column] += height }
            return CGRect(x: CGFloat(column) * width / 2, y: heights[column], width: width / 2, height: height)
        }
    }
}

/// A layout that asks for another size in each run.
struct Restless: Layout {
    final class Counter {
        var runs = 0
    }

    let counter = Counter()

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        CGSize(width: 50, height: 50)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        counter.runs += 1
        for subview in subviews {
            subview.place(at: .zero, proposal: ProposedViewSize(width: 50 + CGFloat(counter.runs), height: nil))
        }
    }
}
