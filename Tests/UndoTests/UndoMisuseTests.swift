import Foundation
import StrataUndo
import Testing

/// Mistakes for which Apple's class raises an exception: they trap, with a sentence.
@Suite struct UndoMisuseTests {
    private func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `ending a group that was not begun traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoManager().endUndoGrouping()
        }
        #expect(message(result).contains("without a beginUndoGrouping()"))
    }

    @Test func `registering outside of a group traps without groups for events`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = UndoManager()
            manager.groupsByEvent = false
            manager.registerUndo(withTarget: manager) { _ in }
        }
        #expect(message(result).contains("outside of a group"))
    }

    @Test func `undo with open groups inside the step traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            manager.beginUndoGrouping()
            manager.beginUndoGrouping()
            manager.undo()
        }
        #expect(message(result).contains("2 open groups"))
    }

    @Test func `undoing a nested group after another action traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            manager.beginUndoGrouping()
            manager.registerUndo(withTarget: manager) { _ in }
            manager.undoNestedGroup()
        }
        #expect(message(result).contains("undoNestedGroup() was called after an action"))
    }

    @Test func `undo inside of an action traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            manager.step { manager.registerUndo(withTarget: manager) { $0.undo() } }
            manager.undo()
        }
        #expect(message(result).contains("is being undone"))
    }

    @Test func `enabling what was not disabled traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoManager().enableUndoRegistration()
        }
        #expect(message(result).contains("without a disableUndoRegistration()"))
    }
}
