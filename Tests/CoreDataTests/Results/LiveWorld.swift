import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

extension Book {
    /// A computed property, which the entity does not have.
    var initial: String? { title?.first.map { "\($0)" } }
}

/// Several live results of books in one context, with edits by the context itself, by another
/// context and, where the kind of store allows it, by a separate container. After each step, each
/// result must equal a new fetch, including its sections, and so must the list that applies the
/// changes of its notifications.
///
/// The context merges the transactions of the history. If the store keeps none, it merges what each
/// save and each batch request has reported, in the same order.
final class LiveWorld {
    private let storeKind: StoreUnderTest
    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext
    /// A context of a separate container; nil if the kind of store has none.
    private let process: NSManagedObjectContext?
    /// Lets the store fail now and then; nil if it never does.
    private let failing: SeededFailures?
    private var lists: [List] = []
    private var token: NSPersistentHistoryToken?
    /// If the store keeps no history, the changes since the last merge.
    private var unmerged: [Notification] = []
    /// Whether another context saved changes that were not merged: a fetch reads them, and live
    /// results may not have them yet.
    private var isBehind = false

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ kind: StoreUnderTest, seed: UInt64, failing tally: SeededFailures.Tally? = nil) throws {
        storeKind = kind
        folder = try TemporaryFolder()
        let container = try kind.container(.library(), in: folder, history: true)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        context = container.newBackgroundContext()
        other = container.newBackgroundContext()
        process = try kind.openedElsewhere(container, .library())?.newBackgroundContext()
        for context in [context, other, process].compactMap(\.self) {
            context.performAndWait { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        }
        var random = SeededGenerator(seed: seed)
        try context.run {
            for _ in 0..<12 { try edit(.insert, (0..<6).map { _ in Int(random.next() % 1_000_000) }, in: context) }
            try context.save()
            token = coordinator.currentPersistentHistoryToken(fromStores: nil)
            for _ in 0..<4 { lists.append(try List((0..<6).map { _ in Int(random.next() % 1_000_000) }, context)) }
        }
    }

    deinit {
        // The results are confined to the context's queue.
        let context = context
        context.performAndWait { lists = [] }
    }

    private var coordinator: NSPersistentStoreCoordinator { container.persistentStoreCoordinator }

    func perform(_ operation: LiveOperation) throws {
        try context.run {
            if let failing { return try perform(operation, failing) }
            try change(operation)
            context.processPendingChanges()
            if isBehind { return }
            for list in lists { try list.compare(context) }
        }
    }

    /// Performs an operation while some calls of the store fail, then lets the results recover. Until
    /// then, they show the rows of the last change of which they have notified.
    private func perform(_ operation: LiveOperation, _ failing: SeededFailures) throws {
        failing.begin(operation.numbers)
        if failing.chance(2) { container.forgetRows() }
        let kinds: [Set<EngineCall.Kind>] = [[.read], [.read, .history, .change], [.transaction]]
        // If it fails, what the operation has done so far stays.
        _ = try failing.attempt(kinds[operation.numbers[1] % kinds.count]) {
            try change(operation)
            context.processPendingChanges()
        }
        if failing.chance(3) { failing.during([.read]) { for list in lists { list.visit() } } }
        for list in lists { try list.compareShown() }
        // The next merge recovers them.
        context.mergeChanges(
            fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: other, userInfo: [:]))
        context.processPendingChanges()
        if isBehind { try merge() }
        for list in lists { try list.compare(context) }
    }

    // MARK: Changes

    private func change(_ operation: LiveOperation) throws {
        let numbers = operation.numbers
        switch operation.kind {
        case .save: try save(context)
        case .rollback: context.rollback()
        case .refresh:
            let books = try books(context)
            if !books.isEmpty { context.refresh(books[numbers[0] % books.count], mergeChanges: numbers[1] % 2 == 0) }
        case .refreshAll: context.refreshAllObjects()
        case .reset: context.reset()
        case .saveElsewhere: try edit(numbers, savedIn: other)
        case .saveInOtherProcess: if let process { try edit(numbers, savedIn: process) }
        case .merge: try merge()
        case .batchInsert, .batchUpdate, .batchDelete:
            let request = batch(operation.kind, numbers)
            nonisolated(unsafe) let batch = request
            let other = other
            // A batch that would violate a rule fails.
            let result = try? other.performAndWait { try other.execute(batch) }
            if let result { record(Self.notification(of: result)) }
            isBehind = true
            if numbers[5] % 3 > 0 { try merge() }
        case .ask:
            let place = numbers[5] % lists.count
            lists[place] = try List(Array(numbers.prefix(5)) + [0], context)
        default: try edit(operation.kind, numbers, in: context)
        }
    }

    private func edit(_ numbers: [Int], savedIn other: NSManagedObjectContext) throws {
        try other.run {
            other.reset()
            for shift in 0..<1 + numbers[5] % 3 {
                let kind = LiveOperation.edits[(numbers[4] + shift * 7) % LiveOperation.edits.count]
                try edit(kind, numbers.map { $0 / (shift + 1) }, in: other)
            }
            try save(other)
        }
        isBehind = true
        if numbers[3] % 3 > 0 { try merge() }
    }

    private func save(_ context: NSManagedObjectContext) throws {
        let saved = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: context)
        do {
            try context.save()
        } catch let error as NSError where Self.isDenied(error) {
            context.rollback()
        }
        saved.received.forEach(record)
    }

    /// Keeps a change for the next merge, if that does not find it in the history.
    private func record(_ notification: Notification) {
        if !storeKind.keepsHistory { unmerged.append(notification) }
    }

    /// Returns the changes of a batch request as a notification of a save.
    private static func notification(of result: NSPersistentStoreResult) -> Notification {
        let (key, objectIDs) =
            switch result {
            case let result as NSBatchInsertResult: (NSInsertedObjectIDsKey, result.result)
            case let result as NSBatchUpdateResult: (NSUpdatedObjectIDsKey, result.result)
            case let result as NSBatchDeleteResult: (NSDeletedObjectIDsKey, result.result)
            default: preconditionFailure("\(result) is no result of a batch request.")
            }
        return Notification(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
            userInfo: [key: objectIDs as? [NSManagedObjectID] ?? []])
    }

    /// Whether a save failed only because of Deny delete rules, for one object or several.
    private static func isDenied(_ error: NSError) -> Bool {
        let errors =
            error.code == NSValidationMultipleErrorsError ? error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [] : [error]
        return !errors.isEmpty && errors.allSatisfy { $0.code == NSValidationRelationshipDeniedDeleteError }
    }

    private func merge() throws {
        if storeKind.keepsHistory { try mergeHistory() }
        let reported = unmerged
        unmerged = []
        for notification in reported { context.mergeChanges(fromContextDidSave: notification) }
        isBehind = false
    }

    private func mergeHistory() throws {
        for store in coordinator.stores.stores { coordinator.publishExternalChanges(store) }
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            token = transaction.token
        }
    }

    private func batch(_ kind: LiveOperation.Kind, _ numbers: [Int]) -> NSPersistentStoreRequest {
        let letter = Self.letters[numbers[0] % Self.letters.count]
        switch kind {
        case .batchInsert:
            let entity = ["Book", "Author", "Note"][numbers[1] % 3]
            let key = ["Book": "title", "Author": "name", "Note": "text"][entity] ?? ""
            let request = NSBatchInsertRequest(
                entityName: entity,
                objects: (0...numbers[2] % 3).map { [key: Self.letters[($0 + numbers[3]) % Self.letters.count]] })
            request.resultType = .objectIDs
            return request
        case .batchUpdate:
            let (entity, key) = [("Book", "title"), ("Author", "name"), ("Tag", "name")][numbers[1] % 3]
            let request = NSBatchUpdateRequest(entityName: entity)
            request.predicate = NSPredicate(format: "%K == %@", key, letter)
            request.propertiesToUpdate = [key: Self.letters[numbers[2] % Self.letters.count]]
            request.resultType = .updatedObjectIDsResultType
            return request
        default:
            let (entity, key) = [("Book", "title"), ("Tag", "name"), ("Note", "text"), ("Reader", "name")][numbers[1] % 4]
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
            request.predicate = NSPredicate(format: "%K == %@", key, letter)
            let deletion = NSBatchDeleteRequest(fetchRequest: request)
            deletion.resultType = .resultTypeObjectIDs
            return deletion
        }
    }

    // MARK: Edits

    private static let letters = ["a", "b", "B", "ä", "c", "cc", "d", ""]

    private func books(_ context: NSManagedObjectContext) throws -> [Book] { try all("Book", context) }

    private func all<Object: NSManagedObject>(_ entity: String, _ context: NSManagedObjectContext) throws -> [Object] {
        try context.fetch(NSFetchRequest<Object>(entityName: entity))
    }

    private func edit(_ kind: LiveOperation.Kind, _ numbers: [Int], in context: NSManagedObjectContext) throws {
        let books = try books(context)
        let text = numbers[1] % 9 == 8 ? nil : Self.letters[numbers[1] % 9 % Self.letters.count]
        func pick<Object>(_ objects: [Object], _ number: Int) -> Object? {
            // One more choice than there are objects, for none.
            let place = numbers[number] % (objects.count + 1)
            return place < objects.count ? objects[place] : nil
        }
        func one<Object: NSManagedObject>(_ entity: String, _ number: Int, made: () -> Object) throws -> Object {
            let objects: [Object] = try all(entity, context)
            if objects.count < 5, numbers[number] % 3 == 0 { return made() }
            return objects.isEmpty ? made() : objects[numbers[number] % objects.count]
        }
        if kind == .insert, books.count < 40 {
            let book = Book(context: context)
            book.title = text
            if numbers[2] % 3 > 0 { book.author = try one("Author", 3) { Author(context: context) } }
            return
        }
        guard let book = books.isEmpty ? nil : books[numbers[0] % books.count] else { return }
        switch kind {
        case .insert, .delete: context.delete(book)
        case .title: book.title = text
        case .author: book.author = numbers[2] % 5 == 0 ? nil : try one("Author", 3) { Author(context: context) }
        case .tags:
            let tag = try one("Tag", 3) { Tag(context: context) }
            if book.tags.contains(tag) { book.removeFromTags(tag) } else { book.addToTags(tag) }
        case .notes:
            let note = try one("Note", 3) { Note(context: context) }
            let notes = book.mutableSetValue(forKey: "notes")
            if notes.contains(note) { notes.remove(note) } else { notes.add(note) }
        case .prequel: book.prequel = pick(books, 2)
        case .authorName: try one("Author", 3) { Author(context: context) }.name = text
        case .agent: try one("Author", 3) { Author(context: context) }.agent = try one("Reader", 2) { Reader(context: context) }
        case .agentName: try one("Reader", 3) { Reader(context: context) }.name = text
        case .tagName: try one("Tag", 3) { Tag(context: context) }.name = text
        case .noteText: try one("Note", 3) { Note(context: context) }.text = text
        case .deleteAuthor:
            let author = try one("Author", 3) { Author(context: context) }
            author.books = []
            context.delete(author)
        case .deleteTag: context.delete(try one("Tag", 3) { Tag(context: context) })
        case .deleteNote: context.delete(try one("Note", 3) { Note(context: context) })
        default: preconditionFailure("\(kind) is no edit.")
        }
    }
}

/// A live result, and the list that a screen shows after the changes that it was notified of.
private final class List {
    private static let predicates = [
        "TRUEPREDICATE", "title >= 'b'", "title CONTAINS[cd] 'a'", "author.name >= 'b'", "author != nil AND author.name != 'a'",
        "ANY tags.name == 'a'", "tags.@count > 0", "ANY notes.text < 'c'", "notes.@count == 0 OR title == 'a'",
        "SUBQUERY(tags, $t, $t.name > 'a').@count > 0", "prequel.author.name != 'c'", "author.agent.name != nil",
        "author.books.@count > 1", "NONE tags.name == 'b'",
    ]
    private static let sorts: [[(key: String, ascending: Bool, selector: String?)]] = [
        [("title", true, nil)], [("author.name", true, nil), ("title", false, nil)], [], [("author.name", false, nil)],
        [("tags.@count", true, nil), ("title", true, nil)], [("prequel.title", false, nil)], [("author.agent.name", true, nil)],
        [("title", true, "localizedStandardCompare:")], [("author.name", true, "caseInsensitiveCompare:"), ("title", true, nil)],
        [("author", true, nil)],
    ]

    private enum Sections {
        case none
        case path(String)
        case initial
    }

    private let request = NSFetchRequest<Book>(entityName: "Book")
    private let sections: Sections
    private let results: LiveResults
    private let shown: Shown
    private let subscription: LiveResults.Subscription

    private final class Shown {
        var list: ShownList
        init(_ list: ShownList) { self.list = list }
    }

    init(_ numbers: [Int], _ context: NSManagedObjectContext) throws {
        request.predicate = NSPredicate(format: Self.predicates[numbers[0] % Self.predicates.count])
        request.sortDescriptors = Self.sorts[numbers[1] % Self.sorts.count].map {
            NSSortDescriptor(key: $0.key, ascending: $0.ascending, selector: $0.selector.map { Selector($0) })
        }
        request.fetchLimit = [0, 0, 0, 1, 4, 9][numbers[2] % 6]
        request.fetchOffset = [0, 0, 0, 1, 3][numbers[3] % 5]
        sections =
            switch numbers[4] % 6 {
            case 0, 1: .none
            case 2: .path("title")
            case 3: .path("author.name")
            case 4: .path("author.agent.name")
            default: .initial
            }
        let sections = sections
        results = try LiveResults.shared(
            request: request,
            section: { entity in
                switch sections {
                case .none: nil
                case .path(let path): SectionKey(path, of: entity)
                case .initial: SectionKey(\Book.initial, of: entity)
                }
            }, in: context)
        let shown = Shown(ShownList(results.arrangement))
        self.shown = shown
        subscription = results.subscribe { results, change in shown.list.apply(change, to: results.arrangement) }
    }

    /// Reads the objects as a view does.
    func visit() { for position in 0..<results.count { _ = (results.object(at: position) as? Book)?.authorsName } }

    /// Compares the rows with those of a list to which only the notified changes were applied.
    func compareShown() throws {
        if let told = shown.list.mistake { throw mistake(told) }
        guard shown.list.sections == ShownList(results.arrangement).sections else {
            throw mistake("told of changes that give \(shown.list.sections)")
        }
    }

    func compare(_ context: NSManagedObjectContext) throws {
        if results.isStale { throw mistake("is stale") }
        let expected = try context.fetch(request)
        let found = (0..<results.count).map { results.object(at: $0) }
        guard found.map(\.rowID) == expected.map(\.rowID) else {
            throw mistake("shows \(found.map(\.rowID)) instead of \(expected.map(\.rowID))")
        }
        try compareShown()
        let names: [String?]
        switch sections {
        case .none: return
        case .path(let path): names = expected.map { Self.text(of: $0, path.split(separator: ".").map(String.init)[...]) }
        case .initial: names = expected.map(\.initial)
        }
        var runs: [(name: String?, range: Range<Int>)] = []
        for (position, name) in names.enumerated() {
            if let last = runs.last, last.name == name {
                runs[runs.count - 1].range = last.range.lowerBound..<position + 1
            } else {
                runs.append((name, position..<position + 1))
            }
        }
        let divided = results.sections.map { ($0.identifier(as: String?.self), $0.range) }
        guard divided.elementsEqual(runs, by: { $0.0 == $1.name && $0.1 == $1.range }) else {
            throw mistake("has the sections \(divided) instead of \(runs)")
        }
    }

    /// Returns the text at the end of a path. It is nil for an object that the next save deletes,
    /// as in a fetch.
    private static func text(of object: NSManagedObject, _ keys: ArraySlice<String>) -> String? {
        guard let key = keys.first, !object.isDeleted else { return nil }
        let value = object.value(forKey: key)
        return (value as? NSManagedObject).map { text(of: $0, keys.dropFirst()) } ?? value as? String
    }

    private func mistake(_ text: String) -> LiveWorld.Mistake {
        let window = "\(request.fetchLimit) from \(request.fetchOffset)"
        let sorts = (request.sortDescriptors ?? []).map { "\($0.key ?? "") \($0.ascending)" }
        return LiveWorld.Mistake(
            description: "\(request.predicate?.predicateFormat ?? "") by \(sorts), \(window), sections \(sections): \(text)")
    }
}
