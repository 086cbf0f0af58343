public import Foundation

/// A side of a rectangle. An ``Edge/Set`` contains any of them.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    /// The top.
    case top
    /// The side on which a line of text begins.
    case leading
    /// The bottom.
    case bottom
    /// The side on which a line of text ends.
    case trailing

    /// A set of sides.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The sides as a bit mask, with Apple's bits.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The top.
        public static let top = Set(rawValue: 1)
        /// The side on which a line of text begins.
        public static let leading = Set(rawValue: 2)
        /// The bottom.
        public static let bottom = Set(rawValue: 4)
        /// The side on which a line of text ends.
        public static let trailing = Set(rawValue: 8)
        /// The leading and trailing sides.
        public static let horizontal: Set = [.leading, .trailing]
        /// The top and bottom sides.
        public static let vertical: Set = [.top, .bottom]

        /// Creates a set of one side.
        public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }

        /// All four sides.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// The top or the bottom edge. A ``VerticalEdge/Set`` contains any of them.
public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom

    /// A set of edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The edges as a bit mask.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// Creates a set of one edge.
        public init(_ edge: VerticalEdge) { self.init(rawValue: 1 << edge.rawValue) }

        /// The top edge.
        public static let top = Set(.top)
        /// The bottom edge.
        public static let bottom = Set(.bottom)
        /// Both edges.
        public static let all: Set = [.top, .bottom]
    }
}

/// The leading or the trailing edge. A ``HorizontalEdge/Set`` contains any of them.
public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// The edge on the side on which a line of text begins.
    case leading
    /// The edge on the side on which a line of text ends.
    case trailing

    /// A set of edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The edges as a bit mask.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// Creates a set of one edge.
        public init(_ edge: HorizontalEdge) { self.init(rawValue: 1 << edge.rawValue) }

        /// The leading edge.
        public static let leading = Set(.leading)
        /// The trailing edge.
        public static let trailing = Set(.trailing)
        /// Both edges.
        public static let all: Set = [.leading, .trailing]
    }
}

/// Distances from the sides of a rectangle, in points (CSS pixels in a browser).
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the top.
    public var top: CGFloat
    /// The distance from the leading side.
    public var leading: CGFloat
    /// The distance from the bottom.
    public var bottom: CGFloat
    /// The distance from the trailing side.
    public var trailing: CGFloat

    /// Creates distances by side.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Creates distances of 0.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Creates the same distance from some sides, and 0 from the others.
    package init(_ edges: Edge.Set, _ length: CGFloat) {
        self.init(
            top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0)
    }
}
