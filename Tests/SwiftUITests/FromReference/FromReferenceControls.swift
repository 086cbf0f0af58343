import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `Toggle`, `Picker`, `DatePicker` and `Menu` that Apple's reference shows.
@MainActor
struct FromReferenceControls {
    private struct Toggles: View {
        struct Setting: Identifiable {
            let id: String
            var isOn = false
        }
        @State private var vibrates = false
        @State private var settings = [Setting(id: "a"), Setting(id: "b")]

        var body: some View {
            Toggle("Vibrate", systemImage: "dot.radiowaves.left.and.right", isOn: $vibrates)
            Toggle("Title", isOn: $vibrates)
            Toggle(isOn: $vibrates) { Text("Label") }
            Toggle(isOn: $vibrates) {
                Text("Two")
                Text("Lines")
            }
            Toggle("All", sources: $settings, isOn: \.isOn)
            Toggle(sources: $settings, isOn: \.isOn) { Text("All, too") }
            ForEach($settings) { $setting in Toggle(setting.id, isOn: $setting.isOn).toggleStyle(.switch) }
            Toggle("Button", isOn: $vibrates).toggleStyle(.button)
            Button("Add") { settings.append(Setting(id: "c")) }
        }
    }

    @Test func `toggles`() throws {
        let window = TestWindow(Toggles())
        func states() -> [String] { window.all(.toggle).map { "\($0.label) \($0.isOn ?? false)" } }
        try window.find(.toggle, "Label").tap()
        try window.find(.toggle, "All").tap()
        #expect(
            states() == [
                "Vibrate true", "Title true", "Label true", "Two Lines true", "All true", "All, too true", "a true", "b true",
                "Button true",
            ])
        try window.find(.button, "Add").tap()
        try window.find(.toggle, "Two Lines").tap()
        #expect(
            states() == [
                "Vibrate false", "Title false", "Label false", "Two Lines false", "All false", "All, too false", "a true",
                "b true", "c false", "Button false",
            ])
    }

    private enum Flavor: String, CaseIterable, Identifiable {
        case chocolate, vanilla, strawberry
        var id: Self { self }
    }

    private struct Pickers: View {
        struct Topping: Identifiable, Hashable {
            let id: Int
            var name: String
        }
        @State private var flavor: Flavor = .chocolate
        @State private var topping: Int?
        @State private var toppings = [Topping(id: 1, name: "Nuts"), Topping(id: 2, name: "Cookies")]
        @State private var chosen: Set<Int> = []

        var body: some View {
            List {
                Picker("Flavor", selection: $flavor) {
                    Text("Chocolate").tag(Flavor.chocolate)
                    Text("Vanilla").tag(Flavor.vanilla)
                    Text("Strawberry").tag(Flavor.strawberry)
                }
                Picker("All", selection: $flavor) {
                    ForEach(Flavor.allCases) { flavor in Text(flavor.rawValue.capitalized) }
                }
                Picker(selection: $flavor) {
                    ForEach(Flavor.allCases) { Text($0.rawValue.capitalized) }
                } label: {
                    Label("Segments", systemImage: "star")
                }
                .pickerStyle(.segmented)
                Picker("Topping", selection: $topping) {
                    Text("None").tag(nil as Int?)
                    Divider()
                    ForEach(toppings) { Text($0.name).tag($0.id as Int?) }
                }
                Picker("Bound", selection: $topping) {
                    ForEach($toppings) { $topping in Text(topping.name).tag(Optional(topping.id)) }
                }
                .pickerStyle(.inline)
                Picker("Sections", selection: $flavor) {
                    Section("First") { Text("Chocolate").tag(Flavor.chocolate) }
                    Section("Others") { ForEach(Flavor.allCases.dropFirst()) { Text($0.rawValue.capitalized) } }
                }
            }
            Button("Insert") { toppings.insert(Topping(id: 3, name: "Cherry"), at: 0) }
            Button("Rename") { toppings[0].name = "Fruit" }
            Text("\(flavor.rawValue), \(topping ?? 0)")
        }
    }

    @Test func `pickers`() throws {
        let window = TestWindow(Pickers())
        let flavors = ["Chocolate", "Vanilla", "Strawberry"]
        func options() -> [[String]] { window.all(.picker).map(\.options) }
        #expect(
            options() == [flavors, flavors, flavors, ["None", "Nuts", "Cookies"], ["Nuts", "Cookies"], flavors])
        try window.all(.picker)[0].choose("Vanilla")
        #expect(window.all(.picker).map(\.selectedOption) == ["Vanilla", "Vanilla", "Vanilla", "None", nil, "Vanilla"])
        try window.all(.picker)[2].choose("Strawberry")
        try window.all(.picker)[4].choose("Cookies")
        #expect(window.texts.last == "strawberry, 2")
        try window.find(.button, "Insert").tap()
        try window.find(.button, "Rename").tap()
        #expect(Array(options()[3...4]) == [["None", "Fruit", "Nuts", "Cookies"], ["Fruit", "Nuts", "Cookies"]])
        #expect(window.all(.picker).map(\.selectedOption)[3...4] == ["Cookies", "Cookies"])
        try window.all(.picker)[4].choose("Fruit")
        #expect(window.texts.last == "strawberry, 3")
        try window.all(.picker)[3].choose("None")
        #expect(window.texts.last == "strawberry, 0")
    }

    private struct Dates: View {
        @State private var date = Date(timeIntervalSince1970: 86_400 * 365)
        private let range = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 86_400 * 730)

        var body: some View {
            DatePicker("Start", selection: $date, displayedComponents: [.date])
            DatePicker("Both", selection: $date)
            DatePicker("Range", selection: $date, in: range, displayedComponents: [.date, .hourAndMinute])
            DatePicker(selection: $date, in: ...Date.now, displayedComponents: .date) { Text("Until now") }
            DatePicker("From", selection: $date, in: range.lowerBound...).datePickerStyle(.compact).labelsHidden()
            Text(date, format: .iso8601)
        }
    }

    @Test func `date pickers`() throws {
        let window = TestWindow(Dates())
        #expect(window.texts.last == "1971-01-01T00:00:00Z")
        try window.all(.datePicker)[1].enter(Date(timeIntervalSince1970: 86_400 * 366 + 3600))
        #expect(window.texts.last == "1971-01-02T01:00:00Z")
        try window.all(.datePicker)[0].enter(Date(timeIntervalSince1970: 86_400 * 368))
        #expect(window.texts.last == "1971-01-04T01:00:00Z")
        try window.all(.datePicker)[2].enter(Date(timeIntervalSince1970: 86_400 * 900))
        #expect(window.texts.last == "1972-01-01T00:00:00Z")
    }

    private struct Menus: View {
        @State private var log: [String] = []
        @State private var items = ["one", "two"]
        @State private var order = 1
        @State private var isOn = false

        var body: some View {
            Menu("Actions") {
                Button("Duplicate", action: duplicate)
                Button {
                    log.append("rename")
                } label: {
                    Label("Rename", systemImage: "pencil")
                }
                Button("Delete…", role: .destructive) { log.append("delete") }
                Divider()
                Menu("Copy") { Button("Copy Formatted") { log.append("copy") } }
                Section("Items") { ForEach(items, id: \.self) { item in Button(item) { log.append(item) } } }
                ForEach($items, id: \.self) { $item in Button("Upper \(item)") { item = item.uppercased() } }
                Toggle("On", isOn: $isOn)
                Picker("Order", selection: $order) {
                    Text("First").tag(1)
                    Text("Second").tag(2)
                }
            }
            Menu {
                Button("Inside") { log.append("inside") }
            } label: {
                Label("Label", systemImage: "star")
            }
            Menu("Primary") {
                Button("Other") {}
            } primaryAction: {
                log.append("primary")
            }
            Menu("Symbol", systemImage: "star") { Button("In symbol") { log.append("symbol") } }
            Button("Insert") { items.insert("zero", at: 0) }
            Text("Context").contextMenu { ForEach(items, id: \.self) { item in Button("Context \(item)") { log.append(item) } } }
            Text(verbatim: "\(log.joined(separator: ",")) \(order) \(isOn)").accessibilityIdentifier("log")
        }

        private func duplicate() { log.append("duplicate") }
    }

    @Test func `menus`() throws {
        let window = TestWindow(Menus())
        for title in ["Duplicate", "Rename", "Delete…", "Copy Formatted", "two", "Inside", "Primary", "In symbol"] {
            try window.find(.button, title).tap()
        }
        try window.find(.button, "Insert").tap()
        try window.find(.button, "zero").tap()
        try window.find(.button, "Upper zero").tap()
        try window.find(.button, "ZERO").tap()
        try window.find(.toggle, "On").tap()
        try window.find(.picker, "Order").choose("Second")
        try window.find(.any, "Context").chooseMenuItem("Context ZERO")
        #expect(
            try window.find(identifier: "log").text
                == "duplicate,rename,delete,copy,two,inside,primary,symbol,zero,ZERO,ZERO 2 true")
    }
}
