import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TextFieldTests {
    @Observable final class Model {
        var number = 1.5
        var whole: Int? = 3
        var text = "old"
        var log: [String] = []
    }

    @Observable final class Values {
        var small: Int32 = 7
        var unsigned: UInt = 7
        var byte: UInt8 = 7
    }

    private func numberField(_ model: Model) -> Screen {
        Screen(TextField("Number", value: Binding(get: { model.number }, set: { model.number = $0 }), format: .number))
    }

    @Test func `a value that parses is written, and the field keeps what is typed`() throws {
        let model = Model()
        let screen = numberField(model)
        #expect(screen.fields.map(\.content.text) == ["1.5"])
        screen.type("2.50", into: try #require(screen.fields.first).item)
        #expect(model.number == 2.5)
        // The browser has the text, so nothing is sent.
        #expect(screen.lastMutations == [])
    }

    @Test func `text that does not parse stays in the field and is not written`() throws {
        let model = Model()
        let screen = numberField(model)
        let field = try #require(screen.fields.first).item
        screen.type("abc", into: field)
        screen.send(FocusEvent(isFocused: false), to: field)
        #expect(model.number == 1.5)
        #expect(screen.lastMutations == [])
        guard case .control(.textField(let content))? = screen.graph.element(field.id)?.content else {
            Issue.record("The field is gone.")
            return
        }
        #expect(content.text == "abc")
    }

    @Test func `a value is shown in its format when the user leaves the field`() throws {
        let model = Model()
        let screen = numberField(model)
        let field = try #require(screen.fields.first).item
        screen.type("02.50", into: field)
        screen.send(FocusEvent(isFocused: false), to: field)
        #expect(screen.fields.map(\.content.text) == ["2.5"])
    }

    @Test func `a value that the app sets replaces what was typed`() throws {
        let model = Model()
        let screen = numberField(model)
        screen.type("abc", into: try #require(screen.fields.first).item)
        model.number = 7
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["7"])
    }

    @Test func `an empty text is nil for an optional value`() throws {
        let model = Model()
        let screen = Screen(TextField("Whole", value: Binding(get: { model.whole }, set: { model.whole = $0 }), format: .number))
        let field = try #require(screen.fields.first).item
        screen.type("", into: field)
        #expect(model.whole == nil)
        screen.type("12", into: field)
        #expect(model.whole == 12)
        screen.type("abc", into: field)
        #expect(model.whole == nil)
        #expect(screen.fields.map(\.content.text) == ["abc"])
    }

    @Test func `a formatter parses and shows a number`() throws {
        let model = Model()
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.minimumFractionDigits = 2
        let screen = Screen(
            TextField("Number", value: Binding(get: { model.number }, set: { model.number = $0 }), formatter: formatter))
        #expect(screen.fields.map(\.content.text) == ["1.50"])
        screen.type("8", into: try #require(screen.fields.first).item)
        #expect(model.number == 8)
    }

    @Test func `an empty text is nil for an optional value with a formatter`() throws {
        let model = Model()
        let whole = Binding(get: { model.whole }, set: { model.whole = $0 })
        let number = Binding(get: { model.number }, set: { model.number = $0 })
        let screen = Screen(
            VStack {
                TextField("Whole", value: whole, formatter: NumberFormatter())
                TextField("Number", value: number, formatter: NumberFormatter())
            })
        screen.type("", into: screen.fields[0].item)
        #expect(model.whole == nil)
        screen.send(FocusEvent(isFocused: false), to: screen.fields[0].item)
        #expect(screen.fields[0].content.text.isEmpty)
        screen.type("12", into: screen.fields[0].item)
        #expect(model.whole == 12)
        screen.type("", into: screen.fields[1].item)
        #expect(model.number == 1.5)
    }

    @Test(arguments: ["9999999999", "-9999999999"])
    func `a number beyond the type of the value is not written`(_ text: String) throws {
        let values = Values()
        let screen = Screen(
            VStack {
                TextField("A", value: Binding(get: { values.small }, set: { values.small = $0 }), formatter: NumberFormatter())
                TextField("B", value: Binding(get: { values.byte }, set: { values.byte = $0 }), formatter: NumberFormatter())
                TextField(
                    "C", value: Binding(get: { values.unsigned }, set: { values.unsigned = $0 }), formatter: NumberFormatter())
            })
        for field in screen.fields { screen.type(text, into: field.item) }
        #expect(values.small == 7)
        #expect(values.byte == 7)
        #expect(values.unsigned == (text.hasPrefix("-") ? 7 : 9_999_999_999))
        screen.type("12", into: screen.fields[1].item)
        #expect(values.byte == 12)
    }

    @Test func `a formatter shows an integer beyond Int64`() {
        let screen = Screen(TextField("A", value: .constant(UInt64.max), formatter: NumberFormatter()))
        // Foundation's formatters have 17 digits.
        #expect(screen.fields.map(\.content.text) == ["18446744073709552000"])
    }

    @Test func `Return runs the commit and the actions of all views around the field`() throws {
        let model = Model()
        let screen = Screen(
            TextField("Text", text: .constant(""), onCommit: { model.log.append("commit") })
                .onSubmit { model.log.append("inner") }
                .onSubmit(of: .search) { model.log.append("search") }
                .onSubmit { model.log.append("outer") })
        screen.send(SubmitEvent(), to: try #require(screen.fields.first).item)
        #expect(model.log == ["commit", "inner", "outer"])
    }

    @Test func `a scope keeps submissions from outer views`() throws {
        let model = Model()
        let screen = Screen(
            TextField("Text", text: .constant("")).onSubmit { model.log.append("inner") }
                .submitScope()
                .onSubmit { model.log.append("outer") })
        screen.send(SubmitEvent(), to: try #require(screen.fields.first).item)
        #expect(model.log == ["inner"])
    }

    @Test func `editing begins and ends with the focus`() throws {
        let model = Model()
        let screen = Screen(TextField("Text", text: .constant(""), onEditingChanged: { model.log.append("\($0)") }))
        let field = try #require(screen.fields.first).item
        screen.send(FocusEvent(isFocused: true), to: field)
        screen.send(FocusEvent(isFocused: false), to: field)
        #expect(model.log == ["true", "false"])
    }

    @Test func `a label made of views names the field and is its prompt`() {
        let screen = Screen(
            TextField(text: .constant("")) {
                HStack {
                    Text("First"); Text("name")
                }
            })
        #expect(screen.fields.map(\.content.label) == ["First name"])
        #expect(screen.fields.map(\.content.prompt) == ["First name"])
        #expect(screen.texts == [])
    }

    @Test func `what a field is for reaches the host`() throws {
        let field = TextField("Mail", text: .constant("")).keyboardType(.emailAddress).textContentType(.emailAddress)
            .textInputAutocapitalization(.never).autocorrectionDisabled().submitLabel(.next)
        let traits = try #require(Screen(field).fields.first).content.traits
        #expect(traits.keyboard == .emailAddress)
        #expect(traits.contentType == .emailAddress)
        #expect(traits.capitalization == .never)
        #expect(traits.isAutocorrectionDisabled == true)
        #expect(traits.submitLabel == .next)
    }

    @Test func `a field for several lines takes a long text`() throws {
        let model = Model()
        let screen = Screen(TextEditor(text: Binding(get: { model.text }, set: { model.text = $0 })))
        screen.type("one\ntwo", into: try #require(screen.fields.first).item)
        #expect(model.text == "one\ntwo")
    }
}
