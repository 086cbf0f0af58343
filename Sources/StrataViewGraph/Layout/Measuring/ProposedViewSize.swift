public import Foundation

/// A size that a layout proposes to a view. The view chooses its own size.
///
/// A length of nil asks for the ideal length of the view. The lengths 0 and infinity ask for the
/// smallest and the largest one.
public struct ProposedViewSize: Hashable, Sendable {
    /// The proposed width in points; nil for the ideal one.
    public var width: CGFloat?
    /// The proposed height in points; nil for the ideal one.
    public var height: CGFloat?

    /// Creates a proposal from its lengths.
    @inlinable
    public init(width: CGFloat?, height: CGFloat?) {
        self.width = width
        self.height = height
    }

    /// Creates a proposal of a size.
    @inlinable
    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    /// The proposal that asks for the smallest size.
    public static let zero = ProposedViewSize(width: 0, height: 0)
    /// The proposal that asks for the ideal size.
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
    /// The proposal that asks for the largest size.
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    /// Returns the size, with the lengths of another one in place of ideal lengths.
    @inlinable
    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }
}

extension ProposedViewSize {
    /// The length from which on a length counts as infinite: more than any page has. `layouts.js`
    /// has the same number.
    static let longest: CGFloat = 100_000

    subscript(axis: Axis) -> CGFloat? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }

    /// The proposal as hosts measure it: in the steps of 1/64 of a point that browsers have,
    /// without negative lengths.
    var measurable: ProposedViewSize {
        ProposedViewSize(width: width.flatMap(Self.measurable), height: height.flatMap(Self.measurable))
    }

    private static func measurable(_ length: CGFloat) -> CGFloat? {
        if length.isNaN { return nil }
        return length >= longest ? .infinity : max((length * 64).rounded(.down) / 64, 0)
    }

    /// The proposal in attributes and in reports: two lengths, where "-" is the ideal one and "*"
    /// is infinite.
    package var name: String { Self.name(width) + " " + Self.name(height) }

    private static func name(_ length: CGFloat?) -> String {
        guard let length else { return "-" }
        if length == .infinity { return "*" }
        return length == length.rounded() ? String(Int(length)) : "\(length)"
    }
}

extension CGSize {
    subscript(axis: Axis) -> CGFloat {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

extension Axis {
    /// The other axis.
    var across: Axis { self == .horizontal ? .vertical : .horizontal }
}
