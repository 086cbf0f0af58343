import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

@Suite struct ReplacedIdentifierTests {
    @Test func `identifiers from before the insertion and the save lead to the present one`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a")
        let first = item.persistentModelID
        #expect(first.replacement == nil)
        context.insert(item)
        let second = item.persistentModelID
        #expect(first.replacement == second)
        #expect(second.replacement == nil)
        try context.save()
        let last = item.persistentModelID
        #expect(first.replacement == last)
        #expect(second.replacement == last)
        #expect(last.replacement == nil)
        #expect(!last.mayBeReplaced)
        #expect(Set([first, second, last]).count == 3)
    }

    @Test func `identifiers of two models never lead to one, and a save that fails replaces none`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let items = (0..<50).map { RefItem("\($0)") }
        for item in items { context.insert(item) }
        let early = items.map(\.persistentModelID)
        context.rollback()
        #expect(early.allSatisfy { $0.replacement == nil })
        for item in items { context.insert(item) }
        let again = items.map(\.persistentModelID)
        try context.save()
        #expect(again.map(\.replacement) == items.map { Optional($0.persistentModelID) })
        #expect(Set(again.compactMap(\.replacement)).count == items.count)
    }

    @Test func `an identifier of an upsert leads to that of the stored row`() throws {
        let context = ModelContext(try refContainer(RefUser.self))
        let old = RefUser(email: "a", name: "old")
        context.insert(old)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        let early = new.persistentModelID
        try context.save()
        #expect(early.replacement == old.persistentModelID)
    }

    @Test func `an identifier that was fetched before the save leads to the permanent one, and a decoded one to none`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a")
        context.insert(item)
        let fetched = try #require(try context.fetchIdentifiers(FetchDescriptor<RefItem>()).first)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(fetched))
        try context.save()
        #expect(fetched.replacement == item.persistentModelID)
        #expect(decoded == fetched)
        #expect(decoded.replacement == nil)
    }

    @Test func `a reader of a temporary identifier is notified of the save`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let (read, other) = (RefItem("a"), RefItem("b"))
        context.insert(read)
        let notified = Mutex(0)
        withObservationTracking {
            _ = read.persistentModelID
        } onChange: {
            notified.withLock { $0 += 1 }
        }
        context.insert(other)
        #expect(notified.withLock { $0 } == 0)
        try context.save()
        #expect(notified.withLock { $0 } == 1)
        withObservationTracking {
            _ = read.persistentModelID
        } onChange: {
            notified.withLock { $0 += 1 }
        }
        context.insert(RefItem("c"))
        try context.save()
        #expect(notified.withLock { $0 } == 1)
    }
}
