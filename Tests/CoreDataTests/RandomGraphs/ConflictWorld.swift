import CoreData
import Foundation
import StrataTestSupport

/// Two contexts that change the same rows without automatic merging, under every merge policy,
/// and a reference model that computes the expected result.
///
/// Each context has the snapshot of a row that it last read or saved. The reference model gives
/// every write a unique stamp, and detects a conflict if the row's stamp differs from the stamp of
/// the snapshot. The row versions in the store must lead to the same conflicts.
final class ConflictWorld: @unchecked Sendable {
    typealias Values = [Int]

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    struct Row: Equatable {
        var values: Values
        var stamp: Int
    }

    /// The expected state of an object in a context.
    struct Known {
        /// The snapshot that was last read or saved, or nil for a new object.
        var read: Row?
        var values: Values
        var isUpdated = false
        var isDeleted = false

        var changed: [Int] { read.map { read in values.indices.filter { values[$0] != read.values[$0] } } ?? [] }
    }

    /// The key paths of the compared values: the attributes, and the number of the line's tag.
    static let names = ["a", "b", "c", "tag.number"]
    private static let tag = 3

    private let storeKind: StoreUnderTest
    let folder: TemporaryFolder
    let container: NSPersistentContainer
    let contexts: [NSManagedObjectContext]
    /// Lets the store fail now and then; nil if it never does.
    private let failing: SeededFailures?
    private(set) var stored: [Int: Row] = [:]
    private var known: [[Int: Known]] = [[:], [:]]
    private var choices = GraphChoices([])
    private var stamp = 0
    private var lastKey = 0
    private var lastTag = 0
    /// The last save notification of each context, for the other context to merge.
    private var notices: [Notification?] = [nil, nil]

    init(_ kind: StoreUnderTest, failing tally: SeededFailures.Tally? = nil) throws {
        storeKind = kind
        folder = try TemporaryFolder()
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Line"
        let tag = NSEntityDescription()
        tag.name = "Tag"
        tag.properties = [NSManagedObjectModel.attribute("number", .integer64, default: 0)]
        let relationship = NSRelationshipDescription()
        relationship.name = "tag"
        relationship.destinationEntity = tag
        relationship.maxCount = 1
        entity.properties =
            ["key", "a", "b", "c"].map { NSManagedObjectModel.attribute($0, .integer64, default: 0) } + [relationship]
        model.entities = [entity, tag]
        let container = try kind.container(model, in: folder, history: true)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        contexts = [container.newBackgroundContext(), container.newBackgroundContext()]
        // Otherwise the snapshots of a context would depend on the lifetime of its objects.
        for context in contexts { context.retainsRegisteredObjects = true }
    }

    struct Operation: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case insert, set, setBoth, delete, save, saveAgain, refresh, refreshDropping, refreshAll, merge, rollback, reset
        }

        let kind: Kind
        let context: Int
        let numbers: [Int]

        init(_ random: inout SeededGenerator) {
            let kinds: [Kind] = Kind.allCases + [.set, .set, .set, .setBoth, .save, .saveAgain, .insert, .delete]
            kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            context = Int.random(in: 0..<2, using: &random)
            numbers = (0..<5).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
        }

        var description: String { "\(kind) in \(context) \(numbers)" }
    }

    func inside<T>(_ index: Int, _ body: @escaping (NSManagedObjectContext) throws -> T) rethrows -> T {
        let context = contexts[index]
        nonisolated(unsafe) let body = body
        return try context.performAndWait { try body(context) }
    }

    // MARK: Operations

    func perform(_ operation: Operation) throws {
        let index = operation.context
        choices = GraphChoices(operation.numbers)
        failing?.begin(operation.numbers)
        try look(index)
        switch operation.kind {
        case .insert: insert(index)
        case .set: try change(index, 1)
        case .setBoth: try change(index, 2)
        case .delete: try delete(index)
        case .save, .saveAgain: try save(index)
        case .refresh: try refresh(index)
        case .refreshDropping: try refreshDropping(index)
        case .refreshAll:
            inside(index) { $0.refreshAllObjects() }
            for key in known[index].keys { noteRefresh(key, index) }
        case .merge: merge(index)
        case .rollback:
            inside(index) { $0.rollback() }
            known[index] = known[index].filter { $0.value.read != nil }.mapValues {
                Known(read: $0.read, values: $0.read?.values ?? [])
            }
        case .reset:
            inside(index) { $0.reset() }
            known[index] = [:]
        }
        try look(index)
    }

    private func object(_ key: Int, _ index: Int) throws -> NSManagedObject {
        let object = inside(index) {
            $0.registeredObjects.first { $0.entity.name == "Line" && $0.value(forKey: "key") as? Int == key && !$0.isDeleted }
        }
        guard let object else { throw Mismatch(description: "context \(index) has no object \(key)") }
        return object
    }

    private func pick(_ index: Int, where fits: (Known) -> Bool = { _ in true }) -> Int? {
        choices.pick(known[index].filter { !$0.value.isDeleted && fits($0.value) }.keys.sorted())
    }

    private func insert(_ index: Int) {
        lastKey += 1
        let key = lastKey
        let values = (0..<Self.tag).map { _ in choices.number(below: 4) } + [0]
        known[index][key] = Known(read: nil, values: values)
        inside(index) { context in
            let object = NSEntityDescription.insertNewObject(forEntityName: "Line", into: context)
            object.setValue(key, forKey: "key")
            for (name, value) in zip(Self.names[..<Self.tag], values) { object.setValue(value, forKey: name) }
        }
    }

    private func change(_ index: Int, _ count: Int) throws {
        guard let key = pick(index) else { return }
        let object = try object(key, index)
        for _ in 0..<count {
            let slot = choices.number(below: Self.names.count)
            let value = slot == Self.tag ? try relate(object, index) : choices.number(below: 4)
            known[index][key]?.values[slot] = value
            if known[index][key]?.read != nil { known[index][key]?.isUpdated = true }
            if slot != Self.tag { inside(index) { _ in object.setValue(value, forKey: Self.names[slot]) } }
        }
    }

    /// Sets a line's tag to a new one, an existing one or nil, and returns the tag's number.
    private func relate(_ line: NSManagedObject, _ index: Int) throws -> Int {
        let choice = choices.number(below: 4)
        lastTag += choice > 1 ? 1 : 0
        let number = lastTag
        return try inside(index) { context in
            let tag: NSManagedObject?
            switch choice {
            case 0: tag = nil
            case 1:
                let known = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))
                tag = known.max { ($0.value(forKey: "number") as? Int ?? 0) < ($1.value(forKey: "number") as? Int ?? 0) }
            default:
                let new = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                new.setValue(number, forKey: "number")
                tag = new
            }
            line.setValue(tag, forKey: "tag")
            return tag?.value(forKey: "number") as? Int ?? 0
        }
    }

    private func delete(_ index: Int) throws {
        guard let key = pick(index) else { return }
        let object = try object(key, index)
        if known[index][key]?.read == nil {
            known[index][key] = nil
        } else {
            known[index][key]?.isDeleted = true
        }
        inside(index) { context in
            context.delete(object)
            context.processPendingChanges()
        }
    }

    /// Applies a refresh that keeps changes to the reference model. An object without changes whose
    /// row is deleted is removed.
    private func noteRefresh(_ key: Int, _ index: Int) {
        guard let object = known[index][key] else { return }
        if object.read != nil, stored[key] == nil, !object.isUpdated, !object.isDeleted {
            known[index][key] = nil
        } else {
            rebase(key, index)
        }
    }

    /// Replaces an object's snapshot with the current row, and keeps the object's changed values.
    /// Does nothing if the row is deleted.
    private func rebase(_ key: Int, _ index: Int) {
        guard var object = known[index][key], object.read != nil, let row = stored[key] else { return }
        let changed = object.changed
        let mine = object.values
        object.values = row.values
        for slot in changed { object.values[slot] = mine[slot] }
        object.read = row
        known[index][key] = object
    }

    private func refresh(_ index: Int) throws {
        guard let key = pick(index) else { return }
        let object = try object(key, index)
        noteRefresh(key, index)
        inside(index) { $0.refresh(object, mergeChanges: true) }
    }

    private func refreshDropping(_ index: Int) throws {
        guard let key = pick(index, where: { $0.read != nil }) else { return }
        let object = try object(key, index)
        known[index][key] = stored[key].map { Known(read: $0, values: $0.values) }
        inside(index) { $0.refresh(object, mergeChanges: false) }
    }

    private func merge(_ index: Int) {
        guard let notification = notices[1 - index] else { return }
        notices[1 - index] = nil
        nonisolated(unsafe) let notice = notification
        func numbers(_ name: String) -> Set<NSManagedObjectID> { notice.userInfo?[name] as? Set<NSManagedObjectID> ?? [] }
        let keys = keysByID
        let named = numbers(NSInsertedObjectIDsKey).union(numbers(NSUpdatedObjectIDsKey)).union(numbers(NSDeletedObjectIDsKey))
        for key in named.compactMap({ keys[$0] }) {
            let isDeletion = numbers(NSDeletedObjectIDsKey).contains { keys[$0] == key }
            if known[index][key]?.read == nil { continue }
            if isDeletion || stored[key] == nil { known[index][key] = nil } else { rebase(key, index) }
        }
        inside(index) { $0.mergeChanges(fromContextDidSave: notice) }
    }

    /// The keys of all rows that were ever saved, by permanent ID.
    private var keysByID: [NSManagedObjectID: Int] = [:]

    // MARK: Saving

    private static let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    private func save(_ index: Int) throws {
        guard let policy = choices.pick(Self.policies) else { return }
        let received = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: contexts[index])
        let error = inside(index) { [self] context -> (any Error)? in
            context.mergePolicy = policy
            do {
                guard let failing else {
                    try context.save()
                    return nil
                }
                try failing.save(context, content: content)
            } catch { return error }
            return nil
        }
        if let mistake = error as? SeededFailures.Mistake { throw mistake }
        let before = (stored, known[index], stamp)
        let isSettled = settle(index, policy.mergeType)
        if !isSettled { (stored, known[index], stamp) = before }
        guard (error == nil) == isSettled else {
            throw Mismatch(
                description:
                    "a save of context \(index) under policy \(policy.mergeType) ended with \(error.map { "\($0)" } ?? "no error")"
            )
        }
        if let error = error as? NSError, error.code != NSManagedObjectMergeError { throw error }
        if isSettled, let notice = received.received.first { notices[index] = notice }
        inside(index) { [self] context in
            for object in context.registeredObjects where object.entity.name == "Line" && !object.objectID.isTemporaryID {
                if let key = object.value(forKey: "key") as? Int, key > 0 { keysByID[object.objectID] = key }
            }
        }
        try compareStored()
        let problems = try StoreInspection.problems(container)
        if !problems.isEmpty { throw Mismatch(description: problems.joined(separator: "; ")) }
    }

    private func nextStamp() -> Int {
        stamp += 1
        return stamp
    }

    /// Applies a save to the reference model by the rules of the policy. Returns false for a
    /// conflict under the error policy.
    private func settle(_ index: Int, _ policy: NSMergePolicyType) -> Bool {
        let isError = policy == .errorMergePolicyType
        let objectWins = policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
        for (key, object) in known[index] {
            guard let read = object.read else {
                stored[key] = Row(values: object.values, stamp: nextStamp())
                known[index][key] = Known(read: stored[key], values: object.values)
                continue
            }
            let row = stored[key]
            if object.isDeleted {
                if let row, row.stamp != read.stamp {
                    if isError { return false }
                    if !objectWins {
                        known[index][key] = Known(read: row, values: row.values)
                        continue
                    }
                }
                stored[key] = nil
                known[index][key] = nil
            } else if !object.changed.isEmpty {
                guard let row else {
                    if isError { return false }
                    known[index][key] = nil
                    if objectWins {
                        stored[key] = Row(values: object.values, stamp: nextStamp())
                        known[index][key] = Known(read: stored[key], values: object.values)
                    }
                    continue
                }
                var written = object.changed
                if row.stamp != read.stamp {
                    switch policy {
                    case .errorMergePolicyType: return false
                    case .mergeByPropertyStoreTrumpMergePolicyType: written.removeAll { row.values[$0] != read.values[$0] }
                    case .mergeByPropertyObjectTrumpMergePolicyType: break
                    case .overwriteMergePolicyType: written = Array(row.values.indices)
                    case .rollbackMergePolicyType: written = []
                    }
                    // The conflict is resolved before such a store is called, and what is left as the row
                    // has it is no change.
                    if storeKind.isIncremental, written.allSatisfy({ object.values[$0] == row.values[$0] }) { written = [] }
                }
                var values = row.values
                for slot in written { values[slot] = object.values[slot] }
                if !written.isEmpty { stored[key] = Row(values: values, stamp: nextStamp()) }
                known[index][key] = Known(read: stored[key], values: values)
            } else {
                known[index][key]?.isUpdated = false
            }
        }
        return true
    }

    // MARK: Comparing

    /// Compares all objects of a context with the reference model, and records the snapshots of
    /// rows that the context reads for the first time.
    func look(_ index: Int) throws {
        for (key, row) in stored where known[index][key] == nil { known[index][key] = Known(read: row, values: row.values) }
        let found = try inside(index) { [self] context in try lines(context) }
        // Objects whose rows are deleted remain visible only if they have unsaved changes.
        let expected = known[index].filter { key, object in
            !object.isDeleted && (stored[key] != nil || object.read == nil || object.isUpdated)
        }.mapValues(\.values)
        if found != expected {
            throw Mismatch(description: "context \(index): found \(sorted(found)), expected \(sorted(expected))")
        }
    }

    private func compareStored() throws {
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        let found = try context.performAndWait { try lines(context) }
        let expected = stored.mapValues(\.values)
        if found != expected { throw Mismatch(description: "the store: found \(sorted(found)), expected \(sorted(expected))") }
    }

    /// Describes all rows of the store.
    private func content() throws -> String {
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        return sorted(try context.performAndWait { try lines(context) })
    }

    private func sorted(_ lines: [Int: Values]) -> String {
        lines.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }

    private func lines(_ context: NSManagedObjectContext) throws -> [Int: Values] {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Line"))
        return Dictionary(
            objects.map { object in
                (object.value(forKey: "key") as? Int ?? 0, Self.names.map { object.value(forKeyPath: $0) as? Int ?? 0 })
            }, uniquingKeysWith: { first, _ in first })
    }
}
