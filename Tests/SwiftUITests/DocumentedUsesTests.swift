import CoreData
import Foundation
import Observation
import StrataViewTesting
import SwiftUI
import Testing

/// The uses of fetch requests and bindings that Apple's documentation and articles about it show,
/// with types as they leave them to inference.
@MainActor
struct DocumentedUsesTests {
    /// A container that has loaded the model, which `Visit.entity()` in the views below needs.
    private let loaded: NSPersistentContainer

    init() throws { loaded = try Visit.container(visits: 0) }

    private func window(_ view: some View, visits: Int = 4) throws -> (TestWindow, NSManagedObjectContext) {
        let context = try Visit.container(visits: visits).viewContext
        return (TestWindow(view.environment(\.managedObjectContext, context)), context)
    }

    private struct ByRating: View {
        @SectionedFetchRequest(
            entity: Visit.entity(),
            sectionIdentifier: \Visit.rating,
            sortDescriptors: [
                .init(keyPath: \Visit.rating, ascending: true),
                .init(keyPath: \Visit.start, ascending: true),
            ]
        )
        var sections: SectionedFetchResults<Int16, Visit>

        var body: some View {
            ForEach(sections) { section in
                Section(header: Text("\(section.id)")) { ForEach(section) { Text($0.city) } }
            }
            ForEach(sections) { section in
                ForEach(section) { visit in Text(visit.city.uppercased()) }
            }
        }
    }

    @Test func `sections by a number, inside a Section and without one`() throws {
        let (window, _) = try window(ByRating())
        #expect(window.texts == ["0", "a", "d", "1", "b", "2", "c", "A", "D", "B", "C"])
    }

    private struct FilteredTable: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\.start, order: .reverse)])
        private var visits: FetchedResults<Visit>
        @State private var query = ""

        var body: some View {
            TextField("Filter", text: $query)
            Table(visits, sortOrder: $visits.sortDescriptors) {
                TableColumn("City", value: \.city)
                TableColumn("Time", value: \.start) { visit in
                    Text(visit.start, format: .iso8601.time(includingFractionalSeconds: false))
                }
            }
            .onChange(of: query) { _, value in
                visits.nsPredicate =
                    query.isEmpty
                    ? nil
                    : NSPredicate(format: "city CONTAINS %@", value)
            }
        }
    }

    @Test func `a table sorts and filters its request`() throws {
        let (window, _) = try window(FilteredTable(), visits: 2)
        #expect(window.texts == ["City", "Time", "b", "12:00:00", "a", "00:00:00"])
        try window.find(.button, "City").tap()
        #expect(window.texts == ["City", "Time", "a", "00:00:00", "b", "12:00:00"])
        try window.find(.textField, "Filter").type("b")
        #expect(window.texts == ["City", "Time", "b", "12:00:00"])
        try window.find(.textField, "Filter").type("")
        #expect(window.texts == ["City", "Time", "a", "00:00:00", "b", "12:00:00"])
    }

    private struct Configured: View {
        @FetchRequest(
            sortDescriptors: [NSSortDescriptor(keyPath: \Visit.start, ascending: true)],
            predicate: nil,
            animation: .default)
        private var visits: FetchedResults<Visit>

        var body: some View {
            Text(visits.map(\.city).joined())
            Button("None") {
                $visits.nsPredicate.wrappedValue = .init(value: false)
            }
            Button("All, by end") {
                $visits.nsPredicate.wrappedValue = .init(value: true)
                $visits.sortDescriptors.wrappedValue = [.init(\Visit.end), .init(\Visit.start, order: .reverse)]
            }
        }
    }

    @Test func `the configuration changes through its binding`() throws {
        let (window, _) = try window(Configured(), visits: 3)
        #expect(window.texts.first == "abc")
        try window.find(.button, "None").tap()
        #expect(window.texts.first == "")
        try window.find(.button, "All, by end").tap()
        #expect(window.texts.first == "cba")
    }

    private struct Between: View {
        @FetchRequest
        private var visits: FetchedResults<Visit>

        init(first: Date, last: Date) {
            let predicate = NSPredicate(format: "start >= %@ AND start <= %@", first as any CVarArg, last as any CVarArg)
            _visits = FetchRequest(
                entity: Visit.entity(),
                sortDescriptors: [.init(key: "start", ascending: true)],
                predicate: predicate
            )
        }

        var body: some View { Text(visits.map(\.city).joined()) }
    }

    @Test func `a request made in an initializer has its dates`() throws {
        let day = Date(timeIntervalSince1970: 86_400)
        let (window, _) = try window(Between(first: day, last: day.addingTimeInterval(43_200)), visits: 6)
        #expect(window.texts == ["cd"])
    }

    private struct Unsorted: View {
        @FetchRequest(sortDescriptors: []) private var visits: FetchedResults<Visit>
        @FetchRequest(sortDescriptors: [], predicate: NSPredicate(format: "rating == 0"), animation: .default)
        private var first: FetchedResults<Visit>
        @SectionedFetchRequest(sectionIdentifier: \.rating, sortDescriptors: [])
        private var ratings: SectionedFetchResults<Int16, Visit>

        var body: some View {
            Text(visits.map(\.city).joined())
            Text(first.map(\.city).joined())
            Text("\(ratings.count)")
        }
    }

    @Test func `an empty array of sort descriptors is not ambiguous`() throws {
        let (window, _) = try window(Unsorted())
        #expect(window.texts == ["abcd", "ad", "4"])
    }

    @Observable
    final class Person {
        var name = "Ann"
        var age = 30
    }

    private struct NameField: View {
        @Bindable var person: Person
        var body: some View { TextField("Name", text: $person.name) }
    }

    private struct AgeField: View {
        let person: Person
        var body: some View {
            @Bindable var person = person
            TextField("Age", value: $person.age, format: .number)
        }
    }

    private struct PersonView: View {
        @State var person = Person()
        var body: some View {
            Text("\(person.name) \(person.age)")
            NameField(person: person)
            AgeField(person: person)
        }
    }

    @Test func `a bindable object is written as a property and as a variable of a body`() throws {
        let window = TestWindow(PersonView())
        try window.find(.textField, "Name").type("Bo")
        #expect(window.texts.first == "Bo 30")
        try window.find(.textField, "Age").type("41")
        try window.find(.textField, "Age").submit()
        #expect(window.texts.first == "Bo 41")
    }

    private struct Ticks: View {
        private let published = NotificationCenter.default.publisher(for: Notification.Name("documented.uses"))
        @State private var count = 0
        var body: some View { Text("\(count)").onReceive(published) { _ in count += 1 } }
    }

    @Test func `the publishers of Foundation need no import of Combine`() {
        let window = TestWindow(Ticks())
        NotificationCenter.default.post(name: Notification.Name("documented.uses"), object: nil)
        #expect(window.texts == ["1"])
        #expect(type(of: Timer.publish(every: 1, on: .main, in: .common)) == Timer.OCombine.TimerPublisher.self)
    }
}
