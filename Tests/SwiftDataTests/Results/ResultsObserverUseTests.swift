import Foundation
import SwiftData
import Testing

@MainActor @Suite struct ResultsObserverUseTests {
    typealias Book = OutLibrary.Book
    typealias Message = OutMail.Message

    @Test func `a filter through a relationship follows the related model`() async throws {
        let context = try OutLibrary.container().mainContext
        OutLibrary.fill(context)
        try context.save()
        let observer = try ResultsObserver<Book, Never>(
            filterBy: #Predicate { $0.author?.name == "Ada" }, modelContext: context)
        #expect(observer.results.isEmpty)
        let dune = try #require(try context.fetch(.longer(than: 500)).first)
        dune.author?.name = "Ada"
        try context.save()
        await eventually { observer.results.map(\.title) == ["Dune"] }
        dune.author = nil
        try context.save()
        await eventually { observer.results.isEmpty }
    }

    @Test func `unsaved changes and a rollback are followed`() async throws {
        let context = try OutMail.container().mainContext
        context.autosaveEnabled = false
        let observer = try ResultsObserver<Message, Never>(sortBy: [SortDescriptor(\.size)], modelContext: context)
        context.insert(Message("New", in: "Inbox", size: 50))
        context.processPendingChanges()
        await eventually("insert") { observer.results.map(\.size) == [1, 3, 5, 9, 50] }
        context.rollback()
        await eventually("rollback") { observer.results.map(\.size) == [1, 3, 5, 9] }
    }

    @Test func `the section key path can be replaced`() async throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.size)], sectionBy: \Message.mailbox, modelContext: context)
        let identity = observer.sections?.first?.first
        #expect(identity?.subject == "Bill")
        try context.delete(model: Message.self)
        try context.save()
        await eventually { observer.results.isEmpty }
        #expect(observer.sections?.isEmpty == true)
        #expect(observer.sections?.sectionTitles == [])
    }

    @Test func `a limit keeps its number of rows while rows leave`() async throws {
        let context = try OutMail.container().mainContext
        var descriptor = FetchDescriptor<Message>(sortBy: [SortDescriptor(\.size)])
        descriptor.fetchLimit = 2
        let observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
        #expect(observer.results.map(\.size) == [1, 3])
        context.delete(observer.results[0])
        try context.save()
        await eventually { observer.results.map(\.size) == [3, 5] }
    }

    @Test func `sections of a container's observer follow an actor's saves`() async throws {
        let container = try OutMail.container()
        let observer = try ResultsObserver<Message, String>(
            fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.subject)]), sectionBy: \Message.mailbox,
            modelContainer: container)
        #expect(observer.sections?.sectionTitles == ["Archive", "Inbox", "Sent"])
        try await Writer(modelContainer: container).write("Zebra", in: "Drafts")
        await eventually { observer.sections?.sectionTitles == ["Archive", "Drafts", "Inbox", "Sent"] }
        #expect(observer.sections?[sectionTitle: "Drafts"]?.map(\.subject) == ["Zebra"])
        let path = try #require(observer.sections?.index(ofSectionTitled: "Drafts"))
        #expect(observer.element(at: IndexPath(indexes: [path, 0]))?.subject == "Zebra")
    }

    @ModelActor actor Writer {
        func write(_ subject: String, in mailbox: String) throws {
            modelContext.insert(Message(subject, in: mailbox))
            try modelContext.save()
        }
    }

    @Test func `an observer in an actor uses the actor's context`() async throws {
        let container = try OutMail.container()
        let reader = Reader(modelContainer: container)
        #expect(try await reader.sizes() == [1, 3, 5, 9])
    }

    @ModelActor actor Reader {
        func sizes() throws -> [Int] {
            let observer = try ResultsObserver<Message, Never>(sortBy: [SortDescriptor(\.size)], modelContext: modelContext)
            return observer.results.map(\.size)
        }
    }
}
