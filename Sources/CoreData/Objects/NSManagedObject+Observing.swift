public import OpenCombine

extension NSManagedObject: ObservableObject {
    /// Sends before a value of this object changes, before it is deleted, and before its values are read anew or taken back: by a
    /// refresh, a merge or a rollback. Looking at the object sends nothing.
    ///
    /// Costs nothing as long as nobody asks for it.
    public final var objectWillChange: ObservableObjectPublisher {
        if let publisher { return publisher }
        let made = ObservableObjectPublisher()
        publisher = made
        return made
    }
}
