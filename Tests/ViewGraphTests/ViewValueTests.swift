import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ViewValueTests {
    final class Counter {
        var evaluations = 0
    }

    @Observable final class Model {
        var number = 0
        var text = "a"
    }

    /// A row whose evaluations are counted.
    private struct Row: View {
        let counter: Counter
        let number: Int
        @Environment(\.isEnabled) private var isEnabled

        var body: some View {
            counter.evaluations += 1
            return Text("\(number) \(isEnabled ? "on" : "off")")
        }
    }

    private struct Rows: View {
        let model: Model
        let counter: Counter
        var isStyled = false

        var body: some View {
            Text(model.text)
            if isStyled {
                Row(counter: counter, number: model.number / 10).font(.title).foregroundStyle(.red)
            } else {
                Row(counter: counter, number: model.number / 10).disabled(model.number % 10 == 5)
            }
        }
    }

    @Test func `a view with the same value is not evaluated again`() {
        let model = Model()
        let counter = Counter()
        let screen = Screen(Rows(model: model, counter: counter))
        #expect(screen.texts == ["a", "0 on"])
        model.text = "b"
        screen.update()
        #expect(screen.texts == ["b", "0 on"])
        #expect(counter.evaluations == 1)
    }

    /// A row with state around another property: an object that is made for each value, and a value
    /// with padding behind it.
    private struct StatefulRow: View {
        @State private var number: UInt8?
        @State private var counters = Counter()
        let title: String
        @State private var isOpen = false
        let counter: Counter

        var body: some View {
            counter.evaluations += 1
            return Button("\(title) \(number ?? 0)") { number = (number ?? 0) + 1 }
        }
    }

    private struct StatefulRows: View {
        let model: Model
        let counter: Counter

        var body: some View {
            Text(model.text)
            StatefulRow(title: model.number < 10 ? "few" : "many", counter: counter)
        }
    }

    @Test func `a view whose new value differs in initial state only is not evaluated again`() {
        let model = Model()
        let counter = Counter()
        let screen = Screen(StatefulRows(model: model, counter: counter))
        model.text = "b"
        screen.update()
        #expect(screen.texts == ["b", "few 0"])
        #expect(counter.evaluations == 1)
        screen.press("few 0")
        #expect(screen.texts == ["b", "few 1"])
        model.number = 10
        screen.update()
        #expect(screen.texts == ["b", "many 1"])
        #expect(counter.evaluations == 3)
    }

    @Test func `a view with another value is evaluated`() {
        let model = Model()
        let counter = Counter()
        let screen = Screen(Rows(model: model, counter: counter))
        model.number = 10
        screen.update()
        #expect(screen.texts == ["a", "1 on"])
        #expect(counter.evaluations == 2)
    }

    @Test func `a view with the same value in another environment is evaluated`() {
        let model = Model()
        let counter = Counter()
        let screen = Screen(Rows(model: model, counter: counter))
        model.number = 5
        screen.update()
        #expect(screen.texts == ["a", "0 off"])
        #expect(counter.evaluations == 2)
    }

    @Test func `an environment that is set again to equal values is the same`() {
        let model = Model()
        let counter = Counter()
        let screen = Screen(Rows(model: model, counter: counter, isStyled: true))
        model.text = "b"
        screen.update()
        #expect(counter.evaluations == 1)
    }

    private struct Rewritten: View {
        let model: Model
        var body: some View {
            ForEach([1, 2], id: \.self) { Text("\($0): \(model.text)") }
        }
    }

    @Test func `what a row's closure reads is observed`() {
        let model = Model()
        let screen = Screen(Rewritten(model: model))
        model.text = "b"
        screen.update()
        #expect(screen.texts == ["1: b", "2: b"])
    }

    @Test func `what a list row's closure reads is observed`() {
        let model = Model()
        let screen = Screen(List([1, 2], id: \.self) { Text("\($0): \(model.text)") })
        model.text = "b"
        screen.update()
        #expect(screen.texts == ["1: b", "2: b"])
    }
}
