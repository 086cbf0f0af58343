import Foundation
import SwiftData
import Testing

enum OutMail {
    @Model final class Message {
        var subject: String
        var mailbox: String
        var label: String?
        var size: Int

        init(_ subject: String, in mailbox: String, label: String? = nil, size: Int = 0) {
            self.subject = subject
            self.mailbox = mailbox
            self.label = label
            self.size = size
        }
    }

    static func container() throws -> ModelContainer {
        let container = try ModelContainer(
            for: Message.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Message("Hello", in: "Inbox", label: "red", size: 3))
        context.insert(Message("Bill", in: "Archive", size: 9))
        context.insert(Message("Again", in: "Inbox", size: 5))
        context.insert(Message("Trip", in: "Sent", label: "blue", size: 1))
        try context.save()
        return container
    }
}

@MainActor @Suite struct SectionUseTests {
    typealias Message = OutMail.Message

    @Test func `an observer has the results when it is made`() throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, Never>(
            filterBy: #Predicate { $0.size > 2 }, sortBy: [SortDescriptor(\.size)], modelContext: context)
        #expect(observer.results.map(\.subject) == ["Hello", "Again", "Bill"])
        #expect(observer.sections == nil)
        #expect(observer.results.count == 3)
        #expect(observer.results[1].subject == "Again")
        #expect(observer.results.last?.subject == "Bill")
    }

    @Test func `an observer of a descriptor keeps its limit`() throws {
        let context = try OutMail.container().mainContext
        var descriptor = FetchDescriptor<Message>(sortBy: [SortDescriptor(\.size, order: .reverse)])
        descriptor.fetchLimit = 2
        let observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
        #expect(observer.results.map(\.size) == [9, 5])
    }

    @Test func `an observer follows inserts, changes and deletes of its context`() async throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, Never>(
            filterBy: #Predicate { $0.size > 2 }, sortBy: [SortDescriptor(\.size)], modelContext: context)
        context.insert(Message("New", in: "Inbox", size: 4))
        try context.save()
        await eventually("insert") { observer.results.map(\.size) == [3, 4, 5, 9] }
        observer.results[0].size = 20
        try context.save()
        await eventually("change") { observer.results.map(\.size) == [4, 5, 9, 20] }
        observer.results[3].size = 2
        try context.save()
        await eventually("leaves the filter") { observer.results.map(\.size) == [4, 5, 9] }
        context.delete(observer.results[1])
        try context.save()
        await eventually("delete") { observer.results.map(\.size) == [4, 9] }
    }

    @Test func `an observer of a container follows the saves of other contexts`() async throws {
        let container = try OutMail.container()
        let observer = try ResultsObserver<Message, Never>(
            sortBy: [SortDescriptor(\.size)], modelContainer: container)
        let other = ModelContext(container)
        other.insert(Message("New", in: "Inbox", size: 100))
        try other.save()
        await eventually { observer.results.last?.size == 100 }
        try other.delete(model: Message.self, where: #Predicate { $0.size < 9 })
        try other.save()
        await eventually { observer.results.map(\.size) == [9, 100] }
    }

    @Test func `sections are in the order of their titles, with rows sorted within`() throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.size)], sectionBy: \Message.mailbox, modelContext: context)
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == ["Archive", "Inbox", "Sent"])
        #expect(sections.map(\.title) == ["Archive", "Inbox", "Sent"])
        #expect(sections.map(\.id) == ["Archive", "Inbox", "Sent"])
        #expect(sections.map { $0.map(\.subject) } == [["Bill"], ["Hello", "Again"], ["Trip"]])
        #expect(sections.count == 3)
        #expect(sections[1].count == 2)
        #expect(sections[1][1].subject == "Again")
        #expect(sections[sectionTitle: "Sent"]?.first?.subject == "Trip")
        #expect(sections[sectionTitle: "Spam"] == nil)
        #expect(sections.contains(sectionTitle: "Inbox"))
        #expect(!sections.contains(sectionTitle: "Spam"))
        #expect(sections.index(ofSectionTitled: "Sent") == 2)
        #expect(sections.index(ofSectionTitled: "Spam") == nil)
        #expect(observer.results.map(\.subject) == ["Bill", "Hello", "Again", "Trip"])
    }

    @Test func `elements and index paths of sections agree`() throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.size)], sectionBy: \Message.mailbox, modelContext: context)
        let path = IndexPath(indexes: [1, 0])
        let hello = try #require(observer.element(at: path))
        #expect(hello.subject == "Hello")
        #expect(observer.indexPath(for: hello) == path)
        #expect(observer.element(at: IndexPath(indexes: [1, 2])) == nil)
        #expect(observer.element(at: IndexPath(indexes: [7, 0])) == nil)
        let stranger = Message("Stranger", in: "Inbox")
        #expect(observer.indexPath(for: stranger) == nil)
    }

    @Test func `a section of an optional key path has the rows without title first, with an empty title`() throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.size)], sectionBy: \Message.label, modelContext: context)
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == ["", "blue", "red"])
        #expect(sections[0].map(\.subject) == ["Again", "Bill"])
    }

    @Test func `a moved row changes its section, and an empty section disappears`() async throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.subject)], sectionBy: \Message.mailbox, modelContext: context)
        let trip = try #require(observer.sections?[sectionTitle: "Sent"]?.first)
        trip.mailbox = "Archive"
        try context.save()
        await eventually { observer.sections?.sectionTitles == ["Archive", "Inbox"] }
        #expect(observer.sections?[sectionTitle: "Archive"]?.map(\.subject) == ["Bill", "Trip"])
    }

    @Test func `the filter and the sort of an observer can be replaced`() async throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, String>(
            sortBy: [SortDescriptor(\.size)], sectionBy: \Message.mailbox, modelContext: context)
        observer.sortBy = [SortDescriptor(\.size, order: .reverse)]
        await eventually { observer.sections?[sectionTitle: "Inbox"]?.map(\.size) == [5, 3] }
        #expect(observer.sections?.sectionTitles == ["Archive", "Inbox", "Sent"])
        observer.filterBy = #Predicate { $0.size > 4 }
        await eventually { observer.sections?.sectionTitles == ["Archive", "Inbox"] }
        observer.filterBy = nil
        await eventually { observer.results.count == 4 }
    }

    @Test func `a change of the results reaches observation`() async throws {
        let context = try OutMail.container().mainContext
        let observer = try ResultsObserver<Message, Never>(modelContext: context)
        let changed = Changed()
        withObservationTracking {
            _ = observer.results.count
        } onChange: {
            changed.set()
        }
        context.insert(Message("New", in: "Inbox"))
        try context.save()
        await eventually { changed.isSet }
    }

    final class Changed: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        func set() { lock.withLock { value = true } }
        var isSet: Bool { lock.withLock { value } }
    }
}
