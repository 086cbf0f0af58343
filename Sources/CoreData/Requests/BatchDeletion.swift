/// The rows that a batch deletion starts from, before delete rules add others.
enum BatchDeletion {
    case rowIDs(EntityLayout, [RowID])
    case query(StoreQuery)
}
