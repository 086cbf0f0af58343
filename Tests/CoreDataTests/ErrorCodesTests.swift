import CoreData
import Foundation
import Testing

/// The Swift names of errors, and what an error says about its cause.
struct ErrorCodesTests {
    /// Each code of `CocoaError.Code`, the same one of `CocoaError`, and Apple's number of it.
    private static let codes: [(CocoaError.Code, CocoaError.Code, Int)] = [
        (.managedObjectValidation, CocoaError.managedObjectValidation, 1550),
        (.validationMultipleErrors, CocoaError.validationMultipleErrors, 1560),
        (.validationMissingMandatoryProperty, CocoaError.validationMissingMandatoryProperty, 1570),
        (.validationRelationshipLacksMinimumCount, CocoaError.validationRelationshipLacksMinimumCount, 1580),
        (.validationRelationshipExceedsMaximumCount, CocoaError.validationRelationshipExceedsMaximumCount, 1590),
        (.validationRelationshipDeniedDelete, CocoaError.validationRelationshipDeniedDelete, 1600),
        (.validationNumberTooLarge, CocoaError.validationNumberTooLarge, 1610),
        (.validationNumberTooSmall, CocoaError.validationNumberTooSmall, 1620),
        (.validationDateTooLate, CocoaError.validationDateTooLate, 1630),
        (.validationDateTooSoon, CocoaError.validationDateTooSoon, 1640),
        (.validationInvalidDate, CocoaError.validationInvalidDate, 1650),
        (.validationStringTooLong, CocoaError.validationStringTooLong, 1660),
        (.validationStringTooShort, CocoaError.validationStringTooShort, 1670),
        (.validationStringPatternMatching, CocoaError.validationStringPatternMatching, 1680),
        (.managedObjectContextLocking, CocoaError.managedObjectContextLocking, 132_000),
        (.persistentStoreCoordinatorLocking, CocoaError.persistentStoreCoordinatorLocking, 132_010),
        (.managedObjectReferentialIntegrity, CocoaError.managedObjectReferentialIntegrity, 133_000),
        (.managedObjectExternalRelationship, CocoaError.managedObjectExternalRelationship, 133_010),
        (.managedObjectMerge, CocoaError.managedObjectMerge, 133_020),
        (.managedObjectConstraintMerge, CocoaError.managedObjectConstraintMerge, 133_021),
        (.persistentStoreInvalidType, CocoaError.persistentStoreInvalidType, 134_000),
        (.persistentStoreTypeMismatch, CocoaError.persistentStoreTypeMismatch, 134_010),
        (.persistentStoreIncompatibleSchema, CocoaError.persistentStoreIncompatibleSchema, 134_020),
        (.persistentStoreSave, CocoaError.persistentStoreSave, 134_030),
        (.persistentStoreIncompleteSave, CocoaError.persistentStoreIncompleteSave, 134_040),
        (.persistentStoreSaveConflicts, CocoaError.persistentStoreSaveConflicts, 134_050),
        (.coreData, CocoaError.coreData, 134_060),
        (.persistentStoreOperation, CocoaError.persistentStoreOperation, 134_070),
        (.persistentStoreOpen, CocoaError.persistentStoreOpen, 134_080),
        (.persistentStoreTimeout, CocoaError.persistentStoreTimeout, 134_090),
        (.persistentStoreUnsupportedRequestType, CocoaError.persistentStoreUnsupportedRequestType, 134_091),
        (.persistentStoreIncompatibleVersionHash, CocoaError.persistentStoreIncompatibleVersionHash, 134_100),
        (.migration, CocoaError.migration, 134_110),
        (.migrationCancelled, CocoaError.migrationCancelled, 134_120),
        (.migrationMissingSourceModel, CocoaError.migrationMissingSourceModel, 134_130),
        (.migrationMissingMappingModel, CocoaError.migrationMissingMappingModel, 134_140),
        (.migrationManagerSourceStore, CocoaError.migrationManagerSourceStore, 134_150),
        (.migrationManagerDestinationStore, CocoaError.migrationManagerDestinationStore, 134_160),
        (.entityMigrationPolicy, CocoaError.entityMigrationPolicy, 134_170),
        (.sqlite, CocoaError.sqlite, 134_180),
        (.inferredMappingModel, CocoaError.inferredMappingModel, 134_190),
        (.externalRecordImport, CocoaError.externalRecordImport, 134_200),
    ]

    @Test func `codes have Apple's numbers`() {
        #expect(Self.codes.count == 42)
        for (code, same, number) in Self.codes {
            #expect(code.rawValue == number)
            #expect(same == code)
        }
    }

    @Test func `an error says what is not valid, and why`() {
        let predicate = NSPredicate(format: "SELF > 3")
        let error = CocoaError(
            .validationNumberTooSmall,
            userInfo: [
                NSValidationKeyErrorKey: "magnitude", NSValidationValueErrorKey: 2, NSValidationPredicateErrorKey: predicate,
                NSValidationObjectErrorKey: "object",
            ])
        #expect(error.validationKey == "magnitude")
        #expect(error.validationValue as? Int == 2)
        #expect(error.validationPredicate == predicate)
        #expect(error.validationObject as? String == "object")
    }

    @Test func `an error says which objects and stores it is about`() {
        let (object, store) = (NSObject(), NSObject())
        let error = CocoaError(
            .persistentStoreSave, userInfo: [NSAffectedObjectsErrorKey: [object], NSAffectedStoresErrorKey: [store]])
        #expect(error.affectedObjects?.count == 1)
        #expect(error.affectedObjects?.first === object)
        #expect(error.affectedStores?.first === store)
        #expect(CocoaError(.persistentStoreSave).affectedObjects == nil)
        #expect(CocoaError(.persistentStoreSave).affectedStores == nil)
        #expect(CocoaError(.persistentStoreSave).validationPredicate == nil)
    }

    @Test(.eachStore) func `a save after another one says which rows have changed`() throws {
        let store = try TestStore()
        let (first, second) = (store.context(), store.context())
        let objectID = try first.performAndWait {
            let quake = Quake(context: first)
            try first.save()
            return quake.objectID
        }
        try second.performAndWait { (try second.existingObject(with: objectID) as? Quake)?.magnitude = 5 }
        try first.performAndWait {
            (try first.existingObject(with: objectID) as? Quake)?.magnitude = 3
            try first.save()
        }
        let error = second.performAndWait { #expect(throws: CocoaError.self) { try second.save() } }
        #expect(error?.code == .managedObjectMerge)
        second.performAndWait {
            #expect(error?.persistentStoreSaveConflicts?.map(\.sourceObject.objectID) == [objectID])
        }
    }
}
