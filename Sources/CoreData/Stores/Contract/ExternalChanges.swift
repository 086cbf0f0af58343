/// The changes that other writers have committed to a store since they were last read.
enum ExternalChanges {
    case nothing
    case changes(ChangeSet)
    /// Changes that cannot be read, because their history was deleted or is too long.
    case unknown
}
