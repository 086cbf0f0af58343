import CoreData
import Foundation

/// A store that shows the commits of a Git repository as objects. It cannot be written.
///
/// The reference object of a commit is its name, and that of a changed file the name of its commit,
/// a slash and its path. The log is read when the last commit is another one. Files are read when a
/// view asks for them.
final class CommitStore: NSIncrementalStore, @unchecked Sendable {
    static let type = "GitCommits"

    /// The commits of the last log, the last one first, and each commit that was ever in one.
    private var log: (head: String?, names: [String]) = (nil, [])
    private var entries: [String: Git.Entry] = [:]
    private var changes: [String: [Git.Change]] = [:]

    private var git: Git { Git(folder: url ?? URL(filePath: "/")) }

    override func loadMetadata() throws {
        _ = try git.head()
        metadata = [NSStoreTypeKey: Self.type, NSStoreUUIDKey: "6E0C1B7E-52B4-4E0B-9B8B-0F4E0D7C2A35"]
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let entity = fetch.entity else {
            throw Git.Failure(message: "Commits can only be read.")
        }
        guard entity.name == "Commit" else { throw Git.Failure(message: "Files are read by their commits.") }
        try readLog()
        var found = log.names.compactMap { entries[$0] }.map(values)
        if let predicate = fetch.predicate { found = found.filter { predicate.evaluate(with: $0) } }
        if let order = fetch.sortDescriptors, !order.isEmpty {
            found.sort { first, second in
                let results = order.lazy.map { $0.compare(first, to: second) }
                return results.first { $0 != .orderedSame } == .orderedAscending
            }
        }
        found = Array(found.dropFirst(fetch.fetchOffset).prefix(fetch.fetchLimit > 0 ? fetch.fetchLimit : .max))
        if fetch.resultType == .countResultType { return [found.count] }
        return found.compactMap { $0["name"] }.map { newObjectID(for: entity, referenceObject: $0) }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        let reference = reference(objectID)
        if objectID.entity.name == "Commit" {
            if entries[reference] == nil { try readLog() }
            guard let entry = entries[reference] else { throw missing }
            return NSIncrementalStoreNode(objectID: objectID, withValues: values(entry), version: 1)
        }
        let (name, path) = parts(reference)
        guard let change = try files(of: name).first(where: { $0.path == path }) else { throw missing }
        let values: [String: Any] = [
            "path": change.path, "added": change.added, "removed": change.removed,
            "commit": try self.objectID("Commit", name),
        ]
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: 1)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let name = parts(reference(objectID)).name
        guard relationship.name == "files" else { return try self.objectID("Commit", name) }
        return try files(of: name).map { try self.objectID("ChangedFile", "\(name)/\($0.path)") }
    }

    // MARK: Reading the repository

    private func readLog() throws {
        let head = try git.head()
        guard head != log.head else { return }
        let new = try head.map(git.log(of:)) ?? []
        for entry in new { entries[entry.name] = entry }
        log = (head, new.map(\.name))
    }

    private func files(of name: String) throws -> [Git.Change] {
        if let known = changes[name] { return known }
        let read = try git.changes(of: name)
        changes[name] = read
        return read
    }

    private func values(_ entry: Git.Entry) -> [String: Any] {
        [
            "name": entry.name, "author": entry.author, "date": entry.date, "day": Self.day(of: entry.date),
            "subject": entry.subject, "message": entry.message,
        ]
    }

    private static func day(of date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }

    // MARK: Identity

    private func objectID(_ entityName: String, _ reference: String) throws -> NSManagedObjectID {
        guard let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName] else { throw missing }
        return newObjectID(for: entity, referenceObject: reference)
    }

    private func reference(_ objectID: NSManagedObjectID) -> String { referenceObject(for: objectID) as? String ?? "" }

    private func parts(_ reference: String) -> (name: String, path: String) {
        let parts = reference.split(separator: "/", maxSplits: 1)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
    }

    private var missing: CocoaError { CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError)) }
}
