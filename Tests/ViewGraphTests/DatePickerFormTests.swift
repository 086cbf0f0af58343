import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of date pickers: their titles, and the range of the dates that they write.
@MainActor
struct DatePickerFormTests {
    private let noon = Date(timeIntervalSince1970: 1_528_977_600)
    private var early: Date { noon.addingTimeInterval(-86_400) }
    private var late: Date { noon.addingTimeInterval(86_400) }
    /// A title that is not a literal, so that it is not a key.
    private let title = "Since"

    /// Checks which dates a picker writes for one long ago and one long after.
    private func check(
        earliest: Date?, latest: Date?, _ location: SourceLocation = #_sourceLocation, _ make: (Binding<Date>) -> any View
    ) throws {
        let date = Binding(StateBox(noon))
        let screen = Screen(AnyView(make(date)))
        #expect(screen.texts == ["Since"], sourceLocation: location)
        let picker = try #require(screen.datePickers.first, sourceLocation: location)
        #expect(picker.content.earliest == earliest, sourceLocation: location)
        #expect(picker.content.latest == latest, sourceLocation: location)
        #expect(picker.content.components == .date, sourceLocation: location)
        screen.send(DateEvent(text: "1999-01-01"), to: picker.item, location)
        #expect(date.wrappedValue == earliest || earliest == nil, sourceLocation: location)
        #expect(date.wrappedValue < noon, sourceLocation: location)
        screen.send(DateEvent(text: "2999-01-01"), to: picker.item, location)
        #expect(date.wrappedValue == latest || latest == nil, sourceLocation: location)
        #expect(date.wrappedValue > noon, sourceLocation: location)
    }

    @Test func `a picker without a range writes any date`() throws {
        try check(earliest: nil, latest: nil) { date in
            DatePicker(selection: date, displayedComponents: .date) { Text("Since") }
        }
        try check(earliest: nil, latest: nil) { date in DatePicker("Since", selection: date, displayedComponents: .date) }
        try check(earliest: nil, latest: nil) { date in DatePicker(title, selection: date, displayedComponents: .date) }
    }

    @Test func `a picker of a closed range stays in it`() throws {
        try check(earliest: early, latest: late) { date in
            DatePicker(selection: date, in: early...late, displayedComponents: .date) { Text("Since") }
        }
        try check(earliest: early, latest: late) { date in
            DatePicker("Since", selection: date, in: early...late, displayedComponents: .date)
        }
        try check(earliest: early, latest: late) { date in
            DatePicker(title, selection: date, in: early...late, displayedComponents: .date)
        }
    }

    @Test func `a picker of a range without an end writes no earlier date`() throws {
        try check(earliest: early, latest: nil) { date in
            DatePicker(selection: date, in: early..., displayedComponents: .date) { Text("Since") }
        }
        try check(earliest: early, latest: nil) { date in
            DatePicker("Since", selection: date, in: early..., displayedComponents: .date)
        }
        try check(earliest: early, latest: nil) { date in
            DatePicker(title, selection: date, in: early..., displayedComponents: .date)
        }
    }

    @Test func `a picker of a range without a beginning writes no later date`() throws {
        try check(earliest: nil, latest: late) { date in
            DatePicker(selection: date, in: ...late, displayedComponents: .date) { Text("Since") }
        }
        try check(earliest: nil, latest: late) { date in
            DatePicker("Since", selection: date, in: ...late, displayedComponents: .date)
        }
        try check(earliest: nil, latest: late) { date in
            DatePicker(title, selection: date, in: ...late, displayedComponents: .date)
        }
    }

    @Test func `only a field for typing has a border`() {
        func hasBorder(_ style: some DatePickerStyle) -> [Bool] {
            let picker = DatePicker("Since", selection: .constant(noon)).datePickerStyle(style).datePickerStyle(.field)
            return Screen(picker).datePickers.map(\.content.hasBorder)
        }
        #expect(hasBorder(.automatic) == [false])
        #expect(hasBorder(.compact) == [false])
        #expect(hasBorder(DefaultDatePickerStyle()) == [false])
        #expect(hasBorder(CompactDatePickerStyle()) == [false])
        #expect(hasBorder(.field) == [true])
    }
}
