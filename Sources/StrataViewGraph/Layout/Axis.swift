/// The horizontal or the vertical dimension; both form an ``Axis/Set``.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    case horizontal, vertical

    /// Some of the two dimensions.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The dimensions as a bit mask, with Apple's bits.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The horizontal dimension.
        public static let horizontal = Set(rawValue: 1)
        /// The vertical dimension.
        public static let vertical = Set(rawValue: 2)

        package static let both: Set = [.horizontal, .vertical]
    }
}
