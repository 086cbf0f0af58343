public import Foundation

extension CocoaError {
    /// The conflicts that made a save fail because rows changed after they were read. Nil for
    /// conflicts over unique values, which are found under
    /// `NSPersistentStoreSaveConflictsErrorKey`.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
}
