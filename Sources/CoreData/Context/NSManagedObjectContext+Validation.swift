internal import Foundation

extension NSManagedObjectContext {
    /// Validates all objects with changes. Throws the error, or NSValidationMultipleErrorsError if
    /// there are several. What could not be read is neither valid nor invalid, and throws, too.
    func validate() throws {
        let failed = failedReads.count
        var errors: [any Error] = []
        var unread: [NSManagedObject] = []
        func collect(_ object: NSManagedObject, _ validate: () throws -> Void) {
            let before = failedReads.count
            defer { if failedReads.count != before { unread.append(object) } }
            do {
                try validate()
            } catch {
                // An object with several errors throws them as one, which is split into its parts
                // here. A Swift error is kept unchanged, so that callers of save() can match it.
                errors += ((error as NSError).userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
            }
        }
        for object in inserted.objects { collect(object, object.validateForInsert) }
        // Inaccessible objects have no values to check.
        for object in updated.objects where !object.isInaccessible { collect(object, object.validateForUpdate) }
        for object in deleted.objects where !object.isInaccessible { collect(object, object.validateForDelete) }
        if failedReads.count != failed { throw unreadableError(unread) }
        try NSError.throwTogether(errors)
    }
}
