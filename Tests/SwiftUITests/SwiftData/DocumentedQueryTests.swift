#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Harbor {
        var name: String
        var country: String?
        @Relationship(inverse: \Vessel.harbor) var vessels: [Vessel] = []

        init(_ name: String, country: String? = nil) {
            self.name = name
            self.country = country
        }
    }

    @Model final class Vessel {
        var name: String
        var year: Int?
        var harbor: Harbor?

        init(_ name: String, year: Int? = nil, harbor: Harbor? = nil) {
            self.name = name
            self.year = year
            self.harbor = harbor
        }
    }

    /// The spellings of docs/swiftdata.md, "Queries in views", and the forms of `@Query` without
    /// sections.
    @MainActor
    struct DocumentedQueryTests {
        private func container() throws -> ModelContainer {
            let container = try ModelContainer(for: Harbor.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = false
            let harbors = [Harbor("Oslo", country: "Norway"), Harbor("Nowhere")]
            for harbor in harbors { container.mainContext.insert(harbor) }
            let vessels = [
                Vessel("b10", year: 1990, harbor: harbors[0]), Vessel("B9", harbor: harbors[1]), Vessel("a", year: 1950),
            ]
            for vessel in vessels { container.mainContext.insert(vessel) }
            try container.mainContext.save()
            return container
        }

        private struct Names: View {
            let vessels: [Vessel]
            init(_ vessels: [Vessel]) { self.vessels = vessels }
            var body: some View { Text(vessels.map(\.name).joined(separator: " ")) }
        }

        @Test func `a key path compares characters, and a sort descriptor as people sort, unless it names a comparator`() throws {
            struct Sorted: View {
                @Query(sort: \Vessel.name) private var byCharacters: [Vessel]
                @Query(sort: [SortDescriptor(\Vessel.name)]) private var asPeopleSort: [Vessel]
                @Query(sort: [SortDescriptor(\Vessel.name, comparator: .lexical, order: .reverse)]) private var lexical: [Vessel]

                var body: some View {
                    Names(byCharacters)
                    Names(asPeopleSort)
                    Names(lexical)
                }
            }
            let texts = TestWindow(Sorted().modelContainer(try container())).texts
            #expect(texts == ["B9 a b10", "a B9 b10", "b10 a B9"])
        }

        @Test func `every form of the macro without sections selects and sorts`() throws {
            struct Forms: View {
                static let descriptor = FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)])
                @Query var a: [Vessel]
                @Query(animation: .default) var b: [Vessel]
                @Query(transaction: Transaction()) var c: [Vessel]
                @Query(Forms.descriptor) var d: [Vessel]
                @Query(Forms.descriptor, animation: .default) var e: [Vessel]
                @Query(Forms.descriptor, transaction: Transaction()) var f: [Vessel]
                @Query(filter: #Predicate<Vessel> { $0.year != nil }) var g: [Vessel]
                @Query(filter: #Predicate<Vessel> { $0.year != nil }, sort: [SortDescriptor(\Vessel.name)], animation: .default)
                var h: [Vessel]
                @Query(sort: [SortDescriptor(\Vessel.name)], transaction: Transaction()) var i: [Vessel]
                @Query(sort: \Vessel.name, order: .reverse, animation: .default) var j: [Vessel]
                @Query(filter: #Predicate<Vessel> { $0.year != nil }, sort: \Vessel.name, transaction: Transaction())
                var k: [Vessel]
                @Query(sort: \Vessel.year, animation: .default) var l: [Vessel]
                @Query(sort: \Vessel.year, order: .reverse) var m: [Vessel]

                var body: some View {
                    ForEach(Array([a, b, c, d, e, f, g, h, i, j, k, l, m].enumerated()), id: \.offset) { Names($1) }
                }
            }
            let texts = TestWindow(Forms().modelContainer(try container())).texts
            #expect(
                texts == [
                    "b10 B9 a", "b10 B9 a", "b10 B9 a", "a B9 b10", "a B9 b10", "a B9 b10", "b10 a", "a b10", "a B9 b10",
                    "b10 a B9", "a b10", "B9 a b10", "b10 a B9",
                ])
        }

        @Test func `sections are divided through a to-one relationship, and follow it`() throws {
            struct ByCountry: View {
                @Query(sort: \Vessel.name, sectionBy: \Vessel.harbor?.country)
                private var countries: SectionedResults<Vessel, String>
                var body: some View {
                    ForEach(countries) { section in Text("\(section.title): \(section.map(\.name).joined(separator: " "))") }
                }
            }
            let container = try container()
            let window = TestWindow(ByCountry().modelContainer(container))
            #expect(window.texts == [": B9 a", "Norway: b10"])
            for harbor in try container.mainContext.fetch(FetchDescriptor<Harbor>()) where harbor.country == nil {
                harbor.country = "Denmark"
            }
            container.mainContext.processPendingChanges()
            #expect(window.texts == [": a", "Denmark: B9", "Norway: b10"])
        }

        @Test func `an error of the descriptor keeps the last results, and fetchError says why`() throws {
            struct Filtered: View {
                @Query private var vessels: [Vessel]
                init(_ filter: Predicate<Vessel>) { _vessels = Query(filter: filter, sort: \.name) }
                var body: some View {
                    Names(vessels)
                    Text((_vessels.fetchError as? SwiftDataError).map { "\($0 == .unsupportedPredicate)" } ?? "no error")
                }
            }
            struct Choice: View {
                @State private var isWrong = false
                var body: some View {
                    Filtered(isWrong ? #Predicate { $0.upper == "A" } : #Predicate { $0.year != nil })
                    Toggle("Wrong", isOn: $isWrong)
                }
            }
            let container = try container()
            let window = TestWindow(Choice().modelContainer(container))
            #expect(window.texts.prefix(2) == ["a b10", "no error"])
            try window.find(.toggle).tap()
            #expect(window.texts.prefix(2) == ["a b10", "true"])
            try window.find(.toggle).tap()
            #expect(window.texts.prefix(2) == ["a b10", "no error"])
        }

        @Test func `a query uses the context of modelContext(_:), with its unsaved models`() throws {
            struct All: View {
                @Query(sort: \Vessel.name) private var vessels: [Vessel]
                var body: some View { Names(vessels) }
            }
            let container = try container()
            let other = container.mainContext
            other.insert(Vessel("c"))
            other.processPendingChanges()
            #expect(TestWindow(All().modelContext(other)).texts == ["B9 a b10 c"])
            #expect(TestWindow(VStack { All() }.modelContext(other).modelContainer(try self.container())).texts == ["B9 a b10 c"])
        }

        @Test func `a view's container does not save without autosave`() async throws {
            struct Without: View {
                let onSetup: (Swift.Result<ModelContainer, any Error>) -> Void
                var body: some View {
                    Text("shown").modelContainer(
                        for: [Harbor.self, Vessel.self], inMemory: true, isAutosaveEnabled: false, onSetup: onSetup)
                }
            }
            var made: ModelContainer?
            let window = TestWindow(Without { made = try? $0.get() })
            #expect(window.texts == ["shown"])
            let context = try #require(made?.mainContext)
            context.insert(Vessel("new"))
            for _ in 0..<10 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
            #expect(context.hasChanges)
        }

        @Test func `a page and a detail of a new model find it by the identifier from before its save`() throws {
            struct Detail: View {
                let id: PersistentIdentifier
                @Environment(\.modelContext) private var context
                var body: some View { if let vessel = context.model(for: id) as? Vessel { Named(vessel: vessel) } }
            }
            struct Named: View {
                let vessel: Vessel
                var body: some View { Text("detail \(vessel.name)") }
            }
            struct Root: View {
                @State private var path: [PersistentIdentifier] = []
                @Environment(\.modelContext) private var context
                var body: some View {
                    NavigationStack(path: $path) {
                        Button("Add") {
                            let vessel = Vessel("new")
                            context.insert(vessel)
                            path = [vessel.persistentModelID]
                        }
                        .navigationDestination(for: PersistentIdentifier.self) { Detail(id: $0) }
                    }
                }
            }
            let container = try container()
            let window = TestWindow(Root().modelContainer(container))
            try window.find(.button, "Add").tap()
            #expect(window.texts.contains("detail new"))
            try container.mainContext.save()
            for vessel in try container.mainContext.fetch(FetchDescriptor<Vessel>()) where vessel.name == "new" {
                vessel.name = "saved"
            }
            #expect(window.texts.contains("detail saved"))
        }
    }

    extension Vessel {
        fileprivate var upper: String { name.uppercased() }
    }
#endif
