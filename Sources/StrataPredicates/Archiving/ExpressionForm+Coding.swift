import Foundation
internal import StrataArchives
internal import StrataTraps

// The keys are those of Apple's archives, known from public archives and class dumps.
extension ExpressionForm {
    func encode(with coder: NSCoder) {
        coder.encode(Int(NSExpression(form: self).expressionType.rawValue), forKey: Key.type)
        switch self {
        case Self.utilities: coder.encode(NSString(string: "_NSPredicateUtilities"), forKey: Key.constantClass)
        case .constant(let value) where value.hasManagedObjects: refuse("a managed object", coder)
        case .constant(let value):
            if let object = value.archived { coder.encode(object, forKey: Key.constant) }
        case .keyPath([]), .anyKey: break
        case .keyPath(let names):
            encode(function: "valueForKeyPath:", of: .keyPath([]), NSArray(object: KeyPathSpecifier(names)), coder)
        case .path(let base, let names):
            encode(function: "valueForKeyPath:", of: base, NSArray(object: KeyPathSpecifier(names)), coder)
        case .variable(let name): coder.encode(NSString(string: name), forKey: Key.variable)
        case .assignment(let name, let value):
            coder.encode(NSString(string: name), forKey: Key.assignmentVariable)
            coder.encode(NSExpression(form: value), forKey: Key.subexpression)
        case .function(let function, let arguments):
            encode(function: function.rawValue, of: Self.utilities, arguments.archived, coder)
        case .message(let target, let selector, let arguments):
            encode(function: selector, of: target, arguments.archived, coder)
        case .aggregate(let elements): coder.encode(elements.archived, forKey: Key.collection)
        case .subquery(let collection, let variable, let predicate):
            coder.encode(NSExpression(form: collection), forKey: Key.expression)
            coder.encode(NSString(string: variable), forKey: Key.variable)
            coder.encode(NSPredicate.predicate(for: predicate), forKey: Key.subpredicate)
        case .set(_, let left, let right):
            coder.encode(NSExpression(form: left), forKey: Key.left)
            coder.encode(NSExpression(form: right), forKey: Key.right)
        case .conditional(let predicate, let yes, let no):
            coder.encode(NSPredicate.predicate(for: predicate), forKey: Key.predicate)
            coder.encode(NSExpression(form: yes), forKey: Key.trueExpression)
            coder.encode(NSExpression(form: no), forKey: Key.falseExpression)
        case .symbol(let symbol): coder.encode(NSString(string: symbol.rawValue), forKey: Key.token)
        case .fetch, .block: refuse("a closure or a fetch request", coder)
        }
    }

    /// Makes an archive of the expression an error. Traps for an app's own archiver, which has no
    /// error to report.
    private func refuse(_ part: String, _ coder: NSCoder) {
        guard coder is KeyedArchiveEncoder else { trap("\(format) cannot be archived: it holds \(part).") }
        coder.failWithError(ArchiveError("contains an expression with \(part)"))
    }

    private func encode(function: String, of target: ExpressionForm, _ arguments: NSArray, _ coder: NSCoder) {
        coder.encode(NSString(string: function), forKey: Key.selector)
        coder.encode(NSExpression(form: target), forKey: Key.operand)
        coder.encode(arguments, forKey: Key.arguments)
    }

    /// The target of built-in functions: a class of Apple's Foundation, archived by name.
    static let utilities = ExpressionForm.constant(.string("_NSPredicateUtilities"))

    /// Decodes an expression; nil if the archive has no valid one.
    init?(from coder: NSCoder) {
        guard let type = NSExpression.ExpressionType(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: Key.type))) else {
            return nil
        }
        let form: ExpressionForm? =
            switch type {
            case .constantValue: Self.constant(from: coder)
            case .evaluatedObject: .keyPath([])
            case .anyKey: .anyKey
            case .variable: Self.variable(from: coder)
            case .keyPath, .function: Self.function(from: coder)
            case .aggregate: Self.forms(coder, Key.collection).map(ExpressionForm.aggregate)
            case .unionSet: Self.set(.union, coder)
            case .intersectSet: Self.set(.intersect, coder)
            case .minusSet: Self.set(.minus, coder)
            case .subquery: Self.subquery(from: coder)
            case .conditional: Self.conditional(from: coder)
            case .block, .fetchRequest: nil
            }
        guard let form else { return nil }
        self = form
    }

    private static func constant(from coder: NSCoder) -> ExpressionForm? {
        if let token = text(coder, Key.token) { return IndexSymbol(rawValue: token).map(ExpressionForm.symbol) }
        if let name = text(coder, Key.constantClass) { return .constant(.string(name)) }
        let object =
            coder.containsValue(forKey: Key.constant)
            ? coder.decodeObject(of: Value.archivedClasses, forKey: Key.constant) : nil
        // Ignored: an archive with an invalid constant has no expression.
        return (try? Value(converting: object)).map(ExpressionForm.constant)
    }

    private static func variable(from coder: NSCoder) -> ExpressionForm? {
        if let name = text(coder, Key.variable) { return .variable(name) }
        guard let name = text(coder, Key.assignmentVariable), let value = form(coder, Key.subexpression) else { return nil }
        return .assignment(name, value)
    }

    private static func function(from coder: NSCoder) -> ExpressionForm? {
        guard let selector = text(coder, Key.selector), let target = form(coder, Key.operand),
            let arguments = coder.decodeObject(
                of: [NSArray.self, NSExpression.self, KeyPathSpecifier.self], forKey: Key.arguments) as? NSArray
        else { return nil }
        if let specifier = arguments.firstObject as? KeyPathSpecifier {
            // Ignored: an archive with an invalid key path has no expression.
            return (try? [String](keyPath: specifier.keyPath)).map(target.appending)
        }
        let forms = arguments.compactMap { ($0 as? NSExpression)?.form }
        guard forms.count == arguments.count else { return nil }
        guard target == utilities else { return .message(target, selector, forms) }
        guard let function = NamedFunction(rawValue: selector), function.arity == forms.count else { return nil }
        return .function(function, forms)
    }

    private static func set(_ operation: SetOperation, _ coder: NSCoder) -> ExpressionForm? {
        guard let left = form(coder, Key.left), let right = form(coder, Key.right) else { return nil }
        return .set(operation, left, right)
    }

    private static func subquery(from coder: NSCoder) -> ExpressionForm? {
        guard let collection = form(coder, Key.expression), let variable = text(coder, Key.variable),
            let predicate = coder.decodeObject(of: NSPredicate.self, forKey: Key.subpredicate)
        else { return nil }
        return .subquery(collection, variable: variable, predicate.form)
    }

    private static func conditional(from coder: NSCoder) -> ExpressionForm? {
        guard let predicate = coder.decodeObject(of: NSPredicate.self, forKey: Key.predicate),
            let yes = form(coder, Key.trueExpression), let no = form(coder, Key.falseExpression)
        else { return nil }
        return .conditional(predicate.form, yes, no)
    }

    private static func text(_ coder: NSCoder, _ key: String) -> String? {
        // Foundation on Linux fails the whole archive if asked for a missing key.
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: NSString.self, forKey: key).map { String($0) }
    }

    private static func form(_ coder: NSCoder, _ key: String) -> ExpressionForm? {
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: NSExpression.self, forKey: key)?.form
    }

    private static func forms(_ coder: NSCoder, _ key: String) -> [ExpressionForm]? {
        let expressions = coder.decodeObject(of: [NSArray.self, NSExpression.self], forKey: key) as? NSArray
        let forms = expressions?.compactMap { ($0 as? NSExpression)?.form }
        return forms?.count == expressions?.count ? forms : nil
    }

    private enum Key {
        static let type = "NSExpressionType"
        static let constant = "NSConstantValue"
        static let constantClass = "NSConstantValueClassName"
        static let token = "NSToken"
        static let variable = "NSVariable"
        static let assignmentVariable = "NSAssignmentVariable"
        static let subexpression = "NSSubexpression"
        static let selector = "NSSelectorName"
        static let operand = "NSOperand"
        static let arguments = "NSArguments"
        static let collection = "NSCollection"
        static let expression = "NSExpression"
        static let subpredicate = "NSSubpredicate"
        static let left = "NSLeftExpression"
        static let right = "NSRightExpression"
        static let predicate = "NSPredicate"
        static let trueExpression = "NSTrueExpression"
        static let falseExpression = "NSFalseExpression"
    }
}

extension [ExpressionForm] {
    fileprivate var archived: NSArray { NSArray(array: map { NSExpression(form: $0) }) }
}

extension Value {
    /// The classes of archived constants.
    static let archivedClasses: [AnyClass] = [
        NSString.self, NSNumber.self, ArchivedDecimal.self, NSDate.self, NSData.self, NSUUID.self, NSURL.self, NSArray.self,
        NSDictionary.self, NSNull.self,
    ]

    /// Whether the value is, or contains, a managed object or its ID. Both belong to one store,
    /// and neither can be archived on Apple's platforms.
    fileprivate var hasManagedObjects: Bool {
        switch self {
        case .object: true
        case .list(let values): values.contains(where: \.hasManagedObjects)
        default: keepsObjects
        }
    }

    /// The value as an object that can be archived; nil for null, and for a managed object, which
    /// is refused before.
    var archived: NSObject? {
        switch self {
        case .null, .object: nil
        case .bool(let bool): NSNumber(value: bool)
        case .int(let int): NSNumber(value: int)
        case .double(let double): NSNumber(value: double)
        case .decimal(let decimal): ArchivedDecimal(decimal)
        case .string(let string): NSString(string: string)
        case .date(let date): NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .data(let data): NSData(data: data)
        case .uuid(let uuid): NSUUID(uuidString: uuid.uuidString)
        case .url(let url): NSURL(string: url.absoluteString)
        case .list(let values): NSArray(array: values.map { $0.archived ?? NSNull() })
        // An object that cannot be archived becomes nil, as in Apple's archives.
        case .opaque(let value): value.object as? any NSObject & NSCoding
        }
    }
}

/// A decimal in an archive, in place of an NSDecimalNumber: on Linux its `hash` calls itself, so an
/// archiver recurses until the stack overflows.
final class ArchivedDecimal: NSObject, NSSecureCoding, ValueConvertible {
    private let decimal: Decimal

    init(_ decimal: Decimal) {
        self.decimal = decimal
    }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
        coder.encode(NSString(string: "\(decimal)"), forKey: "NSDecimal")
    }

    init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "NSDecimal"), let decimal = Decimal(string: String(text))
        else {
            return nil
        }
        self.decimal = decimal
    }

    var predicateValue: Value { .decimal(decimal) }
}
