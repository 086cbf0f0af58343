import Foundation
import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct ControlActionTests {
    private struct Settings: View {
        @State private var size = "S"
        @State private var shade = "light"
        @State private var date = Date(timeIntervalSince1970: 0)
        @State private var color = Color(red: 1, green: 0, blue: 0)
        @State private var volume = 2.0
        @State private var count = 1
        @State private var isLocked = false

        var body: some View {
            Picker("Size", selection: $size) {
                Text("Small").tag("S")
                Section("More") { Text("Large").tag("L") }
            }
            Picker("Shade", selection: $shade) {
                Text("Light").tag("light")
                Text("Dark").tag("dark")
            }
            .pickerStyle(.segmented)
            .disabled(isLocked)
            DatePicker("Due", selection: $date)
            ColorPicker("Ink", selection: $color)
            Slider(value: $volume, in: 0...10, step: 1) { Text("Volume") }
            Stepper("Apples", value: $count, in: 0...2)
            DisclosureGroup("More") { Toggle("Locked", isOn: $isLocked) }
            Text(verbatim: "\(size) \(shade) \(Int(volume)) \(count) \(Int(date.timeIntervalSince1970))").accessibilityIdentifier(
                "state")
        }
    }

    private let window = TestWindow(Settings())

    private var state: String { get throws { try window.find(identifier: "state").text } }

    @Test func `an option of a picker is chosen by its title`() throws {
        let size = try window.find(.picker, "Size")
        #expect(size.options == ["Small", "Large"])
        #expect(size.selectedOption == "Small")
        try size.choose("Large")
        #expect(size.selectedOption == "Large")
        #expect(try state.hasPrefix("L light"))
    }

    @Test func `a choice of a segmented picker is chosen by its title`() throws {
        let shade = try window.find(.picker, "Shade")
        try shade.choose("Dark")
        #expect(shade.selectedOption == "Dark")
        #expect(try state.hasPrefix("S dark"))
    }

    @Test func `the error for an unknown option lists the options`() throws {
        let size = try window.find(.picker, "Size")
        let error = #expect(throws: ActionNotHandled.self) { try size.choose("Huge") }
        #expect(error?.description.contains("“Small”, “Large”") == true)
    }

    @Test func `a date is entered`() throws {
        let due = try window.find(.datePicker, "Due")
        try due.enter(Date(timeIntervalSince1970: 86_400))
        #expect(due.date == Date(timeIntervalSince1970: 86_400))
        #expect(try state.hasSuffix("86400"))
    }

    @Test func `a color is chosen by its components`() throws {
        let ink = try window.find(.colorPicker, "Ink")
        try ink.choose(Color(red: 0, green: 0, blue: 1))
        #expect(ink.color == Color(red: 0, green: 0, blue: 1))
        #expect(throws: ActionNotHandled.self) { try ink.choose(Color.red) }
    }

    @Test func `a slider moves to the closest step`() throws {
        let volume = try window.find(.slider, "Volume")
        #expect(volume.number == 2)
        try volume.slide(to: 7.2)
        #expect(volume.number == 7)
    }

    @Test func `a stepper stops at the end of its range`() throws {
        let apples = try window.find(.stepper, "Apples")
        try apples.increment()
        #expect(throws: ActionNotHandled.self) { try apples.increment() }
        try apples.decrement()
        #expect(try state.hasPrefix("S light 2 1"))
    }

    @Test func `a stepper is used in an app that translates its buttons`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let table = folder.appendingPathComponent("de.lproj/Localizable.strings")
        try FileManager.default.createDirectory(at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#""Increment" = "Erhöhen"; "Decrement" = "Verringern";"#.utf8).write(to: table)
        try Localization.$appDirectory.withValue(folder) {
            let window = TestWindow(Settings().environment(\.locale, Locale(identifier: "de")))
            let apples = try window.find(.stepper, "Apples")
            #expect(apples.all(.button).map(\.label) == ["Verringern", "Erhöhen"])
            try apples.increment()
            #expect(try window.find(identifier: "state").text.hasPrefix("S light 2 2"))
            try apples.decrement()
            #expect(try window.find(identifier: "state").text.hasPrefix("S light 2 1"))
        }
    }

    @Test func `a disclosure group is expanded and collapsed`() throws {
        let more = try window.find(.disclosure, "More")
        #expect(more.isExpanded == false)
        try more.expand()
        try more.expand()
        #expect(window.all(.toggle).count == 1)
        try more.collapse()
        #expect(window.all(.toggle).isEmpty)
    }

    @Test func `a disabled picker cannot be changed`() throws {
        try window.find(.disclosure, "More").expand()
        try window.find(.toggle, "Locked").tap()
        #expect(throws: ActionNotHandled.self) { try window.find(.picker, "Shade").choose("Dark") }
    }

    @Test func `an action for another kind of element throws`() throws {
        let apples = try window.find(.stepper, "Apples")
        #expect(throws: ActionNotHandled.self) { try apples.slide(to: 1) }
        #expect(throws: ActionNotHandled.self) { try apples.enter(Date(timeIntervalSince1970: 0)) }
        #expect(throws: ActionNotHandled.self) { try apples.expand() }
    }
}
