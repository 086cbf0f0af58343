import Observation

/// The readers of a window's views, and the end of those that are not in use anymore.
///
/// # Why readers have to be ended
///
/// An evaluation reads values, and Observation keeps a registration of it in each object that it
/// has read, until one of the values changes. A view that is evaluated again for another reason,
/// because its parent was, reads the values again, and a view that is removed leaves its
/// registrations behind. In an object that all windows share and that rarely changes, such as the
/// app's settings, they would pile up as long as the process runs.
///
/// # How they are ended
///
/// Observation hands out no registration that could be canceled: a closure gets its own when a value
/// has changed, and ends it by returning false. So an evaluation that reads values also reads one of
/// this object, ``sweeps``. When more readers have ended than are in use, ``sweep()`` changes that
/// value. This calls the closures of all readers of the window, and those that have ended return
/// false. So each reader costs constant time, and there are at most as many registrations of ended
/// readers as of others, and ``most`` more.
///
/// A body that reads nothing observes nothing, and its node may be released (`ReleasedNodes`). It
/// must not read `sweeps` either. Whether a body reads something is known after its evaluation, so
/// only views of a type that has read something before read it: one registration for each type of
/// view has no end of its own.
@MainActor
final class WindowReaders: Observable {
    /// The number of ended readers up to which there is no sweep.
    static let most = 256

    /// The types of views that have read values in an evaluation.
    private static var types: Set<ObjectIdentifier> = []
    /// Whether a sweep calls the closures of readers, and no value has changed.
    private(set) static var isSweeping = false

    private nonisolated let registrar = ObservationRegistrar()
    /// The number of readers in use.
    private var inUse = 0
    /// The number of readers that have ended since the last sweep.
    private var ended = 0

    private nonisolated var sweeps: Void { () }

    /// Adds a type of views that has read values in an evaluation.
    static func addType(_ viewType: ObjectIdentifier) { types.insert(viewType) }

    /// Reads state for the node of a view of a type. The observer is notified of changes.
    ///
    /// - Parameter isFirst: Whether nothing else has the observer, so that the node finds out whether
    ///   a value was read.
    func read<Result>(
        _ viewType: ObjectIdentifier, _ observer: NodeObserver, isFirst: Bool, _ read: () -> Result
    ) -> Result {
        if Self.types.contains(viewType) {
            return trackObservation(of: { observing(read) }) { observer.valueChanged() }
        }
        if isFirst { return trackObservation(of: read) { observer.valueChanged() } }
        let (result, hasRead) = detectingReads(read) { observer.valueChanged() }
        if hasRead { Self.addType(viewType) }
        return result
    }

    /// Reads state, and the value that changes in a sweep.
    func observing<Result>(_ read: () -> Result) -> Result {
        registrar.access(self, keyPath: \.sweeps)
        return read()
    }

    /// Counts a reader that is in use from now on.
    func readerBegan() { inUse += 1 }

    /// Counts a reader that has read nothing.
    func readerReadNothing() { inUse -= 1 }

    /// Counts a reader that is not in use anymore.
    func readerEnded() {
        inUse -= 1
        ended += 1
    }

    /// Counts a reader that reads in place of one that is not in use anymore.
    func readerReplaced() { ended += 1 }

    /// Ends the registrations of readers that have ended, if there are many. O(1) for each reader.
    func sweepIfNeeded() {
        if ended > Self.most + inUse { sweep() }
    }

    /// Ends the registrations of readers that have ended.
    func sweep() {
        guard !Self.isSweeping else { return }
        ended = 0
        Self.isSweeping = true
        registrar.withMutation(of: self, keyPath: \.sweeps) {}
        Self.isSweeping = false
    }
}
