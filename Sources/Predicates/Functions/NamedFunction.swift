/// A function of the predicate language, by the selector that Apple's frameworks call.
///
/// Source: https://developer.apple.com/documentation/foundation/nsexpression/init(forfunction:arguments:).
package enum NamedFunction: String, Hashable, Sendable, CaseIterable {
    // Of a collection of numbers.
    case sum = "sum:"
    case count = "count:"
    case min = "min:"
    case max = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case stddev = "stddev:"

    // Of numbers.
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

    // Of the bits of whole numbers.
    case and = "bitwiseAnd:with:"
    case or = "bitwiseOr:with:"
    case exclusiveOr = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement = "onesComplement:"

    // Of text.
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    case length = "length:"

    // Of anything.
    case now = "now"
    case cast = "castObject:toType:"
    case index = "objectFrom:withIndex:"
    case first = "first:"
    case last = "last:"
    case distinct = "distinct:"
    case noIndex = "noindex:"

    package var arity: Int { rawValue.count { $0 == ":" } }

    /// Whether the one argument is a collection.
    var takesCollection: Bool {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .distinct, .first, .last: true
        default: false
        }
    }

    /// The function of a selector; the colon of a function of one argument may be left out, and its case is free.
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

    /// The sign between two operands, for the functions that have one.
    package var infix: String? { Self.infixes[self] }

    static let infixes: [NamedFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .raise: "**",
        .and: "&", .or: "|", .exclusiveOr: "^", .leftShift: "<<", .rightShift: ">>",
    ]
}
