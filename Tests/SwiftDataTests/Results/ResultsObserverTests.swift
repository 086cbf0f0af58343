import Foundation
import StrataTestSupport
import SwiftData
import Synchronization
import Testing

struct ResultsObserverTests {
    /// An actor with an observer of its own context.
    @ModelActor actor Bookseller {
        let notices = Notices()
        private var observer: ResultsObserver<Book, Never>?

        /// Starts to observe, and returns the titles.
        func observe() throws -> [String] {
            let made = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.title)], modelContext: modelContext)
            observer = made
            notices.observe { _ = made.results }
            return made.results.map(\.title)
        }

        var titles: [String] { observer?.results.map(\.title) ?? [] }
    }

    /// Counts the notifications of an observer.
    final class Notices: Sendable {
        private let known = Mutex(0)

        var count: Int { known.withLock { $0 } }

        func observe(_ read: () -> Void) {
            withObservationTracking(read) { self.known.withLock { $0 += 1 } }
        }
    }

    @Test func `every initializer without sections gives the models in order`() throws {
        let container = try bookContainer([Book("b", "x", pages: 2), Book("a", "x", pages: 1), Book("c", "y", pages: 3)])
        let context = ModelContext(container)
        let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 1 }, sortBy: [SortDescriptor(\.title)])
        let observers: [ResultsObserver<Book, Never>] = [
            try ResultsObserver(fetchDescriptor: descriptor, modelContext: context),
            try ResultsObserver(fetchDescriptor: descriptor, modelContainer: container),
            try ResultsObserver(filterBy: descriptor.predicate, sortBy: descriptor.sortBy, modelContext: context),
            try ResultsObserver(filterBy: descriptor.predicate, sortBy: descriptor.sortBy, modelContainer: container),
        ]
        for observer in observers {
            #expect(observer.results.map(\.title) == ["b", "c"])
            #expect(observer.sections == nil)
            #expect(observer.element(at: IndexPath(indexes: [0, 0])) == nil)
        }
        #expect(try ResultsObserver<Book, Never>(modelContext: context).results.count == 3)
        #expect(try ResultsObserver<Book, Never>(modelContainer: container).results.count == 3)
    }

    @Test func `every initializer with sections divides the models`() throws {
        let container = try bookContainer([Book("b", "y", shelf: "2"), Book("a", "x", shelf: "2"), Book("c", "y", shelf: "1")])
        let context = ModelContext(container)
        let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        let byGenre: [ResultsObserver<Book, String>] = [
            try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \.genre, modelContext: context),
            try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \.genre, modelContainer: container),
            try ResultsObserver(sortBy: descriptor.sortBy, sectionBy: \.genre, modelContext: context),
            try ResultsObserver(sortBy: descriptor.sortBy, sectionBy: \.genre, modelContainer: container),
        ]
        for observer in byGenre { #expect(observer.sections?.listed == ["x: a", "y: b c"]) }
        let byShelf: [ResultsObserver<Book, String>] = [
            try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \.shelf, modelContext: context),
            try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \.shelf, modelContainer: container),
            try ResultsObserver(sortBy: descriptor.sortBy, sectionBy: \.shelf, modelContext: context),
            try ResultsObserver(sortBy: descriptor.sortBy, sectionBy: \.shelf, modelContainer: container),
        ]
        for observer in byShelf { #expect(observer.sections?.listed == ["1: c", "2: a b"]) }
    }

    @Test func `an index path leads to a model and back`() throws {
        let container = try bookContainer([Book("a", "x"), Book("b", "y"), Book("c", "y")])
        let observer = try ResultsObserver(
            sortBy: [SortDescriptor(\Book.title)], sectionBy: \Book.genre, modelContainer: container)
        let book = try #require(observer.element(at: IndexPath(indexes: [1, 1])))
        #expect(book.title == "c")
        #expect(observer.indexPath(for: book) == IndexPath(indexes: [1, 1]))
        for path in [[0, 1], [1, 2], [2, 0], [-1, 0], [0, -1], [0], [0, 0, 0], []] {
            #expect(observer.element(at: IndexPath(indexes: path)) == nil)
        }
        #expect(observer.indexPath(for: Book("new", "x")) == nil)
        let other = try #require(ModelContext(container).fetch(FetchDescriptor<Book>()).first)
        #expect(observer.indexPath(for: other) == nil)
    }

    @Test func `the request can be changed`() throws {
        let container = try bookContainer([Book("a", "x", shelf: "2", pages: 1), Book("b", "y", shelf: "1", pages: 2)])
        let observer = try ResultsObserver(sectionBy: \Book.genre, modelContainer: container)
        #expect(observer.sections?.listed == ["x: a", "y: b"])
        let notices = Notices()
        notices.observe { _ = observer.results }
        observer.sectionBy = \Book.shelf
        #expect(notices.count == 1)
        #expect(observer.sections?.listed == ["1: b", "2: a"])
        observer.filterBy = #Predicate { $0.pages < 2 }
        #expect(observer.sections?.listed == ["2: a"])
        observer.filterBy = nil
        observer.sectionBy = nil
        observer.sortBy = [SortDescriptor(\.title, order: .reverse)]
        #expect(observer.sections == nil)
        #expect(observer.results.map(\.title) == ["b", "a"])
        observer.sectionBy = \Book.genre
        #expect(observer.sections?.listed == ["x: a", "y: b"])
        #expect(observer.fetchError == nil)
    }

    @Test func `a computed property cannot give titles`() throws {
        let container = try bookContainer([Book("a", "x")])
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try ResultsObserver(sectionBy: \Book.initial, modelContainer: container)
        }
        let observer = try ResultsObserver(sectionBy: \Book.genre, modelContainer: container)
        for keyPath in [\Book.initial, \Book.pages, \Book.author] as [PartialKeyPath<Book>] {
            observer.sectionBy = keyPath
            #expect(observer.fetchError as? SwiftDataError == .unsupportedKeyPath)
            #expect(observer.results.map(\.title) == ["a"])
        }
        observer.sectionBy = \Book.genre
        #expect(observer.fetchError == nil)
    }

    @Test func `an observer follows changes of its context before they are saved`() throws {
        let context = ModelContext(try bookContainer([Book("a", "x"), Book("c", "x")]))
        let observer = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.title)], modelContext: context)
        let notices = Notices()
        notices.observe { _ = observer.results }
        let book = Book("b", "x")
        context.insert(book)
        context.processPendingChanges()
        #expect(notices.count == 1)
        #expect(observer.results.map(\.title) == ["a", "b", "c"])
        book.title = "d"
        context.processPendingChanges()
        #expect(observer.results.map(\.title) == ["a", "c", "d"])
        context.delete(book)
        context.processPendingChanges()
        #expect(observer.results.map(\.title) == ["a", "c"])
    }

    @Test func `values and saves that keep the order notify no one`() throws {
        let context = ModelContext(try bookContainer([Book("a", "x"), Book("c", "x")]))
        let observer = try ResultsObserver(sortBy: [SortDescriptor(\Book.title)], sectionBy: \Book.genre, modelContext: context)
        let new = Book("b", "x")
        context.insert(new)
        context.processPendingChanges()
        let notices = Notices()
        notices.observe { _ = observer.sections }
        new.pages = 7
        context.processPendingChanges()
        try context.save()
        new.pages = 8
        new.title = "bb"
        try context.save()
        #expect(notices.count == 0)
        // Not moved, but in another section now.
        new.genre = "xx"
        observer.results.last?.genre = "xx"
        try context.save()
        #expect(notices.count == 1)
        #expect(observer.sections?.listed == ["x: a", "xx: bb c"])
    }

    @Test func `the new name of a section notifies, also through a relationship`() throws {
        let author = Author("A long name 1")
        let context = ModelContext(try bookContainer([Book("a", "x", author: author)]))
        let observer = try ResultsObserver(sectionBy: \Book.author?.name, modelContext: context)
        #expect(observer.sections?.sectionTitles == ["A long name 1"])
        let notices = Notices()
        notices.observe { _ = observer.sections }
        try #require(context.fetch(FetchDescriptor<Author>()).first).name = "A long name 2"
        context.processPendingChanges()
        #expect(notices.count == 1)
        #expect(observer.sections?.sectionTitles == ["A long name 2"])
    }

    @Test func `a save of another context is seen by the next read, and announced before`() throws {
        let container = try bookContainer([Book("a", "x")])
        let observer = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.title)], modelContainer: container)
        let notices = Notices()
        notices.observe { _ = observer.results }
        let other = ModelContext(container)
        other.insert(Book("b", "x"))
        try other.save()
        #expect(notices.count == 1)
        #expect(observer.results.map(\.title) == ["a", "b"])
    }

    @Test func `a save during a read does not keep the next one from being announced`() throws {
        let container = try bookContainer([Book("a", "x")])
        let observer = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.title)], modelContainer: container)
        let (notices, other) = (Notices(), ModelContext(container))
        func save(_ title: String) throws {
            other.insert(Book(title, "x"))
            try other.save()
        }
        var failure: (any Error)?
        notices.observe {
            #expect(observer.results.map(\.title) == ["a"])
            // The observer is not registered before this closure ends.
            do { try save("b") } catch { failure = error }
        }
        #expect(failure == nil && notices.count == 0)
        try save("c")
        #expect(notices.count == 1)
        #expect(observer.results.map(\.title) == ["a", "b", "c"])
    }

    @MainActor
    @Test func `on an actor, a save of another context arrives without a read`() async throws {
        let container = try bookContainer([Book("a", "x")])
        let observer = try ResultsObserver<Book, Never>(sortBy: [SortDescriptor(\.title)], modelContainer: container)
        let notices = Notices()
        notices.observe { _ = observer.results }
        await Task.detached {
            let other = ModelContext(container)
            other.insert(Book("b", "x"))
            try? other.save()
        }.value
        for _ in 0..<1_000 where notices.count == 0 { await Task.yield() }
        #expect(notices.count == 1)
        #expect(observer.results.map(\.title) == ["a", "b"])
    }

    @MainActor
    @Test func `an observer of the main context follows it`() async throws {
        let container = try bookContainer([Book("a", "x")])
        let observer = try ResultsObserver<Book, Never>(
            sortBy: [SortDescriptor(\.title)], modelContext: container.mainContext)
        let other = ModelContext(container)
        other.insert(Book("b", "x"))
        try other.save()
        for _ in 0..<1_000 where observer.results.count < 2 { await mainTurn() }
        #expect(observer.results.map(\.title) == ["a", "b"])
    }

    @MainActor private func mainTurn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    @Test func `a second container on the file is followed`() async throws {
        let folder = try StoreFolder()
        func container() throws -> ModelContainer {
            try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: folder.store))
        }
        let observer = try ResultsObserver<Book, Never>(modelContainer: container())
        #expect(observer.results.isEmpty)
        let notices = Notices()
        notices.observe { _ = observer.results }
        let other = ModelContext(try container())
        other.insert(Book("a", "x"))
        try other.save()
        // The change arrives by a notification of the file system.
        try await waitUntil { notices.count > 0 }
        #expect(notices.count == 1)
        #expect(observer.results.map(\.title) == ["a"])
    }

    @Test func `an actor that has an observer of its context is released`() async throws {
        let container = try bookContainer([Book("a", "x")])
        weak var released: Bookseller?
        func observe() async throws {
            let seller = Bookseller(modelContainer: container)
            released = seller
            #expect(try await seller.observe() == ["a"])
        }
        try await observe()
        // The actor's last job may still be ending.
        for _ in 0..<10_000 where released != nil { await Task.yield() }
        #expect(released == nil)
    }

    @Test func `an observer that is a property of its actor follows other contexts`() async throws {
        let container = try bookContainer([Book("a", "x")])
        let seller = Bookseller(modelContainer: container)
        #expect(try await seller.observe() == ["a"])
        let other = ModelContext(container)
        other.insert(Book("b", "x"))
        try other.save()
        for _ in 0..<10_000 where seller.notices.count == 0 { await Task.yield() }
        #expect(seller.notices.count == 1)
        #expect(await seller.titles == ["a", "b"])
    }

    @Test func `observers of the error are notified of it`() throws {
        let observer = try ResultsObserver(sectionBy: \Book.genre, modelContainer: bookContainer([Book("a", "x")]))
        let notices = Notices()
        notices.observe { _ = observer.fetchError }
        observer.sectionBy = \Book.initial
        #expect(notices.count == 1)
        let error = try #require(observer.fetchError)
        #expect(error.localizedDescription.contains(#"\Book.initial does not name a stored String"#))
        notices.observe { _ = observer.fetchError }
        observer.sectionBy = \Book.genre
        #expect(notices.count == 2)
        #expect(observer.fetchError == nil)
    }

    @Test func `an observer is released while its context is in use`() throws {
        let context = ModelContext(try bookContainer())
        weak var released: ResultsObserver<Book, Never>?
        do {
            let observer = try ResultsObserver<Book, Never>(modelContext: context)
            released = observer
            #expect(observer.results.isEmpty)
        }
        #expect(released == nil)
        context.insert(Book("a", "x"))
        try context.save()
    }
}
