import Foundation
import SwiftUI

/// Fields and controls whose values other windows, and the app itself, change while the user types.
struct TypingPage: View {
    /// The values of all windows.
    @Observable @MainActor
    final class Values {
        static let shared = Values()

        var line = "first\nsecond"
        var secret = "a\rb\n"
        var story = "one\r\ntwo\rthree\n\n"
        var name = "Ada"
        var level = 4.3
        var date = Date(timeIntervalSince1970: 1_577_880_059)
        var color = Color(red: 0.2, green: 0.4, blue: 0.6, opacity: 0.5)
        var flavor = "Vanilla"
        var rows = ["a", "b", "c"].map { Entry(id: $0, text: "") }
        var insertions = 0

        func insertRow() {
            insertions += 1
            rows.insert(Entry(id: "new\(insertions)", text: ""), at: 0)
        }
    }

    struct Entry: Identifiable {
        let id: String
        var text: String
    }

    @State private var values = Values.shared
    @State private var message = ""
    @State private var sent: [String] = []
    @State private var short = ""
    @State private var upper = ""
    @State private var returns = 0
    @State private var deletions = 0

    var body: some View {
        VStack(alignment: .leading) {
            TextField("Line", text: $values.line).accessibilityIdentifier("typing.line")
            SecureField("Secret", text: $values.secret).accessibilityIdentifier("typing.secret")
            TextEditor(text: $values.story)
                .accessibilityLabel("Story")
                .accessibilityIdentifier("typing.story")
                .frame(height: 100)
            TextField("Name", text: $values.name).textContentType(.name).accessibilityIdentifier("typing.name")
            TextField("Message", text: $message)
                .onSubmit {
                    sent.append(message)
                    message = ""
                }
                .accessibilityIdentifier("typing.message")
            TextField(
                "At most five",
                text: Binding {
                    short
                } set: {
                    short = String($0.prefix(5))
                }
            )
            .accessibilityIdentifier("typing.short")
            TextField(
                "Uppercase",
                text: Binding {
                    upper
                } set: {
                    upper = $0.uppercased()
                }
            )
            .accessibilityIdentifier("typing.upper")
            Slider(value: $values.level, in: 0...10, step: 0.5) { Text("Level") }.accessibilityIdentifier("typing.level")
            DatePicker("Date", selection: $values.date, in: Date(timeIntervalSince1970: 1_600_000_000)...)
                .accessibilityIdentifier("typing.date")
            DatePicker("Day", selection: $values.date, displayedComponents: .date).accessibilityIdentifier("typing.day")
            DatePicker("Time", selection: $values.date, displayedComponents: .hourAndMinute)
                .accessibilityIdentifier("typing.time")
            ColorPicker("Color", selection: $values.color).accessibilityIdentifier("typing.color")
            Picker("Flavor", selection: $values.flavor) {
                ForEach(["Vanilla", "Chocolate", "Lemon"], id: \.self) { Text($0) }
            }
            .accessibilityIdentifier("typing.flavor")
            ForEach($values.rows) { $row in
                TextField("Row \(row.id)", text: $row.text).accessibilityIdentifier("typing.row.\(row.id)")
            }
            HStack {
                Button("Return: \(returns)") { returns += 1 }
                    .keyboardShortcut(.defaultAction)
                    .accessibilityIdentifier("typing.return")
                Button("Delete: \(deletions)") { deletions += 1 }
                    .keyboardShortcut(.delete, modifiers: [])
                    .accessibilityIdentifier("typing.delete")
            }
            Button("Reverse the rows") { values.rows.reverse() }.accessibilityIdentifier("typing.reverse")
            Button("Insert a row") { values.insertRow() }.accessibilityIdentifier("typing.insert")
            Button("Remove the first row") { values.rows.removeFirst() }
                .disabled(values.rows.isEmpty)
                .accessibilityIdentifier("typing.remove")
            Text(verbatim: state).foregroundStyle(.secondary).accessibilityIdentifier("typing.state")
            Text(verbatim: "\(sent), \(message), \(short), \(upper)")
                .foregroundStyle(.secondary)
                .accessibilityIdentifier("typing.own")
        }
    }

    /// The values of all windows, as the app has them.
    private var state: String {
        let texts = [values.line, values.secret, values.story, values.name] + values.rows.map { "\($0.id):\($0.text)" }
        let others = ["\(values.level)", "\(values.date.timeIntervalSince1970)", "\(values.color == Self.color)", values.flavor]
        return (texts.map(\.debugDescription) + others).joined(separator: " ")
    }

    private static let color = Color(red: 0.2, green: 0.4, blue: 0.6, opacity: 0.5)
}
