public import Foundation

/// A curve that maps the fraction of a duration to a progress.
public struct UnitCurve: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case bezier(Double, Double, Double, Double)
        case circularEaseIn, circularEaseOut, circularEaseInOut
        /// The inverse of `circularEaseInOut`.
        case circularEaseOutIn
    }

    private let kind: Kind

    /// A constant speed.
    public static let linear = bezier(0, 0, 1, 1)
    /// A slow start.
    public static let easeIn = bezier(0.42, 0, 1, 1)
    /// A slow end.
    public static let easeOut = bezier(0, 0, 0.58, 1)
    /// A slow start and a slow end.
    public static let easeInOut = bezier(0.42, 0, 0.58, 1)
    /// A slow start, as a quarter of a circle.
    public static let circularEaseIn = UnitCurve(kind: .circularEaseIn)
    /// A slow end, as a quarter of a circle.
    public static let circularEaseOut = UnitCurve(kind: .circularEaseOut)
    /// A slow start and a slow end, as two quarters of a circle.
    public static let circularEaseInOut = UnitCurve(kind: .circularEaseInOut)

    private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> UnitCurve {
        UnitCurve(kind: .bezier(x1, y1, x2, y2))
    }

    /// Returns a cubic Bézier curve from (0, 0) to (1, 1) with two control points. Their x
    /// coordinates are clamped to 0 through 1.
    public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
        bezier(
            min(max(startControlPoint.x, 0), 1), startControlPoint.y, min(max(endControlPoint.x, 0), 1), endControlPoint.y)
    }

    /// The curve with its two coordinates exchanged, which maps a progress to the fraction of the
    /// duration. A curve that goes beyond 0 or 1 has no inverse; its control points are clamped first.
    public var inverse: UnitCurve {
        switch kind {
        case .bezier(let x1, let y1, let x2, let y2):
            Self.bezier(
                startControlPoint: UnitPoint(x: y1, y: x1), endControlPoint: UnitPoint(x: y2, y: x2))
        case .circularEaseIn: .circularEaseOut
        case .circularEaseOut: .circularEaseIn
        case .circularEaseInOut: UnitCurve(kind: .circularEaseOutIn)
        case .circularEaseOutIn: .circularEaseInOut
        }
    }

    /// Returns the progress at a fraction of the duration, which is clamped to 0 through 1.
    public func value(at progress: Double) -> Double {
        let x = min(max(progress, 0), 1)
        return switch kind {
        case .bezier(let x1, let y1, let x2, let y2): Animation.Curve.bezier(x1, y1, x2, y2).progress(at: x)
        case .circularEaseIn: Self.quarterIn(x)
        case .circularEaseOut: Self.quarterOut(x)
        case .circularEaseInOut: x < 0.5 ? Self.quarterIn(2 * x) / 2 : (1 + Self.quarterOut(2 * x - 1)) / 2
        case .circularEaseOutIn: x < 0.5 ? Self.quarterOut(2 * x) / 2 : (1 + Self.quarterIn(2 * x - 1)) / 2
        }
    }

    /// Returns the progress for each unit of the duration at a fraction of it, which is clamped to 0
    /// through 1.
    public func velocity(at progress: Double) -> Double {
        let x = min(max(progress, 0), 1)
        let (before, after) = (max(x - 1e-4, 0), min(x + 1e-4, 1))
        return (value(at: after) - value(at: before)) / (after - before)
    }

    /// The curve of an animation: a Bézier curve, or the progress at evenly spaced times.
    var animationCurve: Animation.Curve {
        if case .bezier(let x1, let y1, let x2, let y2) = kind { return .bezier(x1, y1, x2, y2) }
        return .samples((0...60).map { value(at: Double($0) / 60) })
    }

    private static func quarterIn(_ x: Double) -> Double { 1 - (1 - x * x).squareRoot() }
    private static func quarterOut(_ x: Double) -> Double { (1 - (1 - x) * (1 - x)).squareRoot() }
}

extension Animation {
    /// Returns an animation with a timing curve and a duration in seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: TimeInterval) -> Animation {
        Animation(curve.animationCurve, duration: duration)
    }
}
