#if SwiftData
    internal import StrataViewGraph
    public import SwiftData

    /// The identifier of a model after its first save replaces the one from before.
    extension PersistentIdentifier: ReplaceableID {}
#endif
