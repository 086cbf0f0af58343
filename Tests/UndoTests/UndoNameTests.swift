import Foundation
import StrataUndo
import Testing

extension UndoManager.UserInfoKey {
    fileprivate static let icon: UndoManager.UserInfoKey = "icon"
}

@Suite struct UndoNameTests {
    private let manager = UndoManager.manual()
    private let draft: Draft

    init() { draft = Draft(manager) }

    @Test func `a step keeps its name through undo and redo`() {
        manager.step {
            draft.add("a")
            manager.setActionName("Add Word")
        }
        #expect(manager.undoActionName == "Add Word" && manager.undoMenuItemTitle == "Undo Add Word")
        #expect(manager.redoActionName.isEmpty && manager.redoMenuItemTitle == "Redo")
        manager.undo()
        #expect(manager.undoActionName.isEmpty && manager.redoActionName == "Add Word")
        #expect(manager.redoMenuItemTitle == "Redo Add Word")
        manager.redo()
        #expect(manager.undoMenuItemTitle == "Undo Add Word")
    }

    @Test func `the names are those of the next steps`() {
        for name in ["One", "Two"] {
            manager.step {
                draft.add(name)
                manager.setActionName(name)
            }
        }
        manager.undo()
        #expect(manager.undoActionName == "One" && manager.redoActionName == "Two")
    }

    @Test func `an empty name removes the name`() {
        manager.step {
            draft.add("a")
            manager.setActionName("Add")
            manager.setActionName("")
        }
        #expect(manager.undoMenuItemTitle == "Undo")
    }

    @Test func `a step without a name takes that of a group inside it`() {
        manager.step {
            manager.step {
                draft.add("a")
                manager.setActionName("Inner")
            }
        }
        #expect(manager.undoActionName == "Inner")
    }

    @Test func `an action can name its reversal`() {
        manager.step {
            manager.registerUndo(withTarget: draft) { draft in
                draft.add("x")
                draft.manager.setActionName("Other")
            }
            manager.setActionName("First")
        }
        manager.undo()
        #expect(manager.redoActionName == "Other")
    }

    @Test func `a step has values of the app`() {
        manager.step {
            draft.add("a")
            manager.setActionUserInfoValue("star", forKey: .icon)
        }
        #expect(manager.undoActionUserInfoValue(forKey: .icon) as? String == "star")
        #expect(manager.redoActionUserInfoValue(forKey: .icon) == nil)
        manager.undo()
        #expect(manager.undoActionUserInfoValue(forKey: .icon) == nil)
        #expect(manager.redoActionUserInfoValue(forKey: .icon) as? String == "star")
    }

    @Test func `a name can come before the actions of the event`() {
        let manager = UndoManager()
        let draft = Draft(manager)
        UndoEvent.perform {
            manager.setActionName("Add")
            #expect(manager.undoActionName.isEmpty)
            draft.add("a")
        }
        #expect(manager.undoActionName == "Add" && manager.groupingLevel == 0)
    }

    @Test func `a name before the actions of an event is not that of the event before`() {
        let manager = UndoManager()
        let draft = Draft(manager)
        for name in ["One", "Two"] {
            UndoEvent.perform {
                manager.setActionName(name)
                draft.add(name)
            }
        }
        #expect(manager.undoActionName == "Two")
        manager.undo()
        #expect(manager.undoActionName == "One")
    }

    @Test func `a name before the actions of an event in a window is not that of a step before`() {
        let manager = UndoManager()
        let draft = Draft(manager)
        UndoEvent.perform {
            draft.add("a")
            manager.setActionName("One")
        }
        manager.beginEventOfWindow()
        manager.setActionName("Two")
        #expect(manager.undoActionName == "One")
    }

    @Test @MainActor func `a name before the actions of a turn of the main queue is not that of a turn before`() async {
        let manager = UndoManager()
        let draft = Draft(manager)
        for name in ["One", "Two"] {
            manager.setActionName(name)
            draft.add(name)
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
            #expect(manager.groupingLevel == 0)
        }
        #expect(manager.undoActionName == "Two")
        manager.undo()
        #expect(manager.undoActionName == "One")
    }

    @Test func `a name is ignored while nothing is registered`() {
        let manager = UndoManager()
        let draft = Draft(manager)
        UndoEvent.perform {
            draft.add("a")
            manager.setActionName("One")
        }
        manager.disableUndoRegistration()
        draft.add("b")
        manager.setActionName("Two")
        manager.enableUndoRegistration()
        #expect(manager.undoActionName == "One")
    }
}
