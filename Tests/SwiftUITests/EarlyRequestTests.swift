import CoreData
import StrataViewTesting
import Testing

@testable import SwiftUI

#if SwiftData
    import SwiftData
#endif

/// Requests that are read and set before their view is shown.
@MainActor
struct EarlyRequestTests {
    private static let even = NSPredicate(format: "number IN %@", [0, 2, 4])
    private static let down = [NSSortDescriptor(key: "number", ascending: false)]

    private func show(_ view: some View, notes: Int = 4) throws -> TestWindow {
        TestWindow(view.environment(\.managedObjectContext, try makeContainer(notes: notes).viewContext))
    }

    private func isWarned(_ wrapper: String, _ type: String) -> Bool {
        EarlyRead.warnings.contains { $0.hasPrefix("A \(wrapper) of \(type) was read before its view was shown") }
    }

    private struct Reader: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @SectionedFetchRequest<String?, Note>(sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group)])
        private var sections: SectionedFetchResults<String?, Note>
        private var early: [String] = []

        init() {
            early = [
                "\(notes.isEmpty)", notes.first?.text ?? "none", "\(notes.count)", "\(notes.isStale)",
                "\(notes.fetchError == nil)", "\(notes.nsPredicate == nil)", "\(notes.nsSortDescriptors.count)",
                "\(sections.isEmpty)", sections.first?.id ?? "none", "\(sections.sectionIdentifier == \Note.group)",
            ]
        }

        var body: some View {
            Text(early.joined(separator: " "))
            Text("\(notes.count) notes, \(sections.count) sections")
        }
    }

    @Test func `results that are read in the initializer of a view are empty, with a warning`() throws {
        let window = try show(Reader())
        #expect(window.texts == ["true none 0 false true true 1 true none true", "4 notes, 3 sections"])
        #expect(isWarned("@FetchRequest", "Note") && isWarned("@SectionedFetchRequest", "Note"))
    }

    private struct Unshown: View {
        @FetchRequest(sortDescriptors: [NSSortDescriptor(key: "number", ascending: true)])
        private var items: FetchedResults<Unloaded>

        final class Unloaded: NSManagedObject {}

        private(set) var count = -1

        init() {
            items.nsPredicate = NSPredicate(value: true)
            count = items.count
        }

        var body: some View { Text("\(items.count)") }
    }

    @Test func `a request may be read and set before a model is loaded`() {
        #expect(Unshown().count == 0)
        #expect(isWarned("@FetchRequest", "Unloaded"))
    }

    /// A view with a request that a function makes.
    private struct Made: View {
        @FetchRequest private var notes: FetchedResults<Note>

        static func all(sorting: [NSSortDescriptor], filtering: NSPredicate?) -> FetchRequest<Note> {
            let query = NSFetchRequest<Note>(entityName: "Note")
            query.sortDescriptors = []
            let request = FetchRequest<Note>(fetchRequest: query)
            request.wrappedValue.nsSortDescriptors = sorting
            request.wrappedValue.nsPredicate = filtering
            return request
        }

        init(filtering predicate: NSPredicate?) { _notes = Self.all(sorting: EarlyRequestTests.down, filtering: predicate) }

        var body: some View {
            Text(notes.map(\.text).joined(separator: ", "))
            Button("All") { notes.nsPredicate = nil }
        }
    }

    private struct Parent: View {
        @State private var filters = true
        @State private var presses = 0

        var body: some View {
            Made(filtering: filters ? EarlyRequestTests.even : nil)
            Button("Again") { presses += 1 }
            Button("Filter") { filters.toggle() }
            Text("\(presses)")
        }
    }

    @Test func `a view starts with what was set in the function that made its request`() throws {
        let window = try show(Parent())
        #expect(window.texts.first == "note 2, note 0")
        try window.find(.button, "Filter").tap()
        #expect(window.texts.first == "note 3, note 2, note 1, note 0")
        try window.find(.button, "Filter").tap()
        #expect(window.texts.first == "note 2, note 0")
    }

    @Test func `what a view has set stays when a request is made again with the same start`() throws {
        let window = try show(Parent())
        try window.find(.button, "All").tap()
        #expect(window.texts.first == "note 3, note 2, note 1, note 0")
        try window.find(.button, "Again").tap()
        #expect(window.texts.first == "note 3, note 2, note 1, note 0" && window.texts.last == "1")
    }

    private struct Bound: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>

        init(_ predicate: NSPredicate) {
            _notes.projectedValue.wrappedValue.nsPredicate = predicate
            $notes.wrappedValue.sortDescriptors = [SortDescriptor(\.number, order: .reverse)]
        }

        var body: some View { Text(notes.map(\.text).joined(separator: ", ")) }
    }

    @Test func `a view starts with what its initializer has set through the binding`() throws {
        #expect(try show(Bound(Self.even)).texts == ["note 2, note 0"])
    }

    @Test func `two views of one value start alike and are then apart`() throws {
        let view = Made(filtering: Self.even)
        let window = try show(HStack { ForEach(0..<2) { _ in view } })
        #expect(window.texts.filter { $0 != "All" } == ["note 2, note 0", "note 2, note 0"])
        try window.find(.button, "All").tap()
        #expect(window.texts.filter { $0 != "All" } == ["note 3, note 2, note 1, note 0", "note 2, note 0"])
    }

    private struct Sections: View {
        @SectionedFetchRequest<String?, Note>(sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.number)])
        private var sections: SectionedFetchResults<String?, Note>

        init(_ predicate: NSPredicate?, by sectionIdentifier: KeyPath<Note, String?>) {
            sections.nsPredicate = predicate
            sections.sectionIdentifier = sectionIdentifier
        }

        var body: some View {
            ForEach(sections) { section in Text("\(section.id ?? "none"): \(section.map(\.text).joined(separator: ", "))") }
        }
    }

    @Test func `sections start with what the initializer of the view has set`() throws {
        #expect(try show(Sections(Self.even, by: \.group)).texts == ["group 0: note 0", "group 2: note 2"])
        #expect(try show(Sections(nil, by: \.mark), notes: 2).texts == ["mark of note 0: note 0", "mark of note 1: note 1"])
    }

    #if SwiftData
        private struct Errands: View {
            @Query(sort: \Errand.rank) private var errands: [Errand]
            @Query(sort: \Errand.rank, sectionBy: \Errand.title) private var sections: SectionedResults<Errand, String>
            private var early = ""

            init() {
                let types = _errands.modelContext.container.schema.entities.count
                early = "\(errands.count) \(sections.count) \(types) \(_errands.fetchError == nil)"
            }

            var body: some View {
                Text(early)
                Text("\(errands.count) \(_errands.modelContext.container.schema.entities.count)")
            }
        }

        @Test func `a query that is read in the initializer of a view is empty, with a warning`() throws {
            let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.insert(Errand(title: "first", rank: 0))
            try container.mainContext.save()
            #expect(TestWindow(Errands().modelContainer(container)).texts == ["0 0 0 true", "1 1"])
            #expect(isWarned("@Query", "Errand"))
        }
    #endif
}

extension Note {
    /// A computed property for sections.
    fileprivate var mark: String? { "mark of \(text)" }
}
