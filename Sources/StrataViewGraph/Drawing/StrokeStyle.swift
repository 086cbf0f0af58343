public import Foundation

/// The form of the ends of a line.
public enum CGLineCap: Int32, Sendable {
    /// The line ends at its end point.
    case butt
    /// The line ends with a semicircle around its end point.
    case round
    /// The line ends with half a square around its end point.
    case square
}

/// The form of the corners of a line.
public enum CGLineJoin: Int32, Sendable {
    /// A pointed corner.
    case miter
    /// A rounded corner.
    case round
    /// A corner that is cut off.
    case bevel
}

/// The width, the ends, the corners and the dashes of a line.
public struct StrokeStyle: Hashable, Sendable {
    /// The width, in points.
    public var lineWidth: CGFloat
    /// The form of the ends of the line and of its dashes.
    public var lineCap: CGLineCap
    /// The form of the corners of the line.
    public var lineJoin: CGLineJoin
    /// The maximum length of a pointed corner, as a multiple of the width. Longer ones are cut off.
    public var miterLimit: CGFloat
    /// The lengths of dashes and gaps, alternating, in points; empty for a solid line.
    public var dash: [CGFloat]
    /// The distance into the pattern of dashes at which the line starts, in points.
    public var dashPhase: CGFloat

    /// Creates a style for lines.
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [CGFloat](), dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }
}

/// The rule that determines which parts of a path are filled, and the smoothing of their edges.
public struct FillStyle: Hashable, Sendable {
    /// Whether to use the even-odd rule, by which areas that the path encloses an even number of
    /// times stay empty, instead of the nonzero winding rule.
    public var isEOFilled: Bool
    /// Whether edges are smoothed. Ignored: browsers always smooth them.
    public var isAntialiased: Bool

    /// Creates a style for fills.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}
