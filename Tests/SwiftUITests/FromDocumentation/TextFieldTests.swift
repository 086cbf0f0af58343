import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `TextField`, `SecureField`, `TextEditor` and `onSubmit` by their documentation.
@MainActor
struct TextFieldTests {
    private let english = Locale(identifier: "en_US")

    @Test func `a text field updates its string while the user types`() throws {
        let name = DocumentedValue("")
        let window = TestWindow(ValueHost(name) { TextField("Name", text: $0) })
        try window.find(.textField).type("Ann")
        #expect(name.value == "Ann")
    }

    @Test func `a text field shows the value of its binding`() throws {
        let name = DocumentedValue("Ann")
        let window = TestWindow(ValueHost(name) { TextField("Name", text: $0) })
        name.value = "Bob"
        #expect(try window.find(.textField).value == "Bob")
    }

    @Test func `a text field converts its value to text with its format`() throws {
        let price = DocumentedValue(1234.5)
        let window = TestWindow(ValueHost(price) { TextField("Price", value: $0, format: .number.locale(english)) })
        #expect(try window.find(.textField).value == "1,234.5")
    }

    @Test func `a text field converts its text to a value with its format`() throws {
        let price = DocumentedValue(1.0)
        let window = TestWindow(ValueHost(price) { TextField("Price", value: $0, format: .number.locale(english)) })
        try window.find(.textField).type("2,500.75")
        try window.find(.textField).submit()
        #expect(price.value == 2500.75)
    }

    @Test func `a text that the format cannot convert leaves the value unchanged`() throws {
        let count = DocumentedValue(7)
        let window = TestWindow(ValueHost(count) { TextField("Count", value: $0, format: .number.locale(english)) })
        try window.find(.textField).type("seven")
        try window.find(.textField).submit()
        #expect(count.value == 7)
    }

    @Test func `a text that the format cannot convert sets an optional value to nil`() throws {
        let count = DocumentedValue<Int?>(7)
        let window = TestWindow(ValueHost(count) { TextField("Count", value: $0, format: .number.locale(english)) })
        try window.find(.textField).type("seven")
        try window.find(.textField).submit()
        #expect(count.value == nil)
    }

    @Test func `a text field of an optional value converts its text`() throws {
        let count = DocumentedValue<Int?>(nil)
        let window = TestWindow(ValueHost(count) { TextField("Count", value: $0, format: .number.locale(english)) })
        try window.find(.textField).type("12")
        try window.find(.textField).submit()
        #expect(count.value == 12)
    }

    @Test func `a text that the formatter cannot convert does not modify the value`() throws {
        let formatter = NumberFormatter()
        formatter.locale = english
        let count = DocumentedValue(7)
        let window = TestWindow(ValueHost(count) { TextField("Count", value: $0, formatter: formatter) })
        try window.find(.textField).type("seven")
        try window.find(.textField).submit()
        #expect(count.value == 7)
    }

    @Test func `a text field uses its formatter to convert in both directions`() throws {
        let formatter = NumberFormatter()
        formatter.locale = english
        let count = DocumentedValue(7)
        let window = TestWindow(ValueHost(count) { TextField("Count", value: $0, formatter: formatter) })
        #expect(try window.find(.textField).value == "7")
        try window.find(.textField).type("8")
        try window.find(.textField).submit()
        #expect(count.value == 8)
    }

    @Test func `submitting a field performs the action of onSubmit`() throws {
        let log = DocumentationLog()
        let name = DocumentedValue("")
        let window = TestWindow(ValueHost(name) { TextField("Name", text: $0).onSubmit { log.events.append("submit") } })
        try window.find(.textField).type("Ann")
        #expect(log.events.isEmpty)
        try window.find(.textField).submit()
        #expect(log.events == ["submit"])
    }

    @Test func `an action of onSubmit around several fields is for each of them`() throws {
        let log = DocumentationLog()
        let name = DocumentedValue("")
        let window = TestWindow(
            ValueHost(name) { text in
                Form {
                    TextField("First", text: text)
                    SecureField("Second", text: text)
                }
                .onSubmit { log.events.append("submit") }
            })
        for field in window.all(.textField) { try field.submit() }
        #expect(log.events == ["submit", "submit"])
    }

    @Test func `a submission scope keeps submissions from actions outside of it`() throws {
        let log = DocumentationLog()
        let name = DocumentedValue("")
        let window = TestWindow(
            ValueHost(name) { text in
                VStack { TextField("Name", text: text).submitScope() }.onSubmit { log.events.append("submit") }
            })
        // A field without an action may refuse to be submitted.
        try? window.find(.textField).submit()
        #expect(log.events.isEmpty)
    }

    @Test func `an action for searches is not performed by a text field`() throws {
        let log = DocumentationLog()
        let name = DocumentedValue("")
        let window = TestWindow(
            ValueHost(name) { text in
                TextField("Name", text: text).onSubmit(of: .search) { log.events.append("search") }
            })
        try? window.find(.textField).submit()
        #expect(log.events.isEmpty)
    }

    @Test func `a disabled field cannot be edited`() throws {
        let name = DocumentedValue("Ann")
        let window = TestWindow(ValueHost(name) { TextField("Name", text: $0).disabled(true) })
        #expect(try !window.find(.textField).isEnabled)
        #expect(throws: ActionNotHandled.self) { try window.find(.textField).type("Bob") }
        #expect(name.value == "Ann")
    }

    @Test func `a field in a disabled container is disabled, even if it is enabled itself`() throws {
        let name = DocumentedValue("Ann")
        let window = TestWindow(
            ValueHost(name) { text in VStack { TextField("Name", text: text).disabled(false) }.disabled(true) })
        #expect(try !window.find(.textField).isEnabled)
    }

    @Test func `a text editor updates its string`() throws {
        let text = DocumentedValue("")
        let window = TestWindow(ValueHost(text) { TextEditor(text: $0) })
        try window.find(.textField).type("Two\nlines")
        #expect(text.value == "Two\nlines")
    }

    private struct Focused: View {
        enum Field: Hashable { case name, mail }

        @State private var name = ""
        @State private var mail = ""
        @FocusState private var field: Field?

        var body: some View {
            Text("\(String(describing: field))").accessibilityIdentifier("state")
            TextField("Name", text: $name).focused($field, equals: .name).accessibilityIdentifier("name")
            TextField("Mail", text: $mail).focused($field, equals: .mail).accessibilityIdentifier("mail")
            Button("Mail") { field = .mail }
            Button("None") { field = nil }
        }
    }

    @Test func `the focus binding is nil while no field that it is for has the focus`() throws {
        let window = TestWindow(Focused())
        #expect(try window.find(identifier: "state").text == "nil")
        try window.find(identifier: "name").focus()
        #expect(try window.find(identifier: "state").text.hasSuffix("name)"))
        window.endFocus()
        #expect(try window.find(identifier: "state").text == "nil")
    }

    @Test func `setting the focus binding moves the focus to the field with the value`() throws {
        let window = TestWindow(Focused())
        try window.find(.button, "Mail").tap()
        #expect(try window.find(identifier: "mail").isFocused)
        #expect(try !window.find(identifier: "name").isFocused)
    }

    @Test func `setting the focus binding to nil dismisses the focus`() throws {
        let window = TestWindow(Focused())
        try window.find(identifier: "name").focus()
        try window.find(.button, "None").tap()
        #expect(try !window.find(identifier: "name").isFocused)
    }
}
