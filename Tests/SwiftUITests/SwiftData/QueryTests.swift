#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Errand {
        var title: String
        var rank: Int
        var isDone = false
        var owner: String?

        init(title: String, rank: Int, owner: String? = nil) {
            self.title = title
            self.rank = rank
            self.owner = owner
        }
    }

    @Model final class SharedErrand {
        var title = ""
        init() {}
    }

    @Model final class AutosavedErrand {
        var title = ""
        init() {}
    }

    @MainActor
    struct QueryTests {
        private func container(_ count: Int = 3) throws -> ModelContainer {
            let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            for index in 0..<count { container.mainContext.insert(Errand(title: "task \(index)", rank: -index)) }
            try container.mainContext.save()
            return container
        }

        private struct All: View {
            @Query private var tasks: [Errand]
            var body: some View { ForEach(tasks) { Text($0.title) } }
        }

        private struct Sorted: View {
            @Query(sort: \Errand.rank) private var tasks: [Errand]
            var body: some View { ForEach(tasks) { Text($0.title) } }
        }

        private struct Open: View {
            @Query(filter: #Predicate<Errand> { !$0.isDone }, sort: \Errand.rank, order: .reverse, animation: .default)
            private var tasks: [Errand]
            @Environment(\.modelContext) private var context

            var body: some View {
                Text("\(tasks.count) open")
                ForEach(tasks) { task in
                    Text(task.title)
                    Button("Finish \(task.title)") { task.isDone = true }
                    Button("Delete \(task.title)") { context.delete(task) }
                }
                Button("Add") { context.insert(Errand(title: "new", rank: 5)) }
            }
        }

        private struct Owned: View {
            @Query private var tasks: [Errand]

            init(owner: String) {
                _tasks = Query(filter: #Predicate<Errand> { $0.owner == owner }, sort: [SortDescriptor(\.title)])
            }

            var body: some View { ForEach(tasks) { Text($0.title) } }
        }

        private struct Choice: View {
            @State private var owner = "Ann"
            var body: some View {
                Owned(owner: owner)
                Button("Bob") { owner = "Bob" }
            }
        }

        private struct Editor: View {
            @Bindable var task: Errand
            var body: some View {
                TextField("Title", text: $task.title)
                Text(task.title)
            }
        }

        @Test func `a query shows all models in the order of their insertion`() throws {
            #expect(Shown(All().modelContainer(try container())).texts == ["task 0", "task 1", "task 2"])
        }

        @Test func `a query sorts by a key path`() throws {
            #expect(Shown(Sorted().modelContainer(try container())).texts == ["task 2", "task 1", "task 0"])
        }

        @Test func `a view with private queries has a memberwise initializer for other files`() throws {
            let container = try container()
            let first = try #require(try container.mainContext.fetch(FetchDescriptor<Errand>()).first)
            first.isDone = true
            try container.mainContext.save()
            let shown = Shown(ErrandEditor(errand: first).modelContainer(container))
            #expect(shown.texts == ["task 0 of task 0, task 1, task 2", "1 finished"])
        }

        private struct ByTitle: View {
            @Query(sort: \Errand.title) private var byKeyPath: [Errand]
            @Query(sort: [SortDescriptor(\Errand.title)]) private var byDescriptor: [Errand]
            @Query(sort: \Errand.owner, order: .reverse) private var reversed: [Errand]

            var body: some View {
                Text(byKeyPath.map(\.title).joined(separator: ", "))
                Text(byDescriptor.map(\.title).joined(separator: ", "))
                Text(reversed.map(\.title).joined(separator: ", "))
            }
        }

        /// The key path forms have any Comparable type, whose `<` they sort by. `SortDescriptor` has an
        /// initializer for String, with `.localizedStandard`.
        @Test(arguments: [false, true])
        func `a key path sorts texts by their characters, and a sort descriptor as the Finder does`(isSaved: Bool) throws {
            let container = try container(0)
            for title in ["item 10", "item 9", "Éclair", "apple"] {
                container.mainContext.insert(Errand(title: title, rank: 0, owner: title))
            }
            if isSaved { try container.mainContext.save() }
            #expect(
                Shown(ByTitle().modelContainer(container)).texts == [
                    "apple, item 10, item 9, Éclair", "apple, Éclair, item 9, item 10", "Éclair, item 9, item 10, apple",
                ])
        }

        /// Shows what a turn of the main loop has changed.
        private func turn(_ shown: Shown) async {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            shown.update()
        }

        @Test func `a query follows changes that are not saved, insertions and deletions`() async throws {
            let shown = Shown(Open().modelContainer(try container()))
            func titles() -> [String] { shown.texts.filter { !$0.contains("Finish") && !$0.contains("Delete") && $0 != "Add" } }
            #expect(titles() == ["3 open", "task 0", "task 1", "task 2"])
            shown.press("Finish task 1")
            await turn(shown)
            #expect(titles() == ["2 open", "task 0", "task 2"])
            shown.press("Add")
            await turn(shown)
            #expect(titles() == ["3 open", "new", "task 0", "task 2"])
            shown.press("Delete task 0")
            await turn(shown)
            #expect(titles() == ["2 open", "new", "task 2"])
        }

        @Test func `a query that an initializer makes follows its argument`() throws {
            let container = try container(0)
            for (title, owner) in [("a", "Ann"), ("b", "Bob"), ("c", "Ann")] {
                container.mainContext.insert(Errand(title: title, rank: 0, owner: owner))
            }
            let shown = Shown(Choice().modelContainer(container))
            #expect(shown.texts == ["a", "c", "Bob"])
            shown.press("Bob")
            #expect(shown.texts == ["b", "Bob"])
        }

        @Test func `a save of another context reaches a query`() async throws {
            let container = try container(1)
            let shown = Shown(All().modelContainer(container))
            let other = ModelContext(container)
            other.insert(Errand(title: "from outside", rank: 0))
            try other.save()
            for _ in 0..<100 where shown.texts.count < 2 { await turn(shown) }
            #expect(shown.texts == ["task 0", "from outside"])
        }

        @Test func `a field edits a model that is bindable`() throws {
            let container = try container(1)
            let task = try #require(try container.mainContext.fetch(FetchDescriptor<Errand>()).first)
            let window = TestWindow(Editor(task: task).modelContainer(container))
            try window.find(.textField).type("changed")
            #expect(task.title == "changed")
            #expect(window.all(.text, "changed").count == 1)
            try container.mainContext.save()
            #expect(try ModelContext(container).fetch(FetchDescriptor<Errand>()).map(\.title) == ["changed"])
        }

        @Test func `a query without a container is empty, and says why`() throws {
            struct Without: View {
                @Query private var tasks: [Errand]
                var body: some View {
                    Text("\(tasks.count)")
                    Text(_tasks.fetchError.map { "\($0)" } ?? "no error")
                }
            }
            let texts = Shown(Without()).texts
            #expect(texts.first == "0")
            #expect(texts.last?.contains("Errand is not in the container's schema") == true)
        }

        @Test func `a view makes a container of its types once`() throws {
            struct Home: View {
                let onSetup: (Swift.Result<ModelContainer, any Error>) -> Void
                var body: some View { All().modelContainer(for: Errand.self, inMemory: true, onSetup: onSetup) }
            }
            var containers: [ModelContainer] = []
            let shown = Shown(Home { if case .success(let container) = $0 { containers.append(container) } })
            #expect(shown.texts == [])
            let container = try #require(containers.first)
            container.mainContext.insert(Errand(title: "a", rank: 0))
            container.mainContext.processPendingChanges()
            shown.update()
            #expect(shown.texts == ["a"])
            #expect(containers.count == 1)
        }

        @Test func `a scene makes one container of its types, however often its app is evaluated`() {
            var containers: [ModelContainer] = []
            for _ in 0..<2 {
                _ = WindowGroup { All() }.modelContainer(for: Errand.self, inMemory: true) { result in
                    if case .success(let container) = result { containers.append(container) }
                }
            }
            #expect(containers.count == 1)
        }

        @Test func `scenes of the same types share one container, and each calls onSetup with it`() {
            var containers: [String: [ModelContainer]] = [:]
            func add(_ name: String, _ result: Swift.Result<ModelContainer, any Error>) {
                if case .success(let container) = result { containers[name, default: []].append(container) }
            }
            for _ in 0..<2 {
                _ = WindowGroup { All() }.modelContainer(for: [SharedErrand.self], inMemory: true) { add("first", $0) }
                _ = WindowGroup { All() }.modelContainer(for: SharedErrand.self, inMemory: true) { add("second", $0) }
            }
            #expect(containers["first"]?.count == 1)
            #expect(containers["second"]?.count == 1)
            #expect(containers["first"] == containers["second"])
        }

        @Test func `a scene with autosave and one without have a container each`() {
            var containers: [ModelContainer] = []
            for autosaves in [true, false] {
                _ = WindowGroup { All() }.modelContainer(
                    for: AutosavedErrand.self, inMemory: true, isAutosaveEnabled: autosaves
                ) { result in
                    if case .success(let container) = result { containers.append(container) }
                }
            }
            #expect(containers.map(\.mainContext.autosaveEnabled) == [true, false])
        }

        @Test func `a scene reports once that it has no container, and tries again`() async {
            await #expect(processExitsWith: .success) {
                try await MainActor.run {
                    let folder = FileManager.default.temporaryDirectory.appending(path: "scenes-\(UUID().uuidString)")
                    // A file in the place of the folder of data.
                    try Data().write(to: folder)
                    defer { try? FileManager.default.removeItem(at: folder) }
                    setenv("XDG_DATA_HOME", folder.path, 1)
                    var results: [Bool] = []
                    @MainActor func evaluate() {
                        _ = WindowGroup { All() }.modelContainer(for: Errand.self) { result in
                            if case .success = result { results.append(true) } else { results.append(false) }
                        }
                    }
                    evaluate()
                    evaluate()
                    #expect(results == [false])
                    try FileManager.default.removeItem(at: folder)
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    evaluate()
                    evaluate()
                    #expect(results == [false, true])
                }
            }
        }

        @Test func `the main context saves by itself`() async throws {
            let container = try container(0)
            container.mainContext.insert(Errand(title: "a", rank: 0))
            container.mainContext.processPendingChanges()
            let shown = Shown(All().modelContainer(container))
            for _ in 0..<100 where container.mainContext.hasChanges { await turn(shown) }
            #expect(!container.mainContext.hasChanges)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Errand>()) == 1)
        }

        private struct Emptied: View {
            @Query(sort: \Errand.rank, order: .reverse) private var tasks: [Errand]
            @Environment(\.modelContext) private var context
            @State private var seen = ""

            var body: some View {
                Text("\(tasks.count) \(seen)")
                Button("Delete each") {
                    for index in tasks.indices {
                        context.delete(tasks[index])
                        try? context.save()
                    }
                    seen = "of \(tasks.count)"
                }
            }
        }

        @Test func `an action reads the models that were shown while it deletes them`() throws {
            let container = try container(5)
            let shown = Shown(Emptied().modelContainer(container))
            shown.press("Delete each")
            #expect(shown.texts.first == "0 of 5")
            let count = try container.mainContext.fetchCount(FetchDescriptor<Errand>())
            #expect(count == 0)
        }
    }
#endif
