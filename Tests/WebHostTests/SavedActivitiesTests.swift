import Foundation
import StrataUserActivity
import Synchronization
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

/// The activities that people can search for: saved, loaded and removed.
@MainActor
struct SavedActivitiesTests {
    /// A clock that the test sets.
    @MainActor
    private final class Clock {
        var now = Date(timeIntervalSince1970: 1_000_000)
    }

    private let clock = Clock()
    private let store = MemorySceneStore()

    private func make(store: MemorySceneStore? = nil) -> SavedActivities {
        let clock = clock
        return SavedActivities(store: store, lifetime: .seconds(1_000), interval: .milliseconds(5)) { clock.now }
    }

    private func record(_ title: String, id: String? = nil) -> UserActivityRecord {
        let activity = NSUserActivity(activityType: "recipe")
        activity.title = title
        activity.persistentIdentifier = id ?? title
        activity.isEligibleForSearch = true
        return UserActivityRecord(activity)
    }

    private func titles(_ saved: SavedActivities, of owner: String? = nil) -> [String?] {
        saved.find("", of: owner).map(\.record.title)
    }

    @Test(.timeLimit(.minutes(30))) func `another process finds what was saved`() async throws {
        let saved = make(store: store)
        saved.save(record("Tea"), of: "ann")
        while store.activities["ann"] == nil { try await Task.sleep(for: .milliseconds(1)) }
        let other = make(store: store)
        other.begin("window", of: "ann")
        while titles(other, of: "ann") == [] { await Task.yield() }
        #expect(titles(other, of: "ann") == ["Tea"])
        #expect(titles(other, of: "bob") == [])
        #expect(titles(other) == [])
    }

    @Test func `the end of the process saves everything`() async {
        let saved = make(store: store)
        for number in 1...20 { saved.save(record("\(number)"), of: nil) }
        await saved.finish()
        #expect(store.activities[nil]?.count == 20)
    }

    @Test func `deletion waits for the store, and finds activities that are not loaded`() async {
        let first = make(store: store)
        first.save(record("Tea", id: "1"), of: nil)
        first.save(record("Coffee", id: "2"), of: nil)
        await first.finish()
        let second = make(store: store)
        await second.delete(["1"], of: nil)
        #expect(store.activities[nil]?.map(\.record.title) == ["Coffee"])
        await second.delete(nil, of: nil)
        #expect(store.activities[nil]?.isEmpty == true)
    }

    /// A store whose first write waits until the test allows it.
    private final class SlowStore: ActivityStore {
        let memory = MemorySceneStore()
        private let (gate, opener) = AsyncStream<Void>.makeStream()
        private let owners = Mutex<[String?]>([])

        /// The owners of the writes that have begun.
        var writes: [String?] { owners.withLock { $0 } }

        func allowFirstWrite() { opener.finish() }

        func loadActivities(of owner: String?) throws -> [SavedUserActivity] { try memory.loadActivities(of: owner) }

        func saveActivities(_ activities: [SavedUserActivity], of owner: String?, removing ids: [String]) async throws {
            let isFirst = owners.withLock { owners in
                owners.append(owner)
                return owners.count == 1
            }
            if isFirst { for await _ in gate {} }
            try memory.saveActivities(activities, of: owner, removing: ids)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `an activity that is deleted while those of others are written stays deleted`() async throws {
        let store = SlowStore()
        let saved = SavedActivities(store: store)
        saved.save(record("Tea"), of: "ann")
        saved.save(record("Tea"), of: "bob")
        while store.writes.isEmpty { await Task.yield() }
        let other = store.writes.first == "ann" ? "bob" : "ann"
        let deletion = Task { await saved.delete(["Tea"], of: other) }
        while saved.hasActivities(of: other) { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        store.allowFirstWrite()
        await deletion.value
        await saved.finish()
        #expect(store.memory.activities[other, default: []].isEmpty)
    }

    @Test func `a broken store costs nothing but the restart`() async {
        store.setBroken(true)
        let saved = make(store: store)
        saved.begin("window", of: nil)
        saved.save(record("Tea"), of: nil)
        await saved.save()
        #expect(titles(saved) == ["Tea"])
        await saved.delete(["Tea"], of: nil)
        #expect(titles(saved) == [])
        saved.save(record("Coffee"), of: nil)
        store.setBroken(false)
        await saved.save()
        #expect(store.activities[nil]?.map(\.record.title) == ["Coffee"])
    }

    @Test func `a person neither finds, continues nor deletes the activities of others`() async throws {
        let saved = make(store: store)
        saved.begin("window", of: "ann")
        saved.save(record("Tea", id: "1"), of: "ann")
        saved.save(record("Coffee", id: "1"), of: nil)
        let tea = try #require(saved.find("", of: "ann").first?.id)
        #expect(titles(saved, of: "bob") == [])
        #expect(saved.activity(tea, of: "bob") == nil)
        #expect(saved.activity(tea, of: nil) == nil)
        #expect(!saved.hasActivities(of: "bob"))
        await saved.delete(["1"], of: "bob")
        await saved.delete(nil, of: "bob")
        await saved.delete(nil, of: nil)
        await saved.finish()
        #expect(titles(saved, of: "ann") == ["Tea"])
        #expect(store.activities["ann"]?.map(\.record.title) == ["Tea"])
        #expect(store.activities[nil]?.isEmpty == true)
        #expect(saved.activity(tea, of: "ann")?.title == "Tea")
    }

    @Test func `activities that were not current for the lifetime are removed`() async {
        let saved = make(store: store)
        saved.begin("window", of: nil)
        saved.save(record("Tea"), of: nil)
        clock.now += 1_001
        saved.save(record("Coffee"), of: nil)
        await saved.save()
        #expect(titles(saved) == ["Coffee"])
        #expect(store.activities[nil]?.map(\.record.title) == ["Coffee"])
    }

    @Test func `without a store, activities are in memory`() async {
        let saved = make()
        saved.begin("window", of: nil)
        saved.save(record("Tea"), of: nil)
        saved.end("window", of: nil)
        #expect(titles(saved) == ["Tea"])
        await saved.delete(["Tea"], of: nil)
        #expect(!saved.hasActivities(of: nil))
    }

    @Test func `without a store, the activities of those who left last are kept`() {
        let saved = make()
        func visit(_ person: Int) {
            saved.begin("window", of: "\(person)")
            saved.save(record("Tea"), of: "\(person)")
            saved.end("window", of: "\(person)")
        }
        for person in 0..<SavedActivities.mostLeft { visit(person) }
        visit(0)
        saved.begin("window", of: "1")
        visit(SavedActivities.mostLeft)
        visit(SavedActivities.mostLeft + 1)
        #expect(saved.hasActivities(of: "0"))
        #expect(saved.hasActivities(of: "1"))
        #expect(!saved.hasActivities(of: "2"))
        #expect(saved.hasActivities(of: "3"))
    }

    @Test func `the windows of a person are notified of the first activity and of the last one's end`() async {
        let saved = make()
        var owners: [String?] = []
        saved.onOfferChange = { owners.append($0) }
        saved.save(record("Tea"), of: "ann")
        saved.save(record("Coffee"), of: "ann")
        #expect(owners == ["ann"])
        await saved.delete(nil, of: "ann")
        #expect(owners == ["ann", "ann"])
    }

    @Test func `of an activity's entries, those that it requires are saved`() async {
        let saved = make(store: store)
        let activity = NSUserActivity(activityType: "recipe")
        activity.title = "Tea"
        activity.isEligibleForSearch = true
        // Not counted against the limit, because it is not saved.
        activity.userInfo = ["id": "tea", "picture": Data(count: 70_000)]
        activity.requiredUserInfoKeys = ["id"]
        saved.save(UserActivityRecord(activity), of: nil)
        #expect(saved.find("tea", of: nil).map(\.record.userInfo) == [[.string("id"): .string("tea")]])
        await saved.finish()
        #expect(store.activities[nil]?.map(\.record.userInfo) == [[.string("id"): .string("tea")]])
    }

    @Test func `an activity with too much data is not saved`() {
        let saved = make()
        let activity = NSUserActivity(activityType: "recipe")
        activity.title = "Large"
        activity.isEligibleForSearch = true
        activity.userInfo = ["data": Data(count: 70_000)]
        saved.save(UserActivityRecord(activity), of: nil)
        #expect(!saved.hasActivities(of: nil))
    }
}
