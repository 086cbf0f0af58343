import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `Picker` and `DatePicker` by their documentation.
@MainActor
struct PickerTests {
    private enum Flavor: String, CaseIterable, Identifiable {
        case chocolate, vanilla, strawberry

        var id: Self { self }
    }

    private enum Topping: String {
        case nuts, cookies, blueberries
    }

    private struct Thumbnail: Identifiable {
        let id: Int
        var flavor: Flavor
    }

    @Test func `choosing an option sets the selection to its tag`() throws {
        let flavor = DocumentedValue(Flavor.chocolate)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                Picker("Flavor", selection: selection) {
                    Text("Chocolate").tag(Flavor.chocolate)
                    Text("Vanilla").tag(Flavor.vanilla)
                }
            })
        #expect(try window.find(.picker, "Flavor").selectedOption == "Chocolate")
        try window.find(.picker, "Flavor").choose("Vanilla")
        #expect(flavor.value == .vanilla)
    }

    @Test func `a picker shows the option with the tag of the selection`() throws {
        let flavor = DocumentedValue(Flavor.chocolate)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                Picker("Flavor", selection: selection) {
                    Text("Chocolate").tag(Flavor.chocolate)
                    Text("Vanilla").tag(Flavor.vanilla)
                }
            })
        flavor.value = .vanilla
        #expect(try window.find(.picker).selectedOption == "Vanilla")
    }

    @Test func `options of a ForEach have their identities as tags`() throws {
        let flavor = DocumentedValue(Flavor.chocolate)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                Picker("Flavor", selection: selection) {
                    ForEach(Flavor.allCases) { Text($0.rawValue) }
                }
            })
        #expect(try window.find(.picker).options == ["chocolate", "vanilla", "strawberry"])
        try window.find(.picker).choose("strawberry")
        #expect(flavor.value == .strawberry)
    }

    @Test func `a tag replaces the implicit tag of a ForEach`() throws {
        let topping = DocumentedValue(Topping.nuts)
        let window = TestWindow(
            ValueHost(topping) { selection in
                Picker("Flavor", selection: selection) {
                    ForEach(Flavor.allCases) { flavor in
                        Text(flavor.rawValue).tag(flavor == .vanilla ? Topping.cookies : .nuts)
                    }
                }
            })
        try window.find(.picker).choose("vanilla")
        #expect(topping.value == .cookies)
    }

    @Test func `an optional selection is set by options with optional tags`() throws {
        let flavor = DocumentedValue<Flavor?>(nil)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                Picker("Flavor", selection: selection) {
                    Text("None").tag(nil as Flavor?)
                    Text("Vanilla").tag(Flavor.vanilla as Flavor?)
                }
            })
        #expect(try window.find(.picker).selectedOption == "None")
        try window.find(.picker).choose("Vanilla")
        #expect(flavor.value == .vanilla)
        try window.find(.picker).choose("None")
        #expect(flavor.value == nil)
    }

    @Test func `a tag of the wrapped type is for an optional selection, too`() throws {
        let flavor = DocumentedValue<Flavor?>(nil)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                Picker("Flavor", selection: selection) {
                    Text("Chocolate").tag(Flavor.chocolate)
                    Text("Vanilla").tag(Flavor.vanilla)
                }
            })
        try window.find(.picker).choose("Vanilla")
        #expect(flavor.value == .vanilla)
    }

    @Test func `choosing an option of a picker with several sources sets all of them`() throws {
        let thumbnails = DocumentedValue([Thumbnail(id: 1, flavor: .chocolate), Thumbnail(id: 2, flavor: .vanilla)])
        let window = TestWindow(
            ValueHost(thumbnails) { sources in
                Picker("Flavor", sources: sources, selection: \.flavor) {
                    ForEach(Flavor.allCases) { Text($0.rawValue) }
                }
            })
        try window.find(.picker).choose("strawberry")
        #expect(thumbnails.value.map(\.flavor) == [.strawberry, .strawberry])
    }

    @Test(arguments: [0, 1, 2]) func `a picker selects in each style`(style: Int) throws {
        let flavor = DocumentedValue(Flavor.chocolate)
        let window = TestWindow(
            ValueHost(flavor) { selection in
                let picker = Picker("Flavor", selection: selection) { ForEach(Flavor.allCases) { Text($0.rawValue) } }
                switch style {
                case 0: picker.pickerStyle(.menu)
                case 1: picker.pickerStyle(.segmented)
                default: picker.pickerStyle(.inline)
                }
            })
        try window.find(.picker).choose("vanilla")
        #expect(flavor.value == .vanilla)
        #expect(try window.find(.picker).selectedOption == "vanilla")
    }

    // MARK: Dates

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    private func date(_ month: Int, _ day: Int, hour: Int = 0, minute: Int = 0) throws -> Date {
        let components = DateComponents(year: 2024, month: month, day: day, hour: hour, minute: minute)
        return try #require(calendar.date(from: components))
    }

    private func window(
        _ value: DocumentedValue<Date>, @ViewBuilder _ picker: @escaping (Binding<Date>) -> some View
    ) -> TestWindow {
        let (calendar, zone) = (calendar, TimeZone.gmt)
        return TestWindow(ValueHost(value) { picker($0).environment(\.calendar, calendar).environment(\.timeZone, zone) })
    }

    @Test func `a date picker sets the selected date`() throws {
        let value = DocumentedValue(try date(6, 15))
        let window = window(value) { DatePicker("Start", selection: $0) }
        let other = try date(7, 1, hour: 9, minute: 30)
        try window.find(.datePicker).enter(other)
        #expect(value.value == other)
    }

    @Test func `a date after the range cannot be selected`() throws {
        let range = try date(6, 1)...date(6, 30)
        let value = DocumentedValue(try date(6, 15))
        let window = window(value) { DatePicker("Start", selection: $0, in: range, displayedComponents: .date) }
        try window.find(.datePicker).enter(date(8, 1))
        #expect(range.contains(value.value))
    }

    @Test func `a date before a partial range cannot be selected`() throws {
        let range = try date(6, 1)...
        let value = DocumentedValue(try date(6, 15))
        let window = window(value) { DatePicker("Start", selection: $0, in: range, displayedComponents: .date) }
        try window.find(.datePicker).enter(date(1, 1))
        #expect(range.contains(value.value))
        let later = try date(12, 1)
        try window.find(.datePicker).enter(later)
        #expect(value.value == later)
    }

    @Test func `both ends of the range can be selected`() throws {
        let range = try date(6, 1)...date(6, 30)
        let value = DocumentedValue(try date(6, 15))
        let window = window(value) { DatePicker("Start", selection: $0, in: range, displayedComponents: .date) }
        try window.find(.datePicker).enter(range.upperBound)
        #expect(value.value == range.upperBound)
        try window.find(.datePicker).enter(range.lowerBound)
        #expect(value.value == range.lowerBound)
    }

    @Test func `a picker that displays the date only does not edit the time`() throws {
        let value = DocumentedValue(try date(6, 15, hour: 9, minute: 30))
        let window = window(value) { DatePicker("Start", selection: $0, displayedComponents: .date) }
        try window.find(.datePicker).enter(date(7, 1, hour: 20, minute: 10))
        #expect(calendar.dateComponents([.month, .day], from: value.value) == DateComponents(month: 7, day: 1))
        #expect(calendar.dateComponents([.hour, .minute], from: value.value) == DateComponents(hour: 9, minute: 30))
    }

    @Test func `a picker that displays hours and minutes does not edit the date`() throws {
        let value = DocumentedValue(try date(6, 15, hour: 9, minute: 30))
        let window = window(value) { DatePicker("Start", selection: $0, displayedComponents: .hourAndMinute) }
        try window.find(.datePicker).enter(date(7, 1, hour: 20, minute: 10))
        #expect(calendar.dateComponents([.month, .day], from: value.value) == DateComponents(month: 6, day: 15))
        #expect(calendar.dateComponents([.hour, .minute], from: value.value) == DateComponents(hour: 20, minute: 10))
    }
}
