public import Foundation

/// The ends of a line.
public enum CGLineCap: Int32, Sendable {
    case butt, round, square
}

/// The corners of a line.
public enum CGLineJoin: Int32, Sendable {
    case miter, round, bevel
}

/// The width, the ends, the corners and the dashes of a line.
public struct StrokeStyle: Hashable, Sendable {
    /// The width, in points.
    public var lineWidth: CGFloat
    /// The ends of the line and of its dashes.
    public var lineCap: CGLineCap
    /// The corners of the line.
    public var lineJoin: CGLineJoin
    /// The longest pointed corner, as a multiple of the width; longer ones are cut off.
    public var miterLimit: CGFloat
    /// The lengths of dashes and gaps in turn; empty for a solid line.
    public var dash: [CGFloat]
    /// The distance into the dashes at which the line starts.
    public var dashPhase: CGFloat

    /// Creates a style of lines.
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

/// The rule by which the inside of a path is filled.
public struct FillStyle: Hashable, Sendable {
    /// Whether areas that the path surrounds an even number of times stay empty.
    public var isEOFilled: Bool
    /// Whether edges are smoothed. Browsers always smooth them.
    public var isAntialiased: Bool

    /// Creates a rule.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}
