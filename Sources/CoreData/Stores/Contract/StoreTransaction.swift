/// One transaction of changes to the rows of a store, for the planners of saves, batch updates and
/// batch deletions.
///
/// The planners in `Stores/Planning` decide what is the same in each store: which of two writers
/// wins, which row keeps a unique value, what happens to the references to a deleted row. A
/// transaction reads and writes single rows for them, and records what it writes for the change set
/// and the history. Each read sees what the transaction has written so far, and no other transaction
/// writes to the store before its end.
///
/// Planners are generic over the transaction, so that a call for a row costs what a call of the
/// engine's own code costs.
protocol StoreTransaction: AnyObject {
    /// The engine's knowledge of an entity's rows, looked up once for many of them.
    associatedtype Table

    func table(_ layout: EntityLayout) -> Table

    // MARK: Reading

    /// Returns a row of the entity or a subentity; nil if there is none.
    func row(_ rowID: RowID, _ table: Table) throws -> Row?

    /// Whether there is a row with this ID.
    func exists(_ rowID: RowID, _ table: Table) throws -> Bool

    /// Returns the row of the hierarchy that has the values of a uniqueness constraint; nil if there
    /// is none, or if one of the values is null, which violates no constraint.
    func holder(of values: RowValues, unique slots: [Int], _ table: Table) throws -> RowID?

    /// Returns references to those of the rows that exist.
    func references(to rowIDs: [RowID], _ table: Table) throws -> [ObjectReference]

    /// Returns references to the rows of a query, in order.
    func references(_ query: StoreQuery) throws -> [ObjectReference]

    /// Returns the rows of a query, each with the values of expressions.
    func values(of expressions: [ColumnQuery.Column], _ query: StoreQuery) throws -> [(
        reference: ObjectReference, values: [Value]
    )]

    /// Returns the rows of the entity whose to-one relationship in a slot refers to a row.
    func referrers(to rowID: RowID, through slot: Int, _ table: Table) throws -> [ObjectReference]

    /// Returns the row to which a to-one relationship refers; nil if there is none, or if it was
    /// deleted.
    func destination(of rowID: RowID, _ slot: Int, _ table: Table) throws -> ObjectReference?

    /// Returns the members of a to-many relationship, in order.
    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference]

    /// The rows that the transaction has inserted or updated so far.
    var writtenKeys: Set<RowKey> { get }

    // MARK: Writing

    /// Returns an unused row ID, and uses it up.
    func nextRowID(_ table: Table) throws -> RowID

    /// Inserts a row with the version 1, and records it, unless another row has one of its unique
    /// values.
    func insert(_ values: RowValues, as rowID: RowID, _ table: Table, _ onConflict: OnConflict) throws -> InsertionResult

    /// Writes the values of some slots and the version of a row. Records nothing.
    func write(_ values: RowValues, _ slots: [Int], _ rowID: RowID, version: Int64, _ table: Table) throws

    /// Writes the values of some slots of a row and increments its version. Records nothing. Returns
    /// false if another row has one of the unique values: nothing was written.
    func write(_ values: RowValues, _ slots: [Int], nextVersionOf rowID: RowID, _ table: Table) throws -> Bool

    /// Writes null into some slots of a row, and increments its version if that is asked for.
    /// Records nothing.
    func clear(_ slots: [Int], of rowID: RowID, incrementsVersion: Bool, _ table: Table) throws

    /// Records the deletion of a row, and deletes it.
    func delete(_ rowID: RowID, _ table: Table) throws

    /// Whether saves write the slot: false for a derived attribute.
    func isStored(_ slot: Int, _ table: Table) -> Bool

    /// Writes the changes of a to-many relationship that the members' own to-one relationships do
    /// not store: pairs of owner and member, positions, and the owners of members in a relationship
    /// without an inverse.
    ///
    /// - Parameter key: Returns the permanent row ID of a reference, including one to an object
    ///   that the transaction inserts; nil if the object is not saved.
    func write(
        _ change: SaveRequest.MemberChange, of owner: RowID, key: @escaping (ObjectReference) -> RowID?
    ) throws

    /// Removes all members of a to-many relationship: the pairs, or the owner that each member
    /// stores.
    func removeMembers(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws

    // MARK: Recording

    /// Records an update in the change set and in the history.
    ///
    /// - Parameter slots: The properties that changed, including to-many relationships.
    func didUpdate(_ rowID: RowID, slots: [Int], _ table: Table) throws

    /// Records a change of to-many relationships in the change set, but not in the history, which
    /// has an entry only for each new version.
    func didChangeMembers(_ rowID: RowID, slots: [Int], _ table: Table) throws
}

/// The effect of an insertion if another row has one of its unique values.
enum OnConflict {
    /// Nothing is inserted.
    case fail
    /// The other row gets the values, as an update.
    case replace
    /// The other row gets the values of the attributes, as an update, and keeps its relationships.
    case replaceAttributes
    /// The other row keeps its values.
    case ignore

    init(_ policy: NSMergePolicy) {
        self = policy.mergeType == .errorMergePolicyType ? .fail : policy.replacesStoredRow ? .replace : .ignore
    }

    /// The effect of a batch insertion, whose rows have no relationships.
    init(ofBatch policy: NSMergePolicy) {
        let ofSave = OnConflict(policy)
        self = ofSave == .replace ? .replaceAttributes : ofSave
    }

    /// Whether the other row gets values.
    var replaces: Bool { self == .replace || self == .replaceAttributes }

    /// Returns the properties that the update of the other row changes.
    func changedSlots(_ layout: EntityLayout) -> [Int] {
        self == .replace ? layout.historySlots : layout.historySlots.filter { layout.kinds[$0].isAttribute }
    }
}

/// The result of an insertion.
enum InsertionResult {
    case inserted
    /// Another row has one of the unique values, and was replaced or kept.
    case merged
    /// Rows have some of the unique values, and nothing was written.
    case refused
}

/// An engine that writes rows in transactions. `Stores/Planning` plans its saves, batch updates and
/// batch deletions.
protocol TransactionalEngine: StoreEngine {
    associatedtype Transaction: StoreTransaction

    /// Runs `body` in one transaction and returns its changes. An error that anything throws rolls
    /// the transaction back.
    ///
    /// - Parameters:
    ///   - announce: Called with the changes before the commit makes them visible.
    ///   - beforeCommit: Called last before the commit, when a full disk has already been noticed.
    func transact(
        _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?,
        _ body: (Transaction) throws -> Void
    ) throws -> ChangeSet
}
