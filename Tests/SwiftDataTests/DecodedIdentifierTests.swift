import Foundation
import SwiftData
import Testing

@Model final class Page {
    var title: String
    var next: Page?

    init(title: String) { self.title = title }
}

/// Identifiers that were stored or sent, and are used in predicates.
struct DecodedIdentifierTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Page.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private func decoded(_ identifier: PersistentIdentifier) throws -> PersistentIdentifier {
        try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    }

    @Test func `a predicate finds a model by its decoded identifier`() throws {
        let context = ModelContext(try container())
        let pages = ["a", "b", "c"].map { Page(title: $0) }
        pages.forEach(context.insert)
        pages[0].next = pages[1]
        try context.save()
        let id = try decoded(pages[1].persistentModelID)
        let ids = try [pages[0], pages[2]].map { try decoded($0.persistentModelID) }
        func titles(_ predicate: Predicate<Page>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title).sorted()
        }
        #expect(try titles(#Predicate { $0.persistentModelID == id }) == ["b"])
        #expect(try titles(#Predicate { $0.persistentModelID != id }) == ["a", "c"])
        #expect(try titles(#Predicate { $0.next?.persistentModelID == id }) == ["a"])
        #expect(try titles(#Predicate { ids.contains($0.persistentModelID) }) == ["a", "c"])
    }

    @Test func `a predicate with the identifier of another store finds nothing`() throws {
        let (context, other) = (ModelContext(try container()), ModelContext(try container()))
        for context in [context, other] {
            context.insert(Page(title: "a"))
            try context.save()
        }
        let foreign = try #require(try other.fetchIdentifiers(FetchDescriptor<Page>()).first)
        let descriptor = FetchDescriptor<Page>(predicate: #Predicate { $0.persistentModelID == foreign })
        #expect(try context.fetchCount(descriptor) == 0)
        #expect(try other.fetchCount(descriptor) == 1)
        let id = try decoded(foreign)
        let decodedDescriptor = FetchDescriptor<Page>(predicate: #Predicate { $0.persistentModelID == id })
        #expect(try context.fetchCount(decodedDescriptor) == 0)
        #expect(try other.fetchCount(decodedDescriptor) == 1)
    }

    @Test func `the identifier of a container that is gone can be used with another one`() throws {
        func identifier() throws -> PersistentIdentifier {
            let context = ModelContext(try container())
            let page = Page(title: "a")
            context.insert(page)
            try context.save()
            return page.persistentModelID
        }
        let id = try identifier()
        let context = ModelContext(try container())
        #expect(try context.fetchCount(FetchDescriptor<Page>(predicate: #Predicate { $0.persistentModelID == id })) == 0)
        #expect(context.registeredModel(for: id) as Page? == nil)
    }
}
