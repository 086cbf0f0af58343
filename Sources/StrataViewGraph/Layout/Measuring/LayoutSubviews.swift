public import Foundation

/// The views that a layout arranges, in order.
public struct LayoutSubviews: RandomAccessCollection, Equatable, Sendable {
    /// The type of the views.
    public typealias Element = LayoutSubview
    /// The type of a position.
    public typealias Index = Int
    /// The type of a part of the views.
    public typealias SubSequence = LayoutSubviews

    private let pass: LayoutPass
    /// The positions of the views among all of the layout's.
    private let positions: [Int]
    /// The direction in which lines are read where the layout is. Hosts mirror the frames of a
    /// layout from right to left, so its coordinates begin at the leading edge.
    public var layoutDirection: LayoutDirection

    init(_ pass: LayoutPass, count: Int, layoutDirection: LayoutDirection) {
        self.pass = pass
        positions = Array(0..<count)
        self.layoutDirection = layoutDirection
    }

    private init(_ views: LayoutSubviews, _ positions: [Int]) {
        pass = views.pass
        self.positions = positions
        layoutDirection = views.layoutDirection
    }

    /// The position of the first view.
    public var startIndex: Int { 0 }
    /// The position after the last view.
    public var endIndex: Int { positions.count }

    /// Returns the view at a position.
    public subscript(position: Int) -> LayoutSubview { LayoutSubview(pass, positions[position]) }

    /// Returns the views of a range of positions, which count from 0 again.
    public subscript(bounds: Range<Int>) -> LayoutSubviews { LayoutSubviews(self, Array(positions[bounds])) }

    /// Returns the views at some positions.
    public subscript<S: Sequence>(positions: S) -> LayoutSubviews where S.Element == Int {
        LayoutSubviews(self, positions.map { self.positions[$0] })
    }

    /// Returns whether two collections have the same views.
    public static func == (lhs: LayoutSubviews, rhs: LayoutSubviews) -> Bool {
        lhs.pass === rhs.pass && lhs.positions == rhs.positions && lhs.layoutDirection == rhs.layoutDirection
    }
}

/// A view that a layout arranges.
public struct LayoutSubview: Equatable, Sendable {
    private let pass: LayoutPass
    private let position: Int

    init(_ pass: LayoutPass, _ position: Int) {
        self.pass = pass
        self.position = position
    }

    /// Returns the value that `layoutValue(key:value:)` has set on the view, or the key's default.
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        // A key path or a type of the app may not be Sendable; all of this runs on the main actor.
        nonisolated(unsafe) var value: K.Value?
        MainActor.assumeIsolated { value = pass.views[position].values?[K.self] }
        return value ?? K.defaultValue
    }

    /// The priority that `layoutPriority(_:)` has set on the view; 0 without it.
    public var priority: Double { MainActor.assumeIsolated { pass.views[position].priority } }

    /// The distances that the view prefers to its neighbors.
    public var spacing: ViewSpacing { MainActor.assumeIsolated { pass.views[position].spacing } }

    /// Returns the size of the view for a proposal.
    ///
    /// If the host has not measured it yet, returns an estimate, and the layout runs again with the
    /// size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        MainActor.assumeIsolated { pass.size(of: position, for: proposal) }
    }

    /// Returns the size of the view for a proposal, with its alignment guides.
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        nonisolated(unsafe) var dimensions: ViewDimensions?
        MainActor.assumeIsolated { dimensions = pass.dimensions(of: position, for: proposal) }
        return dimensions ?? ViewDimensions(.zero)
    }

    /// Places the view, with its size for a proposal, so that a point of it is at a position in the
    /// bounds of the layout. The last call counts.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        MainActor.assumeIsolated {
            pass.placements[self.position] = LayoutPass.Placement(point: position, anchor: anchor, proposal: proposal)
        }
    }

    /// Returns whether two values are the same view in the same run of a layout.
    public static func == (lhs: LayoutSubview, rhs: LayoutSubview) -> Bool {
        lhs.pass === rhs.pass && lhs.position == rhs.position
    }
}
