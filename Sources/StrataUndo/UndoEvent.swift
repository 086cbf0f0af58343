internal import Dispatch
internal import Foundation
internal import Glibc
internal import StrataTraps

/// An object that collects changes and registers them together, such as a managed object context.
package protocol UndoRecorder: AnyObject {
    /// Registers the changes made since the last call.
    func recordPendingChanges()
}

/// An object that several windows share, and whose changes belong to the window that makes them.
package protocol UndoFollower: AnyObject {
    /// Registers changes with a manager from now on.
    func followUndo(of manager: UndoManager)
}

/// One event of a user in a window: what its handlers register is one step of undo.
///
/// It is known by a thread-specific value. A task that a handler starts runs later, and does not
/// belong to the event.
package final class UndoEvent {
    private var recorders: [any UndoRecorder] = []
    private var managers: [UndoManager] = []
    /// Whether recorders process their changes at the end of the event although they have no undo
    /// manager. Otherwise they do so after the turn of the main queue.
    package let endsTurn: Bool

    private init(endsTurn: Bool) { self.endsTurn = endsTurn }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        require(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left for undo.")
        return key
    }()

    /// The event that the running code belongs to; nil for none.
    package static var current: UndoEvent? {
        pthread_getspecific(key).map { Unmanaged<UndoEvent>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs code as one event, or as a part of the event that it belongs to already.
    ///
    /// - Parameter endsTurn: Whether the turn of the main queue counts as over at the end of the
    ///   event. Code that reads windows in the same turn, as tests do, sees changes that are not saved
    ///   only then.
    package static func perform<Result>(endsTurn: Bool = false, _ body: () throws -> Result) rethrows -> Result {
        if current != nil { return try body() }
        let event = UndoEvent(endsTurn: endsTurn)
        pthread_setspecific(key, Unmanaged.passUnretained(event).toOpaque())
        defer {
            event.end()
            pthread_setspecific(key, nil)
        }
        return try withExtendedLifetime(event, body)
    }

    /// Adds what has changes to register at the end of the event.
    package func add(_ recorder: any UndoRecorder) {
        if !recorders.contains(where: { $0 === recorder }) { recorders.append(recorder) }
    }

    /// Adds a manager that has opened a group for the event.
    func add(_ manager: UndoManager) { managers.append(manager) }

    /// The number of rounds after which an event ends although observers still change something.
    static let mostRounds = 1_000
    private static let log = OneTimeLog()

    /// Registers what is left, and closes the groups. Either may lead to more of both: an observer may
    /// change what it observes. The groups are closed last, so that such changes belong to the step.
    ///
    /// An observer that makes a change for each change would never let the event end, and with it hold
    /// the main actor for good. After 1,000 rounds the groups are closed, and what is changed from then
    /// on is outside of the event.
    private func end() {
        for _ in 0..<Self.mostRounds {
            if !recorders.isEmpty {
                let recorders = recorders
                self.recorders = []
                for recorder in recorders { recorder.recordPendingChanges() }
            } else if !managers.isEmpty {
                let managers = managers
                self.managers = []
                for manager in managers { manager.closeEventGroup() }
            } else {
                return
            }
        }
        Self.log.warn(
            """
            Observers have changed something in each of \(Self.mostRounds) rounds at the end of an event, which ends now. Change \
            something in an observer only if it differs.
            """)
        pthread_setspecific(Self.key, nil)
        for manager in managers { manager.closeEventGroup() }
    }

    // MARK: The main queue

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the running code is a turn of the main queue, which the main actor runs on. That is not
    /// the main thread in a program that has called `dispatchMain()`.
    static var isOnMainQueue: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) == true }
}
