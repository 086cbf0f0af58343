import Foundation
import StrataTestSupport
import SwiftData
import Testing

/// The array that a query gives.
struct LiveModelsTests {
    private func context(_ count: Int) throws -> ModelContext {
        ModelContext(try bookContainer((0..<count).map { Book("book", "x", pages: $0 * 2) }))
    }

    private let byPages = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)])

    /// Returns the number of elements that one edit of each kind visits among `count` models.
    private func visits(among count: Int) throws -> [Int] {
        let context = try context(count)
        let live = try context.liveResults(byPages)
        let models = LiveModels<Book>()
        let subscription = live.subscribe { results, change in _ = models.record(change, of: results) }
        defer { subscription.cancel() }
        var shown = models.models(of: live.snapshot)
        #expect(models.visits == count)
        let edits: [() -> Void] = [
            { context.insert(Book("new", "x", pages: 101)) },
            { shown[7].pages = 1 },
            { context.delete(shown[3]) },
            { shown[5].title = "other" },
            { shown[count - 1].pages = -1 },
        ]
        return try edits.map { edit in
            let before = models.visits
            edit()
            try context.save()
            shown = models.models(of: live.snapshot)
            #expect(shown.map(\.pages) == shown.map(\.pages).sorted())
            #expect(shown.count == live.count)
            return models.visits - before
        }
    }

    @Test func `an edit visits as many elements among ten thousand models as among a thousand`() throws {
        let few = try visits(among: 1_000)
        let many = try visits(among: 10_000)
        #expect(few == many)
        #expect(few.allSatisfy { $0 <= 8 })
    }

    @Test func `the two arrays take turns, and no edit copies them`() throws {
        let context = try context(500)
        let live = try context.liveResults(byPages)
        let models = LiveModels<Book>()
        let subscription = live.subscribe { results, change in _ = models.record(change, of: results) }
        defer { subscription.cancel() }
        var shown = models.models(of: live.snapshot)
        func address() -> UnsafeRawPointer? { shown.withUnsafeBytes(\.baseAddress) }
        func edit(_ index: Int) {
            shown[index].pages = 2_000 + index
            context.processPendingChanges()
            shown = models.models(of: live.snapshot)
        }
        let first = address()
        edit(0)
        let second = address()
        #expect(first != second)
        for index in 1..<6 {
            edit(index)
            #expect(address() == (index.isMultiple(of: 2) ? second : first))
        }
    }

    @Test func `an array that the app keeps does not change`() throws {
        let context = try context(4)
        let live = try context.liveResults(byPages)
        let models = LiveModels<Book>()
        let subscription = live.subscribe { results, change in _ = models.record(change, of: results) }
        defer { subscription.cancel() }
        var kept: [[Book]] = [models.models(of: live.snapshot)]
        var sizes = [4]
        for pages in [1, 3, 5, 7] {
            context.insert(Book("new", "x", pages: pages))
            context.processPendingChanges()
            kept.append(models.models(of: live.snapshot))
            sizes.append(sizes[sizes.count - 1] + 1)
        }
        #expect(kept.map(\.count) == sizes)
        for array in kept { #expect(array.map(\.pages) == array.map(\.pages).sorted()) }
    }

    @Test func `the models are made without reading their rows, and stay the same objects`() throws {
        let context = try context(200)
        let live = try context.liveResults(byPages)
        let models = LiveModels<Book>().models(of: live.snapshot)
        #expect(models.map(\.pages) == (0..<200).map { $0 * 2 })
        let again = LiveModels<Book>().models(of: live.snapshot)
        #expect(zip(models, again).allSatisfy { $0 === $1 })
    }

    @Test func `a change of a value that moves nothing gives the same array`() throws {
        let context = try context(5)
        let live = try context.liveResults(byPages)
        let models = LiveModels<Book>()
        var answers: [Bool] = []
        let subscription = live.subscribe { results, change in answers.append(models.record(change, of: results)) }
        defer { subscription.cancel() }
        let shown = models.models(of: live.snapshot)
        shown[2].title = "other"
        context.processPendingChanges()
        try context.save()
        #expect(!answers.contains(true))
        #expect(!answers.isEmpty)
    }

    @Test(arguments: 0..<6)
    func `after any edits the array equals a fetch`(run: Int) throws {
        var random = SeededGenerator(seed: testSeed(run))
        let context = try context(30)
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.pages < 60 }, sortBy: [SortDescriptor(\.genre), SortDescriptor(\.pages, order: .reverse)])
        if run % 3 == 1 { descriptor.fetchLimit = 12 }
        if run % 3 == 2 { (descriptor.fetchOffset, descriptor.fetchLimit) = (3, 10) }
        let live = try context.liveResults(descriptor)
        let models = LiveModels<Book>()
        var isOther = false
        let subscription = live.subscribe { results, change in isOther = models.record(change, of: results) || isOther }
        defer { subscription.cancel() }
        var shown = models.models(of: live.snapshot)
        for step in 0..<120 {
            let all = try context.fetch(FetchDescriptor<Book>())
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    context.insert(
                        Book("new", ["x", "y"].randomElement(using: &random)!, pages: .random(in: 0..<70, using: &random)))
                case 1: all.randomElement(using: &random).map(context.delete)
                case 2: all.randomElement(using: &random)?.genre = ["w", "x", "y"].randomElement(using: &random)!
                case 3: all.randomElement(using: &random)?.title = "step \(step)"
                default: all.randomElement(using: &random)?.pages = .random(in: 0..<70, using: &random)
                }
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try context.save()
            case 1 where step % 10 == 0: context.rollback()
            default: context.processPendingChanges()
            }
            if Bool.random(using: &random) { continue }
            let former = shown
            shown = models.models(of: live.snapshot)
            let fetched = try context.fetch(descriptor)
            #expect(shown.map(ObjectIdentifier.init) == fetched.map(ObjectIdentifier.init), "run \(run), step \(step)")
            #expect(isOther || former.map(ObjectIdentifier.init) == shown.map(ObjectIdentifier.init))
            isOther = false
        }
    }
}
