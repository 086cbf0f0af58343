#if SwiftData
    import Foundation
    import StrataViewGraph
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Chapter {
        var title: String
        init(title: String) { self.title = title }
    }

    /// Identifiers of models that outlive the process: in settings, in scenes, in paths and in URLs.
    @MainActor
    struct StoredIdentifierTests {
        /// A store in a file, which is opened again as a new launch opens it.
        private final class Book {
            let url = FileManager.default.temporaryDirectory.appending(path: "Book-\(UUID().uuidString).store")

            func open() throws -> ModelContainer {
                try ModelContainer(for: Chapter.self, configurations: ModelConfiguration(url: url))
            }

            /// Stores chapters, and returns their identifiers.
            func write(_ titles: [String]) throws -> [PersistentIdentifier] {
                let context = ModelContext(try open())
                let chapters = titles.map { Chapter(title: $0) }
                for chapter in chapters { context.insert(chapter) }
                try context.save()
                return chapters.map(\.persistentModelID)
            }

            deinit {
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: url.path + suffix)
                }
            }
        }

        /// The title of the chapter with an identifier.
        private struct Title: View {
            let id: PersistentIdentifier?
            init(_ id: PersistentIdentifier?) { self.id = id }

            var body: some View {
                if let id { Found(id: id) } else { Text("none") }
            }
        }

        private struct Found: View {
            @Query private var chapters: [Chapter]
            init(id: PersistentIdentifier) {
                _chapters = Query(filter: #Predicate<Chapter> { $0.persistentModelID == id })
            }
            var body: some View { Text(chapters.first?.title ?? "none") }
        }

        private struct InSettings: View {
            @AppStorage("chapter") private var chapter: PersistentIdentifier?
            let choice: PersistentIdentifier?
            var body: some View {
                Title(chapter)
                Button("Choose") { chapter = choice }
                Button("Forget") { chapter = nil }
            }
        }

        private struct InScene: View {
            @SceneStorage("chapter") private var chapter: PersistentIdentifier?
            let choice: PersistentIdentifier?
            var body: some View {
                Title(chapter)
                Button("Choose") { chapter = choice }
                Button("Forget") { chapter = nil }
            }
        }

        private struct WithDefaults: View {
            @AppStorage private var setting: PersistentIdentifier
            @SceneStorage private var value: PersistentIdentifier
            let choice: PersistentIdentifier

            init(_ first: PersistentIdentifier, _ choice: PersistentIdentifier) {
                _setting = AppStorage(wrappedValue: first, "setting")
                _value = SceneStorage(wrappedValue: first, "value")
                self.choice = choice
            }

            var body: some View {
                Title(setting)
                Title(value)
                Button("Choose") { (setting, value) = (choice, choice) }
            }
        }

        private func titles(_ shown: Shown) -> [String] { shown.texts.filter { !["Choose", "Forget"].contains($0) } }

        @Test func `an identifier in settings finds its model after the store was opened again`() throws {
            let suite = try StorageSuite()
            defer { suite.remove() }
            let book = Book()
            let second = try #require(try book.write(["one", "two"]).last)
            func show() throws -> Shown {
                Shown(InSettings(choice: second).modelContainer(try book.open()).defaultAppStorage(suite.defaults))
            }
            let shown = try show()
            #expect(titles(shown) == ["none"])
            shown.press("Choose")
            #expect(titles(shown) == ["two"])
            #expect(suite.defaults.data(forKey: "chapter") != nil)
            let later = try show()
            #expect(titles(later) == ["two"])
            later.press("Forget")
            #expect(titles(later) == ["none"])
            #expect(suite.defaults.object(forKey: "chapter") == nil)
        }

        @Test func `an identifier in a scene is restored with it, and belongs to it alone`() throws {
            let book = Book()
            let second = try #require(try book.write(["one", "two"]).last)
            func show(_ session: SceneSession) throws -> Shown {
                Shown(InScene(choice: second).modelContainer(try book.open()).environment(\.sceneSession, session))
            }
            let session = SceneSession()
            let shown = try show(session)
            shown.press("Choose")
            #expect(titles(shown) == ["two"])
            let encoded = try session.record(lastSeen: Date(timeIntervalSince1970: 0)).encodedValues()
            var record = SceneRecord(name: session.name, lastSeen: Date(timeIntervalSince1970: 0))
            record.values = try SceneRecord.decodeValues(encoded).values
            let restored = try show(SceneSession(record))
            #expect(titles(restored) == ["two"])
            restored.press("Forget")
            #expect(titles(restored) == ["none"])
            #expect(titles(try show(SceneSession())) == ["none"])
        }

        @Test func `a property with a default value has it until it is set`() throws {
            let suite = try StorageSuite()
            defer { suite.remove() }
            let book = Book()
            let identifiers = try book.write(["one", "two"])
            let session = SceneSession()
            func show() throws -> Shown {
                Shown(
                    WithDefaults(identifiers[0], identifiers[1]).modelContainer(try book.open())
                        .environment(\.sceneSession, session).defaultAppStorage(suite.defaults))
            }
            let shown = try show()
            #expect(titles(shown) == ["one", "one"])
            shown.press("Choose")
            #expect(titles(shown) == ["two", "two"])
            #expect(titles(try show()) == ["two", "two"])
        }

        @Test func `stored data that is no identifier reads as nil`() throws {
            let suite = try StorageSuite()
            defer { suite.remove() }
            suite.defaults.set(Data("{}".utf8), forKey: "chapter")
            let shown = Shown(InSettings(choice: nil).modelContainer(try Book().open()).defaultAppStorage(suite.defaults))
            #expect(titles(shown) == ["none"])
        }

        // MARK: Paths and windows

        private struct Contents: View {
            @Query(sort: \Chapter.persistentModelID) private var chapters: [Chapter]
            @State private var path = NavigationPath()
            @Environment(\.openWindow) private var openWindow

            var body: some View {
                NavigationStack(path: $path) {
                    List(chapters) { chapter in
                        NavigationLink("Read \(chapter.title)", value: chapter.persistentModelID)
                        Button("Open \(chapter.title)") { openWindow(value: chapter.persistentModelID) }
                        Button("Push \(chapter.title)") { path.append(chapter.persistentModelID) }
                    }
                    .navigationDestination(for: PersistentIdentifier.self) { Title($0) }
                }
            }
        }

        private struct BookApp: App {
            var container: ModelContainer?

            var body: some Scene {
                WindowGroup {
                    if let container { Contents().modelContainer(container) }
                }
                WindowGroup(id: "chapter", for: PersistentIdentifier.self) { $id in
                    if let container { Title(id).modelContainer(container) }
                }
            }
        }

        /// A window of an app that has just opened the store.
        private func window(_ book: Book, _ request: WindowRequest = WindowRequest()) throws -> Shown {
            Shown(graph: AppInstance(BookApp(container: try book.open()), name: "Book").makeWindow(request))
        }

        private func location(_ shown: Shown) -> String? {
            if case .window(let window) = shown.graph.root.content { window.location } else { nil }
        }

        @Test func `a page of an identifier is in the URL, which leads to it after another launch`() throws {
            let book = Book()
            _ = try book.write(["one", "two"])
            let shown = try window(book)
            shown.press("Push two")
            #expect(shown.texts.contains("two"))
            let query = try #require(location(shown))
            #expect(query.contains("path=PersistentIdentifier:"))
            let later = try window(book, WindowRequest(location: query))
            later.graph.history.restore(query, depth: nil)
            later.update()
            #expect(later.texts.contains("two"))
            #expect(!later.texts.contains("none"))
        }

        @Test func `a URL with an identifier of another store leads to a page that finds nothing`() throws {
            let (book, other) = (Book(), Book())
            _ = try book.write(["one", "two"])
            _ = try other.write(["three", "four"])
            let shown = try window(book)
            shown.press("Push two")
            let query = try #require(location(shown))
            let foreign = try window(other, WindowRequest(location: query))
            foreign.graph.history.restore(query, depth: nil)
            foreign.update()
            #expect(foreign.texts.contains("none"))
        }

        @Test func `a path of identifiers is encoded and decoded`() throws {
            let identifiers = try Book().write(["one", "two"])
            let path = NavigationPath(identifiers)
            let data = try JSONEncoder().encode(try #require(path.codable))
            let decoded = NavigationPath(try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data))
            #expect(decoded == path)
        }

        @Test func `a window of an identifier opens its model, also after another launch`() throws {
            let book = Book()
            _ = try book.write(["one", "two"])
            let shown = try window(book)
            shown.press("Open two")
            guard case .openWindow(let scene, let value, _)? = shown.graph.drainRequests().first else {
                Issue.record("no window was opened")
                return
            }
            #expect(scene == "chapter")
            let request = WindowRequest(scene: scene, value: value)
            #expect(try window(book, request).texts == ["two"])
            #expect(try window(Book(), request).texts == ["none"])
            #expect(try window(book, WindowRequest(scene: scene, value: "damaged")).texts == ["none"])
        }
    }
#endif
