import Foundation
import StrataPredicates
import Synchronization
import Testing

@testable import CoreData

/// The change feed and the row cache, which carry changes from a commit to their readers.
@Suite(.eachStore) struct CoordinationTests {
    private let entity = NSManagedObjectModel.quakes().entities[0]

    private func changes(updated: [RowID]) -> ChangeSet {
        var changes = ChangeSet()
        for rowID in updated { changes.record(.updated, entity, rowID) }
        return changes
    }

    private func row(_ code: String) -> Row {
        var values = entity.layout.defaults
        values[0] = .string(code)
        return Row(layout: entity.layout, values: values, version: 1)
    }

    @Test func aFeedGivesWhatCameAfter() {
        let feed = ChangeFeed()
        #expect(feed.revision == 0)
        feed.append(changes(updated: [1]))
        let seen = feed.revision
        feed.append(changes(updated: [2]))
        feed.append(changes(updated: [3, 4]))
        let unseen = feed.changes(after: seen)
        #expect(unseen.revision == 3)
        #expect(unseen.changes?.map { $0.rowIDs(of: entity.layout) } == [[2], [3, 4]])
        #expect(feed.changes(after: 3).changes?.isEmpty == true)
    }

    @Test func aFeedForgetsTheOldestAndSaysSo() {
        let feed = ChangeFeed()
        for start in 0..<3 { feed.append(changes(updated: (start * 150_000..<(start + 1) * 150_000).map { RowID(Int64($0)) })) }
        #expect(feed.changes(after: 0).changes == nil)
        #expect(feed.changes(after: 1).changes?.count == 2)
    }

    @Test func theCacheForgetsChangedRows() {
        let cache = RowCache()
        let keys = (1...3).map { RowKey(entity, RowID($0)) }
        cache.insert(keys.map { ($0, row("a")) }, ifStill: { true })
        cache.forget(changes(updated: [2]))
        #expect(keys.map { cache[$0] != nil } == [true, false, true])
    }

    @Test func theCacheRefusesRowsThatMayHaveChanged() {
        let cache = RowCache()
        cache.insert([(RowKey(entity, 1), row("a"))], ifStill: { false })
        #expect(cache[RowKey(entity, 1)] == nil)
    }

    @Test func theCacheKeepsWhatIsAskedForAndLetsTheRestGo() {
        let cache = RowCache(generationSize: 10)
        for number in 1...10 { cache.insert([(RowKey(entity, RowID(Int64(number))), row("a"))], ifStill: { true }) }
        // The eleventh row starts a new generation. Of the first one, only rows that are looked up
        // move to it.
        cache.insert([(RowKey(entity, 11), row("a"))], ifStill: { true })
        #expect(cache[RowKey(entity, 3)] != nil)
        for number in 12...20 { cache.insert([(RowKey(entity, RowID(Int64(number))), row("a"))], ifStill: { true }) }
        #expect(cache[RowKey(entity, 3)] != nil)
        #expect(cache[RowKey(entity, 4)] == nil)
    }

    /// An object of an app's that reads the cache when it is released.
    private final class Ending: Sendable {
        private unowned let cache: RowCache
        private let key: RowKey
        private let whenEnded: @Sendable (_ isCached: Bool) -> Void

        init(_ cache: RowCache, _ key: RowKey, _ whenEnded: @escaping @Sendable (Bool) -> Void) {
            self.cache = cache
            self.key = key
            self.whenEnded = whenEnded
        }

        deinit { whenEnded(cache[key] != nil) }
    }

    @Test func anObjectOfAnEvictedRowMayReadTheCacheWhenItIsReleased() {
        let cache = RowCache(generationSize: 1)
        let ended = Mutex<[Bool]>([])
        /// Inserts a row with an object that records its end.
        func insert(_ number: Int64) {
            let key = RowKey(entity, RowID(number))
            var row = row("a")
            row.values[0] = .opaque(OpaqueValue(Ending(cache, key) { isCached in ended.withLock { $0.append(isCached) } }))
            cache.insert([(key, row)], ifStill: { true })
        }
        insert(1)
        cache.forget(changes(updated: [1]))
        #expect(ended.withLock(\.self) == [false])
        insert(2)
        // Replaces the row of the same key, in a new generation.
        insert(2)
        cache.forgetAll()
        #expect(ended.withLock(\.self) == [false, false, false])
        // The third one drops the generation of the first one.
        for number: Int64 in 3...5 { insert(number) }
        #expect(ended.withLock(\.self).count == 4)
        // The fourth one is in the old generation, and too old.
        #expect(cache.row(RowKey(entity, 4), maxAge: 0) == nil)
        #expect(ended.withLock(\.self) == [false, false, false, false, false])
        cache.forgetAll()
        #expect(ended.withLock(\.self).count == 6)
    }

    /// A reader that began before a commit must not leave the old row in the cache.
    @Test func aRowReadDuringACommitIsNotKept() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "old"
            try context.save()
            let coordinator = store.container.persistentStoreCoordinator
            let number = quake.objectID.rowID
            try coordinator.reading(quake.layout) { reader in
                // thread A: starts to read a snapshot    | thread B:
                //                                        | saves: announces, commits, publishes
                // reads the old row, offers it to cache  |
                quake.code = "new"
                try context.save()
                #expect(try reader.row(number)?.values[0] == .string("old"))
            }
            #expect(try coordinator.rows(quake.layout, [number])[number]?.values[0] == .string("new"))
        }
    }
}
