public import Foundation
internal import StrataPredicates

/// The models that a fetch returns, and their order.
///
///     let descriptor = FetchDescriptor<Trip>(
///         predicate: #Predicate { $0.start > today }, sortBy: [SortDescriptor(\.start)])
///     let trips = try context.fetch(descriptor)
public struct FetchDescriptor<T: PersistentModel> {
    /// The condition that the models satisfy; nil for all models.
    public var predicate: Predicate<T>?
    /// The order of the models. Models that compare equal are in the order of their insertion.
    public var sortBy: [SortDescriptor<T>]
    /// The greatest number of models; nil for all of them.
    public var fetchLimit: Int?
    /// The number of models to leave out at the beginning.
    public var fetchOffset: Int?
    /// Whether unsaved changes of the context are taken into account. True by default.
    public var includePendingChanges = true
    /// The properties to read at once; empty for all of them. The others are read on first use.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships whose models are fetched together with these.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Creates a descriptor of all models that satisfy a condition.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

// Safe to share: predicates, sort descriptors and key paths are constants.
extension FetchDescriptor: @unchecked Sendable {}

extension FetchDescriptor: Equatable {
    /// Returns whether two descriptors select the same models in the same order, as far as that can
    /// be told: predicates are equal if they have the same form and constants.
    public static func == (lhs: FetchDescriptor, rhs: FetchDescriptor) -> Bool {
        lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
            && lhs.includePendingChanges == rhs.includePendingChanges && lhs.propertiesToFetch == rhs.propertiesToFetch
            && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
            && isEqual(lhs.predicate, rhs.predicate)
    }

    private static func isEqual(_ lhs: Predicate<T>?, _ rhs: Predicate<T>?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        // Ignored: a predicate of a class that no container knows yet has no form.
        if let left = try? PredicateForm(lhs, converting: CapturedConstants.value),
            let right = try? PredicateForm(rhs, converting: CapturedConstants.value)
        {
            return left == right
        }
        return text(of: lhs) == text(of: rhs)
    }

    /// Returns the expression of a predicate as text, with variables numbered from 0: each predicate
    /// has variables of its own.
    private static func text(of predicate: Predicate<T>) -> String {
        var numbers: [Substring: Int] = [:]
        return String(describing: predicate.expression).replacing(/Variable\(([0-9]+)\)/) { match in
            let number = numbers[match.1] ?? numbers.count
            numbers[match.1] = number
            return "Variable(\(number))"
        }
    }
}
