import Foundation
import StrataUndo
import Testing

/// Groups that the manager opens and closes itself.
@Suite struct UndoEventTests {
    private let manager = UndoManager()
    private let draft: Draft

    init() { draft = Draft(manager) }

    @Test func `the actions of an event are one step`() {
        UndoEvent.perform {
            draft.add("a")
            draft.add("b")
            #expect(manager.groupingLevel == 1)
        }
        UndoEvent.perform { draft.add("c") }
        #expect(manager.groupingLevel == 0 && manager.undoCount == 2)
        manager.undo()
        #expect(draft.words == ["a", "b"])
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `an event inside another is a part of it`() {
        UndoEvent.perform {
            draft.add("a")
            UndoEvent.perform { draft.add("b") }
        }
        #expect(manager.undoCount == 1)
    }

    @Test func `groups of the app are inside the step of the event`() {
        UndoEvent.perform {
            manager.step {
                draft.add("a")
                #expect(manager.groupingLevel == 2)
            }
            manager.step { draft.add("b") }
        }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `a group of the app that stays open ends the step when it ends`() {
        UndoEvent.perform {
            manager.beginUndoGrouping()
            draft.add("a")
        }
        #expect(manager.groupingLevel == 2)
        UndoEvent.perform {
            draft.add("b")
            manager.endUndoGrouping()
        }
        #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
    }

    @Test func `undo inside an event undoes what the event has done`() {
        UndoEvent.perform {
            draft.add("a")
            manager.undo()
            #expect(draft.words.isEmpty)
        }
        #expect(!manager.canUndo && manager.canRedo)
    }

    @Test @MainActor func `a turn of the main queue is an event`() async {
        draft.add("a")
        draft.add("b")
        #expect(manager.groupingLevel == 1)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(manager.groupingLevel == 0)
        draft.add("c")
        manager.undo()
        #expect(draft.words == ["a", "b"])
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `elsewhere the step stays open until an undo`() async {
        await Task.detached {
            let manager = UndoManager()
            let draft = Draft(manager)
            draft.add("a")
            draft.add("b")
            #expect(manager.groupingLevel == 1)
            manager.undo()
            #expect(draft.words.isEmpty && manager.groupingLevel == 0)
        }.value
    }

    @Test func `recorders are asked before a step ends`() {
        final class Recorder: UndoRecorder {
            let draft: Draft
            var pending: [String] = []
            init(_ draft: Draft) { self.draft = draft }
            func recordPendingChanges() {
                let words = pending
                pending = []
                for word in words { draft.add(word) }
            }
        }
        let recorder = Recorder(draft)
        manager.addRecorder(recorder)
        UndoEvent.perform {
            UndoEvent.current?.add(recorder)
            recorder.pending = ["a"]
            manager.beginUndoGrouping()
            #expect(draft.words == ["a"])
            recorder.pending = ["b"]
            manager.endUndoGrouping()
            #expect(draft.words == ["a", "b"])
            recorder.pending = ["c"]
        }
        #expect(draft.words == ["a", "b", "c"] && manager.undoCount == 1)
        recorder.pending = ["d"]
        manager.undo()
        #expect(draft.words == ["a", "b", "c"])
        manager.disableUndoRegistration()
        recorder.pending = ["e"]
        manager.enableUndoRegistration()
        #expect(draft.words == ["a", "b", "c", "e"] && manager.undoCount == 1)
    }

    @Test func `changes that are not registered yet remove the steps of redo`() {
        final class Recorder: UndoRecorder {
            let draft: Draft
            var isPending = false
            init(_ draft: Draft) { self.draft = draft }
            func recordPendingChanges() {
                guard isPending else { return }
                isPending = false
                draft.add("b")
            }
        }
        let recorder = Recorder(draft)
        manager.addRecorder(recorder)
        UndoEvent.perform { draft.add("a") }
        manager.undo()
        #expect(manager.canRedo)
        recorder.isPending = true
        #expect(!manager.canRedo)
        #expect(draft.words == ["b"])
    }

    @Test func `an observer that makes a change for each change does not keep an event from ending`() {
        final class Restless: UndoRecorder {
            let draft: Draft
            /// Ends the test if nothing else does.
            var left = 5_000
            init(_ draft: Draft) { self.draft = draft }
            func recordPendingChanges() {
                guard left > 0 else { return }
                left -= 1
                draft.add("a")
                UndoEvent.current?.add(self)
            }
        }
        let recorder = Restless(draft)
        UndoEvent.perform { UndoEvent.current?.add(recorder) }
        #expect(recorder.left > 0 && UndoEvent.current == nil)
        #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty)
    }

    @Test func `what an observer changes at the end of an event belongs to its step`() {
        final class Following: UndoRecorder {
            let draft: Draft
            var left = 3
            init(_ draft: Draft) { self.draft = draft }
            func recordPendingChanges() {
                guard left > 0 else { return }
                left -= 1
                draft.add("a")
                UndoEvent.current?.add(self)
            }
        }
        let recorder = Following(draft)
        UndoEvent.perform { UndoEvent.current?.add(recorder) }
        #expect(draft.words.count == 3 && manager.undoCount == 1)
    }

    @Test func `what belongs to the last step is added to it, and redo stays`() {
        UndoEvent.perform { draft.add("a") }
        UndoEvent.perform { draft.add("b") }
        manager.undo()
        manager.amendLastStep { draft.add("c") }
        #expect(manager.canRedo && manager.undoCount == 1)
        manager.undo()
        #expect(draft.words.isEmpty)
        manager.amendLastStep { draft.add("d") }
        #expect(!manager.canUndo)
    }
}
