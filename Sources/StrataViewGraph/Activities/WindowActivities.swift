package import StrataUserActivity

/// The activities of a window: those that its views advertise, and those that they continue.
///
/// # From a view to the current activity
///
/// 1. The node of `userActivity(_:isActive:_:)` keeps an ``ActivityParticipant``, which it adds
///    here. A participant is asked while the modifier is active and its view is shown: not in a tab
///    that is not selected, and not on a page that another one covers.
/// 2. After a flush, ``update()`` finds the types with participants. Each type has one activity,
///    which all of its participants share. A new type gets one, which becomes current. A type
///    without participants loses its activity, and the one that was current before is current again.
/// 3. An activity that needs an update is passed to the handlers of its type, outer views first. It
///    needs one if it is new, if the app has set `needsSave`, if the modifier was evaluated, and if
///    state that a handler has read has changed.
/// 4. A record of the current activity goes into the session of the scene, and to the host. The same
///    happens before the host records the session (``prepareRecord()``), because a handler may read
///    values that are not observed.
///
/// Nothing of this happens before the window is shown, so that a page that is only read by a crawler
/// advertises nothing.
///
/// # From outside to a view
///
/// An activity or a URL runs the actions of all views that handle it, outer views first. If there is
/// none yet, because the window is not shown or the view is made later, the event waits. A restored
/// session's activity arrives in this way, after the views have appeared. Until then, the session
/// keeps it, with the location of the window. If the tab's URL leads to another location, such as a
/// link that was pasted into the tab, the activity is discarded: the URL is newer.
///
/// # The window of the running code
///
/// The window runs actions, bodies and handlers in ``perform(_:)``, so that `becomeCurrent()` finds
/// it, and so do the app's actions that open windows and URLs (``running``). Tasks that they start
/// inherit the window. They hold this object, and not the window's views.
@MainActor
package final class WindowActivities {
    /// Called when the content of the current activity has changed; with nil when there is none.
    package var onChange: ((UserActivityRecord?) -> Void)?
    /// Deletes what the host has saved for searches: the activities with some persistent identifiers,
    /// or all.
    package var deleteSaved: (@Sendable ([NSUserActivityPersistentIdentifier]?) async -> Void)?

    /// Whether a view of the window continues activities, as of the last flush.
    let continuesActivities = StateBox(false)

    let session: SceneSession
    private(set) weak var graph: WindowGraph?
    var participants: [ActivityParticipant] = []
    private var participantCount = 0
    /// The activities of the views, by type.
    private var advertised: [String: NSUserActivity] = [:]
    /// The activities that became current and have not resigned, the current one at the end.
    private(set) var candidates: [NSUserActivity] = []
    /// The events that no view has handled yet, at most one for each type.
    var waiting: [ActivityEvent] = []
    /// The activity of a restored session, until a view has continued it.
    var restored: UserActivityRecord?
    /// The location with which the session has kept the restored activity.
    var restoredLocation = ""
    /// The location of the window now.
    var location = ""
    private var needsUpdate = false
    private(set) var isUpdating = false

    init(session: SceneSession) { self.session = session }

    /// Connects the activities to their window.
    func connect(to graph: WindowGraph) {
        self.graph = graph
        if let record = session.activity {
            restored = record
            restoredLocation = session.location
            waiting.append(.activity(NSUserActivity(record)))
        }
        session.setBeforeRecord { [weak self] in self?.prepareRecord() }
    }

    /// Ends the work for the window. The session keeps the activity.
    func close() {
        graph = nil
        for activity in candidates { activity.scope = nil }
        (participants, advertised, candidates, waiting) = ([], [:], [], [])
        onChange = nil
        deleteSaved = nil
    }

    /// The activities of the window to which the running code belongs; nil outside of windows.
    nonisolated static var running: WindowActivities? { UserActivityScopes.current as? WindowActivities }

    /// Runs code of the window: `becomeCurrent()` in it, and in tasks that it starts, finds the window.
    func perform<Result>(_ operation: () throws -> Result) rethrows -> Result {
        try UserActivityScopes.$current.withValue(self, operation: operation)
    }

    // MARK: Participants

    /// Adds the participant of a modifier.
    func add(_ participant: ActivityParticipant) {
        participantCount += 1
        participant.number = participantCount
        participants.append(participant)
    }

    /// Removes the participant of a modifier whose view is removed.
    func remove(_ participant: ActivityParticipant) {
        participants.removeAll { $0 === participant }
        if case .advertise = participant.role { setNeedsUpdate() }
    }

    /// Has the activity of a type updated after the next flush.
    func setNeedsUpdate(of type: String) {
        advertised[type]?.needsSave = true
        setNeedsUpdate()
    }

    /// Schedules an update after the next flush.
    func setNeedsUpdate() {
        needsUpdate = true
        graph?.scheduleFlush()
    }

    /// The participants, outer views first.
    var sorted: [ActivityParticipant] { participants.sorted { ($0.depth, $0.number) < ($1.depth, $1.number) } }

    // MARK: The current activity

    /// The current activity; nil if there is none.
    package var current: NSUserActivity? { candidates.last }

    /// Passes events to views that have waited for them, and updates the activities that need it.
    /// The window calls this after each flush while it is shown.
    func update() {
        guard !isUpdating, graph != nil else { return }
        let continues = participants.contains { $0.continuesActivities }
        if continuesActivities.value != continues { continuesActivities.value = continues }
        if deliverWaiting() {
            // The actions have changed what the activities contain.
            return setNeedsUpdate()
        }
        let isAdvertising = participants.contains { $0.advertisedType != nil }
        guard needsUpdate || isAdvertising || !advertised.isEmpty else { return }
        let hasChanged = advertise()
        guard needsUpdate || hasChanged else { return }
        needsUpdate = false
        updateContents()
        record(reports: true)
    }

    /// Gives each type with participants an activity, and removes those of other types. Returns
    /// whether there was one to make or to remove.
    private func advertise() -> Bool {
        let active = participants.filter { $0.advertisedType != nil && $0.isShown }
        let types = Set(active.compactMap(\.advertisedType))
        var hasChanged = false
        for (type, activity) in advertised where !types.contains(type) {
            advertised[type] = nil
            activity.invalidate()
            hasChanged = true
        }
        // In the order of evaluation, so that of several new types the innermost is current.
        for type in active.compactMap(\.advertisedType) where advertised[type] == nil {
            UserActivityTypes.check(type)
            let activity = NSUserActivity(activityType: type)
            activity.needsSave = true
            activity.scope = self
            advertised[type] = activity
            makeCurrent(activity)
            hasChanged = true
        }
        return hasChanged
    }

    /// Calls the handlers and the delegates of activities that need an update.
    ///
    /// - Parameter updatesCurrent: Whether the current activity needs one in any case.
    private func updateContents(updatesCurrent: Bool = false) {
        isUpdating = true
        defer { isUpdating = false }
        if updatesCurrent { current?.needsSave = true }
        let participants = sorted
        for (type, activity) in advertised.sorted(by: { $0.key < $1.key }) where activity.needsSave {
            for participant in participants where participant.advertisedType == type && participant.isShown {
                participant.update(activity)
            }
        }
        for activity in candidates + advertised.values { activity.updateIfNeeded() }
    }

    /// Puts a record of the current activity into the session.
    private func record(reports: Bool) {
        let record = current.map { UserActivityRecord($0) } ?? restored
        if current != nil { restored = nil }
        defer { keepLocation(reports: reports) }
        guard record != session.activity else { return }
        if let record, record.size > SceneSession.largestValue {
            UserActivityLog.warn(
                "An activity of the type '\(record.activityType)' has more than 64 KB. It is kept, but it is written again after each change of the scene. Keep an identifier in it, and the data in a model."
            )
        }
        session.setActivity(record, reports: reports)
        onChange?(record)
    }

    /// Brings the session's record of the current activity up to date, before the host keeps the
    /// session.
    func prepareRecord() {
        guard let graph, graph.isShown, !isUpdating else { return }
        perform {
            graph.update()
            _ = advertise()
            updateContents(updatesCurrent: true)
            record(reports: false)
        }
    }

    /// Makes an activity the current one.
    func makeCurrent(_ activity: NSUserActivity) {
        candidates.removeAll { $0 === activity }
        candidates.append(activity)
    }

    /// Makes the activity that was current before current again. Returns whether the activity was one
    /// of those that can be current.
    func resign(_ activity: NSUserActivity) -> Bool {
        guard candidates.contains(activity) else { return false }
        candidates.removeAll { $0 === activity }
        return true
    }
}
