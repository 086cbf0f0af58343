public import Foundation

/// An error of a container, a context or a fetch.
///
/// Compare it with one of the static values, or name one in a `catch` clause:
///
///     do {
///         container = try ModelContainer(for: Trip.self)
///     } catch SwiftDataError.loadIssueModelContainer {
///         …
///     }
///
/// `localizedDescription` says what happened, to which store, property or type, and what to do.
public struct SwiftDataError: Error, Hashable {
    private enum Kind: Hashable {
        case backwardMigration, configurationFileNameContainsInvalidCharacters, configurationFileNameTooLong
        case configurationSchemaNotFoundInContainerSchema, duplicateConfiguration, historyTokenExpired
        case includePendingChangesWithBatchSize, invalidTransactionFetchRequest, loadIssueModelContainer
        case missingModelContext, modelValidationFailure, sortingPendingChangesWithIdentifiers
        case unknownSchema, unsupportedKeyPath, unsupportedPredicate, unsupportedSortDescriptor
    }

    private let kind: Kind
    /// The explanation of what happened; empty for the static values.
    private let explanation: String

    private init(_ kind: Kind, _ explanation: String = "") {
        self.kind = kind
        self.explanation = explanation
    }

    /// Returns this error with an explanation of what happened.
    func because(_ explanation: String) -> SwiftDataError { SwiftDataError(kind, explanation) }

    /// Two errors are equal if they are of the same kind, whatever their explanations.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.kind == rhs.kind }

    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    /// Returns whether an error is of the same kind, so that a `catch` clause can name a kind.
    public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool { (error as? SwiftDataError) == pattern }

    /// A store cannot be opened. The explanation contains Core Data's code and reason.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// The store was written by a newer version of the schema than the last of the plan.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// A type or a schema is not part of the container's schema.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// A configuration's schema has a type that the container's schema does not have.
    public static let configurationSchemaNotFoundInContainerSchema =
        SwiftDataError(.configurationSchemaNotFoundInContainerSchema)
    /// Two configurations of a container have the same file.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// A configuration's name is too long for the name of a file.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration's name contains characters that the name of a file cannot have.
    public static let configurationFileNameContainsInvalidCharacters =
        SwiftDataError(.configurationFileNameContainsInvalidCharacters)
    /// A store cannot evaluate a part of the predicate.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A store cannot sort by the descriptor.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
    /// A key path does not name a stored property of the model.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A fetch in batches cannot include pending changes.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// A fetch of identifiers cannot sort pending changes.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(.sortingPendingChangesWithIdentifiers)
    /// The model does not belong to a context. No function throws it: a model without a context keeps
    /// its values itself.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// A model does not satisfy the rules of its schema, so it was not saved.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// The history after a token was deleted, or the token is one of other stores.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A history request cannot be evaluated.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
}

extension SwiftDataError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String { explanation.isEmpty ? "SwiftDataError.\(kind)" : "\(kind): \(explanation)" }
}
