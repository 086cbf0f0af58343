internal import Foundation
internal import Synchronization

/// The values of one suite, or of the app itself, which all instances of `UserDefaults` with its
/// name share.
///
/// # The life of a change
///
/// 1. `set(_:for:)` changes the value in memory, where every thread of the process sees it, and
///    marks it as pending. Observers of the key are notified on the same thread, in the transaction
///    of the code that makes the change.
/// 2. The pending changes are written, see ``DefaultsFile``: at once, or, if the file was written
///    less than ``writeInterval`` ago, at the end of that interval on a queue. So a single change is
///    in the file when `set` returns, and a loop of a thousand changes writes the file a few times.
///    Changes that are pending when the process exits are written then.
/// 3. inotify reports the new file to the domains of other processes. They read it, compare it with
///    their values, and notify the observers of the keys whose values differ.
///
/// **Invariant:** the values in memory are those of the file as it was read or written last, with
/// the pending changes applied. Without pending changes kept apart, a file of another process would
/// either revert a change that is not written yet, or be reverted by it.
// Safe to share: the state is accessed under a mutex, and the file under another one.
final class DefaultsDomain: DefaultsStorage, @unchecked Sendable {
    /// The shortest time between two writes of the file.
    static let writeInterval = Duration.milliseconds(20)

    private struct State {
        var values: [String: PropertyListValue] = [:]
        /// The changes that are not written yet; nil for removed keys.
        var pending: [String: PropertyListValue?] = [:]
        var lastWrite: ContinuousClock.Instant?
        var isWriteScheduled = false
        var hasReportedFailure = false
    }

    let file: DefaultsFile
    private let state = Mutex(State())
    /// Held while the file is read or written, and before `state`.
    private let fileLock = NSLock()
    /// The watch of the file. Accessed under `fileLock`.
    private var watch: FolderWatch?
    private let isOpen = Atomic(false)

    /// The observers of keys.
    let keys = DefaultsKeys()

    /// Creates the domain without values. Call `open()` before any other method.
    init(unopened file: DefaultsFile) { self.file = file }

    /// Creates the domain with the values of its file, and watches that.
    convenience init(file: DefaultsFile) {
        self.init(unopened: file)
        open()
    }

    /// Reads the file and watches it, unless that was done. Other threads that open the same domain
    /// wait. If the file cannot be read now, the next call tries again, and notifies the observers of
    /// the values that are read late.
    func open() {
        guard !isOpen.load(ordering: .acquiring) else { return }
        let changed = fileLock.withLock { () -> Set<String> in
            guard !isOpen.load(ordering: .acquiring) else { return [] }
            let isFirst = watch == nil
            if isFirst {
                file.createFolder()
                watch = FolderWatch(folder: file.folder, name: file.name) { [weak self] in self?.readFile() }
            }
            do {
                try file.read()
                let changed = state.withLock { adopt(file.values, written: [:], in: &$0) }
                isOpen.store(true, ordering: .releasing)
                return isFirst ? [] : changed
            } catch {
                reportFailure(error, "read")
                return []
            }
        }
        publishExternal(changed)
    }

    /// The value of a key; nil if the domain has none.
    func value(for key: String) -> PropertyListValue? { state.withLock { $0.values[key] } }

    /// All values.
    var values: [String: PropertyListValue] { state.withLock { $0.values } }

    /// Whether all changes are written.
    var isClean: Bool { state.withLock { $0.pending.isEmpty } }

    /// Changes the values of keys; nil removes a key. Returns whether any value is another one.
    @discardableResult
    func set(_ changes: [String: PropertyListValue?]) -> Bool {
        let (changed, writesNow) = state.withLock { state in
            let changed = changes.filter { state.values[$0.key] != $0.value }
            guard !changed.isEmpty else { return (changed, false) }
            for (key, value) in changed {
                state.values[key] = value
                state.pending.updateValue(value, forKey: key)
            }
            return (changed, schedulesWrite(&state))
        }
        guard !changed.isEmpty else { return false }
        keys.publish(Set(changed.keys), in: self)
        if writesNow { write() }
        return true
    }

    /// Returns whether the caller has to write now. Otherwise makes sure that a queue writes later.
    private func schedulesWrite(_ state: inout State) -> Bool {
        guard !state.isWriteScheduled else { return false }
        let elapsed = state.lastWrite.map { ContinuousClock.now - $0 } ?? .seconds(1)
        guard elapsed < Self.writeInterval else { return true }
        state.isWriteScheduled = true
        let delay = (Self.writeInterval - elapsed) / .nanoseconds(1)
        Self.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [self] in write() }
        return false
    }

    /// Writes the pending changes. Returns whether all changes are in the file.
    @discardableResult
    func write() -> Bool {
        let (isWritten, changed) = fileLock.withLock { () -> (Bool, Set<String>) in
            let pending = state.withLock { state in
                state.isWriteScheduled = false
                return state.pending
            }
            guard !pending.isEmpty else { return (true, []) }
            do {
                try file.write(pending)
            } catch {
                reportFailure(error, "written")
                return (false, [])
            }
            return (true, state.withLock { adopt(file.values, written: pending, in: &$0) })
        }
        publishExternal(changed)
        return isWritten
    }

    func synchronize() -> Bool {
        readFile()
        return write()
    }

    /// Reads the file if another process has replaced it.
    func readFile() {
        let changed = fileLock.withLock { () -> Set<String> in
            do {
                guard try file.read() else { return [] }
            } catch {
                reportFailure(error, "read")
                return []
            }
            return state.withLock { adopt(file.values, written: [:], in: &$0) }
        }
        publishExternal(changed)
    }

    /// Adopts the values of the file, and returns the keys whose values are other ones now.
    private func adopt(
        _ stored: [String: PropertyListValue], written: [String: PropertyListValue?], in state: inout State
    ) -> Set<String> {
        if !written.isEmpty {
            state.lastWrite = .now
            state.hasReportedFailure = false
            // A value that was set while the file was written is still pending.
            state.pending = state.pending.filter { key, value in written[key].map { $0 != value } ?? true }
        }
        var values = stored
        for (key, value) in state.pending { values[key] = value }
        let old = state.values
        state.values = values
        return Set(old.keys).union(values.keys).filter { old[$0] != values[$0] }
    }

    private func publishExternal(_ changed: Set<String>) {
        guard !changed.isEmpty else { return }
        // On the main queue, where most observers are: one task for all of them.
        DispatchQueue.main.async { [self] in keys.publish(changed, in: self) }
    }

    /// Logs an error, unless the last attempt failed as well.
    private func reportFailure(_ error: any Error, _ what: String) {
        let isFirst = state.withLock { state in
            defer { state.hasReportedFailure = true }
            return !state.hasReportedFailure
        }
        guard isFirst else { return }
        DefaultsLog.write(
            """
            The user defaults at \(file.folder)/\(file.name) cannot be \(what): \(error.localizedDescription) \
            Changes are kept in memory, and written with the next one that succeeds.
            """)
    }

    private static let queue = DispatchQueue(label: "strata.defaults.write")
}
