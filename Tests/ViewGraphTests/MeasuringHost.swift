import Foundation
import Testing

@testable import StrataViewGraph

/// A host that measures views as a browser does, by simple rules: each letter of a text is 10 points
/// wide, and each line 20 points high. A view that grows has the proposed length.
@MainActor
final class MeasuringHost {
    let screen: Screen
    /// The space for the layouts that are not in another one.
    var available: CGSize
    /// The number of reports so far.
    private(set) var reports = 0
    /// The number of measurements so far.
    private(set) var measurements = 0
    private var known: [Int: [String: MeasureEvent.View]] = [:]
    private var spaces: [Int: CGSize] = [:]

    init(_ view: some View, width: CGFloat = 100, height: CGFloat = 200) {
        screen = Screen(view)
        available = CGSize(width: width, height: height)
    }

    /// Reports what the server does not know yet, until nothing is left, at most 20 times.
    func answer() {
        for _ in 0..<20 where reportOnce() {}
    }

    /// Reports what the server does not know yet, for each layout once. Returns whether there was any.
    @discardableResult
    func reportOnce() -> Bool {
        let layouts = screen.all { if case .layout(.arranged) = $0 { true } else { false } }
        var hasReported = false
        for layout in layouts {
            guard case .layout(.arranged(let arranged))? = screen.item(layout.id)?.content else { continue }
            let space = space(of: layout, arranged)
            let views = layout.children.flatMap(open)
            let isKnown = arranged.axes.allSatisfy { spaces[layout.id]?[$0] == space[$0] }
            guard !isKnown || !views.isEmpty else { continue }
            spaces[layout.id] = space
            reports += 1
            hasReported = true
            screen.send(MeasureEvent(width: space.width, height: space.height, views: views), to: layout)
        }
        return hasReported
    }

    private func space(of layout: Screen.Item, _ space: LayoutSpace) -> CGSize {
        var around = available
        if let slot = screen.find({ $0.children.contains { $0.id == layout.id } }), case .layout(.slot(let slot)) = slot.content {
            around = slot.frame?.size ?? .zero
        }
        return CGSize(width: length(space.width, around.width), height: length(space.height, around.height))
    }

    private func length(_ length: LayoutSpace.Length, _ around: CGFloat) -> CGFloat {
        switch length {
        case .fixed(let length): length
        case .upTo(let most): min(most, around)
        case .all: around
        }
    }

    private func open(_ slot: Screen.Item) -> [MeasureEvent.View] {
        guard case .layout(.slot(let content)) = slot.content, let view = slot.children.first else { return [] }
        return content.requests.compactMap { proposal in
            let size = size(of: view, proposal)
            var guides: [MeasureEvent.Guide] = []
            collectGuides(in: view, CGPoint.zero, proposal, into: &guides)
            let measured = MeasureEvent.View(
                slot: slot.id, proposal: proposal.name, width: size.width, height: size.height,
                guides: guides.isEmpty ? nil : guides)
            guard known[slot.id]?[proposal.name] != measured else { return nil }
            known[slot.id, default: [:]][proposal.name] = measured
            measurements += 1
            return measured
        }
    }

    /// Returns the size of a view. Those inside a stack are one below the other, without gaps.
    private func size(of view: Screen.Item, _ proposal: ProposedViewSize) -> CGSize {
        let width = min(proposal.width ?? .infinity, 100_000)
        if case .text(let text) = view.content {
            let letters = CGFloat(text.runs.words.count)
            guard letters * 10 > width else { return CGSize(width: letters * 10, height: 20) }
            let inLine = max((width / 10).rounded(.down), 1)
            return CGSize(width: max(width, 10), height: (letters / inLine).rounded(.up) * 20)
        }
        var size = view.children.map { self.size(of: $0, proposal) }.reduce(CGSize.zero) {
            CGSize(width: max($0.width, $1.width), height: $0.height + $1.height)
        }
        if view.growth.contains(.horizontal) { size.width = proposal.width.map { min($0, 100_000) } ?? max(size.width, 10) }
        if view.growth.contains(.vertical) { size.height = proposal.height.map { min($0, 100_000) } ?? max(size.height, 10) }
        return size
    }

    private func collectGuides(
        in view: Screen.Item, _ origin: CGPoint, _ proposal: ProposedViewSize, into guides: inout [MeasureEvent.Guide]
    ) {
        if case .layout(.box(.guided)) = view.content {
            let size = size(of: view, proposal)
            guides.append(
                MeasureEvent.Guide(element: view.id, x: origin.x, y: origin.y, width: size.width, height: size.height))
        }
        var place = origin
        for child in view.children {
            collectGuides(in: child, place, proposal, into: &guides)
            place.y += size(of: child, proposal).height
        }
    }

    // MARK: Reading

    /// The frames of the views in slots, by their texts: x, y, width, height.
    var frames: [String: [CGFloat]] {
        var frames: [String: [CGFloat]] = [:]
        for slot in screen.all({ if case .layout(.slot) = $0 { true } else { false } }) {
            guard case .layout(.slot(let content)) = slot.content, let frame = content.frame else { continue }
            frames[screen.texts(of: slot).joined(separator: " ")] = [frame.minX, frame.minY, frame.width, frame.height]
        }
        return frames
    }

    /// The space of the first layout.
    var space: LayoutSpace? {
        let layout = screen.all { if case .layout(.arranged) = $0 { true } else { false } }.first
        guard case .layout(.arranged(let space))? = layout?.content else { return nil }
        return space
    }
}
