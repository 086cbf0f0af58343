/// The horizontal or the vertical dimension. An ``Axis/Set`` contains any of them.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    /// The horizontal dimension.
    case horizontal
    /// The vertical dimension.
    case vertical

    /// A set of dimensions.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The dimensions as a bit mask, with Apple's bits.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The horizontal dimension.
        public static let horizontal = Set(rawValue: 1)
        /// The vertical dimension.
        public static let vertical = Set(rawValue: 2)

        /// Both dimensions.
        package static let both: Set = [.horizontal, .vertical]
    }
}
