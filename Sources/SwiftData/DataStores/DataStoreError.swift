public import Foundation

/// An error that a data store throws.
public enum DataStoreError: Error, Hashable, Sendable {
    /// The store has no such model type or property, or cannot evaluate the predicate at all.
    case invalidPredicate
    /// The store asks for a fetch without the predicate, which the context then evaluates.
    case preferInMemoryFilter
    /// The store asks for a fetch without the sort descriptors, by which the context then sorts.
    case preferInMemorySort
    /// The store cannot do what it was asked for.
    case unsupportedFeature
}

extension DataStoreError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .invalidPredicate: "The data store cannot evaluate the predicate."
        case .preferInMemoryFilter: "The data store does not evaluate predicates."
        case .preferInMemorySort: "The data store does not sort."
        case .unsupportedFeature: "The data store cannot do what it was asked for."
        }
    }
}

/// The error of a data store that has returned something that does not fit.
struct DataStoreMistake: LocalizedError, CustomStringConvertible {
    let description: String
    var errorDescription: String? { description }

    init(_ store: any DataStore, _ sentence: String) {
        description = "The data store \(type(of: store)) '\(store.identifier)' has returned what does not fit. \(sentence)"
    }
}
