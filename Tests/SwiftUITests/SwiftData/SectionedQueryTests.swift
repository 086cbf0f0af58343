#if SwiftData
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Album {
        var name: String
        var genre: String
        var label: String?
        var year: Int
        @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []
        var initial: String { String(name.prefix(1)) }

        init(_ name: String, _ genre: String, label: String? = nil, year: Int = 0) {
            self.name = name
            self.genre = genre
            self.label = label
            self.year = year
        }
    }

    @Model final class Song {
        var title: String
        var album: Album?

        init(_ title: String) { self.title = title }
    }

    @ModelActor
    actor Librarian {
        func add(_ name: String, _ genre: String) throws {
            modelContext.insert(Album(name, genre))
            try modelContext.save()
        }

        func change(_ name: String, to other: String) throws {
            try modelContext.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == name })).first?.name = other
            try modelContext.save()
        }

        func remove(_ name: String) throws {
            try modelContext.delete(model: Album.self, where: #Predicate { $0.name == name })
            try modelContext.save()
        }
    }

    @MainActor
    struct SectionedQueryTests {
        private func container(_ albums: [Album]) throws -> ModelContainer {
            let container = try ModelContainer(for: Album.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = false
            for album in albums { container.mainContext.insert(album) }
            try container.mainContext.save()
            return container
        }

        private func albums() -> [Album] {
            [
                Album("Kind", "jazz", label: "b", year: 3), Album("Blue", "folk", label: "a", year: 1),
                Album("Aja", "rock", year: 2), Album("Ah Um", "jazz", label: "a", year: 4),
            ]
        }

        /// Shows sections as one text each.
        private struct Listed: View {
            let albums: SectionedResults<Album, String>
            var body: some View {
                ForEach(albums) { section in Text("\(section.title): \(section.map(\.name).joined(separator: " "))") }
            }
        }

        // All forms of the macro.
        private struct Forms: View {
            static let descriptor = FetchDescriptor<Album>(sortBy: [SortDescriptor(\.name)])
            @Query(Forms.descriptor, animation: .default, sectionBy: \Album.genre) var a: SectionedResults<Album, String>
            @Query(Forms.descriptor, animation: .default, sectionBy: \Album.label) var b: SectionedResults<Album, String>
            @Query(Forms.descriptor, sectionBy: \Album.genre) var c: SectionedResults<Album, String>
            @Query(Forms.descriptor, transaction: Transaction(), sectionBy: \Album.label) var d: SectionedResults<Album, String>
            @Query(sort: [SortDescriptor(\Album.year)], animation: .default, sectionBy: \Album.genre)
            var e: SectionedResults<Album, String>
            @Query(filter: #Predicate<Album> { $0.year > 1 }, animation: .default, sectionBy: \Album.label)
            var f: SectionedResults<Album, String>
            @Query(filter: #Predicate<Album> { $0.year > 1 }, sectionBy: \Album.genre) var g: SectionedResults<Album, String>
            @Query(sort: [SortDescriptor(\Album.year)], sectionBy: \Album.label) var h: SectionedResults<Album, String>
            @Query(sort: \Album.year, animation: .default, sectionBy: \Album.genre) var i: SectionedResults<Album, String>
            @Query(sort: \Album.year, order: .reverse, animation: .default, sectionBy: \Album.label)
            var j: SectionedResults<Album, String>
            @Query(sort: \Album.year, sectionBy: \Album.genre) var k: SectionedResults<Album, String>
            @Query(filter: #Predicate<Album> { $0.year > 1 }, sort: \Album.year, sectionBy: \Album.label)
            var l: SectionedResults<Album, String>
            @Query(sort: \Album.label, animation: .default, sectionBy: \Album.genre) var m: SectionedResults<Album, String>
            @Query(sort: \Album.label, animation: .default, sectionBy: \Album.label) var n: SectionedResults<Album, String>
            @Query(sort: \Album.label, order: .reverse, sectionBy: \Album.genre) var o: SectionedResults<Album, String>
            @Query(sort: \Album.label, order: .reverse, sectionBy: \Album.label) var p: SectionedResults<Album, String>

            var body: some View {
                ForEach(Array([a, c, e, g, i, k, m, o].enumerated()), id: \.offset) { _, albums in
                    Text(albums.sectionTitles.joined(separator: ","))
                }
                ForEach(Array([b, d, f, h, j, l, n, p].enumerated()), id: \.offset) { _, albums in
                    Text(albums.sectionTitles.joined(separator: ","))
                }
                Listed(albums: o)
            }
        }

        @Test func `every form of the macro with a section key path divides the models`() throws {
            let texts = Shown(Forms().modelContainer(try container(albums()))).texts
            let (genres, labels) = ("folk,jazz,rock", ",a,b")
            #expect(texts.prefix(8) == [genres, genres, genres, "jazz,rock", genres, genres, genres, genres])
            #expect(texts.dropFirst(8).prefix(8) == [labels, labels, labels, labels, labels, labels, labels, "b,a,"])
            #expect(texts.dropFirst(16) == ["folk: Blue", "jazz: Kind Ah Um", "rock: Aja"])
        }

        private struct ByGenre: View {
            @Query(sort: \Album.name, sectionBy: \Album.genre) private var albums: SectionedResults<Album, String>
            var body: some View { Listed(albums: albums) }
        }

        @Test func `sections follow changes of the models`() throws {
            let container = try container(albums())
            let context = container.mainContext
            let shown = Shown(ByGenre().modelContainer(container))
            #expect(shown.texts == ["folk: Blue", "jazz: Ah Um Kind", "rock: Aja"])
            for album in try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "Kind" })) {
                album.genre = "rock"
            }
            context.insert(Album("Zoo", "blues"))
            try context.save()
            shown.update()
            #expect(shown.texts == ["blues: Zoo", "folk: Blue", "jazz: Ah Um", "rock: Aja Kind"])
        }

        private struct Made: View {
            @Query(sectionBy: \Album.genre) private var albums: SectionedResults<Album, String>
            init(after year: Int) {
                _albums = Query(
                    filter: #Predicate<Album> { $0.year > year }, sort: \Album.name, order: .reverse, sectionBy: \Album.genre)
            }
            var body: some View { Listed(albums: albums) }
        }

        @Test func `an initializer can make a query in sections`() throws {
            let shown = Shown(Made(after: 1).modelContainer(try container(albums())))
            #expect(shown.texts == ["jazz: Kind Ah Um", "rock: Aja"])
        }

        private struct Computed: View {
            @Query(sectionBy: \Album.initial) private var albums: SectionedResults<Album, String>
            var body: some View {
                Text("\(albums.count)")
                Text("\((_albums.fetchError as? SwiftDataError) == .unsupportedKeyPath)")
            }
        }

        @Test func `sections by a computed property are an error, and no trap`() throws {
            #expect(Shown(Computed().modelContainer(try container(albums()))).texts == ["0", "true"])
        }

        private struct Grouped: View {
            @Query(sort: \Album.name, sectionBy: \Album.genre) private var albums: SectionedResults<Album, String>
            var body: some View {
                List {
                    ForEach(albums) { section in
                        Section(section.title) { ForEach(section) { Text($0.name) } }
                    }
                }
            }
        }

        @Test func `a list shows sections with their titles`() throws {
            let shown = Shown(Grouped().modelContainer(try container(albums())))
            #expect(shown.texts == ["folk", "Blue", "jazz", "Ah Um", "Kind", "rock", "Aja"])
        }

        // MARK: Changes from elsewhere

        private struct Names: View {
            @Query(sort: \Album.name) private var albums: [Album]
            var body: some View { ForEach(albums) { Text($0.name) } }
        }

        @Test func `insertions, changes and deletions of a model actor appear without further code`() async throws {
            let container = try container([Album("a", "x")])
            let shown = Shown(Names().modelContainer(container))
            let librarian = Librarian(modelContainer: container)
            func wait(for texts: [String]) async {
                for _ in 0..<1_000 where shown.texts != texts {
                    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
                    shown.update()
                }
                #expect(shown.texts == texts)
            }
            try await librarian.add("c", "x")
            await wait(for: ["a", "c"])
            try await librarian.change("a", to: "d")
            await wait(for: ["c", "d"])
            try await librarian.remove("c")
            await wait(for: ["d"])
        }

        // MARK: Relationships

        private struct WithSong: View {
            @Query private var albums: [Album]
            let counted: @MainActor () -> Void
            init(_ title: String, counted: @escaping @MainActor () -> Void) {
                self.counted = counted
                _albums = Query(filter: #Predicate<Album> { $0.songs.contains { $0.title == title } }, sort: \.name)
            }
            var body: some View {
                let _ = counted()
                ForEach(albums) { album in Text("\(album.songs.count) songs") }
            }
        }

        @Test func `a change of a related model updates a filter through it and a view of it`() throws {
            let album = Album("a", "x")
            album.songs = [Song("one"), Song("two")]
            let container = try container([album])
            let context = container.mainContext
            var bodies = 0
            let shown = Shown(WithSong("new") { bodies += 1 }.modelContainer(container))
            func apply(_ change: () -> Void) throws {
                change()
                try context.save()
                shown.update()
            }
            #expect(shown.texts == [])
            let song = try #require(album.songs.first)
            try apply { song.title = "new" }
            #expect(shown.texts == ["2 songs"])
            try apply { context.insert(Song("three")) }
            #expect(shown.texts == ["2 songs"])
            let third = try #require(context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.title == "three" })).first)
            // From the other side of the relationship.
            try apply { third.album = album }
            #expect(shown.texts == ["3 songs"])
            bodies = 0
            // Neither the row of the query nor what the view has read.
            try apply { album.year = 9 }
            try apply { third.title = "four" }
            #expect(bodies == 0)
            try apply { song.title = "old" }
            #expect(shown.texts == [])
        }

        // MARK: Editing

        private struct Editor: View {
            @Bindable var album: Album
            var body: some View {
                TextField("Name", text: $album.name)
                Text("named \(album.name)")
            }
        }

        private struct Editors: View {
            @Query(sort: \Album.name) private var albums: [Album]
            var body: some View { ForEach(albums) { Editor(album: $0) } }
        }

        @Test func `a field keeps its text and its identity while autosave runs between the letters`() async throws {
            let container = try container([Album("", "x"), Album("m", "x")])
            let context = container.mainContext
            context.autosaveEnabled = true
            let window = TestWindow(Editors().modelContainer(container))
            let field = try #require(window.all(.textField).first)
            let album = try #require(context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.name)])).first)
            var text = ""
            // The letter z moves the album behind the other one.
            for letter in ["a", "b", "", "z", "zo", "zoo"] {
                text = letter
                try field.type(text)
                for _ in 0..<100 where context.hasChanges {
                    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
                }
                #expect(!context.hasChanges)
                #expect(field.exists)
                #expect(field.value == text)
                #expect(album.name == text)
                #expect(window.texts.contains("named \(text)"))
            }
            #expect(
                try ModelContext(container).fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.name)])).map(\.name) == [
                    "m", "zoo",
                ])
        }
    }
#endif
