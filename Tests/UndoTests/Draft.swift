import Foundation
import StrataUndo

/// A list of words whose changes register their reversal, as a model of an app does.
// Safe to share: a test uses it on one thread.
final class Draft: @unchecked Sendable {
    let manager: UndoManager
    private(set) var words: [String] = []

    init(_ manager: UndoManager) { self.manager = manager }

    func add(_ word: String) {
        words.append(word)
        manager.registerUndo(withTarget: self) { $0.removeLast() }
    }

    /// Adds a word without registering anything.
    func note(_ value: Bool) { words.append("\(value)") }

    func removeLast() {
        guard let word = words.popLast() else { return }
        manager.registerUndo(withTarget: self) { $0.add(word) }
    }
}

/// The notifications of a manager, by the names of Apple's constants without prefix and suffix.
// Safe to share: as a Draft.
final class UndoNotices: @unchecked Sendable {
    private(set) var names: [String] = []
    private(set) var discardable: [Bool] = []
    private var observers: [any NSObjectProtocol] = []

    init(_ manager: UndoManager) {
        let all: [Notification.Name] = [
            .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
            .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
            .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
        ]
        observers = all.map { name in
            NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { [weak self] notification in
                guard let self else { return }
                let name = notification.name.rawValue
                names.append(String(name.dropFirst("NSUndoManager".count).dropLast("Notification".count)))
                if notification.name == .NSUndoManagerWillCloseUndoGroup {
                    discardable.append(notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool ?? false)
                }
            }
        }
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}

extension UndoManager {
    /// Runs code as one step.
    func step(_ body: () -> Void) {
        beginUndoGrouping()
        body()
        endUndoGrouping()
    }

    /// A manager whose steps are the groups of the test.
    static func manual() -> UndoManager {
        let manager = UndoManager()
        manager.groupsByEvent = false
        return manager
    }
}
