import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct LifecycleTests {
    @MainActor final class Log { var entries: [String] = [] }

    struct Panel: View {
        let log: Log
        @State private var isOpen = true
        @State private var number = 0

        var body: some View {
            VStack {
                if isOpen {
                    Text("open")
                        .onAppear { log.entries.append("appear") }
                        .onDisappear { log.entries.append("disappear") }
                }
                Button("Toggle") { isOpen.toggle() }
                Button("Count") { number += 1 }
                    .onChange(of: number) { old, new in log.entries.append("\(old) to \(new)") }
            }
        }
    }

    @Test func appearancesWaitUntilTheWindowIsSeen() {
        let log = Log()
        let screen = Screen(Panel(log: log), isShown: false)
        screen.update()
        #expect(log.entries == [])
        screen.graph.appear()
        #expect(log.entries == ["appear"])
        screen.press("Toggle")
        screen.press("Toggle")
        #expect(log.entries == ["appear", "disappear", "appear"])
        screen.graph.close()
        #expect(log.entries.last == "disappear")
    }

    @Test func changesTellTheOldValueAndTheNew() {
        let log = Log()
        let screen = Screen(Panel(log: log))
        screen.press("Count")
        screen.press("Count")
        #expect(log.entries == ["appear", "0 to 1", "1 to 2"])
    }

    @Test func aTaskStartsWithItsViewAndIsCancelledWithIt() async {
        let log = Log()
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let screen = Screen(
            Text("working").task {
                step.yield("started")
                try? await Task.sleep(for: .seconds(3600))
                step.yield(Task.isCancelled ? "cancelled" : "slept an hour")
            })
        var iterator = steps.makeAsyncIterator()
        #expect(await iterator.next() == "started")
        screen.graph.close()
        #expect(await iterator.next() == "cancelled")
        #expect(log.entries.isEmpty)
    }

    struct Alerting: View {
        @State private var isShown = false
        @State private var answer = "none"

        var body: some View {
            VStack {
                Text(answer)
                Button("Ask") { isShown = true }
            }
            .alert("Sure?", isPresented: $isShown) {
                Button("Yes") { answer = "yes" }
                Button("No", role: .cancel) {}
            } message: {
                Text("It cannot be undone.")
            }
        }
    }

    @Test func anAlertComesAndAnyButtonEndsIt() {
        let screen = Screen(Alerting())
        let alert = { screen.find { $0.content == .presentation(.alert(title: "Sure?")) } }
        #expect(alert() == nil)
        screen.press("Ask")
        #expect(alert().map { screen.texts(of: $0) } == ["It cannot be undone.", "Yes", "No"])
        screen.press("Yes")
        #expect(alert() == nil)
        #expect(screen.texts.first == "yes")
        screen.press("Ask")
        screen.send(DismissEvent(), to: alert())
        #expect(alert() == nil)
    }

    @Test func anAlertWithoutButtonsGetsOne() {
        let screen = Screen(
            Text("x").alert("Done", isPresented: .constant(true)) {
            } message: {
                Text("All of it.")
            })
        #expect(screen.texts == ["x", "All of it.", "OK"])
    }

    private struct Restarting: View {
        let step: AsyncStream<String>.Continuation
        @State private var id = 0

        var body: some View {
            Button("Next") { id += 1 }
                .task(id: id) { [id, step] in
                    step.yield("started \(id)")
                    try? await Task.sleep(for: .seconds(3600))
                    step.yield("ended \(id)")
                }
        }
    }

    @Test func `a task whose ID changes before the window is shown starts once, with the last ID`() async {
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let screen = Screen(Restarting(step: step), isShown: false)
        screen.press("Next")
        screen.press("Next")
        screen.graph.appear()
        var iterator = steps.makeAsyncIterator()
        #expect(await iterator.next() == "started 2")
        screen.graph.close()
        #expect(await iterator.next() == "ended 2")
    }

    private struct Appearing: View {
        let log: Log
        @State private var number = 0

        var body: some View {
            let number = number
            Button("Next") { self.number += 1 }.onAppear { log.entries.append("appear \(number)") }
        }
    }

    @Test func `the action that runs when a view appears is the one of its last evaluation`() {
        let log = Log()
        let screen = Screen(Appearing(log: log), isShown: false)
        screen.press("Next")
        screen.graph.appear()
        #expect(log.entries == ["appear 1"])
    }
}
