internal import Foundation

// Apple's error codes, in NSCocoaErrorDomain. Strata never throws some of them. They exist because
// an app's switch may name them.
/// The code of a value that fails validation.
public let NSManagedObjectValidationError = 1550
/// The code of values that violate constraints. Not thrown here; see
/// `NSManagedObjectConstraintMergeError`.
public let NSManagedObjectConstraintValidationError = 1551
/// The code of several validation errors of one save; the user info lists them under
/// `NSDetailedErrorsKey`.
public let NSValidationMultipleErrorsError = 1560
/// The code of a required property without a value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// The code of a to-many relationship with fewer members than its minimum count.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// The code of a to-many relationship with more members than its maximum count.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// The code of a deletion that a relationship with the Deny rule prevents.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// The code of a number above its maximum.
public let NSValidationNumberTooLargeError = 1610
/// The code of a number below its minimum.
public let NSValidationNumberTooSmallError = 1620
/// The code of a date after its maximum.
public let NSValidationDateTooLateError = 1630
/// The code of a date before its minimum.
public let NSValidationDateTooSoonError = 1640
/// The code of a date that is not valid. Built-in validation does not throw it.
public let NSValidationInvalidDateError = 1650
/// The code of a string longer than its maximum length.
public let NSValidationStringTooLongError = 1660
/// The code of a string shorter than its minimum length.
public let NSValidationStringTooShortError = 1670
/// The code of a string that does not match its regular expression.
public let NSValidationStringPatternMatchingError = 1680
/// The code of a URI that is not valid. Built-in validation does not throw it.
public let NSValidationInvalidURIError = 1690
/// The code of a context that cannot be locked. Not thrown here, since contexts have queues and no
/// locks.
public let NSManagedObjectContextLockingError = 132000
/// The code of a coordinator that cannot be locked. Not thrown here.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// The code of an object ID whose row does not exist, or whose store is not the coordinator's.
public let NSManagedObjectReferentialIntegrityError = 133000
/// The code of a relationship to an object in another store.
public let NSManagedObjectExternalRelationshipError = 133010
/// The code of rows that changed after they were read; the user info lists the conflicts under
/// `NSPersistentStoreSaveConflictsErrorKey`.
public let NSManagedObjectMergeError = 133020
/// The code of unique values that another object has; the user info lists the conflicts under
/// `NSPersistentStoreSaveConflictsErrorKey`.
public let NSManagedObjectConstraintMergeError = 133021
/// The code of a store type that does not exist.
public let NSPersistentStoreInvalidTypeError = 134000
/// The code of a database file without a store's metadata.
public let NSPersistentStoreTypeMismatchError = 134010
/// The code of a store, or a configuration, that does not fit the model's entities.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// The code of a store that was moved or replaced during a save, or metadata that is not a
/// property list.
public let NSPersistentStoreSaveError = 134030
/// The code of a save to several stores of which only some were committed.
public let NSPersistentStoreIncompleteSaveError = 134040
/// The code of conflicts of a save. Not thrown here; see `NSManagedObjectMergeError`.
public let NSPersistentStoreSaveConflictsError = 134050
/// The code of an error without a code of its own, such as an unknown configuration.
public let NSCoreDataError = 134060
/// The code of an operation or request that cannot be carried out.
public let NSPersistentStoreOperationError = 134070
/// The code of a store that cannot be opened, because of its URL or its options.
public let NSPersistentStoreOpenError = 134080
/// The code of a store that another process kept locked for longer than the timeout.
public let NSPersistentStoreTimeoutError = 134090
/// The code of a request of a type that cannot be executed.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// The code of a file that is not a store of this version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// The code of a failed migration.
public let NSMigrationError = 134110
/// The code of a migration after which values are not unique.
public let NSMigrationConstraintViolationError = 134111
/// The code of a canceled migration.
public let NSMigrationCancelledError = 134120
/// The code of a migration without the store's model.
public let NSMigrationMissingSourceModelError = 134130
/// The code of a migration without a mapping model.
public let NSMigrationMissingMappingModelError = 134140
/// The code of a migration whose source store cannot be used.
public let NSMigrationManagerSourceStoreError = 134150
/// The code of a migration whose destination store cannot be used.
public let NSMigrationManagerDestinationStoreError = 134160
/// The code of a value expression that calls an unknown method of an entity migration policy.
public let NSEntityMigrationPolicyError = 134170
/// The code of an error of SQLite. Not thrown here; the user info of a store's error has SQLite's
/// code under `NSSQLiteErrorDomain`.
public let NSSQLiteError = 134180
/// The code of a mapping model that cannot be inferred.
public let NSInferredMappingModelError = 134190
/// The code of external records that cannot be imported. Not thrown here.
public let NSExternalRecordImportError = 134200
/// The code of a history token whose transactions were deleted, or that belongs to another store.
public let NSPersistentHistoryTokenExpiredError = 134301
/// The code of a model of a staged migration that is not found, and of a version that is in no
/// stage.
public let NSManagedObjectModelReferenceNotFoundError = 134504
/// The code of a staged migration by another version of the framework. Not thrown here.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505
/// The code of a store of a later version than the model, which a staged migration cannot use.
public let NSStagedMigrationBackwardMigrationError = 134506

/// The key of SQLite's own result code in the user info of a store's error; on Apple's platforms
/// also the domain of such errors.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

// Keys of an error's user info.
/// The key of the array of errors that an error combines.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The key of the object that is not valid.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the name of the property that is not valid.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The key of the value that is not valid.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The key of the validation predicate that the value does not satisfy.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The key of the array of conflicts that made a save fail: `NSMergeConflict` or
/// `NSConstraintConflict`.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The key of the array of stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The key of the array of objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

extension NSError {
    /// Creates an error in Apple's domain.
    ///
    /// - Parameter sentence: the localized description, which says what happened and what to do.
    convenience init(code: Int, _ sentence: String, _ userInfo: [String: Any] = [:]) {
        self.init(
            domain: NSCocoaErrorDomain,
            code: code,
            userInfo: userInfo.merging([NSLocalizedDescriptionKey: sentence]) { _, sentence in sentence }
        )
    }
}
