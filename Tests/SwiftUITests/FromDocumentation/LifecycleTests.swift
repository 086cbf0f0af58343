import StrataViewTesting
import SwiftUI
import Testing

/// `onAppear`, `onChange`, `task`, `id` and the identity of views by their documentation.
@MainActor
struct LifecycleTests {
    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            Text("\(count)").accessibilityIdentifier("count")
            Button("Add") { count += 1 }
        }
    }

    @Test func `an action of onAppear is performed before the view is shown`() {
        struct Appearing: View {
            @State private var text = "before"

            var body: some View { Text(text).onAppear { text = "after" } }
        }
        #expect(TestWindow(Appearing()).texts == ["after"])
    }

    @Test func `a view that is inserted appears, and one that is removed disappears`() {
        let (isShown, log) = (DocumentedValue(false), DocumentationLog())
        let window = TestWindow(
            ValueHost(isShown) { value in
                if value.wrappedValue {
                    Text("A").onAppear { log.events.append("appear") }.onDisappear { log.events.append("disappear") }
                }
            })
        #expect(log.events.isEmpty)
        isShown.value = true
        #expect(window.texts == ["A"])
        #expect(log.events == ["appear"])
        isShown.value = false
        #expect(window.texts.isEmpty)
        #expect(log.events == ["appear", "disappear"])
    }

    // MARK: Changes

    @Test func `onChange passes the old and the new value`() {
        let (value, log) = (DocumentedValue(1), DocumentationLog())
        let window = TestWindow(
            ValueHost(value) { binding in
                Text("A").onChange(of: binding.wrappedValue) { log.events.append("\($0) \($1)") }
            })
        value.value = 2
        _ = window.texts
        value.value = 5
        _ = window.texts
        #expect(log.events == ["1 2", "2 5"])
    }

    @Test func `onChange is not called when the view appears, unless it asks for it`() {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").onChange(of: 1) { log.events.append("without") }
            Text("B").onChange(of: 1, initial: true) { log.events.append("with") }
        }
        _ = window.texts
        #expect(log.events == ["with"])
    }

    @Test func `the old value is the initial value when the view appears`() {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onChange(of: 7, initial: true) { log.events.append("\($0) \($1)") } }
        _ = window.texts
        #expect(log.events == ["7 7"])
    }

    @Test func `onChange is not called for an equal value`() {
        let (value, log) = (DocumentedValue(1), DocumentationLog())
        let window = TestWindow(
            ValueHost(value) { binding in
                Text("\(binding.wrappedValue)").onChange(of: binding.wrappedValue > 0) { log.events.append("change") }
            })
        value.value = 2
        #expect(window.texts == ["2"])
        #expect(log.events.isEmpty)
        value.value = -1
        #expect(window.texts == ["-1"])
        #expect(log.events == ["change"])
    }

    // MARK: Tasks

    @Test func `a task starts when its view appears, and is canceled when it is removed`() async throws {
        let (isShown, log) = (DocumentedValue(true), DocumentationLog())
        let window = TestWindow(
            ValueHost(isShown) { value in
                if value.wrappedValue {
                    Text("A").task {
                        log.events.append("start")
                        try? await Task.sleep(for: .seconds(3600))
                        log.events.append("canceled \(Task.isCancelled)")
                    }
                }
            })
        try await window.wait(.seconds(1_200)) { _ in log.events == ["start"] }
        isShown.value = false
        try await window.wait(.seconds(1_200)) { _ in log.events == ["start", "canceled true"] }
    }

    @Test func `a task with an identity is canceled and starts again when the identity changes`() async throws {
        let (value, log) = (DocumentedValue(1), DocumentationLog())
        let window = TestWindow(
            ValueHost(value) { binding in
                let id = binding.wrappedValue
                Text("A").task(id: id) {
                    log.events.append("start \(id)")
                    try? await Task.sleep(for: .seconds(3600))
                    log.events.append("canceled \(id) \(Task.isCancelled)")
                }
            })
        try await window.wait(.seconds(1_200)) { _ in log.events == ["start 1"] }
        value.value = 2
        try await window.wait(.seconds(1_200)) { _ in Set(log.events) == ["start 1", "canceled 1 true", "start 2"] }
    }

    // MARK: Identity

    @Test func `another value of id resets the state of the view`() throws {
        let id = DocumentedValue(1)
        let window = TestWindow(ValueHost(id) { Counter().id($0.wrappedValue) })
        try window.find(.button, "Add").tap()
        #expect(try window.find(identifier: "count").text == "1")
        id.value = 2
        #expect(try window.find(identifier: "count").text == "0")
    }

    @Test func `state is kept while the view's inputs change`() throws {
        struct Titled: View {
            let title: String
            @State private var count = 0

            var body: some View {
                Text("\(title) \(count)").accessibilityIdentifier("state")
                Button("Add") { count += 1 }
            }
        }
        let title = DocumentedValue("A")
        let window = TestWindow(ValueHost(title) { Titled(title: $0.wrappedValue) })
        try window.find(.button, "Add").tap()
        title.value = "B"
        #expect(try window.find(identifier: "state").text == "B 1")
    }

    @Test func `the branches of a condition are different views`() throws {
        let isFirst = DocumentedValue(true)
        let window = TestWindow(
            ValueHost(isFirst) { value in
                if value.wrappedValue { Counter() } else { Counter() }
            })
        try window.find(.button, "Add").tap()
        isFirst.value = false
        #expect(try window.find(identifier: "count").text == "0")
    }

    @Test func `a view that is removed and inserted again has its initial state`() throws {
        let isShown = DocumentedValue(true)
        let window = TestWindow(ValueHost(isShown) { value in if value.wrappedValue { Counter() } })
        try window.find(.button, "Add").tap()
        isShown.value = false
        #expect(window.texts.isEmpty)
        isShown.value = true
        #expect(try window.find(identifier: "count").text == "0")
    }

    @Test func `a type-erased view of another type replaces the hierarchy`() throws {
        let isWrapped = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isWrapped) { value in
                value.wrappedValue ? AnyView(VStack { Counter() }) : AnyView(Counter())
            })
        try window.find(.button, "Add").tap()
        isWrapped.value = true
        #expect(try window.find(identifier: "count").text == "0")
    }

    private struct Unequal: View, Equatable {
        let value: Int

        var body: some View { Text("\(value)") }

        nonisolated static func == (left: Self, right: Self) -> Bool { left.value / 10 == right.value / 10 }
    }

    @Test func `an equatable view is not updated by a value that is equal`() {
        let value = DocumentedValue(1)
        let window = TestWindow(ValueHost(value) { Unequal(value: $0.wrappedValue).equatable() })
        value.value = 5
        #expect(window.texts == ["1"])
        value.value = 12
        #expect(window.texts == ["12"])
    }

    private struct Framed: ViewModifier {
        let mark: String

        func body(content: Content) -> some View {
            Text(mark)
            content
            Text(mark)
        }
    }

    @Test func `a modifier places its content where it uses it`() {
        #expect(TestWindow { Text("A").modifier(Framed(mark: "-")) }.texts == ["-", "A", "-"])
    }

    @Test func `concatenated modifiers apply the first one first`() {
        let window = TestWindow { Text("A").modifier(Framed(mark: "-").concat(Framed(mark: "+"))) }
        #expect(window.texts == ["+", "-", "A", "-", "+"])
    }

    @Test func `an empty modifier changes nothing`() {
        #expect(TestWindow { Text("A").modifier(EmptyModifier()) }.texts == ["A"])
    }
}
