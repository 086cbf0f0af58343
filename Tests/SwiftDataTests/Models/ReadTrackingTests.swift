import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// The lifetime of observers of models.
@Suite struct ReadTrackingTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try refContainer(RefItem.self))
        for name in ["a", "b", "c"] { context.insert(RefItem(name)) }
        try context.save()
    }

    private final class Token: Sendable {
        let changes = Mutex(0)
    }

    private struct Reference {
        weak var token: Token?
    }

    private func item(_ name: String) throws -> RefItem {
        try #require(try context.fetch(FetchDescriptor<RefItem>()).first { $0.name == name })
    }

    /// Reads models as an observer that keeps a token.
    private func observe(_ items: RefItem...) -> Reference {
        let token = Token()
        withObservationTracking {
            for item in items { _ = item.name }
        } onChange: {
            token.changes.withLock { $0 += 1 }
        }
        return Reference(token: token)
    }

    @Test func `an observer is released with the model that it has read, if that never changes`() throws {
        func read() throws -> Reference {
            let item = try item("a")
            let reference = observe(item)
            #expect(reference.token != nil)
            return reference
        }
        for _ in 0..<3 { #expect(try read().token == nil) }
    }

    @Test func `each observer of a model is released with it`() throws {
        func read() throws -> [Reference] {
            let item = try item("a")
            let references = (0..<5).map { _ in observe(item) }
            #expect(references.allSatisfy { $0.token != nil })
            return references
        }
        #expect(try read().allSatisfy { $0.token == nil })
    }

    @Test func `an observer of several models hears of each, and is released after a change`() throws {
        var (first, second): (RefItem?, RefItem?) = (try item("a"), try item("b"))
        let reference = try observe(#require(first), #require(second))
        first = nil
        let token = try #require(reference.token)
        second?.name = "x"
        #expect(token.changes.withLock { $0 } == 1)
        second?.name = "y"
        #expect(token.changes.withLock { $0 } == 1)
        second = nil
    }

    @Test func `an observer of a model that is in no context is released with it`() {
        func read() -> Reference { observe(RefItem("new")) }
        #expect(read().token == nil)
    }

    @Test func `an observer of a model that nobody keeps is released`() throws {
        func read() throws -> Reference {
            let token = Token()
            withObservationTracking {
                _ = (try? item("a"))?.name
            } onChange: {
                token.changes.withLock { $0 += 1 }
            }
            return Reference(token: token)
        }
        for _ in 0..<3 {
            let reference = try read()
            // The first read outside of an observer ends those of released models.
            _ = RefItem("x").name
            #expect(reference.token == nil)
        }
    }

    @Test func `observers on several threads hear of their models`() async throws {
        let container = context.container
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let context = ModelContext(container)
                    var sum = 0
                    for item in try context.fetch(FetchDescriptor<RefItem>()) {
                        let token = Token()
                        withObservationTracking {
                            _ = item.name
                        } onChange: {
                            token.changes.withLock { $0 += 1 }
                        }
                        item.name += "x"
                        sum += token.changes.withLock { $0 }
                    }
                    return sum
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 3, count: 8))
    }
}

/// Reads on threads that end.
extension ReadTrackingTests {
    @Test func `a model that was observed on a thread that has ended is changed by another`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        nonisolated(unsafe) let items = (0..<50).map { RefItem("\($0)") }
        for item in items { context.insert(item) }
        try context.save()
        let changes = Mutex(0)
        for _ in 0..<20 {
            let ended = DispatchSemaphore(value: 0)
            let thread = Thread {
                for item in items {
                    withObservationTracking {
                        _ = item.name
                    } onChange: {
                        changes.withLock { $0 += 1 }
                    }
                }
                ended.signal()
            }
            thread.start()
            ended.wait()
            while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
            for item in items { item.name += "!" }
            #expect(changes.withLock { $0 } == 50)
            changes.withLock { $0 = 0 }
        }
    }
}
