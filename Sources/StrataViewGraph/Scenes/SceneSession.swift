package import Foundation
internal import Observation
package import StrataUserActivity
internal import Synchronization

/// The part of a window that outlives it: the values of `@SceneStorage`, the value that the window
/// presents, and its activity.
///
/// # A session, a window, a tab
///
/// A window is the server's side of a page that was rendered, and ends with the page. Its session
/// belongs to the tab: when the tab reloads, crashes and is restored, or the server was killed and
/// started again, another window shows the same session. The tab keeps the session's name, 128
/// random bits, in its `sessionStorage`. The name is enough to restore the scene, so nothing else
/// contains it: neither a URL, which people send to each other, nor a log.
///
/// # The life of a value
///
/// 1. A body reads `@SceneStorage("Detail.tab")`. The session makes a ``SceneBox`` for the key,
///    which all properties with that key in the window share, and the body observes the box.
/// 2. The property is set. The box invalidates the bodies that have read it, and only those, and
///    the session calls `onChange`, once until the next ``record(lastSeen:)``.
/// 3. The host takes a record of the session and saves it, at most once a second.
/// 4. A restored session starts with the values of its record. A key that no view reads any more
///    keeps its value, so that an older version of the app finds it.
// Safe to share: constants, and a mutex around everything else.
package final class SceneSession: Sendable {
    package let name: String
    package let identity: SceneIdentity

    private struct Content: ~Copyable {
        var boxes: [String: SceneBox] = [:]
        var presented: String?
        var activity: UserActivityRecord?
        /// Whether a value was ever set, so that there is something to restore.
        var isWorthKeeping = false
        /// The number of changes so far.
        var revision = 0
        /// Whether `onChange` was called for a change of which no record was made.
        var hasReported = false
        var onChange: (@Sendable () -> Void)?
        /// Brings the content up to date before a record is made.
        var beforeRecord: (@MainActor @Sendable () -> Void)?
    }

    private let content: Mutex<Content>

    /// The number of bytes from which a value is reported as too large for a scene's storage.
    package static let largestValue = 65_536

    /// Creates a session without values.
    package init(name: String = SceneSession.makeName(), identity: SceneIdentity = SceneIdentity()) {
        self.name = name
        self.identity = identity
        content = Mutex(Content())
    }

    /// Creates the session of a record.
    ///
    /// - Parameter name: The name of the session; nil for that of the record.
    package convenience init(_ record: SceneRecord, name: String? = nil) {
        self.init(name: name ?? record.name, identity: record.identity)
        content.withLock { content in
            content.isWorthKeeping = true
            content.presented = record.presented
            content.activity = record.activity
            for (key, value) in record.values { content.boxes[key] = SceneBox(value) }
        }
    }

    /// Returns a name of 128 random bits.
    package static func makeName() -> String { RandomToken.make() }

    /// The number of changes so far.
    package var revision: Int { content.withLock { $0.revision } }

    /// Returns whether a text has the form of a name.
    package static func isName(_ text: String) -> Bool { RandomToken.isToken(text) }

    /// Sets a closure that is called after a change, on any thread, unless it was called since the
    /// last record.
    package func setOnChange(_ onChange: (@Sendable () -> Void)?) {
        content.withLock {
            $0.onChange = onChange
            $0.hasReported = false
        }
    }

    /// Whether a value was ever set. Before that, there is nothing to restore, and the tab need not
    /// know the name.
    package var isWorthKeeping: Bool { content.withLock { $0.isWorthKeeping } }

    /// The JSON of the value that the window presents; nil if the app has not changed it.
    var presented: String? {
        get { content.withLock { $0.presented } }
        set {
            content.withLock { $0.presented = newValue }
            reportChange()
        }
    }

    /// The activity of the window; nil for none.
    package var activity: UserActivityRecord? { content.withLock { $0.activity } }

    /// Sets the activity of the window.
    ///
    /// - Parameter reports: Whether `onChange` is called; false while a record is made.
    func setActivity(_ activity: UserActivityRecord?, reports: Bool) {
        content.withLock { $0.activity = activity }
        if reports { reportChange() }
    }

    /// The key of the location among the values. It is stored like a value, so that stores of versions
    /// without locations have the same tables.
    private static let locationKey = "strata.location"

    /// The location of the window at the time of its activity; empty for the first page.
    var location: String {
        if case .string(let location)? = box(of: Self.locationKey).stored { location } else { "" }
    }

    /// Sets the location of the window.
    ///
    /// - Parameter reports: Whether `onChange` is called; false while a record is made.
    func setLocation(_ location: String, reports: Bool) {
        guard box(of: Self.locationKey).set(location.isEmpty ? nil : .string(location)), reports else { return }
        reportChange()
    }

    /// Sets a closure that brings the content up to date. It is called before a record is made on the
    /// main queue.
    func setBeforeRecord(_ beforeRecord: @escaping @MainActor @Sendable () -> Void) {
        content.withLock { $0.beforeRecord = beforeRecord }
    }

    /// Returns the box of a key.
    func box(of key: String) -> SceneBox {
        content.withLock { content in
            if let box = content.boxes[key] { return box }
            let box = SceneBox(nil)
            content.boxes[key] = box
            return box
        }
    }

    /// Sets the value of a key. Nil removes it. Nothing happens if the key has the value already.
    func set(_ value: StoredValue?, of key: String) {
        guard box(of: key).set(value) else { return }
        if let value, value.size > Self.largestValue {
            WarningLog.warn(
                "The value of @SceneStorage(\(String(key.prefix(100)).debugDescription)) has more than 64 KB. It is kept, but it is written again after each change of the scene. Keep an identifier in the scene, and the data in a model."
            )
        }
        reportChange()
    }

    private func reportChange() {
        let report = content.withLock { content in
            content.isWorthKeeping = true
            content.revision += 1
            defer { content.hasReported = true }
            return content.hasReported ? nil : content.onChange
        }
        report?()
    }

    /// Returns the present content, with the entries of the activity that are to be stored. The next
    /// change is reported again.
    package func record(lastSeen: Date) -> SceneRecord {
        if isOnMainQueue, let prepare = content.withLock({ $0.beforeRecord }) { MainActor.assumeIsolated(prepare) }
        return content.withLock { content in
            content.hasReported = false
            return SceneRecord(
                name: name, identity: identity, presented: content.presented, activity: content.activity?.storable,
                values: content.boxes.compactMapValues(\.stored), lastSeen: lastSeen)
        }
    }
}

/// The value of one key of a scene's storage. Reads and writes go through Observation.
// Safe to share: the value is in a mutex.
final class SceneBox: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let content: Mutex<StoredValue?>

    init(_ value: StoredValue?) { content = Mutex(value) }

    /// The value, without observing it.
    var stored: StoredValue? { content.withLock { $0 } }

    /// The value; nil if none was set.
    var value: StoredValue? {
        registrar.access(self, keyPath: \.value)
        return stored
    }

    /// Sets the value. Returns false if it was equal.
    func set(_ value: StoredValue?) -> Bool {
        guard stored != value else { return false }
        registrar.withMutation(of: self, keyPath: \.value) { content.withLock { $0 = value } }
        return true
    }
}

private struct SceneSessionKey: EnvironmentKey {
    static var defaultValue: SceneSession? { nil }
}

extension EnvironmentValues {
    /// The session of the window; nil outside one, as in an app's body.
    package var sceneSession: SceneSession? {
        get { self[SceneSessionKey.self] }
        set { self[SceneSessionKey.self] = newValue }
    }
}

extension SceneSession: Equatable {
    package static func == (lhs: SceneSession, rhs: SceneSession) -> Bool { lhs === rhs }
}
