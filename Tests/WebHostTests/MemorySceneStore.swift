import Foundation
import StrataUserActivity
import StrataViewGraph
import Synchronization

@testable import StrataWebHost

/// A store in memory, which counts its transactions and can fail.
final class MemorySceneStore: SceneStore {
    struct Failure: Error {}

    private struct State {
        var records: [String: SceneRecord] = [:]
        var activities: [String?: [SavedUserActivity]] = [:]
        var saves: [(time: ContinuousClock.Instant, count: Int)] = []
        var isBroken = false
        var keepsRestorations = false
        var restorations: Set<String> = []
    }

    private let state = Mutex(State())

    var records: [String: SceneRecord] {
        get { state.withLock { $0.records } }
        set { state.withLock { $0.records = newValue } }
    }

    var saves: [(time: ContinuousClock.Instant, count: Int)] { state.withLock { $0.saves } }

    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    /// Sets whether the records of restorations cannot be removed.
    func setKeepsRestorations(_ keeps: Bool) { state.withLock { $0.keepsRestorations = keeps } }

    func load(_ name: String) throws -> SceneRecord? {
        try state.withLock { state in
            if state.isBroken { throw Failure() }
            return state.records[name]
        }
    }

    func save(_ records: [SceneRecord], removing names: [String]) throws {
        try state.withLock { state in
            if state.isBroken { throw Failure() }
            state.saves.append((.now, records.count))
            for name in names { state.records[name] = nil }
            state.restorations.subtract(names)
            for record in records { state.records[record.name] = record }
        }
    }

    var activities: [String?: [SavedUserActivity]] { state.withLock { $0.activities } }

    func loadActivities(of owner: String?) throws -> [SavedUserActivity] {
        try state.withLock { state in
            if state.isBroken { throw Failure() }
            return state.activities[owner] ?? []
        }
    }

    func saveActivities(_ activities: [SavedUserActivity], of owner: String?, removing ids: [String]) throws {
        try state.withLock { state in
            if state.isBroken { throw Failure() }
            let replaced = activities.map(\.id) + ids
            state.activities[owner] = (state.activities[owner] ?? []).filter { !replaced.contains($0.id) } + activities
        }
    }

    /// The sessions whose views are being evaluated, or have ended the process.
    var restorations: Set<String> { state.withLock { $0.restorations } }

    func beginRestoration(of name: String) throws {
        try state.withLock { state in
            if state.isBroken { throw Failure() }
            state.restorations.insert(name)
        }
    }

    func endRestoration(of name: String) throws {
        try state.withLock { state in
            if state.isBroken || state.keepsRestorations { throw Failure() }
            state.restorations.remove(name)
        }
    }

    func isRestorationInterrupted(of name: String) -> Bool { restorations.contains(name) }

    func removeSessions(lastSeenBefore date: Date) throws {
        state.withLock { state in state.records = state.records.filter { $0.value.lastSeen >= date } }
    }
}
