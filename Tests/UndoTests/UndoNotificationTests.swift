import Foundation
import StrataUndo
import Testing

@Suite struct UndoNotificationTests {
    private let manager = UndoManager.manual()
    private let draft: Draft

    init() { draft = Draft(manager) }

    @Test func `groups post their notifications in order`() {
        let notices = UndoNotices(manager)
        manager.step {
            manager.step { draft.add("a") }
        }
        // Opening the outermost group posts no checkpoint.
        #expect(
            notices.names == [
                "DidOpenUndoGroup", "Checkpoint", "DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup",
                "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup",
            ])
    }

    @Test func `undo and redo post their notifications in order`() {
        manager.step { draft.add("a") }
        let notices = UndoNotices(manager)
        manager.undo()
        #expect(notices.names == ["Checkpoint", "WillUndoChange", "DidUndoChange"])
        let others = UndoNotices(manager)
        manager.redo()
        #expect(others.names == ["Checkpoint", "WillRedoChange", "DidRedoChange"])
    }

    @Test func `undo of an open step closes it first`() {
        manager.beginUndoGrouping()
        draft.add("a")
        let notices = UndoNotices(manager)
        manager.undo()
        #expect(
            notices.names == [
                "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup", "Checkpoint", "WillUndoChange", "DidUndoChange",
            ])
    }

    @Test func `nothing to undo posts no change`() {
        let notices = UndoNotices(manager)
        manager.undo()
        manager.redo()
        #expect(notices.names == ["Checkpoint", "Checkpoint"])
    }

    @Test func `asking for redo is a checkpoint`() {
        let notices = UndoNotices(manager)
        _ = manager.canRedo
        _ = manager.canUndo
        #expect(notices.names == ["Checkpoint"])
    }

    @Test func `an observer finds the state before and after an undo`() {
        manager.step { draft.add("a") }
        let seen = Draft(manager)
        let names: [Notification.Name] = [.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { [draft] _ in
                seen.note(draft.words.isEmpty)
            }
        }
        manager.undo()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        #expect(seen.words == ["false", "true"])
    }

    @Test func `observers learn that a step can be dropped`() {
        let notices = UndoNotices(manager)
        manager.step {
            draft.add("a")
            manager.setActionIsDiscardable(true)
        }
        manager.step { draft.add("b") }
        #expect(notices.discardable == [true, false])
        #expect(!manager.undoActionIsDiscardable)
        manager.undo()
        #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
        manager.undo()
        #expect(manager.redoActionIsDiscardable)
    }
}
