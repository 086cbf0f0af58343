internal import Foundation

extension NSManagedObjectContext {
    /// Has all objects with changes check themselves; throws what they throw, several errors together.
    func validate() throws {
        var errors: [NSError] = []
        func collect(_ validate: () throws -> Void) {
            do {
                try validate()
            } catch let error as NSError {
                // An object with several mistakes reports them together; here they join the others'.
                errors += (error.userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
            }
        }
        for object in inserted.objects { collect(object.validateForInsert) }
        // An object whose row is gone has no values to check.
        for object in updated.objects where !object.state.contains(.inaccessible) { collect(object.validateForUpdate) }
        for object in deleted.objects { collect(object.validateForDelete) }
        try NSError.throwTogether(errors)
    }
}
