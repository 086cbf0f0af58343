import Foundation
import Logging
import StrataUserActivity
import StrataViewGraph

/// The activities that people can search for, those of each person apart.
///
/// # The life of a saved activity
///
/// 1. **Current.** An activity that is eligible for search becomes current in a window, or its
///    content changes. It is saved for the person of the window, in place of the former one with the
///    same content (`UserActivityIndex`).
/// 2. **Stored.** Changes are written to the store at most once an interval, the first one at once.
///    A store that cannot be used costs a line in the log; the activities are then in memory.
/// 3. **Found.** A window of the same person searches, and continues the activity.
/// 4. **Removed.** The app deletes it, it expires, others take its place, or it was not current for
///    the lifetime of scenes.
///
/// The activities of a person are loaded when a tab of the person first connects, and released when
/// the last window of the person has closed. Without a store, those of the people who left last are
/// kept (``mostLeft``).
@MainActor
final class SavedActivities {
    /// The activities of a person, and what the store does not have yet.
    private struct Person {
        var index = UserActivityIndex()
        /// The tokens of the person's windows, and those of deletions that are under way.
        var windows: Set<String> = []
        var loading: Task<Void, Never>?
        var isLoaded = false
        var changed: [String: SavedUserActivity] = [:]
        var removed: Set<String> = []

        var needsSave: Bool { !changed.isEmpty || !removed.isEmpty }
    }

    /// The most people without windows whose activities are kept in memory without a store.
    static let mostLeft = 1_000

    /// Called with a person whose first activity was saved, or whose last one was removed.
    var onOfferChange: ((_ owner: String?) -> Void)?

    private let store: (any ActivityStore)?
    private let lifetime: Duration
    private let interval: Duration
    private let now: () -> Date
    private let logger = Logger(label: "Strata.WebHost")
    private var people: [String?: Person] = [:]
    /// The people without windows whose activities are only in memory; who left first is the first.
    private var left: [String?] = []
    private var saving: Task<Void, Never>?
    /// The last save, which may have ended.
    private var lastWrite: Task<Void, Never>?
    /// The save at the end of the process, while it runs.
    private var finalSave: Task<Void, Never>?
    private var lastSave = ContinuousClock.now - .seconds(3600)
    /// The number of saves that have failed since the last one that did not.
    private var failures = 0
    private var hasReportedFailure = false

    /// - Parameters:
    ///   - store: The store; nil to keep activities in memory.
    ///   - lifetime: The time after which an activity that was not current is removed.
    ///   - interval: The least time between two saves.
    init(
        store: (any ActivityStore)? = nil, lifetime: Duration = WindowLimits().sceneLifetime, interval: Duration = .seconds(1),
        now: @escaping () -> Date = { Date() }
    ) {
        self.store = store
        self.lifetime = lifetime
        self.interval = interval
        self.now = now
    }

    // MARK: Windows

    /// Loads the activities of the person of a window whose tab has connected.
    func begin(_ window: String, of owner: String?) {
        people[owner, default: Person()].windows.insert(window)
        if store == nil { left.removeAll { $0 == owner } }
        load(owner)
    }

    /// Ends the use by a window that closes.
    func end(_ window: String, of owner: String?) {
        people[owner]?.windows.remove(window)
        release(owner)
    }

    /// Releases the memory of a person without windows whose activities are in the store, or who has
    /// none. Without a store, that of the person who left first, if there are too many.
    private func release(_ owner: String?) {
        guard let person = people[owner], person.windows.isEmpty, !person.needsSave, person.loading == nil else { return }
        guard store == nil, !person.index.isEmpty else { return people[owner] = nil }
        left.removeAll { $0 == owner }
        left.append(owner)
        if left.count > Self.mostLeft { people[left.removeFirst()] = nil }
    }

    private func load(_ owner: String?) {
        guard let store, let person = people[owner], !person.isLoaded, person.loading == nil else { return }
        people[owner]?.loading = Task { [weak self] in
            do {
                let saved = try await store.loadActivities(of: owner)
                self?.restore(saved, of: owner)
            } catch {
                self?.reportFailure("read", error)
            }
            self?.people[owner]?.loading = nil
            self?.release(owner)
        }
    }

    /// Adds the activities of the store to those that were saved while it was read.
    private func restore(_ saved: [SavedUserActivity], of owner: String?) {
        change(owner) { person in
            for activity in saved { person.removed.formUnion(person.index.restore(activity)) }
            person.isLoaded = true
        }
    }

    /// Changes the activities of a person, and schedules a save.
    private func change(_ owner: String?, _ body: (inout Person) -> Void) {
        let wasEmpty = !hasActivities(of: owner)
        let time = now()
        var person = people[owner] ?? Person()
        body(&person)
        let limit = time.addingTimeInterval(-Double(lifetime.components.seconds))
        person.removed.formUnion(person.index.removeExpired(at: time, lastCurrentBefore: limit))
        for id in person.removed { person.changed[id] = nil }
        if store == nil { (person.changed, person.removed) = ([:], []) }
        people[owner] = person
        planSave()
        if wasEmpty == hasActivities(of: owner) { onOfferChange?(owner) }
    }

    // MARK: Activities

    /// Whether a person has activities to search for.
    func hasActivities(of owner: String?) -> Bool { people[owner]?.index.isEmpty == false }

    /// Saves an activity that is current in a window, if it is eligible for search.
    func save(_ record: UserActivityRecord, of owner: String?) {
        guard record.canBeFound(at: now()) else { return }
        let record = record.storable
        // A payload of this size is data, and belongs in a model.
        guard record.size <= SceneSession.largestValue else { return }
        change(owner) { person in
            guard let change = person.index.insert(record, id: RandomToken.make(), at: now()) else { return }
            person.changed[change.saved.id] = change.saved
            person.removed.formUnion(change.removed)
        }
    }

    /// Returns the activities of a person that match a text.
    func find(_ text: String, of owner: String?) -> [SavedUserActivity] {
        people[owner]?.index.find(text, at: now()) ?? []
    }

    /// Returns the activity of a person with an ID; nil if there is none.
    func activity(_ id: String, of owner: String?) -> UserActivityRecord? {
        people[owner]?.index.activity(id, at: now())?.record
    }

    /// Deletes the activities of a person with some persistent identifiers, or all, and waits for the
    /// store.
    func delete(_ identifiers: [NSUserActivityPersistentIdentifier]?, of owner: String?) async {
        // The window may have closed, and the identifiers of activities that are not loaded are unknown.
        let use = RandomToken.make()
        begin(use, of: owner)
        await people[owner]?.loading?.value
        change(owner) { $0.removed.formUnion($0.index.remove(identifiers)) }
        await save()
        end(use, of: owner)
    }

    // MARK: Saving

    /// Schedules a save, unless one is scheduled.
    private func planSave() {
        guard store != nil, saving == nil, people.values.contains(where: \.needsSave) else { return }
        // A store that cannot be written is tried again after a growing time, a minute at most.
        let pause = failures == 0 ? interval : min(.seconds(60), interval * (1 << min(failures, 6)))
        let next = lastSave + pause
        saving = Task { [weak self] in
            // Ignored: a cancelled task saves at once.
            if next > .now { try? await Task.sleep(until: next) }
            await self?.save()
            self?.saving = nil
            self?.planSave()
        }
    }

    /// Saves the changes since the last save. Saves follow each other, so that a deletion is never
    /// written before the activity that it removes.
    func save() async {
        guard let store else { return }
        let write = Task { [lastWrite] in
            await lastWrite?.value
            await writeChanges(to: store)
        }
        lastWrite = write
        await write.value
    }

    private func writeChanges(to store: any ActivityStore) async {
        for owner in people.keys {
            // The changes are read when it is their turn. There may be newer ones, such as a deletion,
            // since the store began to write the activities of others.
            guard let person = people[owner], person.needsSave else { continue }
            lastSave = .now
            do {
                try await store.saveActivities(Array(person.changed.values), of: owner, removing: Array(person.removed))
                failures = 0
                for (id, saved) in person.changed where people[owner]?.changed[id] == saved { people[owner]?.changed[id] = nil }
                people[owner]?.removed.subtract(person.removed)
            } catch {
                failures += 1
                return reportFailure("written", error)
            }
            release(owner)
        }
    }

    /// Saves at the end of the process. Each connection that the end closes calls this: the first call
    /// saves all changes, and later ones those since.
    func finish() async {
        saving?.cancel()
        await saving?.value
        while let running = finalSave { await running.value }
        guard people.values.contains(where: \.needsSave) else { return }
        let save = Task {
            await self.save()
            finalSave = nil
        }
        finalSave = save
        await save.value
    }

    /// Logs the first failure of the store.
    private func reportFailure(_ action: String, _ error: any Error) {
        guard !hasReportedFailure else { return }
        hasReportedFailure = true
        logger.error(
            "Activities cannot be \(action), so searches do not find them after an end of this process: \(error)")
    }
}
