package import Foundation

/// The box around a view in a layout that the server computes.
package struct LayoutSlot: Hashable, Sendable {
    /// The frame in the layout, from its leading edge; nil before it is known. Until then, the host
    /// does not show the view.
    package var frame: CGRect?
    /// The proposals for which the host measures the view.
    package var requests: [ProposedViewSize] = []
    /// Whether the host measures the baselines of texts, too.
    package var needsBaselines = false
}

/// The space of a layout that the server computes, along both axes.
package struct LayoutSpace: Hashable, Sendable {
    /// The length of a layout along an axis.
    package enum Length: Hashable, Sendable {
        /// The layout has one length, whatever is proposed.
        case fixed(CGFloat)
        /// The layout takes what is proposed, up to a length.
        case upTo(CGFloat)
        /// The layout takes all that is proposed.
        ///
        /// - Parameter ideal: The length where the space is unlimited.
        case all(ideal: CGFloat)

        package var isFixed: Bool { if case .fixed = self { true } else { false } }
    }

    package var width, height: Length
    /// The axes along which the size depends on the space that the host leaves.
    package var axes: [Axis] { [width.isFixed ? nil : .horizontal, height.isFixed ? nil : .vertical].compactMap(\.self) }
    /// The stack that hosts draw until the views are placed; nil if they draw nothing.
    package var interim: StackLayout?
    /// The layer of a view that the layout fills; nil for a layout that is none.
    package var layer: LayerContent?
}

/// A host's report of the space of a layout, and of the sizes of views in it for proposals.
package struct MeasureEvent: ElementEvent {
    package static let name = "measure"

    /// The frame of a box with an alignment guide, from the leading edge of the view.
    package struct Guide: Codable, Hashable, Sendable {
        package var element: Int
        package var x, y, width, height: Double

        package init(element: Int, x: Double, y: Double, width: Double, height: Double) {
            (self.element, self.x, self.y, self.width, self.height) = (element, x, y, width, height)
        }
    }

    /// The size of a view for a proposal.
    package struct View: Codable, Hashable, Sendable {
        /// The ID of the view's slot.
        package var slot: Int
        /// The name of the proposal.
        package var proposal: String
        package var width, height: Double
        /// The baselines of the first and the last line of text, from the top.
        package var baselines: [Double]?
        package var guides: [Guide]?

        package init(
            slot: Int, proposal: String, width: Double, height: Double, baselines: [Double]? = nil,
            guides: [Guide]? = nil
        ) {
            (self.slot, self.proposal, self.width, self.height) = (slot, proposal, width, height)
            (self.baselines, self.guides) = (baselines, guides)
        }
    }

    package var width, height: Double
    package var views: [View]

    package init(width: Double, height: Double, views: [View] = []) {
        (self.width, self.height, self.views) = (width, height, views)
    }

    private enum CodingKeys: CodingKey { case width, height, views }

    /// The largest number that is accepted: more than any page has, and safe to compute with.
    private static let largest = 1e7

    /// Decodes a report. Throws if a number is larger than any page, or a length is negative.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        width = try values.decode(Double.self, forKey: .width)
        height = try values.decode(Double.self, forKey: .height)
        views = try values.decode([View].self, forKey: .views)
        let guides = views.flatMap { $0.guides ?? [] }
        let lengths = [width, height] + views.flatMap { [$0.width, $0.height] } + guides.flatMap { [$0.width, $0.height] }
        let places = views.flatMap { $0.baselines ?? [] } + guides.flatMap { [$0.x, $0.y] }
        guard lengths.allSatisfy({ (0...Self.largest).contains($0) }),
            places.allSatisfy({ (-Self.largest...Self.largest).contains($0) }),
            views.allSatisfy({ $0.baselines.map { $0.count == 2 } ?? true })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .views, in: values, debugDescription: "A length must be between 0 and 10,000,000.")
        }
    }

    package func identifiersExist(in graph: WindowGraph) -> Bool {
        views.allSatisfy { view in
            graph.hasMadeElement(view.slot) && (view.guides ?? []).allSatisfy { graph.hasMadeElement($0.element) }
        }
    }

    var space: CGSize { CGSize(width: width, height: height) }
}

extension MeasureEvent.View {
    var measurement: Measurement {
        var measured = Measurement(size: CGSize(width: length(width), height: length(height)))
        if let baselines, baselines.count == 2 { measured.baselines = (CGFloat(baselines[0]), CGFloat(baselines[1])) }
        for each in guides ?? [] {
            measured.guides[each.element] = CGRect(x: each.x, y: each.y, width: each.width, height: each.height)
        }
        return measured
    }

    /// Returns a length, which is infinite if the host reports the longest one that it proposes.
    private func length(_ number: Double) -> CGFloat { number >= ProposedViewSize.longest - 1 ? .infinity : number }
}
