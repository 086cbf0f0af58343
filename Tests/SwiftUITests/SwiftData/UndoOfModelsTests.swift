#if SwiftData
    import StrataTestSupport
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @testable import StrataViewGraph

    // A type of its own, because scenes share the container of a type.
    @Model final class Duty {
        var title: String
        var isDone = false

        init(title: String) { self.title = title }
    }

    /// `isUndoEnabled` of the modifiers that make containers.
    @MainActor
    struct UndoOfModelsTests {
        private struct Chores: View {
            @Query(sort: \Duty.title) private var chores: [Duty]
            @Environment(\.modelContext) private var context

            var body: some View {
                ForEach(chores) { duty in
                    Text("\(duty.title) \(duty.isDone ? "done" : "open")")
                    Button("Finish \(duty.title)") { duty.isDone = true }
                    Button("Delete \(duty.title)") { context.delete(duty) }
                }
                Button("Add") { context.insert(Duty(title: "milk")) }
            }
        }

        private func texts(_ window: TestWindow) -> [String] {
            window.texts.filter { $0.hasSuffix(" open") || $0.hasSuffix(" done") }
        }

        @Test func `the user undoes changes of the main context`() throws {
            let window = TestWindow(Chores().modelContainer(for: Duty.self, inMemory: true, isUndoEnabled: true))
            try window.find(.button, "Add").tap()
            try window.find(.button, "Finish milk").tap()
            try window.find(.button, "Delete milk").tap()
            #expect(texts(window).isEmpty)
            try window.press("z", modifiers: .command)
            #expect(texts(window) == ["milk done"])
            try window.press("z", modifiers: .command)
            #expect(texts(window) == ["milk open"])
            try window.press("z", modifiers: .command)
            #expect(texts(window).isEmpty)
            for _ in 0..<2 { try window.press("z", modifiers: [.command, .shift]) }
            #expect(texts(window) == ["milk done"])
        }

        private struct LateChores: View {
            let gate: Gate
            @Query(sort: \Duty.title) private var chores: [Duty]
            @Environment(\.modelContext) private var context

            init(gate: Gate) { self.gate = gate }

            var body: some View {
                ForEach(chores) { duty in Text("\(duty.title) open") }
                Button("Add in task") {
                    Task {
                        await gate.pass()
                        context.insert(Duty(title: "task"))
                    }
                }
                Button("Add in queue") {
                    DispatchQueue.main.async { MainActor.assumeIsolated { context.insert(Duty(title: "queue")) } }
                }
            }
        }

        /// A place where tasks wait.
        @MainActor final class Gate {
            private var waiting: [CheckedContinuation<Void, Never>] = []
            var count: Int { waiting.count }

            func pass() async { await withCheckedContinuation { waiting.append($0) } }

            func open() {
                for continuation in waiting { continuation.resume() }
                waiting = []
            }
        }

        private struct SharedLate: App {
            var gate = Gate()
            var body: some Scene {
                WindowGroup { LateChores(gate: gate) }.modelContainer(for: Duty.self, inMemory: true, isUndoEnabled: true)
            }
        }

        @Test func `what a task changes after an await belongs to the window that has started it`() async throws {
            let scene = SharedLate()
            let app = AppInstance(scene, name: "Test")
            let windows = (0..<2).map { _ in Shown(graph: app.makeWindow(WindowRequest())) }
            func shown(_ index: Int) -> [String] {
                windows[index].update()
                return windows[index].texts.filter { $0.hasSuffix(" open") }
            }
            func wait(_ texts: [String]) async throws {
                try await waitUntil { shown(0) == texts }
                #expect(shown(0) == texts)
            }
            func undo(_ index: Int) {
                windows[index].graph.send(UndoCommandEvent(), to: windows[index].graph.root.id)
                windows[index].update()
            }
            windows[0].press("Add in task")
            try await waitUntil { scene.gate.count > 0 }
            // An event of the other window comes between, and its change is no step.
            windows[1].press("Add in queue")
            try await wait(["queue open"])
            scene.gate.open()
            try await wait(["queue open", "task open"])
            undo(1)
            #expect(shown(0) == ["queue open", "task open"])
            undo(0)
            #expect(shown(0) == ["queue open"] && shown(1) == ["queue open"])
            undo(0)
            #expect(shown(0) == ["queue open"])
        }

        @Test func `without isUndoEnabled nothing is undone`() async throws {
            let window = TestWindow(Chores().modelContainer(for: Duty.self, inMemory: true))
            try window.find(.button, "Add").tap()
            try await window.wait { texts($0) == ["milk open"] }
            try window.press("z", modifiers: .command)
            #expect(texts(window) == ["milk open"])
        }

        private struct Shared: App {
            var body: some Scene {
                WindowGroup { Chores() }.modelContainer(for: Duty.self, inMemory: true, isUndoEnabled: true)
            }
        }

        @Test func `each window undoes the changes that were made in it`() throws {
            let app = AppInstance(Shared(), name: "Test")
            let windows = (0..<2).map { _ in Shown(graph: app.makeWindow(WindowRequest())) }
            func shown(_ index: Int) -> [String] {
                windows[index].update()
                return windows[index].texts.filter { $0.hasSuffix(" open") || $0.hasSuffix(" done") }
            }
            func undo(_ index: Int) {
                windows[index].graph.send(UndoCommandEvent(), to: windows[index].graph.root.id)
                windows[index].update()
            }
            windows[0].press("Add")
            #expect(shown(1) == ["milk open"])
            windows[1].press("Finish milk")
            #expect(shown(0) == ["milk done"])
            undo(0)
            #expect(shown(0).isEmpty && shown(1).isEmpty)
            undo(0)
            undo(1)
            #expect(shown(1).isEmpty)
        }
    }
#endif
