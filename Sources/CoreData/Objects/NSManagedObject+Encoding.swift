internal import Foundation
internal import StrataPredicates

extension NSManagedObject {
    /// Encodes the values of transformable attributes. Throws if one cannot be encoded.
    final func validateEncoding() throws {
        try NSError.throwTogether(layout.encodedSlots.compactMap(encodingError))
    }

    /// Returns the error of a value that cannot be encoded. Data that was read from the store is not
    /// decoded for this.
    final func encodingError(_ slot: Int) -> NSError? {
        guard let value = row?.values[slot] else { return nil }
        do {
            try value.encodeObjects()
            return nil
        } catch {
            let error = error as NSError
            let details: [String: Any] = [
                NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: layout.names[slot],
                NSValidationValueErrorKey: layout.object(value, at: slot) ?? NSNull(),
            ]
            return NSError(
                domain: error.domain, code: error.code, userInfo: error.userInfo.merging(details) { first, _ in first })
        }
    }
}
