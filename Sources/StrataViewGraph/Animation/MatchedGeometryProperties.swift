/// The parts of a view's frame that a matched view takes from its source.
public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt32

    /// Creates a set of options from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The position: the point of the view at the anchor.
    public static let position = MatchedGeometryProperties(rawValue: 1)
    /// The size, which is proposed to the view. A view that does not grow keeps its own size.
    public static let size = MatchedGeometryProperties(rawValue: 2)
    /// The position and the size.
    public static let frame: MatchedGeometryProperties = [.position, .size]
}
