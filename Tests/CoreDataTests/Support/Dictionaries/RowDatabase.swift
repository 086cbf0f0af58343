import CoreData
import Foundation
import Synchronization

/// Rows in dictionaries, which the `DictionaryStore`s at one location share, as the clients of a
/// server do. It lasts as long as one of these stores is open.
// Safe to share: a lock around everything. The values of attributes do not change.
final class RowDatabase: @unchecked Sendable {
    struct Row {
        let entity: String
        var attributes: [String: Any] = [:]
        /// The numbers of the related rows, by relationship: at most one for a to-one relationship, and
        /// in order for an ordered one.
        var related: [String: [Int]] = [:]
        var version: UInt64 = 0

        init(entity: String) {
            self.entity = entity
        }
    }

    let uuid = UUID().uuidString
    private let lock = NSLock()
    private var stored: [Int: Row] = [:]
    private var lastNumber = 0
    private var faults: [String] = []

    /// The rows by their numbers, which are unique in the database.
    var rows: [Int: Row] {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Returns a number that no row has had.
    func newNumber() -> Int {
        lock.withLock {
            lastNumber += 1
            return lastNumber
        }
    }

    // MARK: Opening

    private struct Known {
        weak var database: RowDatabase?
    }

    private static let known = Mutex<[String: Known]>([:])

    /// Returns the database at a location: that of a store which is open, or else an empty one.
    static func database(at url: URL) -> RowDatabase {
        known.withLock { known in
            known = known.filter { $0.value.database != nil }
            if let database = known[url.absoluteString]?.database { return database }
            let database = RowDatabase()
            known[url.absoluteString] = Known(database: database)
            return database
        }
    }

    // MARK: Checking

    /// Records a call of the framework that no store has to expect, such as the insertion of a row that
    /// there is.
    func report(_ fault: String) { lock.withLock { faults.append(fault) } }

    /// A description of each fault that was reported, of each reference to a row that there is not, and
    /// of each relationship whose other end does not lead back.
    func problems(_ model: NSManagedObjectModel) -> [String] {
        let rows = rows
        return lock.withLock { faults }
            + rows.sorted { $0.key < $1.key }.flatMap { number, row in
                row.related.sorted { $0.key < $1.key }.flatMap { name, members -> [String] in
                    let relationship = model.entitiesByName[row.entity]?.relationshipsByName[name]
                    guard let inverse = relationship?.inverseRelationship else { return [] }
                    let place = "\(row.entity) \(number).\(name)"
                    if Set(members).count != members.count { return ["\(place) has a member twice: \(members)"] }
                    return members.compactMap { member in
                        guard let other = rows[member] else { return "\(place) has \(member), which is gone" }
                        let isMutual = other.related[inverse.name]?.contains(number) == true
                        return isMutual ? nil : "\(place) has \(member), but not the other way round"
                    }
                }
            }
    }
}
