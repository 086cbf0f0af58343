import Testing

@testable import StrataViewGraph

/// Actions of `onChange` whose changes cause others.
@MainActor
struct ChangeChainTests {
    @Observable final class Model {
        var values = Array(repeating: 0, count: 40)
        var celsius = "0"
        var fahrenheit = "32"
        var first = 0
        var second = 0
        var log: [String] = []
    }

    private let model = Model()

    /// Each value is copied to the next one.
    private struct Chain: View {
        let model: Model

        var body: some View {
            Button("Start") { model.values[0] += 1 }
            ForEach(0..<39, id: \.self) { index in
                Link(model: model, index: index)
            }
        }

        struct Link: View {
            let model: Model
            let index: Int

            var body: some View {
                Text(verbatim: "\(model.values[index])")
                    .onChange(of: model.values[index]) { _, new in model.values[index + 1] = new }
            }
        }
    }

    private func pressStart(_ screen: Screen) {
        guard let button = screen.buttons.first else {
            Issue.record("The button is gone.")
            return
        }
        screen.graph.send(PressEvent(), to: button.item.id)
    }

    @Test func `a chain of changes ends before the next event, although no patch can be sent`() {
        let screen = Screen(Chain(model: model))
        pressStart(screen)
        // A window whose last patch is on its way only updates before an event.
        screen.graph.update()
        #expect(model.values == Array(repeating: 1, count: 40))
        pressStart(screen)
        screen.graph.update()
        #expect(model.values == Array(repeating: 2, count: 40))
        screen.update()
    }

    @Test func `what follows from a change is in one flush`() {
        let screen = Screen(Chain(model: model))
        pressStart(screen)
        #expect(screen.graph.flush().count == 1)
        #expect(screen.graph.flush().count == 38)
        #expect(model.values == Array(repeating: 1, count: 40))
        #expect(screen.graph.flush().isEmpty)
    }

    @Test func `two fields that set each other agree before the next letter`() throws {
        struct Converter: View {
            @Bindable var model: Model

            var body: some View {
                TextField("Celsius", text: $model.celsius)
                TextField("Fahrenheit", text: $model.fahrenheit)
                    .onChange(of: model.celsius) { _, new in
                        if let degrees = Int(new) { model.fahrenheit = "\(degrees * 9 / 5 + 32)" }
                    }
                    .onChange(of: model.fahrenheit) { _, new in
                        if let degrees = Int(new) { model.celsius = "\((degrees - 32) * 5 / 9)" }
                    }
            }
        }
        let screen = Screen(Converter(model: model))
        let fields = screen.fields.map(\.item.id)
        screen.graph.send(InputEvent(text: "100"), to: try #require(fields.first))
        screen.graph.update()
        #expect(model.fahrenheit == "212")
        screen.graph.send(InputEvent(text: "50"), to: try #require(fields.last))
        screen.graph.update()
        #expect(model.celsius == "10")
        #expect(model.fahrenheit == "50")
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["10", "50"])
    }

    @Test func `values that keep changing each other let the next event in, with a warning`() {
        struct Endless: View {
            let model: Model

            var body: some View {
                Button("Start") { model.first += 1 }
                    .onChange(of: model.first) { model.second += 1 }
                    .onChange(of: model.second) { model.first += 1 }
            }
        }
        let screen = Screen(Endless(model: model))
        pressStart(screen)
        screen.graph.update()
        #expect(model.first == 1 + ChangeLimit.mostRuns)
        #expect(model.second == ChangeLimit.mostRuns)
        #expect(
            WarningLog.messages.contains { $0.hasPrefix("onChange(of: Int) action tried to update multiple times per frame.") })
        let before = model.first
        pressStart(screen)
        #expect(model.first == before + 1)
        // The actions go on in later updates.
        _ = screen.graph.flush()
        #expect(model.first > before + 1)
    }

    @Test func `more changes than one update runs are left to a flush that is requested`() {
        struct Logging: View {
            let model: Model

            var body: some View {
                Text(verbatim: "\(model.first)").onChange(of: model.first) { _, new in model.log.append("\(new)") }
            }
        }
        let screen = Screen(Logging(model: model), isShown: false)
        for _ in 0..<20 {
            model.first += 1
            screen.update()
        }
        #expect(model.log == [])
        var requests = 0
        screen.graph.onNeedsFlush = { requests += 1 }
        screen.graph.appear()
        #expect(model.log.count == ChangeLimit.mostRuns)
        #expect(requests == 1)
        screen.update()
        #expect(model.log == (1...20).map { "\($0)" })
    }

    @Test func `the change of an animated action is in a patch of its own`() {
        struct Animating: View {
            let model: Model

            var body: some View {
                Button("Start") { model.first += 1 }
                Text(verbatim: "\(model.first)")
                    .onChange(of: model.first) { withAnimation { model.second += 1 } }
                Text(verbatim: "\(model.second)")
            }
        }
        let screen = Screen(Animating(model: model))
        pressStart(screen)
        let (first, animation) = screen.graph.flushAnimated()
        #expect(first.count == 1)
        #expect(animation == nil)
        let (second, secondAnimation) = screen.graph.flushAnimated()
        #expect(second.count == 1)
        #expect(secondAnimation != nil)
    }

    @Test func `the elements of a flush are those of its mutations until the next one`() {
        struct Steps: View {
            let model: Model

            var body: some View {
                Button("Start") { model.first = 1 }
                Text(verbatim: "\(model.first)").onChange(of: model.first) { model.first = 2 }
            }
        }
        let screen = Screen(Steps(model: model))
        func texts(_ element: Element) -> [String] {
            if case .text(let text) = element.content { [text.runs.words] } else { element.children.flatMap(texts) }
        }
        pressStart(screen)
        // The host draws the elements after the flush.
        _ = screen.graph.flush()
        #expect(texts(screen.graph.root) == ["Start", "1"])
        _ = screen.graph.flush()
        #expect(texts(screen.graph.root) == ["Start", "2"])
    }
}
