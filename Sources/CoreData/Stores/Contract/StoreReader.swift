internal import Foundation
internal import StrataPredicates

/// A store, or one generation of it, that can be read.
///
/// Each call is a whole operation and sees one state of the store. No call is made for each row: a
/// reader returns rows in arrays, fills a collector, or lends a function that reads from one state.
///
/// Safe to use from any thread. A closure that a call runs must not call the same reader.
///
/// The errors are NSErrors in Apple's domain: a store that cannot be read, a locked store, a
/// predicate that the store cannot evaluate. An error that a closure throws ends the call and is
/// thrown again.
protocol StoreReader: AnyObject, Sendable {
    // MARK: Rows of a query

    /// Returns the matching rows, in order.
    ///
    /// - Parameter onRow: Called after each row with the number read so far. If it throws, the
    ///   fetch ends with its error.
    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow]

    /// Returns the matching rows, in order, with the values of sort keys and of the section path
    /// that are not among a row's own values.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow]

    /// Returns the entities and row IDs of the matching rows, in order.
    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)]

    /// Returns the values in some slots of the matching rows, in order.
    ///
    /// Each slot is that of an attribute with a single plain value, or of a to-one relationship.
    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)]

    /// Passes the row ID, sort prefix and section of each matching row to a collector, in order.
    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws

    /// Returns the number of matching rows, within the query's limit and offset.
    func count(_ query: StoreQuery) throws -> Int

    // MARK: Dictionaries

    /// Returns the dictionaries of a fetch, in order. A nil value has no entry.
    ///
    /// - Parameter onRow: Called after each dictionary with the number read so far. If it throws,
    ///   the fetch ends with its error.
    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary]

    /// Returns all dictionaries of a fetch, ignoring its limit and offset, in order, each with the
    /// values needed to merge it with those of other stores.
    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns]

    /// Returns whether each dictionary of a fetch is of a group of rows, or of all rows together.
    func isOfGroups(_ query: ColumnQuery) throws -> Bool

    /// The reader of the same rows to pass to the `fetchGroups` of another store. This one, except for
    /// an atomic store, whose rows another engine reads.
    var rowsToGroup: any StoreReader { get }

    /// Returns the dictionaries of groups that may have rows of several stores.
    ///
    /// - Parameter others: The readers of the other stores. An error if they are of another kind.
    func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary]

    // MARK: Known rows

    /// Returns the rows with these IDs. Omits those that do not exist.
    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row]

    /// Returns the rows with these IDs in this order; nil for those that do not exist.
    func rows(_ layout: EntityLayout, inOrder rowIDs: [RowID]) throws -> [Row?]

    /// Calls `body` with a function that reads a row by its ID. All reads see one state.
    ///
    /// - Parameter ahead: The IDs of rows that `body` will probably read, for engines for which it
    ///   costs less to read many rows at once. May contain IDs of rows that are in other stores, or
    ///   do not exist.
    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T

    /// Returns, for each given row, the stored row that has its values of a uniqueness constraint;
    /// nil if there is none.
    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(rowID: RowID, row: Row)?]

    // MARK: Relationships

    /// Returns the members of a to-many relationship, in order.
    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference]

    /// Returns the members of a to-many relationship of several owners. Owners without members have
    /// no entry.
    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]]

    /// Returns the IDs of the rows from which the relationships, followed in this order, lead to
    /// one of the given rows. A deleted row is still found through the references to it.
    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID>
}

extension StoreReader {
    var rowsToGroup: any StoreReader { self }

    func rows(_ layout: EntityLayout, inOrder rowIDs: [RowID]) throws -> [Row?] {
        let rows = try rows(layout, rowIDs)
        return rowIDs.map { rows[$0] }
    }

    /// Returns the matching rows, in order.
    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] { try fetch(query, onRow: nil) }

    /// Returns the dictionaries of a fetch, in order.
    func fetch(_ query: ColumnQuery) throws -> [NSDictionary] { try fetch(query, onRow: nil) }
}
