extension NSManagedObjectContext {
    /// The context's undo manager, which is always nil, as it is by default on Apple's platforms.
    ///
    /// Foundation on Linux has no `UndoManager`, so nil is the only value that an app can set. Apps
    /// do so to switch undo off while they import data.
    public var undoManager: Never? {
        get { nil }
        set {}
    }
}
