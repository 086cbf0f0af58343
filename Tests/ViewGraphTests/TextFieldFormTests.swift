import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of text fields: titles, prompts and actions, and the values that they write.
@MainActor
struct TextFieldFormTests {
    private let name = Binding(StateBox("Ada"))
    private let number = Binding(StateBox(1.5))
    private let count = Binding(StateBox<Int?>(3))
    /// A title that is not a literal, so that it is not a key.
    private let title = "Name"

    private var formatter: NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.minimumFractionDigits = 2
        return formatter
    }

    /// Types a text into each field, presses Return, and leaves the field.
    private func edit(_ screen: Screen, _ text: String) {
        for field in screen.fields.map(\.item) {
            screen.send(FocusEvent(isFocused: true), to: field)
            screen.type(text, into: field)
            screen.send(SubmitEvent(), to: field)
            screen.send(FocusEvent(isFocused: false), to: field)
        }
    }

    @Test func `a title names the field, and is the prompt where there is none`() {
        let screen = Screen(
            VStack {
                TextField("Name", text: name)
                TextField(title, text: name)
                TextField("Name", text: name, axis: .vertical)
                TextField(title, text: name, axis: .vertical)
            })
        #expect(screen.fields.map(\.content.label) == ["Name", "Name", "Name", "Name"])
        #expect(screen.fields.map(\.content.prompt) == ["Name", "Name", "Name", "Name"])
        #expect(screen.fields.map(\.content.text) == ["Ada", "Ada", "Ada", "Ada"])
    }

    @Test func `a prompt is shown instead of the title`() {
        let prompt = Text("Jane Doe")
        let screen = Screen(
            VStack {
                TextField("Name", text: name, prompt: prompt)
                TextField(title, text: name, prompt: prompt)
                TextField("Name", text: name, prompt: prompt, axis: .vertical)
                TextField(title, text: name, prompt: prompt, axis: .vertical)
                TextField(text: name, prompt: prompt) { Text("Name") }
                TextField(text: name, prompt: prompt, axis: .vertical) { Text("Name") }
            })
        #expect(Set(screen.fields.map(\.content.label)) == ["Name"])
        #expect(Set(screen.fields.map(\.content.prompt)) == ["Jane Doe"])
        #expect(screen.fields.count == 6)
    }

    @Test func `a field without a prompt shows its title as the prompt`() {
        let screen = Screen(
            VStack {
                TextField("Name", text: name, prompt: nil)
                TextField(title, text: name, prompt: nil)
            })
        #expect(screen.fields.map(\.content.prompt) == ["Name", "Name"])
    }

    @Test func `only a field with a vertical axis has several lines`() {
        let screen = Screen(
            VStack {
                TextField("Name", text: name, axis: .vertical)
                TextField(title, text: name, axis: .horizontal)
                TextField("Name", text: name, prompt: nil, axis: .vertical)
                TextField(title, text: name, prompt: nil, axis: .horizontal)
                TextField(text: name, axis: .vertical) { Text("Name") }
                TextField(text: name, axis: .horizontal) { Text("Name") }
            })
        #expect(screen.fields.map(\.content.hasLines) == [true, false, true, false, true, false])
    }

    @Test func `Return runs the action for it in each form`() {
        var commits: [String] = []
        let screen = Screen(
            VStack {
                TextField("Name", text: name, onCommit: { commits.append("key") })
                TextField(title, text: name, onCommit: { commits.append("string") })
                TextField("Name", text: name, onEditingChanged: { _ in }, onCommit: { commits.append("key, both") })
                TextField(title, text: name, onEditingChanged: { _ in }, onCommit: { commits.append("string, both") })
            })
        edit(screen, "Grace")
        #expect(commits == ["key", "string", "key, both", "string, both"])
        #expect(name.wrappedValue == "Grace")
    }

    @Test func `the beginning and the end of editing are reported in each form`() {
        var changes: [[Bool]] = [[], [], [], []]
        let screen = Screen(
            VStack {
                TextField("Name", text: name, onEditingChanged: { changes[0].append($0) })
                TextField(title, text: name, onEditingChanged: { changes[1].append($0) })
                TextField("Name", text: name, onEditingChanged: { changes[2].append($0) }, onCommit: {})
                TextField(title, text: name, onEditingChanged: { changes[3].append($0) }, onCommit: {})
            })
        edit(screen, "Grace")
        #expect(changes == [[true, false], [true, false], [true, false], [true, false]])
    }

    @Test func `a value is shown in its format, and written when the text parses`() {
        let forms: [any View] = [
            TextField("Number", value: number, format: .number),
            TextField(title, value: number, format: .number),
            TextField(value: number, format: .number) { Text("Number") },
            TextField("Number", value: number, formatter: formatter),
            TextField(title, value: number, formatter: formatter),
            TextField("Number", value: number, formatter: formatter, prompt: nil),
            TextField(title, value: number, formatter: formatter, prompt: nil),
            TextField(value: number, formatter: formatter) { Text("Number") },
        ]
        for form in forms {
            number.wrappedValue = 1.5
            let screen = Screen(AnyView(form))
            #expect(screen.fields.first?.content.text.hasPrefix("1.5") == true)
            edit(screen, "8.25")
            #expect(number.wrappedValue == 8.25)
            edit(screen, "eight")
            #expect(number.wrappedValue == 8.25)
        }
    }

    @Test func `an optional value is nil for a text that is empty`() {
        let forms: [any View] = [
            TextField("Count", value: count, format: .number),
            TextField(title, value: count, format: .number),
            TextField(value: count, format: .number) { Text("Count") },
        ]
        for form in forms {
            count.wrappedValue = 3
            let screen = Screen(AnyView(form))
            #expect(screen.fields.map(\.content.text) == ["3"])
            edit(screen, "")
            #expect(count.wrappedValue == nil)
            edit(screen, "12")
            #expect(count.wrappedValue == 12)
        }
    }

    @Test func `a field for a value has the prompt of its initializer`() {
        let prompt = Text("0 to 10")
        let screen = Screen(
            VStack {
                TextField("Count", value: count, format: .number, prompt: prompt)
                TextField(title, value: count, format: .number, prompt: prompt)
                TextField("Number", value: number, format: .number, prompt: prompt)
                TextField(title, value: number, format: .number, prompt: prompt)
                TextField("Number", value: number, formatter: formatter, prompt: prompt)
                TextField(title, value: number, formatter: formatter, prompt: prompt)
                TextField(value: count, format: .number, prompt: prompt) { Text("Count") }
                TextField(value: number, format: .number, prompt: prompt) { Text("Number") }
                TextField(value: number, formatter: formatter, prompt: prompt) { Text("Number") }
            })
        #expect(Set(screen.fields.map(\.content.prompt)) == ["0 to 10"])
        #expect(
            screen.fields.map(\.content.label)
                == ["Count", "Name", "Number", "Name", "Number", "Name", "Count", "Number", "Number"])
    }

    @Test func `a field with a formatter reports editing and Return`() {
        var log: [String] = []
        let screen = Screen(
            VStack {
                TextField("Number", value: number, formatter: formatter, onCommit: { log.append("commit") })
                TextField(title, value: number, formatter: formatter, onCommit: { log.append("commit") })
                TextField("Number", value: number, formatter: formatter, onEditingChanged: { log.append("\($0)") })
                TextField(title, value: number, formatter: formatter, onEditingChanged: { log.append("\($0)") })
                TextField(
                    "Number", value: number, formatter: formatter, onEditingChanged: { log.append("\($0)") },
                    onCommit: { log.append("commit") })
                TextField(
                    title, value: number, formatter: formatter, onEditingChanged: { log.append("\($0)") },
                    onCommit: { log.append("commit") })
            })
        edit(screen, "4")
        #expect(
            log == ["commit", "commit", "true", "false", "true", "false", "true", "commit", "false", "true", "commit", "false"])
        #expect(number.wrappedValue == 4)
    }
}
