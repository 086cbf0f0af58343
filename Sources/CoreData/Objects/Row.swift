internal import Predicates

/// The values of one object or row, by slot, with the version they had in the store.
///
/// Copying is cheap: the row cache, an object and its snapshot share one buffer until the object changes.
struct Row: Sendable {
    var values: ContiguousArray<Value>
    /// `Z_OPT`: raised with each save of the row. 0 for a row that was never saved.
    var version: Int64
}
