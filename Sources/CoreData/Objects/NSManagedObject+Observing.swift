public import OpenCombine

extension NSManagedObject: ObservableObject {
    /// A publisher that emits before the object changes: before a value is set, the object is
    /// deleted, or its values are replaced by a refresh, a merge or a rollback. Reading emits
    /// nothing.
    ///
    /// The publisher is created on first use.
    public final var objectWillChange: ObservableObjectPublisher {
        if let publisher { return publisher }
        let made = ObservableObjectPublisher()
        publisher = made
        return made
    }
}
