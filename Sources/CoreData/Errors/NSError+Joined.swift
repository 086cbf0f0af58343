internal import Foundation

extension NSError {
    /// Throws a single error as it is, and several as the details of
    /// NSValidationMultipleErrorsError.
    static func throwTogether(_ errors: [any Error]) throws {
        guard let first = errors.first else { return }
        guard errors.count > 1 else { throw first }
        throw NSError(
            code: NSValidationMultipleErrorsError, "Multiple validation errors occurred.",
            [NSDetailedErrorsKey: errors.map(NSError.init(wrapping:))])
    }

    /// Creates an `NSError` from any error. A Swift error becomes its `NSUnderlyingErrorKey`, since
    /// no cast converts an `NSError` back to it on Linux.
    fileprivate convenience init(wrapping error: any Error) {
        let converted = error as NSError
        var userInfo = converted.userInfo
        if !(type(of: error) is NSError.Type) { userInfo[NSUnderlyingErrorKey] = error }
        self.init(domain: converted.domain, code: converted.code, userInfo: userInfo)
    }
}
