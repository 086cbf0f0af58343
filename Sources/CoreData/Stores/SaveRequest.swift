internal import StrataPredicates

/// The changes of a context that a store writes in one transaction.
///
/// Deletions are written first, then updates, then insertions, so that a unique value can move from
/// one object to another in one save; see `StoreEngine.save(_:announce:beforeCommit:)`.
///
/// The parts of a request refer to their layouts without retaining them, as rows do: layouts live
/// as long as the program.
struct SaveRequest {
    struct Insertion {
        unowned(unsafe) let layout: EntityLayout
        /// The object's ID, by which other parts of the request refer to it: temporary (below 0),
        /// or permanent if it was obtained before the save.
        let rowID: RowID
        let values: RowValues
        /// The store that the object was assigned to; nil for the first writable store that can
        /// have objects of the entity.
        let store: StoreReference?
        /// The version that the row gets. More than 1 in a copy of another store, whose objects know
        /// the versions that their rows have there.
        var version: Int64 = 1
    }

    struct Update {
        unowned(unsafe) let layout: EntityLayout
        let rowID: RowID
        /// The row as the object read it. Its version is compared with the stored one.
        var read: Row
        var values: RowValues
        /// The slots in which `values` differs from `read`.
        var changed: [Int]
        /// The slots of the to-many relationships that changed. A change of these alone raises the
        /// row's version, too.
        let relationships: [Int]
    }

    /// The changes to a to-many relationship of an inserted or updated object.
    struct MemberChange {
        unowned(unsafe) let layout: EntityLayout
        /// The owner's ID, which may be temporary if this request inserts it.
        let rowID: RowID
        let slot: Int
        var changes: RelatedObjects.Changes
    }

    struct Deletion {
        unowned(unsafe) let layout: EntityLayout
        let rowID: RowID
        let read: Row
    }

    var deletions: [Deletion] = []
    var updates: [Update] = []
    var insertions: [Insertion] = []
    var memberChanges: [MemberChange] = []
    var mergePolicy = NSMergePolicy.error
    var origin = TransactionOrigin()
    /// Whether the request is a batch insertion, whose rows have no relationships.
    var isBatch = false
    /// The context that saves, for stores of an app's own class, whose methods take its objects.
    var context: AnyObject?
}

/// The author and the context name that the history stores with a transaction.
struct TransactionOrigin {
    var author: String?
    var contextName: String?
}

/// The result of each part of a `SaveRequest`, in the same order.
struct SaveOutcome {
    enum Deletion {
        case done
        /// The merge policy kept the row, which has these values now.
        case kept(Row)
    }

    enum Update {
        case saved(Row)
        /// Another writer had changed or deleted the row, or another row has a unique value of the
        /// object, and the merge policy resolved the conflict to this row. The members of its to-many
        /// relationships have to be read again.
        case merged(Row)
        /// Another writer deleted the row, or another object of the save has displaced it, and the
        /// merge policy accepted that.
        case gone

        var row: Row? {
            get {
                switch self {
                case .saved(let row), .merged(let row): row
                case .gone: nil
                }
            }
            set {
                switch (self, newValue) {
                case (.saved, let row?): self = .saved(row)
                case (.merged, let row?): self = .merged(row)
                default: break
                }
            }
        }
    }

    var deletions: [Deletion] = []
    var updates: [Update] = []
    /// The row ID and the row of each insertion. For an insertion that became the existing row with
    /// its unique value, they are those of the existing row.
    var insertions: [(rowID: RowID, row: Row)] = []
    /// The rows that the store deleted because an object of the save has their unique value, as they
    /// were before. The request may contain some of them as updates or, by an earlier insertion, as
    /// insertions.
    var displaced: [(reference: ObjectReference, row: Row?)] = []
    /// The rows that the save has updated, too, because their references or their members changed, and
    /// that the request does not contain.
    var alsoUpdated: [(reference: ObjectReference, row: Row)] = []
    /// The slots of to-many relationships whose members the save has changed otherwise than the
    /// context has, by owner. The members have to be read again.
    var outdatedMembers: [ObjectReference: Set<Int>] = [:]
    var changes = ChangeSet()
}

/// A conflict that ended a save. Nothing was written.
///
/// The integer is the index of the deletion, update or insertion in the request.
enum SaveConflict: Error {
    /// The row to be deleted changed since it was read.
    case deletion(Int, stored: Row?)
    /// The row to be updated changed since it was read; nil if it is gone.
    case update(Int, stored: Row?)
    /// Another row holds the object's unique values in these slots.
    case uniqueInsertion(Int, slots: [Int])
    /// Another row holds the object's unique values in these slots.
    case uniqueUpdate(Int, slots: [Int])
}
