public import OpenCombine

extension NSManagedObject: ObservableObject {
    /// A publisher that emits before the object changes: before a value is set, the object is
    /// deleted, or its values are replaced by a refresh, a merge or a rollback. Reading emits
    /// nothing.
    ///
    /// Created on first use; objects that are not observed pay nothing for it.
    public final var objectWillChange: ObservableObjectPublisher {
        if let publisher { return publisher }
        let made = ObservableObjectPublisher()
        publisher = made
        return made
    }
}
