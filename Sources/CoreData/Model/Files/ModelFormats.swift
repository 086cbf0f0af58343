internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates

/// The formats of predicates and expressions in model files.
enum ModelFormats {
    enum Bound {
        case least
        case greatest

        var sign: String { self == .least ? ">=" : "<=" }
    }

    /// Parses a predicate. Returns nil for a blank string, which Xcode writes if there is none.
    ///
    /// - Throws: `ModelFileError` with the file's line and the position in the format.
    static func predicate(_ format: String?, at place: SourceLocation) throws(ModelFileError) -> NSPredicate? {
        guard let format, !format.isBlank else { return nil }
        do {
            return NSPredicate.predicate(for: try FormatParser.parse(format))
        } catch {
            throw ModelFileError(at: place, "\(error)")
        }
    }

    /// Parses an expression. Returns nil for a blank string.
    ///
    /// - Throws: `ModelFileError` with the file's line and the position in the format.
    static func expression(_ format: String?, at place: SourceLocation) throws(ModelFileError) -> NSExpression? {
        guard let format, !format.isBlank else { return nil }
        do {
            return NSExpression(form: try FormatParser.parseExpression(format))
        } catch {
            throw ModelFileError(at: place, "\(error)")
        }
    }

    /// Returns the predicate that Apple's compiler creates for a minimum or maximum, which limits
    /// the value or, for a string, its length.
    static func limit(of type: AttributeType, _ bound: Bound, _ value: AttributeElement.Value) -> NSPredicate {
        let subject = type == .string ? "length" : "SELF"
        return NSPredicate(format: "\(subject) \(bound.sign) %@", argumentArray: [value.object(as: type)])
    }
}

extension AttributeElement.Value {
    /// Returns the value as an object for `defaultValue` and for predicates. Numbers become
    /// NSNumber, as in Apple's models.
    func object(as type: AttributeType) -> Any {
        switch self {
        case .integer(let integer): NSNumber(value: integer)
        case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
        case .double(let double): type == .float ? NSNumber(value: Float(double)) : NSNumber(value: double)
        case .string(let string): string
        case .boolean(let boolean): NSNumber(value: boolean)
        case .date(let date): date
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .url(let url): url
        }
    }
}

extension NSError {
    /// Returns the error code for a value below the minimum.
    static func tooSmallCode(for type: AttributeType) -> Int {
        switch type {
        case .string: NSValidationStringTooShortError
        case .date: NSValidationDateTooSoonError
        default: NSValidationNumberTooSmallError
        }
    }

    /// Returns the error code for a value above the maximum.
    static func tooLargeCode(for type: AttributeType) -> Int {
        switch type {
        case .string: NSValidationStringTooLongError
        case .date: NSValidationDateTooLateError
        default: NSValidationNumberTooLargeError
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
