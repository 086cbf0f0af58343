extension Schema {
    /// The structure in which an index keeps values.
    enum IndexKind: String, Codable {
        /// A B-tree, in the order of the values.
        case binary
        /// An R-tree, for ranges of numbers.
        case rtree
    }

    /// An index of an entity.
    struct IndexDescription: Codable, Hashable {
        let kind: IndexKind
        /// The names of the properties, or paths to elements of composite attributes.
        let names: [String]

        /// The name of the index, as Apple's framework forms it.
        var name: String {
            let prefix =
                switch kind {
                case .binary: "SwiftDataIndexOnBinary"
                case .rtree: "SwiftDataIndexOnRTree"
                }
            return prefix + names.joined().filter { $0 != "." }
        }
    }
}
