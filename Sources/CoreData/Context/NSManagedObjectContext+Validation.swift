internal import Foundation

extension NSManagedObjectContext {
    /// Validates all objects with changes. Throws the error, or NSValidationMultipleErrorsError if
    /// there are several.
    func validate() throws {
        var errors: [any Error] = []
        func collect(_ validate: () throws -> Void) {
            do {
                try validate()
            } catch {
                // An object with several errors throws them as one, which is split into its parts
                // here. A Swift error is kept unchanged, so that callers of save() can match it.
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
