internal import Foundation

extension NSManagedObjectContext {
    /// Has all objects with changes check themselves; throws what they throw, several errors together.
    func validate() throws {
        var errors: [any Error] = []
        func collect(_ validate: () throws -> Void) {
            do {
                try validate()
            } catch {
                // An object with several mistakes reports them together; here they join those of
                // other objects. A Swift error stays what it is, so that callers of save() match it.
                errors += ((error as NSError).userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
            }
        }
        for object in inserted.objects { collect(object.validateForInsert) }
        // An object whose row is gone has no values to check.
        for object in updated.objects where !object.isInaccessible { collect(object.validateForUpdate) }
        for object in deleted.objects where !object.isInaccessible { collect(object.validateForDelete) }
        try NSError.throwTogether(errors)
    }
}
