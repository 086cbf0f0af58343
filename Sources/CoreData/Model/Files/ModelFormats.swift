internal import Foundation
internal import ModelFormat
internal import Predicates

/// The predicates and expressions of model files.
enum ModelFormats {
    enum Bound {
        case least
        case greatest

        var sign: String { self == .least ? ">=" : "<=" }
    }

    /// Reads a predicate; an empty text, which Xcode leaves where nothing was typed, is none.
    ///
    /// - Throws: `ModelFileError` with the file's line and the place in the format.
    static func predicate(_ format: String?, at place: SourceLocation) throws(ModelFileError) -> NSPredicate? {
        guard let format, !format.isBlank else { return nil }
        do {
            return NSPredicate.predicate(for: try FormatParser.parse(format))
        } catch {
            throw ModelFileError(at: place, "\(error)")
        }
    }

    /// Reads an expression; an empty text is none.
    ///
    /// - Throws: `ModelFileError` with the file's line and the place in the format.
    static func expression(_ format: String?, at place: SourceLocation) throws(ModelFileError) -> NSExpression? {
        guard let format, !format.isBlank else { return nil }
        do {
            return NSExpression(form: try FormatParser.parseExpression(format))
        } catch {
            throw ModelFileError(at: place, "\(error)")
        }
    }

    /// The rule that Apple's compiler makes of a limit: of the value, and for a string of its length.
    static func limit(of type: AttributeType, _ bound: Bound, _ value: AttributeElement.Value) -> NSPredicate {
        let subject = type == .string ? "length" : "SELF"
        return NSPredicate(format: "\(subject) \(bound.sign) %@", argumentArray: [value.object(as: type)])
    }
}

extension AttributeElement.Value {
    /// The value as `defaultValue` and predicates hold it: numbers as NSNumber, as Apple's do.
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
    /// The error of a value below the smallest one.
    static func tooSmallCode(for type: AttributeType) -> Int {
        switch type {
        case .string: NSValidationStringTooShortError
        case .date: NSValidationDateTooSoonError
        default: NSValidationNumberTooSmallError
        }
    }

    /// The error of a value above the largest one.
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
