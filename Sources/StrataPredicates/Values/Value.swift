@_exported public import Foundation

/// A value that a predicate compares, a sort orders or a row holds.
///
/// Constants in predicates, attribute values in rows and the results of both evaluators all have
/// this one type, so that SQL and memory cannot disagree about a value. `order(_:_:)` defines how
/// values compare.
package enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    case list([Value])
    /// A reference to a managed object, as a to-one relationship holds it.
    case object(ObjectReference)
    /// A value of a type that no column has, such as a transformable attribute's.
    case opaque(OpaqueValue)

    /// Compares text by its Unicode scalars, as predicates and SQL do.
    ///
    /// Swift's `String` equality treats a precomposed character and its decomposed form as equal,
    /// so a change from one to the other would not be saved.
    ///
    /// A NaN is equal to one with the same bits. By IEEE's rules a row would not be equal to itself,
    /// and an object with NaN would count as changed after each save. `order(_:_:)` decides how
    /// predicates compare NaN.
    package static func == (a: Value, b: Value) -> Bool {
        switch (a, b) {
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): isSame(a, b)
        case (.decimal(let a), .decimal(let b)): a == b
        case (.date(let a), .date(let b)): isSame(a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.url(let a), .url(let b)): a == b
        case (.list(let a), .list(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        case (.opaque(let a), .opaque(let b)): a == b
        default: false
        }
    }

    /// Whether two numbers are equal, or the same NaN.
    private static func isSame(_ a: Double, _ b: Double) -> Bool { a == b || a.bitPattern == b.bitPattern }
}
