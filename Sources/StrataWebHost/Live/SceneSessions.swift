import Foundation
import Logging
import StrataViewGraph

/// The scene sessions of an app: those of open windows, and those that wait to be saved.
///
/// # The life of a session
///
/// 1. **Started.** Each window has a new session. As long as the app has stored nothing in it, it
///    is only in memory, and the tab does not know its name.
/// 2. **Announced.** The first value of `@SceneStorage`, or the first activity, makes the session
///    worth keeping. The window sends its name to the tab, which keeps it in its `sessionStorage`.
/// 3. **Saved.** The first change after a quiet second is saved at once, later ones when a second
///    has passed since the last save. After a save, the window tells its tab up to which message
///    its events are saved; the tab then forgets what it had kept in case the server is killed.
/// 4. **Left.** The window closes. The session's last record waits for the next save, then the
///    session is only in the store. Without a store, the record stays in memory.
/// 5. **Restored.** A tab presents the name. If no other tab shows the session, the tab's window
///    gets it. If another one does, the tab was duplicated: its window gets a copy with a name of
///    its own. A name that is unknown, expired, or of another scene or person is refused, counted
///    and logged, and the window keeps its new session.
///    A session whose views have made the app trap is refused, too, and removed: otherwise its tab
///    would end the server again each time that it returns.
/// 6. **Ended.** The app closes the window with `dismissWindow`, or no tab has shown the session for
///    the lifetime: the store removes it.
///
/// The name is the only key to a session, so no log contains it.
@MainActor
final class SceneSessions {
    private let store: (any SceneStore)?
    private let lifetime: Duration
    private let interval: Duration
    private let now: () -> Date
    private let logger = Logger(label: "Strata.WebHost")

    /// The windows of sessions that are shown, by the session's name.
    private var windows: [String: Window] = [:]
    /// The sessions that have changed since their last save.
    private var changed: Set<String> = []
    /// The last records of sessions that no window shows and that are not saved yet, each with a
    /// number of its own: a record with a value that is not a number is not equal to itself.
    private var left: [String: (record: SceneRecord, number: Int)] = [:]
    /// The number of the last of these records.
    private var lastLeft = 0
    /// The sessions to remove from the store; empty without one.
    private(set) var ended: Set<String> = []
    /// The sessions that this process has restored, and whose record of that the store could not
    /// remove: it says nothing about the end of a process.
    private var staleRecords: Set<String> = []

    private var saving: Task<Void, Never>?
    /// The save at the end of the process, while it runs.
    private var finalSave: Task<Void, Never>?
    /// Whether the end of the process has begun.
    private var isFinishing = false
    private var lastSave = ContinuousClock.now - .seconds(3600)
    private var lastRemoval: Date?
    /// The number of saves that have failed since the last one that did not.
    private var failures = 0
    private let refused = DoublingLog()
    /// The number of names that were refused.
    var refusals: Int { refused.count }

    /// The most records that are kept in memory when they cannot be saved.
    private static let mostLeft = 10_000

    /// - Parameters:
    ///   - store: The store of sessions; nil to keep them in memory.
    ///   - lifetime: The time after which a session that no tab has shown is forgotten.
    ///   - interval: The least time between two saves.
    init(
        store: (any SceneStore)? = nil, lifetime: Duration = WindowLimits().sceneLifetime, interval: Duration = .seconds(1),
        now: @escaping () -> Date = { Date() }
    ) {
        self.store = store
        self.lifetime = lifetime
        self.interval = interval
        self.now = now
    }

    // MARK: Windows

    /// Starts to keep the session of a window.
    func begin(_ window: Window) {
        let name = window.session.name
        windows[name] = window
        left[name] = nil
        window.session.setOnChange { [weak self, weak window] in
            Task { @MainActor [weak self, weak window] in
                guard let self, let window, self.windows[name] === window else { return }
                window.planFlush()
                self.setChanged(name)
            }
        }
        // The time at which the session was last seen.
        if window.session.isWorthKeeping { setChanged(name) }
    }

    /// Ends the use of a window's session, which another window may restore.
    func release(_ window: Window) {
        let session = window.session
        guard windows[session.name] === window else { return }
        session.setOnChange(nil)
        windows[session.name] = nil
        guard session.isWorthKeeping, !window.hasEnded else { return }
        changed.remove(session.name)
        lastLeft += 1
        left[session.name] = (session.record(lastSeen: now()), lastLeft)
        if left.count > Self.mostLeft, let oldest = left.values.map(\.record).min(by: { $0.lastSeen < $1.lastSeen }) {
            left[oldest.name] = nil
        }
        planSave()
    }

    /// Forgets the session of a window, because the app has closed the window for good.
    func end(_ window: Window) {
        let name = window.session.name
        window.endRevision = window.session.revision
        // The next change is reported.
        _ = window.session.record(lastSeen: now())
        changed.remove(name)
        guard store != nil else { return }
        ended.insert(name)
        planSave()
    }

    private func setChanged(_ name: String) {
        guard windows[name]?.hasEnded != true else { return }
        // If the browser has not closed the tab, its window goes on.
        ended.remove(name)
        changed.insert(name)
        planSave()
    }

    // MARK: Restoring

    /// The session that a name denotes.
    enum Found {
        /// It is the session of an open window.
        case shown(Window)
        case stored(SceneSession)
        /// A process has ended while it restored the session, which is therefore removed.
        case broken
        case refused(String)
    }

    /// Finds the session with a name for a window of a scene.
    func find(_ name: String, for identity: SceneIdentity) async -> Found {
        guard SceneSession.isName(name) else { return .refused("It does not have the form of a name.") }
        if let window = windows[name] {
            return window.session.identity == identity ? .shown(window) : .refused(Self.foreign)
        }
        let record: SceneRecord?
        if let known = left[name] {
            record = known.record
        } else if ended.contains(name) {
            record = nil
        } else {
            do {
                record = try await store?.load(name)
            } catch {
                reportFailure("read", error)
                return .refused("The scenes cannot be read.")
            }
        }
        // Another tab may have restored the session meanwhile.
        if windows[name] != nil { return await find(name, for: identity) }
        guard let record else { return .refused("No scene has it.") }
        guard record.identity == identity else { return .refused(Self.foreign) }
        guard record.lastSeen >= limit else { return .refused("The scene has expired.") }
        if let store, !staleRecords.contains(name), store.isRestorationInterrupted(of: name) {
            removeBroken(name)
            return .broken
        }
        return .stored(SceneSession(record))
    }

    private static let foreign = "It belongs to another scene or person."

    /// The time since which a tab must have shown a session.
    private var limit: Date { now().addingTimeInterval(-Double(lifetime.components.seconds)) }

    /// Removes a session whose views have ended a process.
    private func removeBroken(_ name: String) {
        guard ended.insert(name).inserted else { return }
        logger.error(
            """
            The server ended while it restored a scene. The values of the scene are deleted. The last lines before \
            that end say where the app has trapped.
            """)
        planSave()
    }

    /// Records that the views of a window are about to be evaluated with the values of a session that a
    /// tab has presented. Code between this and ``endRestoration(of:)`` must not suspend: if the
    /// process ends there, the values of this session are the reason.
    func beginRestoration(of name: String) {
        do {
            try store?.beginRestoration(of: name)
        } catch {
            reportFailure("written", error)
        }
    }

    /// Removes the record of ``beginRestoration(of:)``.
    func endRestoration(of name: String) {
        do {
            try store?.endRestoration(of: name)
            staleRecords.remove(name)
        } catch {
            staleRecords.insert(name)
            reportFailure("written", error)
        }
    }

    /// Counts a name that was refused, which a client that guesses names causes.
    func refuse(_ reason: String, from address: String?) {
        refused.warn("A tab of \(address ?? "an unknown address") presented a scene name that was refused. \(reason)")
    }

    // MARK: Saving

    /// Schedules a save, unless one is scheduled.
    private func planSave() {
        guard store != nil, saving == nil else { return }
        // A store that cannot be written is tried again after a growing time, a minute at most.
        let pause = failures == 0 ? interval : min(.seconds(60), interval * (1 << min(failures, 6)))
        let next = lastSave + pause
        saving = Task { [weak self] in
            // Ignored: a cancelled task saves at once.
            if next > .now { try? await Task.sleep(until: next) }
            await self?.save()
            self?.saving = nil
            if self?.needsSave == true { self?.planSave() }
        }
    }

    private var needsSave: Bool { !changed.isEmpty || !left.isEmpty || !ended.isEmpty }

    /// Saves what has changed since the last save.
    func save() async {
        guard let store, needsSave else { return }
        lastSave = .now
        let time = now()
        let shown = changed.compactMap { windows[$0] }
        let points = shown.map { ($0, $0.savePoint) }
        let records = shown.map { $0.session.record(lastSeen: time) } + left.values.map(\.record)
        let (wereChanged, wereLeft, wereEnded) = (changed, left, ended)
        changed = []
        do {
            try await store.save(records, removing: Array(wereEnded))
            failures = 0
            ended.subtract(wereEnded)
            for (name, saved) in wereLeft where left[name]?.number == saved.number { left[name] = nil }
            for (window, point) in points { window.didSave(point) }
        } catch {
            changed.formUnion(wereChanged.filter { windows[$0] != nil })
            reportFailure("written", error)
            failures += 1
        }
        await removeExpired(from: store)
    }

    /// Saves at the end of the process. Each connection that the end closes calls this, and the server
    /// when it has ended: the first call saves all sessions, and later ones what has changed since.
    func finish() async {
        saving?.cancel()
        await saving?.value
        if !isFinishing {
            isFinishing = true
            // With the time at which they were last seen.
            for (name, window) in windows where window.session.isWorthKeeping && !window.hasEnded { changed.insert(name) }
        }
        while let running = finalSave { await running.value }
        guard needsSave else { return }
        let save = Task {
            await self.save()
            finalSave = nil
        }
        finalSave = save
        await save.value
    }

    /// Removes the expired sessions from the store, once a day. Before that, has the sessions of
    /// connected tabs saved, so that they are not among them.
    private func removeExpired(from store: any SceneStore) async {
        let day: TimeInterval = 86_400
        guard failures == 0, now().timeIntervalSince(lastRemoval ?? .distantPast) > day else { return }
        let isFirst = lastRemoval == nil
        lastRemoval = now()
        if !isFirst {
            for (name, window) in windows
            where window.isConnected && window.session.isWorthKeeping && !window.hasEnded { changed.insert(name) }
        }
        do {
            try await store.removeSessions(lastSeenBefore: limit)
        } catch {
            reportFailure("written", error)
        }
    }

    /// Logs the first failure of the store.
    private func reportFailure(_ action: String, _ error: any Error) {
        guard !hasReportedFailure else { return }
        hasReportedFailure = true
        logger.error(
            "Scenes cannot be \(action), so they are not restored after an end of this process: \(error)")
    }

    private var hasReportedFailure = false
}
