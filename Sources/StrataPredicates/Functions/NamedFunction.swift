/// A built-in function of the predicate language, by its selector in Apple's frameworks.
///
/// Source:
/// https://developer.apple.com/documentation/foundation/nsexpression/init(forfunction:arguments:)
package enum NamedFunction: String, Hashable, Sendable, CaseIterable {
    // Functions of a collection
    case sum = "sum:"
    case count = "count:"
    case min = "min:"
    case max = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case stddev = "stddev:"

    // Functions of numbers
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case sqrt = "sqrt:"
    case log = "log:"
    case ln = "ln:"
    case raise = "raise:toPower:"
    case exp = "exp:"
    case ceiling = "ceiling:"
    case floor = "floor:"
    case abs = "abs:"
    case trunc = "trunc:"
    case random = "random"
    case randomUpTo = "randomn:"

    // Functions of integers, bitwise
    case and = "bitwiseAnd:with:"
    case or = "bitwiseOr:with:"
    case exclusiveOr = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement = "onesComplement:"

    // Functions of text
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    case length = "length:"

    // Other functions
    case now = "now"
    case cast = "castObject:toType:"
    case index = "objectFrom:withIndex:"
    case first = "first:"
    case last = "last:"
    case distinct = "distinct:"
    case noIndex = "noindex:"

    // Functions of objects, for `is` and `as?` of `#Predicate`
    /// Whether an object is of an entity or one of its subentities. False for nil.
    case isKind = "object:isKindOfEntity:"
    /// The object if it is of an entity or one of its subentities; otherwise null.
    case asKind = "object:asKindOfEntity:"

    /// The number of arguments: one per colon.
    package var arity: Int { rawValue.count { $0 == ":" } }

    /// Whether the argument is a collection.
    var takesCollection: Bool {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .distinct, .first, .last: true
        default: false
        }
    }

    /// Creates the function with a selector, ignoring case; nil if there is none. The last colon
    /// may be omitted.
    package init?(called name: String) {
        if let function = Self(rawValue: name) {
            self = function
        } else if let function = Self.byFoldedName[name.lowercased()] ?? Self.byFoldedName[name.lowercased() + ":"] {
            self = function
        } else {
            return nil
        }
    }

    private static let byFoldedName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    /// The binary operator that stands for the function in a format, if it has one.
    package var infix: String? { Self.infixes[self] }

    static let infixes: [NamedFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .raise: "**",
        .and: "&", .or: "|", .exclusiveOr: "^", .leftShift: "<<", .rightShift: ">>",
    ]
}
