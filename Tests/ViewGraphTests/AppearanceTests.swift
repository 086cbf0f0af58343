import Foundation
import Testing

@testable import StrataViewGraph

/// When the views of pages and tabs appear and disappear.
@MainActor
struct AppearanceTests: NavigationInspection {
    @MainActor final class Log {
        var entries: [String] = []
        /// Returns the entries since the last call.
        func take() -> [String] {
            defer { entries = [] }
            return entries
        }
    }

    private struct Logged: View {
        let name: String
        let log: Log
        var body: some View {
            Text(name).onAppear { log.entries.append("+\(name)") }.onDisappear { log.entries.append("-\(name)") }
        }
    }

    private struct Pages: View {
        let log: Log
        @State var path: [Int]
        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Logged(name: "root", log: log)
                    Button("Open") { path = [1] }
                    Button("Deep") { path = [1, 2] }
                }
                .navigationDestination(for: Int.self) { number in
                    Logged(name: "\(number)", log: log)
                    Button("On from \(number)") { path.append(number + 1) }
                    Button("Back from \(number)") { path.removeLast() }
                    Button("Home from \(number)") { path = [] }
                }
            }
        }
    }

    @Test func `a page disappears when another covers it, and appears again`() {
        let log = Log()
        let screen = Screen(Pages(log: log, path: []))
        #expect(log.take() == ["+root"])
        screen.press("Open")
        #expect(log.take() == ["+1", "-root"])
        screen.press("On from 1")
        #expect(log.take() == ["+2", "-1"])
        screen.press("Back from 2")
        #expect(log.take() == ["-2", "+1"])
        screen.press("Back from 1")
        #expect(log.take() == ["-1", "+root"])
        screen.graph.close()
        #expect(log.take() == ["-root"])
    }

    @Test func `a page between the first and the top one does not appear`() {
        let log = Log()
        let screen = Screen(Pages(log: log, path: []))
        #expect(log.take() == ["+root"])
        screen.press("Deep")
        #expect(log.take() == ["+2", "-root"])
        screen.press("Home from 2")
        #expect(log.take() == ["-2", "+root"])
    }

    @Test func `a window that opens with a path shows the top page only`() {
        let log = Log()
        let screen = Screen(Pages(log: log, path: [1]))
        #expect(log.take() == ["+1"])
        screen.press("Back from 1")
        #expect(log.take() == ["-1", "+root"])
    }

    private struct Tabs: View {
        let log: Log
        @State private var selection = 0
        var body: some View {
            VStack {
                Button("First") { selection = 0 }
                Button("Second") { selection = 1 }
                Button("Third") { selection = 2 }
                TabView(selection: $selection) {
                    Logged(name: "a", log: log).tabItem { Text("A") }.tag(0)
                    Tab("B", systemImage: "star", value: 1) { Logged(name: "b", log: log) }
                    Logged(name: "c", log: log).tag(2)
                }
            }
        }
    }

    @Test func `a tab disappears when another is selected, and appears again`() {
        let log = Log()
        let screen = Screen(Tabs(log: log))
        #expect(log.take() == ["+a"])
        screen.press("Second")
        #expect(log.take() == ["+b", "-a"])
        screen.press("First")
        #expect(log.take() == ["+a", "-b"])
        screen.press("Third")
        #expect(log.take() == ["+c", "-a"])
        screen.press("Second")
        #expect(log.take() == ["+b", "-c"])
    }

    @Test func `what is hidden when its window is first shown does not appear`() {
        let log = Log()
        let screen = Screen(Tabs(log: log), isShown: false)
        screen.press("Second")
        #expect(log.take() == [])
        screen.graph.appear()
        #expect(log.take() == ["+b"])
    }

    private struct Sheet: View {
        let log: Log
        @State private var path: [Int] = []
        @State private var isPresented = false
        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Logged(name: "root", log: log)
                    Button("Present") { isPresented = true }
                }
                .sheet(isPresented: $isPresented) {
                    Logged(name: "sheet", log: log)
                    Button("Push") { path = [1] }
                }
                .navigationDestination(for: Int.self) { Logged(name: "\($0)", log: log) }
            }
        }
    }

    @Test func `a sheet covers no page, and no page covers a sheet`() {
        let log = Log()
        let screen = Screen(Sheet(log: log))
        screen.press("Present")
        #expect(log.take() == ["+root", "+sheet"])
        screen.press("Push")
        #expect(log.take() == ["+1", "-root"])
    }

    private struct Working: View {
        let step: AsyncStream<String>.Continuation
        @State private var path: [Int] = []
        @State private var id = 0
        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Button("Open") { path = [1] }
                    Text("root").task(id: id) { [id, step] in
                        step.yield("started \(id)")
                        // Ignored: the error says that the task was cancelled.
                        try? await Task.sleep(for: .seconds(3600))
                        step.yield("ended \(id)")
                    }
                }
                .navigationDestination(for: Int.self) { _ in
                    Button("Next") { id += 1 }
                    Button("Back") { path = [] }
                }
            }
        }
    }

    @Test func `a task ends with its page, and starts again when the page is shown again`() async {
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let screen = Screen(Working(step: step))
        var iterator = steps.makeAsyncIterator()
        #expect(await iterator.next() == "started 0")
        screen.press("Open")
        #expect(await iterator.next() == "ended 0")
        // A covered page starts no task for a new ID.
        screen.press("Next")
        screen.press("Back")
        #expect(await iterator.next() == "started 1")
        screen.graph.close()
        #expect(await iterator.next() == "ended 1")
    }
}
