extension [RowID: RowID] {
    /// The permanent IDs by the temporary IDs that they replaced. The dictionary itself has the
    /// temporary IDs by the permanent ones, as `ChangeSet.temporaryIDs(of:)` returns them.
    var permanentIDsByTemporaryID: [RowID: RowID] { Dictionary(map { ($1, $0) }) { first, _ in first } }
}
