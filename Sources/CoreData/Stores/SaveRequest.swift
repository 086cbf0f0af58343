internal import Predicates

/// What a context asks of a store in one transaction. Deletions come first, then updates, then insertions, so that a
/// unique value can pass from one object to another in one save.
///
/// Its parts name their layouts without holding them, as rows do.
struct SaveRequest {
    struct Insertion {
        unowned(unsafe) let layout: EntityLayout
        /// The object's temporary number, under which others refer to it.
        let number: Int64
        let values: RowValues
        /// Where the object was assigned to; nil for the first store that takes it.
        let store: SQLiteStore?
    }

    struct Update {
        unowned(unsafe) let layout: EntityLayout
        let number: Int64
        /// The row as the object read it.
        var read: Row
        var values: RowValues
        /// The slots in which `values` differs from `read`.
        var changed: [Int]
        /// The to-many relationships that changed: they alone raise the row's version too.
        let relationships: [Int]
    }

    /// What changed in a to-many relationship of an object that is inserted or updated.
    struct MemberChange {
        unowned(unsafe) let layout: EntityLayout
        /// The owner; temporary for an inserted one.
        let number: Int64
        let slot: Int
        var changes: RelatedObjects.Changes
    }

    struct Deletion {
        unowned(unsafe) let layout: EntityLayout
        let number: Int64
        let read: Row
    }

    var deletions: [Deletion] = []
    var updates: [Update] = []
    var insertions: [Insertion] = []
    var memberChanges: [MemberChange] = []
    var mergePolicy = NSMergePolicy.error
    var origin = TransactionOrigin()
}

/// Who writes: what the history keeps of a transaction besides its changes.
struct TransactionOrigin {
    var author: String?
    var contextName: String?
}

/// What became of each part of a `SaveRequest`, in the same order.
struct SaveOutcome {
    enum Deletion {
        case done
        /// The merge policy kept the row, which reads so.
        case kept(Row)
    }

    enum Update {
        case saved(Row)
        /// Somebody else had changed the row, or deleted it, and the merge policy made this of it. What was known of its to-many
        /// relationships is old.
        case merged(Row)
        /// The row was deleted meanwhile, and the merge policy let that stand.
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
    /// The primary key; of the row that held the unique value already where the insertion was merged into it.
    var insertions: [(number: Int64, row: Row)] = []
    var changes = ChangeSet()
}

/// Why a save under the error policy stopped; nothing of it was written.
enum SaveConflict: Error {
    /// The row changed since it was read, or is gone.
    case deletion(Int, stored: Row?)
    case update(Int, stored: Row?)
    /// The unique value in these slots is taken.
    case uniqueInsertion(Int, slots: [Int])
    case uniqueUpdate(Int, slots: [Int])
}
