import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `TextField` that Apple's reference shows, each typed into.
@MainActor
struct FromReferenceTextField {
    private struct Fields: View {
        @State private var username = ""
        @State private var nameComponents = "x"
        @State private var number = 1.5
        @State private var whole = 3
        @State private var optional: Int?
        @State private var price = Decimal(2)
        @State private var date = Date(timeIntervalSince1970: 0)
        @State private var log: [String] = []
        @FocusState private var emailFieldIsFocused: Bool

        var body: some View {
            TextField("User name (email address)", text: $username)
                .focused($emailFieldIsFocused)
                .onSubmit { log.append("submit \(username)") }
                .textInputAutocapitalization(.never)
                .disableAutocorrection(true)
                .border(.secondary)
            TextField("Required", text: $username, prompt: Text("Prompt"))
            TextField(text: $username, prompt: Text("Required")) { Text("Labeled") }
            TextField("Axis", text: $username, axis: .vertical).lineLimit(5, reservesSpace: true)
            TextField("Number", value: $number, format: .number)
            TextField("Whole", value: $whole, format: .number.grouping(.never))
            TextField("Optional", value: $optional, format: .number)
            TextField("Price", value: $price, format: .currency(code: "USD"))
            TextField("Percent", value: $number, format: .percent)
            TextField("Date", value: $date, format: .dateTime.year().month().day())
            TextField("Formatter", value: $whole, formatter: NumberFormatter())
            SecureField("Password", text: $nameComponents)
            TextEditor(text: $username).accessibilityLabel("Editor")
            Text(username)
                .foregroundColor(emailFieldIsFocused ? .red : .blue)
                .accessibilityIdentifier("name")
            Text(
                verbatim:
                    "\(number) \(whole) \(optional ?? 0) \(price) \(Int(date.timeIntervalSince1970))"
            )
            .accessibilityIdentifier("values")
            Text(log.joined()).accessibilityIdentifier("log")
        }
    }

    @Test func `fields of strings`() throws {
        let window = TestWindow(Fields())
        for label in ["User name (email address)", "Required", "Labeled", "Axis", "Editor"] {
            try window.find(.textField, label).type("typed into \(label)")
            #expect(try window.find(identifier: "name").text == "typed into \(label)")
        }
        try window.find(.textField, "User name (email address)").submit()
        #expect(try window.find(identifier: "log").text == "submit typed into Editor")
    }

    @Test func `fields of values`() throws {
        let window = TestWindow(Fields().environment(\.locale, Locale(identifier: "en_US")).environment(\.timeZone, .gmt))
        for (label, text) in [
            ("Number", "2.5"), ("Whole", "1234"), ("Optional", "7"), ("Price", "$9.99"), ("Date", "Jan 2, 1970"),
        ] {
            try window.find(.textField, label).focus()
            try window.find(.textField, label).type(text)
            try window.find(.textField, "User name (email address)").focus()
            #expect(try window.find(.textField, label).value == text)
        }
        #expect(try window.find(identifier: "values").text == "2.5 1234 7 9.99 86400")
        #expect(try window.find(.textField, "Percent").value == "250%")
        try window.find(.textField, "Percent").type("50%")
        try window.find(.textField, "Formatter").type("12")
        #expect(try window.find(identifier: "values").text == "0.5 12 7 9.99 86400")
    }
}
