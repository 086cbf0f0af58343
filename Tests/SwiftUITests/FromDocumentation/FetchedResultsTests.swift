import CoreData
import StrataViewTesting
import SwiftUI
import Testing

/// Fetch requests of views as the documentation of `FetchRequest` and `FetchedResults` describes
/// them.
@MainActor
struct FetchedResultsTests {
    private struct Rows: View {
        @FetchRequest private var harvests: FetchedResults<Harvest>

        init(_ request: FetchRequest<Harvest>) { _harvests = request }

        var body: some View { ForEach(harvests) { Text($0.name ?? "") } }
    }

    private func texts(_ request: FetchRequest<Harvest>, in store: Harvests) -> [String] {
        TestWindow(Rows(request).environment(\.managedObjectContext, store.context)).texts
    }

    // MARK: Initializers

    @Test func `results are sorted by the value type sort descriptors of the request`() throws {
        let store = try Harvests()
        #expect(
            texts(FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]), in: store) == [
                "Apples", "Beans", "Leeks", "Pears",
            ])
        #expect(
            texts(FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.amount, order: .reverse)]), in: store)
                == ["Beans", "Pears", "Apples", "Leeks"])
    }

    @Test func `results are sorted by the first descriptor and then by the second`() throws {
        let descriptors = [SortDescriptor(\Harvest.kind, order: .reverse), SortDescriptor(\Harvest.name)]
        #expect(texts(FetchRequest(sortDescriptors: descriptors), in: try Harvests()) == ["Beans", "Leeks", "Apples", "Pears"])
    }

    @Test func `a predicate limits the results of value type sort descriptors`() throws {
        let request = FetchRequest<Harvest>(
            sortDescriptors: [SortDescriptor(\Harvest.name)], predicate: NSPredicate(format: "kind == %@", "greens"),
            animation: .default)
        #expect(texts(request, in: try Harvests()) == ["Beans", "Leeks"])
    }

    @Test func `a request takes reference type sort descriptors and a predicate`() throws {
        let request = FetchRequest<Harvest>(
            sortDescriptors: [NSSortDescriptor(key: "amount", ascending: true)], predicate: NSPredicate(format: "amount > 4"))
        #expect(texts(request, in: try Harvests()) == ["Apples", "Pears", "Beans"])
    }

    @Test func `a request takes the description of an entity`() throws {
        let store = try Harvests()
        let entity = try #require(store.container.managedObjectModel.entitiesByName["Harvest"])
        let request = FetchRequest<Harvest>(
            entity: entity, sortDescriptors: [NSSortDescriptor(key: "name", ascending: false)],
            predicate: NSPredicate(format: "kind == 'fruit'"))
        #expect(texts(request, in: store) == ["Pears", "Apples"])
    }

    @Test func `a fully configured request keeps its predicate, order and limit`() throws {
        let fetch = Harvest.byName()
        fetch.predicate = NSPredicate(format: "amount > 2")
        fetch.fetchLimit = 2
        #expect(texts(FetchRequest(fetchRequest: fetch, animation: .easeIn), in: try Harvests()) == ["Apples", "Beans"])
    }

    @Test func `a fully configured request takes a transaction for its updates`() throws {
        #expect(
            texts(FetchRequest(fetchRequest: Harvest.byName(), transaction: Transaction(animation: .default)), in: try Harvests())
                == ["Apples", "Beans", "Leeks", "Pears"])
    }

    @Test func `results without matches are an empty collection`() throws {
        let request = FetchRequest<Harvest>(sortDescriptors: [], predicate: NSPredicate(format: "name == 'Figs'"))
        #expect(texts(request, in: try Harvests()).isEmpty)
    }

    @Test func `a request uses the context in the environment of its view`() throws {
        let full = try Harvests()
        let empty = try Harvests(isEmpty: true)
        let window = TestWindow {
            Rows(FetchRequest(fetchRequest: Harvest.byName())).environment(\.managedObjectContext, full.context)
            Rows(FetchRequest(fetchRequest: Harvest.byName())).environment(\.managedObjectContext, empty.context)
        }
        #expect(window.texts.count == 4)
    }

    // MARK: Changes of objects

    @Test func `an object that is inserted appears in the view`() async throws {
        let store = try Harvests()
        let window = TestWindow(
            Rows(FetchRequest(fetchRequest: Harvest.byName())).environment(\.managedObjectContext, store.context))
        Harvest.add("Figs", to: store.context)
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["Apples", "Beans", "Figs", "Leeks", "Pears"] }
    }

    @Test func `an object that is deleted leaves the view`() async throws {
        let store = try Harvests()
        let window = TestWindow(
            Rows(FetchRequest(fetchRequest: Harvest.byName())).environment(\.managedObjectContext, store.context))
        store.context.delete(try store.harvest("Beans"))
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["Apples", "Leeks", "Pears"] }
    }

    @Test func `an object leaves the view when it no longer matches, and comes when it does`() async throws {
        let store = try Harvests()
        let request = FetchRequest<Harvest>(
            sortDescriptors: [SortDescriptor(\Harvest.name)], predicate: NSPredicate(format: "amount >= 20"))
        let window = TestWindow(Rows(request).environment(\.managedObjectContext, store.context))
        #expect(window.texts == ["Beans", "Pears"])
        try store.harvest("Beans").amount = 0
        try store.harvest("Apples").amount = 40
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["Apples", "Pears"] }
    }

    @Test func `an object moves when the value by which it is sorted changes`() async throws {
        let store = try Harvests()
        let window = TestWindow(
            Rows(FetchRequest(fetchRequest: Harvest.byName())).environment(\.managedObjectContext, store.context))
        try store.harvest("Apples").name = "Quinces"
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["Beans", "Leeks", "Pears", "Quinces"] }
    }

    // MARK: The view

    private struct Received: View {
        let log: DocumentationLog
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]) private var harvests: FetchedResults<Harvest>
        @State private var presses = 0

        var body: some View {
            Text("\(harvests.count) \(presses)")
                .onReceive(harvests.publisher) { log.events.append($0.name ?? "") }
            Button("Press") { presses += 1 }
        }
    }

    @Test func `the publisher of the results sends all of them again after a change, and not after another state`() async throws {
        let store = try Harvests()
        let log = DocumentationLog()
        let window = TestWindow(Received(log: log).environment(\.managedObjectContext, store.context))
        let all = ["Apples", "Beans", "Leeks", "Pears"]
        #expect(window.texts.first == "4 0")
        #expect(log.events == all)
        try window.find(.button, "Press").tap()
        #expect(window.texts.first == "4 1")
        #expect(log.events == all)
        Harvest.add("Figs", to: store.context)
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts.first == "5 1" }
        try window.find(.button, "Press").tap()
        #expect(window.texts.first == "5 2")
        #expect(log.events == all + ["Apples", "Beans", "Figs", "Leeks", "Pears"])
    }

    private struct Removable: View {
        let log: DocumentationLog
        @State private var isShown = true

        var body: some View {
            if isShown { Logged(log: log) }
            Button("Remove") { isShown = false }
        }
    }

    private struct Logged: View {
        let log: DocumentationLog
        @FetchRequest(fetchRequest: Harvest.byName()) private var harvests: FetchedResults<Harvest>

        var body: some View {
            let _ = log.events.append("\(harvests.count)")
            ForEach(harvests) { Text($0.name ?? "") }
        }
    }

    @Test func `a view that is removed from its window fetches no longer, and releases its live results`() async throws {
        let store = try Harvests()
        let log = DocumentationLog()
        let window = TestWindow(Removable(log: log).environment(\.managedObjectContext, store.context))
        var shared: LiveResults? = try LiveResults.shared(request: Harvest.byName(), sectionKey: nil, in: store.context)
        weak let results = shared
        shared = nil
        // The view uses the results of an equal request.
        try #require(results != nil)
        Harvest.add("Figs", to: store.context)
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts.first == "Apples" && $0.texts.count == 6 }
        #expect(log.events.last == "5")
        try window.find(.button, "Remove").tap()
        #expect(window.texts == ["Remove"])
        try await window.wait(.seconds(1_200)) { _ in results == nil }
        let evaluations = log.events.count
        Harvest.add("Plums", to: store.context)
        try store.context.save()
        let other = TestWindow(Logged(log: DocumentationLog()).environment(\.managedObjectContext, store.context))
        #expect(other.texts.count == 6)
        #expect(window.texts == ["Remove"])
        #expect(log.events.count == evaluations)
    }

    private struct Refreshed: View {
        let container: NSPersistentContainer
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]) private var harvests: FetchedResults<Harvest>

        var body: some View {
            List(harvests) { Text($0.name ?? "") }
                .refreshable { await refresh() }
        }

        private func refresh() async {
            let context = container.newBackgroundContext()
            await context.perform {
                Harvest.add("Figs", to: context)
                // Ignored: the test fails without the object.
                try? context.save()
            }
        }
    }

    @Test func `a list of results shows what its refresh has stored`() async throws {
        let store = try Harvests()
        store.context.automaticallyMergesChangesFromParent = true
        let window = TestWindow(Refreshed(container: store.container).environment(\.managedObjectContext, store.context))
        #expect(window.texts == ["Apples", "Beans", "Leeks", "Pears"])
        try window.find(.list).refresh()
        try await window.wait(.seconds(1_200)) { $0.texts == ["Apples", "Beans", "Figs", "Leeks", "Pears"] }
    }

    // MARK: Configuration

    private struct Configured: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]) private var harvests: FetchedResults<Harvest>
        @State private var query = ""

        var body: some View {
            ForEach(harvests) { Text($0.name ?? "").accessibilityIdentifier("row") }
            Text(harvests.nsPredicate?.predicateFormat ?? "none").accessibilityIdentifier("predicate")
            Text("\(harvests.sortDescriptors.map { $0.order == .forward })").accessibilityIdentifier("orders")
            Button("Fruit") { harvests.nsPredicate = NSPredicate(format: "kind == 'fruit'") }
            Button("All") { harvests.nsPredicate = nil }
            Button("Bound") { $harvests.nsPredicate.wrappedValue = NSPredicate(format: "amount < 10") }
            Button("Most") { harvests.sortDescriptors = [SortDescriptor(\.amount, order: .reverse)] }
            Button("Least") { harvests.nsSortDescriptors = [NSSortDescriptor(key: "amount", ascending: true)] }
            Button("Bound order") { $harvests.wrappedValue.sortDescriptors = [SortDescriptor(\.name, order: .reverse)] }
            TextField("Filter", text: $query)
                .onChange(of: query) { _, value in
                    harvests.nsPredicate = value.isEmpty ? nil : NSPredicate(format: "name CONTAINS %@", value)
                }
        }
    }

    private func configured() throws -> TestWindow {
        TestWindow(Configured().environment(\.managedObjectContext, try Harvests().context))
    }

    private func rows(_ window: TestWindow) -> [String] { window.all(identifier: "row").map(\.text) }

    @Test func `setting the predicate of the results fetches again`() throws {
        let window = try configured()
        try window.find(.button, "Fruit").tap()
        #expect(rows(window) == ["Apples", "Pears"])
        try window.find(.button, "All").tap()
        #expect(rows(window) == ["Apples", "Beans", "Leeks", "Pears"])
    }

    @Test func `results tell their current predicate`() throws {
        let window = try configured()
        #expect(try window.find(identifier: "predicate").text == "none")
        try window.find(.button, "Fruit").tap()
        #expect(try window.find(identifier: "predicate").text.contains("kind"))
        try window.find(.button, "All").tap()
        #expect(try window.find(identifier: "predicate").text == "none")
    }

    @Test func `the predicate can be set through the binding to the configuration`() throws {
        let window = try configured()
        try window.find(.button, "Bound").tap()
        #expect(rows(window) == ["Apples", "Leeks"])
        #expect(try window.find(identifier: "predicate").text.contains("amount"))
    }

    @Test func `setting value type sort descriptors of the results sorts again`() throws {
        let window = try configured()
        try window.find(.button, "Most").tap()
        #expect(rows(window) == ["Beans", "Pears", "Apples", "Leeks"])
        #expect(try window.find(identifier: "orders").text == "[false]")
    }

    @Test func `setting reference type sort descriptors of the results sorts again`() throws {
        let window = try configured()
        try window.find(.button, "Least").tap()
        #expect(rows(window) == ["Leeks", "Apples", "Pears", "Beans"])
    }

    @Test func `the sort descriptors can be set through the binding to the configuration`() throws {
        let window = try configured()
        try window.find(.button, "Bound order").tap()
        #expect(rows(window) == ["Pears", "Leeks", "Beans", "Apples"])
    }

    @Test func `a new order keeps the predicate that was set before`() throws {
        let window = try configured()
        try window.find(.button, "Fruit").tap()
        try window.find(.button, "Most").tap()
        #expect(rows(window) == ["Pears", "Apples"])
    }

    @Test func `a text field filters the results by changing their predicate`() throws {
        let window = try configured()
        try window.find(.textField, "Filter").type("ea")
        #expect(rows(window) == ["Beans", "Pears"])
        try window.find(.textField, "Filter").type("")
        #expect(rows(window).count == 4)
    }

    // MARK: Isolation

    private struct Searched: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]) private var harvests: FetchedResults<Harvest>
        @State private var query = ""

        var body: some View {
            ForEach(harvests) { Text($0.name ?? "").accessibilityIdentifier("row") }
            TextField("Search", text: $query).onChange(of: query) { harvests.search(query) }
        }
    }

    @Test func `a method of an app's extension sets the predicate of the results`() throws {
        let window = TestWindow(Searched().environment(\.managedObjectContext, try Harvests().context))
        try window.find(.textField, "Search").type("ea")
        #expect(rows(window) == ["Beans", "Pears"])
        try window.find(.textField, "Search").type("")
        #expect(rows(window) == ["Apples", "Beans", "Leeks", "Pears"])
    }

    /// Returns a value from another task, to which only a Sendable one can be sent.
    private nonisolated static func sent<Value: Sendable>(_ value: Value) async -> Value {
        await Task.detached { value }.value
    }

    /// The configuration that a view has kept.
    private final class Kept {
        var configuration: FetchRequest<Harvest>.Configuration?
    }

    private struct Keeper: View {
        let kept: Kept
        @FetchRequest(
            sortDescriptors: [SortDescriptor(\Harvest.name, order: .reverse)], predicate: NSPredicate(format: "kind == 'fruit'"))
        private var harvests: FetchedResults<Harvest>

        var body: some View {
            ForEach(harvests) { Text($0.name ?? "").accessibilityIdentifier("row") }
            Button("Keep") { kept.configuration = $harvests.wrappedValue }
            Button("Change") { $harvests.wrappedValue.nsPredicate = nil }
            Button("Restore") { if let configuration = kept.configuration { $harvests.wrappedValue = configuration } }
        }
    }

    @Test func `a configuration can be sent to another task, and set again`() async throws {
        let kept = Kept()
        let window = TestWindow(Keeper(kept: kept).environment(\.managedObjectContext, try Harvests().context))
        try window.find(.button, "Keep").tap()
        try window.find(.button, "Change").tap()
        #expect(rows(window) == ["Pears", "Leeks", "Beans", "Apples"])
        let configuration = try #require(kept.configuration)
        kept.configuration = await Self.sent(configuration)
        #expect(kept.configuration?.sortDescriptors.map(\.order) == [.reverse])
        try window.find(.button, "Restore").tap()
        #expect(rows(window) == ["Pears", "Apples"])
    }

    // MARK: The collection

    private struct Collected: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.name)]) private var harvests: FetchedResults<Harvest>

        var body: some View {
            Text("\(harvests.count) \(harvests.startIndex) \(harvests.endIndex)")
            Text(harvests[1].name ?? "")
            Text(harvests.last?.name ?? "")
            Text(harvests[2...].map { $0.name ?? "" }.joined(separator: ","))
            Text(harvests.reversed().first?.name ?? "")
            Text("\(harvests.firstIndex { $0.name == "Leeks" } ?? -1)")
        }
    }

    @Test func `results are a random access collection`() throws {
        let window = TestWindow(Collected().environment(\.managedObjectContext, try Harvests().context))
        #expect(window.texts == ["4 0 4", "Beans", "Pears", "Leeks,Pears", "Pears", "2"])
    }

    private struct Columns: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Harvest.amount, order: .reverse)]) private var harvests:
            FetchedResults<Harvest>

        var body: some View {
            Text(harvests.map { $0.name ?? "" }.joined(separator: " ")).accessibilityIdentifier("order")
            Table(harvests, sortOrder: $harvests.sortDescriptors) {
                TableColumn("Amount", value: \.amount) { Text("\($0.amount)") }
                TableColumn("Name", value: \.name) { Text($0.name ?? "") }
            }
        }
    }

    @Test func `a click on the header of a column sorts the results through the binding`() throws {
        let window = TestWindow(Columns().environment(\.managedObjectContext, try Harvests().context))
        #expect(try window.find(identifier: "order").text == "Beans Pears Apples Leeks")
        try window.find(.table).sort(by: "Name")
        #expect(try window.find(identifier: "order").text == "Apples Beans Leeks Pears")
    }
}

extension FetchedResults where Result == Harvest {
    /// Shows the harvests whose names contain a text, or all for an empty one.
    fileprivate func search(_ text: String) {
        nsPredicate = text.isEmpty ? nil : NSPredicate(format: "name CONTAINS %@", text)
    }
}
