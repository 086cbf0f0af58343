@_exported public import Foundation

/// A value that a predicate compares, a sort orders or a row holds.
///
/// One type for constants in predicates, for attribute values in rows and for the evaluators' results, so that SQL and memory
/// cannot disagree about what a value is.
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
    /// A reference to an object of the graph, as a to-one relationship holds it.
    case object(ObjectReference)
    /// A value that no column type fits, such as a transformable attribute's.
    case opaque(OpaqueValue)
}
