/// An answer of an incremental store to a fetch request, which may leave the predicate and the sort
/// descriptors to the framework.
///
/// Unlike an array of IDs, it says that the store has the values of the objects at hand: they are
/// read from it again, and not taken from the row cache.
package struct StoreAnswer {
    package var objectIDs: [NSManagedObjectID]
    /// Whether all of the objects satisfy the predicate.
    package var isFiltered: Bool
    /// Whether the objects are in the order of the sort descriptors.
    package var isSorted: Bool
    /// Whether limit and offset have been applied.
    package var isLimited: Bool

    package init(_ objectIDs: [NSManagedObjectID], isFiltered: Bool, isSorted: Bool, isLimited: Bool) {
        self.objectIDs = objectIDs
        self.isFiltered = isFiltered
        self.isSorted = isSorted
        self.isLimited = isLimited
    }
}
