public import Foundation
public import StrataPredicates

// Core Data's errors under their Swift names: `catch let error as CocoaError where error.code ==
// .validationMultipleErrors`.

extension CocoaError {
    /// The object that is not valid.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The name of the property that is not valid.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The validation predicate of the model that the value does not satisfy.
    public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }
    /// The value that is not valid.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
    /// The stores that the error is about.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
    /// The objects that the error is about.
    public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
}

extension CocoaError.Code {
    /// The code of a value that fails validation: `NSManagedObjectValidationError`.
    public static var managedObjectValidation: Self { Self(rawValue: NSManagedObjectValidationError) }
    /// The code of several validation errors of one save: `NSValidationMultipleErrorsError`.
    public static var validationMultipleErrors: Self { Self(rawValue: NSValidationMultipleErrorsError) }
    /// The code of a required property without a value:
    /// `NSValidationMissingMandatoryPropertyError`.
    public static var validationMissingMandatoryProperty: Self { Self(rawValue: NSValidationMissingMandatoryPropertyError) }
    /// The code of a to-many relationship with fewer members than its minimum count:
    /// `NSValidationRelationshipLacksMinimumCountError`.
    public static var validationRelationshipLacksMinimumCount: Self {
        Self(rawValue: NSValidationRelationshipLacksMinimumCountError)
    }
    /// The code of a to-many relationship with more members than its maximum count:
    /// `NSValidationRelationshipExceedsMaximumCountError`.
    public static var validationRelationshipExceedsMaximumCount: Self {
        Self(rawValue: NSValidationRelationshipExceedsMaximumCountError)
    }
    /// The code of a deletion that a relationship with the Deny rule prevents:
    /// `NSValidationRelationshipDeniedDeleteError`.
    public static var validationRelationshipDeniedDelete: Self { Self(rawValue: NSValidationRelationshipDeniedDeleteError) }
    /// The code of a number above its maximum: `NSValidationNumberTooLargeError`.
    public static var validationNumberTooLarge: Self { Self(rawValue: NSValidationNumberTooLargeError) }
    /// The code of a number below its minimum: `NSValidationNumberTooSmallError`.
    public static var validationNumberTooSmall: Self { Self(rawValue: NSValidationNumberTooSmallError) }
    /// The code of a date after its maximum: `NSValidationDateTooLateError`.
    public static var validationDateTooLate: Self { Self(rawValue: NSValidationDateTooLateError) }
    /// The code of a date before its minimum: `NSValidationDateTooSoonError`.
    public static var validationDateTooSoon: Self { Self(rawValue: NSValidationDateTooSoonError) }
    /// The code of a date that is not valid: `NSValidationInvalidDateError`.
    public static var validationInvalidDate: Self { Self(rawValue: NSValidationInvalidDateError) }
    /// The code of a string longer than its maximum length: `NSValidationStringTooLongError`.
    public static var validationStringTooLong: Self { Self(rawValue: NSValidationStringTooLongError) }
    /// The code of a string shorter than its minimum length: `NSValidationStringTooShortError`.
    public static var validationStringTooShort: Self { Self(rawValue: NSValidationStringTooShortError) }
    /// The code of a string that does not match its regular expression:
    /// `NSValidationStringPatternMatchingError`.
    public static var validationStringPatternMatching: Self { Self(rawValue: NSValidationStringPatternMatchingError) }
    /// The code of a context that cannot be locked: `NSManagedObjectContextLockingError`.
    public static var managedObjectContextLocking: Self { Self(rawValue: NSManagedObjectContextLockingError) }
    /// The code of a coordinator that cannot be locked: `NSPersistentStoreCoordinatorLockingError`.
    public static var persistentStoreCoordinatorLocking: Self { Self(rawValue: NSPersistentStoreCoordinatorLockingError) }
    /// The code of an object ID whose row does not exist, or whose store is not the coordinator's:
    /// `NSManagedObjectReferentialIntegrityError`.
    public static var managedObjectReferentialIntegrity: Self { Self(rawValue: NSManagedObjectReferentialIntegrityError) }
    /// The code of a relationship to an object in another store:
    /// `NSManagedObjectExternalRelationshipError`.
    public static var managedObjectExternalRelationship: Self { Self(rawValue: NSManagedObjectExternalRelationshipError) }
    /// The code of rows that changed after they were read: `NSManagedObjectMergeError`.
    public static var managedObjectMerge: Self { Self(rawValue: NSManagedObjectMergeError) }
    /// The code of unique values that another object has: `NSManagedObjectConstraintMergeError`.
    public static var managedObjectConstraintMerge: Self { Self(rawValue: NSManagedObjectConstraintMergeError) }
    /// The code of a store type that does not exist: `NSPersistentStoreInvalidTypeError`.
    public static var persistentStoreInvalidType: Self { Self(rawValue: NSPersistentStoreInvalidTypeError) }
    /// The code of a database file without a store's metadata:
    /// `NSPersistentStoreTypeMismatchError`.
    public static var persistentStoreTypeMismatch: Self { Self(rawValue: NSPersistentStoreTypeMismatchError) }
    /// The code of a store, or a configuration, that does not fit the model's entities:
    /// `NSPersistentStoreIncompatibleSchemaError`.
    public static var persistentStoreIncompatibleSchema: Self { Self(rawValue: NSPersistentStoreIncompatibleSchemaError) }
    /// The code of a store that was moved or replaced during a save, or metadata that is not a
    /// property list: `NSPersistentStoreSaveError`.
    public static var persistentStoreSave: Self { Self(rawValue: NSPersistentStoreSaveError) }
    /// The code of a save to several stores of which only some were committed:
    /// `NSPersistentStoreIncompleteSaveError`.
    public static var persistentStoreIncompleteSave: Self { Self(rawValue: NSPersistentStoreIncompleteSaveError) }
    /// The code of conflicts of a save: `NSPersistentStoreSaveConflictsError`.
    public static var persistentStoreSaveConflicts: Self { Self(rawValue: NSPersistentStoreSaveConflictsError) }
    /// The code of an error without a code of its own, such as an unknown configuration:
    /// `NSCoreDataError`.
    public static var coreData: Self { Self(rawValue: NSCoreDataError) }
    /// The code of an operation or request that cannot be carried out:
    /// `NSPersistentStoreOperationError`.
    public static var persistentStoreOperation: Self { Self(rawValue: NSPersistentStoreOperationError) }
    /// The code of a store that cannot be opened, because of its URL or its options:
    /// `NSPersistentStoreOpenError`.
    public static var persistentStoreOpen: Self { Self(rawValue: NSPersistentStoreOpenError) }
    /// The code of a store that another process kept locked for longer than the timeout:
    /// `NSPersistentStoreTimeoutError`.
    public static var persistentStoreTimeout: Self { Self(rawValue: NSPersistentStoreTimeoutError) }
    /// The code of a request of a type that cannot be executed:
    /// `NSPersistentStoreUnsupportedRequestTypeError`.
    public static var persistentStoreUnsupportedRequestType: Self { Self(rawValue: NSPersistentStoreUnsupportedRequestTypeError) }
    /// The code of a file that is not a store of this version of the model:
    /// `NSPersistentStoreIncompatibleVersionHashError`.
    public static var persistentStoreIncompatibleVersionHash: Self {
        Self(rawValue: NSPersistentStoreIncompatibleVersionHashError)
    }
    /// The code of a failed migration: `NSMigrationError`.
    public static var migration: Self { Self(rawValue: NSMigrationError) }
    /// The code of a canceled migration: `NSMigrationCancelledError`.
    public static var migrationCancelled: Self { Self(rawValue: NSMigrationCancelledError) }
    /// The code of a migration without the store's model: `NSMigrationMissingSourceModelError`.
    public static var migrationMissingSourceModel: Self { Self(rawValue: NSMigrationMissingSourceModelError) }
    /// The code of a migration without a mapping model: `NSMigrationMissingMappingModelError`.
    public static var migrationMissingMappingModel: Self { Self(rawValue: NSMigrationMissingMappingModelError) }
    /// The code of a migration whose source store cannot be used:
    /// `NSMigrationManagerSourceStoreError`.
    public static var migrationManagerSourceStore: Self { Self(rawValue: NSMigrationManagerSourceStoreError) }
    /// The code of a migration whose destination store cannot be used:
    /// `NSMigrationManagerDestinationStoreError`.
    public static var migrationManagerDestinationStore: Self { Self(rawValue: NSMigrationManagerDestinationStoreError) }
    /// The code of a failed entity migration policy: `NSEntityMigrationPolicyError`.
    public static var entityMigrationPolicy: Self { Self(rawValue: NSEntityMigrationPolicyError) }
    /// The code of an error of SQLite: `NSSQLiteError`.
    public static var sqlite: Self { Self(rawValue: NSSQLiteError) }
    /// The code of a mapping model that cannot be inferred: `NSInferredMappingModelError`.
    public static var inferredMappingModel: Self { Self(rawValue: NSInferredMappingModelError) }
    /// The code of external records that cannot be imported: `NSExternalRecordImportError`.
    public static var externalRecordImport: Self { Self(rawValue: NSExternalRecordImportError) }
}

extension CocoaError {
    /// The same code as `CocoaError.Code.managedObjectValidation`.
    public static var managedObjectValidation: Code { .managedObjectValidation }
    /// The same code as `CocoaError.Code.validationMultipleErrors`.
    public static var validationMultipleErrors: Code { .validationMultipleErrors }
    /// The same code as `CocoaError.Code.validationMissingMandatoryProperty`.
    public static var validationMissingMandatoryProperty: Code { .validationMissingMandatoryProperty }
    /// The same code as `CocoaError.Code.validationRelationshipLacksMinimumCount`.
    public static var validationRelationshipLacksMinimumCount: Code { .validationRelationshipLacksMinimumCount }
    /// The same code as `CocoaError.Code.validationRelationshipExceedsMaximumCount`.
    public static var validationRelationshipExceedsMaximumCount: Code { .validationRelationshipExceedsMaximumCount }
    /// The same code as `CocoaError.Code.validationRelationshipDeniedDelete`.
    public static var validationRelationshipDeniedDelete: Code { .validationRelationshipDeniedDelete }
    /// The same code as `CocoaError.Code.validationNumberTooLarge`.
    public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
    /// The same code as `CocoaError.Code.validationNumberTooSmall`.
    public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
    /// The same code as `CocoaError.Code.validationDateTooLate`.
    public static var validationDateTooLate: Code { .validationDateTooLate }
    /// The same code as `CocoaError.Code.validationDateTooSoon`.
    public static var validationDateTooSoon: Code { .validationDateTooSoon }
    /// The same code as `CocoaError.Code.validationInvalidDate`.
    public static var validationInvalidDate: Code { .validationInvalidDate }
    /// The same code as `CocoaError.Code.validationStringTooLong`.
    public static var validationStringTooLong: Code { .validationStringTooLong }
    /// The same code as `CocoaError.Code.validationStringTooShort`.
    public static var validationStringTooShort: Code { .validationStringTooShort }
    /// The same code as `CocoaError.Code.validationStringPatternMatching`.
    public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
    /// The same code as `CocoaError.Code.managedObjectContextLocking`.
    public static var managedObjectContextLocking: Code { .managedObjectContextLocking }
    /// The same code as `CocoaError.Code.persistentStoreCoordinatorLocking`.
    public static var persistentStoreCoordinatorLocking: Code { .persistentStoreCoordinatorLocking }
    /// The same code as `CocoaError.Code.managedObjectReferentialIntegrity`.
    public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
    /// The same code as `CocoaError.Code.managedObjectExternalRelationship`.
    public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
    /// The same code as `CocoaError.Code.managedObjectMerge`.
    public static var managedObjectMerge: Code { .managedObjectMerge }
    /// The same code as `CocoaError.Code.managedObjectConstraintMerge`.
    public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
    /// The same code as `CocoaError.Code.persistentStoreInvalidType`.
    public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
    /// The same code as `CocoaError.Code.persistentStoreTypeMismatch`.
    public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
    /// The same code as `CocoaError.Code.persistentStoreIncompatibleSchema`.
    public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
    /// The same code as `CocoaError.Code.persistentStoreSave`.
    public static var persistentStoreSave: Code { .persistentStoreSave }
    /// The same code as `CocoaError.Code.persistentStoreIncompleteSave`.
    public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
    /// The same code as `CocoaError.Code.persistentStoreSaveConflicts`.
    public static var persistentStoreSaveConflicts: Code { .persistentStoreSaveConflicts }
    /// The same code as `CocoaError.Code.coreData`.
    public static var coreData: Code { .coreData }
    /// The same code as `CocoaError.Code.persistentStoreOperation`.
    public static var persistentStoreOperation: Code { .persistentStoreOperation }
    /// The same code as `CocoaError.Code.persistentStoreOpen`.
    public static var persistentStoreOpen: Code { .persistentStoreOpen }
    /// The same code as `CocoaError.Code.persistentStoreTimeout`.
    public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
    /// The same code as `CocoaError.Code.persistentStoreUnsupportedRequestType`.
    public static var persistentStoreUnsupportedRequestType: Code { .persistentStoreUnsupportedRequestType }
    /// The same code as `CocoaError.Code.persistentStoreIncompatibleVersionHash`.
    public static var persistentStoreIncompatibleVersionHash: Code { .persistentStoreIncompatibleVersionHash }
    /// The same code as `CocoaError.Code.migration`.
    public static var migration: Code { .migration }
    /// The same code as `CocoaError.Code.migrationCancelled`.
    public static var migrationCancelled: Code { .migrationCancelled }
    /// The same code as `CocoaError.Code.migrationMissingSourceModel`.
    public static var migrationMissingSourceModel: Code { .migrationMissingSourceModel }
    /// The same code as `CocoaError.Code.migrationMissingMappingModel`.
    public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
    /// The same code as `CocoaError.Code.migrationManagerSourceStore`.
    public static var migrationManagerSourceStore: Code { .migrationManagerSourceStore }
    /// The same code as `CocoaError.Code.migrationManagerDestinationStore`.
    public static var migrationManagerDestinationStore: Code { .migrationManagerDestinationStore }
    /// The same code as `CocoaError.Code.entityMigrationPolicy`.
    public static var entityMigrationPolicy: Code { .entityMigrationPolicy }
    /// The same code as `CocoaError.Code.sqlite`.
    public static var sqlite: Code { .sqlite }
    /// The same code as `CocoaError.Code.inferredMappingModel`.
    public static var inferredMappingModel: Code { .inferredMappingModel }
    /// The same code as `CocoaError.Code.externalRecordImport`.
    public static var externalRecordImport: Code { .externalRecordImport }
}

extension CocoaError {
    /// Whether the error is that a file or folder does not exist, or cannot, since a part of its path
    /// is no folder.
    var isMissingFile: Bool {
        code == .fileReadNoSuchFile || code == .fileNoSuchFile || (underlying as? POSIXError)?.code == .ENOTDIR
    }
}
