internal import Foundation
internal import Predicates

extension NSManagedObjectContext {
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
        for object in insertedObjects { collect(object.validateForInsert) }
        for object in updatedObjects { collect(object.validateForUpdate) }
        for object in deletedObjects { collect(object.validateForDelete) }
        try NSManagedObject.throwTogether(errors)
    }
}

extension NSManagedObject {
    final func validateRequiredAttributes() throws {
        let missing = layout.attributes.indices.filter { slot in
            !layout.attributes[slot].isOptional && read(slot) == .null
        }
        try Self.throwTogether(
            missing.map { slot in
                let name = layout.attributes[slot].name
                return NSError(
                    code: NSValidationMissingMandatoryPropertyError,
                    "\(layout.name).\(name) is required but nil; set it before saving.",
                    [NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: name]
                )
            }
        )
    }

    /// Throws a single error as it is, and several as the details of NSValidationMultipleErrorsError.
    fileprivate final class func throwTogether(_ errors: [NSError]) throws {
        guard let first = errors.first else { return }
        guard errors.count > 1 else { throw first }
        throw NSError(
            code: NSValidationMultipleErrorsError,
            "\(errors.count) values cannot be saved. The first: \(first.localizedDescription)",
            [NSDetailedErrorsKey: errors]
        )
    }
}
