import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct InheritanceTests: Sendable {
    private let store: TestStore

    init() throws {
        store = try TestStore(model: .library(), history: true)
    }

    @Test func aSuperentitysFetchReturnsSubentitiesInTheirOwnClass() throws {
        let context = store.context()
        try context.performAndWait {
            let author = Author(context: context)
            let reader = Reader(context: context)
            (author.name, reader.name, reader.age) = ("a", "b", 12)
            try context.save()
            #expect(author.objectID.uriRepresentation().lastPathComponent == "p1")
            #expect(reader.objectID.uriRepresentation().lastPathComponent == "p2")
        }
        let other = store.context()
        try other.performAndWait {
            let request = NSFetchRequest<Person>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(keyPath: \Person.name, ascending: false)]
            let people = try other.fetch(request)
            #expect(people.map { "\(type(of: $0))" } == ["Reader", "Author"])
            #expect((people.first as? Reader)?.age == 12)
            #expect(people.map(\.entity.name) == ["Reader", "Author"])

            request.includesSubentities = false
            #expect(try other.fetch(request).isEmpty)
            #expect(try other.count(for: NSFetchRequest<Author>(entityName: "Author")) == 1)
            request.includesSubentities = true
            people[0].name = "0"
            #expect(try other.fetch(request).map { "\(type(of: $0))" } == ["Author", "Reader"])
        }
    }

    @Test func aRelationshipToASuperentityKeepsTheObjectsOwnEntity() throws {
        let context = store.context()
        try context.performAndWait {
            let author = Author(context: context)
            let agent = Reader(context: context)
            agent.name = "agent"
            author.agent = agent
            try context.save()
        }
        let other = store.context()
        try other.performAndWait {
            let author = try #require(try other.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
            #expect(author.agent is Reader)
            #expect(author.agent?.name == "agent")
        }
    }

    @Test(.ownStore) func historyNamesRelationshipsThatChanged() throws {
        let context = store.context()
        try context.performAndWait {
            let book = Book(context: context)
            let tag = Tag(context: context)
            try context.save()
            let token = store.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
            book.addToTags(tag)
            book.author = Author(context: context)
            try context.save()
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            request.resultType = .changesOnly
            let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
            let changes = try #require(result.result as? [NSPersistentHistoryChange])
            let names = Dictionary(
                uniqueKeysWithValues: changes.compactMap { change in
                    change.updatedProperties.map { (change.changedObjectID.entity.name ?? "", Set($0.map(\.name))) }
                }
            )
            #expect(names == ["Book": ["tags", "author"], "Tag": ["books"]])
        }
    }
}
