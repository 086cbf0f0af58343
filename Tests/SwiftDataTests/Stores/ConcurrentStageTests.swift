import CoreData
import Foundation
import SwiftData
import Synchronization
import Testing

/// A plan's stages while several processes open the store, and after one was killed.
@Suite(.serialized) struct ConcurrentStageTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        let context = ModelContext(try container(SongsV1.self))
        for (title, plays) in [("a", 1), ("b", 2)] { context.insert(SongsV1.Song(title: title, plays: plays)) }
        try context.save()
    }

    private func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: [ModelConfiguration(url: folder.store)])
    }

    private func titles() throws -> [String] {
        try ModelContext(container(SongsV3.self)).fetch(FetchDescriptor<SongsV3.Song>(sortBy: [SortDescriptor(\.title)])).map(
            \.title)
    }

    /// The second opening has found the old version already when the first one migrates the store.
    @Test func `a second opening keeps what the first one saved after the stages`() throws {
        let (found, isMigrated) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Mutex(true)
        WatchedPlan.set(stages: {
            // The first to ask for the stages is the second opening, which has read the store's version.
            guard
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            found.signal()
            isMigrated.wait()
        })
        defer { WatchedPlan.set() }
        let second = Opening(folder.store)
        Thread.detachNewThread { second.run() }
        found.wait()
        do {
            let context = ModelContext(try container(SongsV3.self, plan: WatchedPlan.self))
            context.insert(SongsV3.Song(title: "saved"))
            try context.save()
        }
        isMigrated.signal()
        #expect(second.result() == nil)
        #expect(WatchedPlan.calls == ["will"])
        #expect(try titles() == ["a", "b", "saved"])
    }

    @Test func `a process has the lock of the store while a stage runs`() throws {
        let path = folder.store.resolvingSymlinksInPath().path + "-migration"
        let isLocked = Mutex<Bool?>(nil)
        WatchedPlan.set(willMigrate: {
            let descriptor = open(path, O_RDWR)
            isLocked.withLock { $0 = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK }
            if descriptor >= 0 { close(descriptor) }
        })
        defer { WatchedPlan.set() }
        _ = try container(SongsV3.self, plan: WatchedPlan.self)
        #expect(isLocked.withLock { $0 } == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the copy of a process that was killed is replaced and removed`() throws {
        let left = folder.url.appending(path: ".\(folder.store.lastPathComponent).migration")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("damaged".utf8).write(to: left.appending(path: folder.store.lastPathComponent))
        _ = try container(SongsV3.self, plan: WatchedPlan.self)
        #expect(try titles() == ["a", "b"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("migration") })
    }
}

/// The opening of a store on another thread.
private final class Opening: Sendable {
    private let store: URL
    private let isDone = DispatchSemaphore(value: 0)
    private let failure = Mutex<String?>(nil)

    init(_ store: URL) { self.store = store }

    func run() {
        do {
            _ = try ModelContainer(
                for: Schema(versionedSchema: SongsV3.self), migrationPlan: WatchedPlan.self,
                configurations: [ModelConfiguration(url: store)])
        } catch {
            failure.withLock { $0 = "\(error)" }
        }
        isDone.signal()
    }

    /// Returns the error of the opening, after waiting for its end.
    func result() -> String? {
        isDone.wait()
        return failure.withLock { $0 }
    }
}

/// A plan that tells a test when its stages are read and when its code runs.
private enum WatchedPlan: SchemaMigrationPlan {
    private struct State: Sendable {
        var stages: @Sendable () -> Void = {}
        var willMigrate: @Sendable () -> Void = {}
        var calls: [String] = []
    }

    private static let state = Mutex(State())

    static func set(stages: @escaping @Sendable () -> Void = {}, willMigrate: @escaping @Sendable () -> Void = {}) {
        state.withLock { $0 = State(stages: stages, willMigrate: willMigrate) }
    }

    static var calls: [String] { state.withLock { $0.calls } }

    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsV3.self] }
    static var stages: [MigrationStage] {
        let hook = state.withLock { $0.stages }
        hook()
        return [
            .custom(
                fromVersion: SongsV1.self, toVersion: SongsV3.self,
                willMigrate: { _ in
                    let hook = state.withLock { state in
                        state.calls.append("will")
                        return state.willMigrate
                    }
                    hook()
                }, didMigrate: nil)
        ]
    }
}
