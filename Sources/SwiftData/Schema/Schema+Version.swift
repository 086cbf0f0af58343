extension Schema {
    /// The version of a schema: three numbers, such as 1.2.0.
    public struct Version: Hashable, Sendable {
        /// The major version.
        public let major: Int
        /// The minor version.
        public let minor: Int
        /// The patch version.
        public let patch: Int

        /// Creates a version from its three numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }
    }
}

extension Schema.Version: Comparable {
    /// Returns whether the first version is older: compares the major, minor and patch versions in
    /// this order.
    public static func < (lhs: Schema.Version, rhs: Schema.Version) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}

extension Schema.Version: Codable {}

extension Schema.Version: CustomStringConvertible {
    /// The numbers, separated by periods: "1.2.0". A store's metadata contains the version in this
    /// form.
    public var description: String { "\(major).\(minor).\(patch)" }
}
