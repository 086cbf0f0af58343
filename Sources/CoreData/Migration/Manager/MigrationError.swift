internal import Foundation
internal import StrataPredicates

/// The errors of a migration, in Apple's domain. Each names the entity, the property or the class.
enum MigrationError {
    /// Returns an error with Apple's code for a failed migration.
    static func failed(_ reason: String, code: Int = NSMigrationError, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = ["reason": reason]
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(code: code, reason, userInfo)
    }

    /// Returns an error for an expression that could not be evaluated. An error that the app's own
    /// code threw stays as it is.
    static func evaluation(of subject: String, _ error: any Error) -> any Error {
        guard let problem = error as? InvalidPredicate else { return error }
        return failed("The value expression of \(subject) failed: \(problem.message)", underlying: nil)
    }

    /// Returns the error of a save of the destination store.
    static func saving(_ error: any Error) -> any Error {
        let failure = error as NSError
        guard failure.code == NSManagedObjectConstraintMergeError,
            let conflict = (failure.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first
        else { return error }
        let entity = conflict.conflictingObjects.first?.entity.name ?? ""
        let values = conflict.constraintValues.sorted { $0.key < $1.key }.map { "\($0.key) = '\($0.value)'" }
        return failed(
            """
            Two objects of '\(entity)' have the unique values \(values.joined(separator: ", ")) after the migration. Change one of \
            them in the source store, or in the mapping.
            """,
            code: NSMigrationConstraintViolationError, underlying: error)
    }
}
