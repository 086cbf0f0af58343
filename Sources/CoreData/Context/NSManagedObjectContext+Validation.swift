internal import Foundation

extension NSManagedObjectContext {
    /// Validates all objects with changes. Throws their errors; several of them as one
    /// NSValidationMultipleErrorsError.
    func validate() throws {
        var errors: [any Error] = []
        func collect(_ validate: () throws -> Void) {
            do {
                try validate()
            } catch {
                // An object with several errors reports them as one; here they join those of other
                // objects. A Swift error is thrown unchanged, so that callers of save() can match
                // it.
                errors += ((error as NSError).userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
            }
        }
        for object in inserted.objects { collect(object.validateForInsert) }
        // Inaccessible objects have no values to check.
        for object in updated.objects where !object.isInaccessible { collect(object.validateForUpdate) }
        for object in deleted.objects where !object.isInaccessible { collect(object.validateForDelete) }
        try NSError.throwTogether(errors)
    }
}
