import Foundation
import StrataUndo
import Testing

@Suite struct UndoManagerTests {
    private let manager = UndoManager.manual()
    private let draft: Draft

    init() { draft = Draft(manager) }

    @Test func `a new manager has nothing to undo`() {
        #expect(!manager.canUndo && !manager.canRedo && !manager.isUndoing && !manager.isRedoing)
        #expect(manager.groupingLevel == 0 && manager.levelsOfUndo == 0 && manager.isUndoRegistrationEnabled)
        #expect(UndoManager().groupsByEvent)
        #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
        manager.undo()
        manager.redo()
        manager.undoNestedGroup()
    }

    @Test func `a step is undone, last action first, and redone`() {
        manager.step { for word in ["a", "b", "c"] { draft.add(word) } }
        manager.step { draft.add("d") }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(draft.words == ["a", "b", "c"])
        manager.undo()
        #expect(draft.words.isEmpty && !manager.canUndo && manager.redoCount == 2)
        manager.redo()
        #expect(draft.words == ["a", "b", "c"])
        manager.redo()
        #expect(draft.words == ["a", "b", "c", "d"] && !manager.canRedo && manager.undoCount == 2)
    }

    @Test func `a new action removes the steps of redo`() {
        manager.step { draft.add("a") }
        manager.undo()
        manager.step { draft.add("b") }
        #expect(!manager.canRedo)
        manager.redo()
        #expect(draft.words == ["b"])
    }

    @Test func `undo closes the open step`() {
        manager.beginUndoGrouping()
        draft.add("a")
        #expect(manager.canUndo && manager.groupingLevel == 1)
        manager.undo()
        #expect(draft.words.isEmpty && manager.groupingLevel == 0)
    }

    @Test func `groups inside a step are undone with it`() {
        manager.step {
            draft.add("a")
            manager.step {
                draft.add("b")
                #expect(manager.groupingLevel == 2)
            }
            draft.add("c")
        }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty)
        manager.redo()
        #expect(draft.words == ["a", "b", "c"])
    }

    @Test func `a group inside an open step is undone alone`() {
        manager.beginUndoGrouping()
        draft.add("a")
        manager.step { draft.add("b") }
        manager.undoNestedGroup()
        #expect(draft.words == ["a"] && manager.groupingLevel == 1)
        manager.redo()
        #expect(draft.words == ["a", "b"])
        manager.endUndoGrouping()
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `a group without actions is no step`() {
        manager.step {}
        manager.step { manager.step {} }
        #expect(!manager.canUndo)
    }

    @Test func `the oldest steps beyond the limit are dropped`() {
        for word in ["a", "b", "c"] { manager.step { draft.add(word) } }
        manager.levelsOfUndo = 2
        #expect(manager.undoCount == 2)
        manager.step { draft.add("d") }
        while manager.canUndo { manager.undo() }
        #expect(draft.words == ["a", "b"])
        #expect(manager.redoCount == 2)
    }

    @Test func `nothing is registered while that is disabled, however often`() {
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        draft.add("a")
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        draft.add("b")
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
        manager.step { draft.add("c") }
        manager.undo()
        #expect(draft.words == ["a", "b"])
    }

    @Test func `removing all actions enables the registration`() {
        manager.step { draft.add("a") }
        manager.step { draft.add("b") }
        manager.undo()
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo && manager.isUndoRegistrationEnabled)
    }

    @Test func `open groups stay open when all actions are removed`() {
        manager.beginUndoGrouping()
        draft.add("a")
        manager.removeAllActions()
        #expect(manager.groupingLevel == 1)
        manager.endUndoGrouping()
        #expect(!manager.canUndo)
    }

    @Test func `the actions of one target are removed from both stacks`() {
        let other = Draft(manager)
        manager.step {
            draft.add("a")
            manager.step { other.add("A") }
        }
        manager.step { other.add("B") }
        manager.undo()
        manager.removeAllActions(withTarget: other)
        #expect(!manager.canRedo && manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty && other.words == ["A"])
    }

    @Test func `an action can remove those that are left`() {
        manager.step {
            draft.add("a")
            manager.registerUndo(withTarget: draft) { $0.manager.removeAllActions() }
        }
        manager.undo()
        #expect(draft.words == ["a"] && !manager.canRedo)
    }

    @Test(arguments: [false, true]) func `an action in a nested group can remove those that are left`(ofTarget: Bool) {
        manager.step {
            draft.add("a")
            manager.step {
                draft.add("b")
                draft.add("c")
                manager.registerUndo(withTarget: manager) { [draft] in
                    if ofTarget { $0.removeAllActions(withTarget: draft) } else { $0.removeAllActions() }
                }
            }
        }
        manager.undo()
        #expect(draft.words == ["a", "b", "c"] && !manager.canUndo && !manager.canRedo && manager.groupingLevel == 0)
        manager.step { draft.add("d") }
        manager.undo()
        #expect(draft.words == ["a", "b", "c"])
    }

    @Test func `nested groups stay open when all actions are removed, and take what follows`() {
        manager.beginUndoGrouping()
        draft.add("a")
        manager.step { draft.add("b") }
        manager.beginUndoGrouping()
        draft.add("c")
        manager.removeAllActions()
        #expect(manager.groupingLevel == 2 && !manager.canUndo)
        draft.add("d")
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
        manager.undo()
        #expect(draft.words == ["a", "b", "c"] && !manager.canUndo)
    }

    @Test func `a manager does not keep targets, and skips those that are gone`() {
        var gone: Draft? = Draft(manager)
        manager.step { draft.add("a") }
        manager.step { gone?.add("b") }
        weak let reference = gone
        gone = nil
        #expect(reference == nil)
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `the manager says what it performs`() {
        var seen: [String] = []
        manager.step {
            manager.registerUndo(withTarget: draft) { draft in
                seen.append("\(draft.manager.isUndoing) \(draft.manager.isRedoing)")
                draft.manager.registerUndo(withTarget: draft) { seen.append("\($0.manager.isUndoing) \($0.manager.isRedoing)") }
            }
        }
        manager.undo()
        manager.redo()
        #expect(seen == ["true false", "false true"])
        #expect(!manager.isUndoing && !manager.isRedoing)
    }

    @Test func `a subclass overrides titles and hears of undo`() {
        final class German: UndoManager, @unchecked Sendable {
            var undone = 0
            override func undo() {
                undone += 1
                super.undo()
            }
            override func undoMenuTitle(forUndoActionName actionName: String) -> String { "\(actionName) widerrufen" }
        }
        let manager = German()
        manager.groupsByEvent = false
        manager.step {
            Draft(manager).add("a")
            manager.setActionName("Hinzufügen")
        }
        manager.undo()
        #expect(manager.undone == 1)
        #expect(manager.undoMenuTitle(forUndoActionName: "Sichern") == "Sichern widerrufen")
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `random groups are undone to the beginning and redone to the end`(seed: UInt64) {
        var random = Lehmer(state: seed)
        var states = [draft.words]
        for _ in 0..<300 {
            manager.step {
                for _ in 0..<(1 + random.next(4)) {
                    switch random.next(4) {
                    case 0: draft.removeLast()
                    case 1: manager.step { draft.add("n\(random.next(100))") }
                    default: draft.add("w\(random.next(100))")
                    }
                }
            }
            if manager.undoCount == states.count { states.append(draft.words) }
            let back = random.next(3) == 0 ? random.next(states.count) : 0
            for step in 0..<back {
                manager.undo()
                #expect(draft.words == states[states.count - 2 - step])
            }
            for step in 0..<back {
                manager.redo()
                #expect(draft.words == states[states.count - back + step])
            }
        }
        while manager.canUndo { manager.undo() }
        #expect(draft.words.isEmpty)
        while manager.canRedo { manager.redo() }
        #expect(draft.words == states.last)
    }
}

/// Random numbers that are the same for the same seed.
private struct Lehmer {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
        state = (state &* 48_271) % 2_147_483_647
        return Int(state) % limit
    }
}
