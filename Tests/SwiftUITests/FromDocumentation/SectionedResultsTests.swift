import CoreData
import StrataViewTesting
import SwiftUI
import Testing

/// Sectioned fetch requests of views, as the documentation of `SectionedFetchRequest` and
/// `SectionedFetchResults` describes them.
@MainActor
struct SectionedResultsTests {
    private typealias Request = SectionedFetchRequest<String, Harvest>

    private struct Sections<ID: Hashable>: View {
        @SectionedFetchRequest private var sections: SectionedFetchResults<ID, Harvest>

        init(_ request: SectionedFetchRequest<ID, Harvest>) { _sections = request }

        var body: some View {
            ForEach(sections) { section in
                Text("\(section.id): " + section.map { $0.name ?? "" }.joined(separator: " "))
            }
        }
    }

    private func texts<ID: Hashable>(_ request: SectionedFetchRequest<ID, Harvest>, in store: Harvests) -> [String] {
        TestWindow(Sections(request).environment(\.managedObjectContext, store.context)).texts
    }

    private let order = [SortDescriptor(\Harvest.kind), SortDescriptor(\Harvest.name)]

    private func request() -> NSFetchRequest<Harvest> {
        let request = NSFetchRequest<Harvest>(entityName: "Harvest")
        request.sortDescriptors = [
            NSSortDescriptor(key: "kind", ascending: false), NSSortDescriptor(key: "name", ascending: false),
        ]
        return request
    }

    @Test func `objects are grouped by the value at the key path, in the order of the sort descriptors`() throws {
        let request = Request(sectionIdentifier: \.section, sortDescriptors: order)
        #expect(texts(request, in: try Harvests()) == ["fruit: Apples Pears", "greens: Beans Leeks"])
    }

    @Test func `a predicate limits the objects and with them the sections`() throws {
        let request = Request(sectionIdentifier: \.section, sortDescriptors: order, predicate: NSPredicate(format: "name < 'C'"))
        #expect(texts(request, in: try Harvests()) == ["fruit: Apples", "greens: Beans"])
        let other = Request(
            sectionIdentifier: \.section, sortDescriptors: order, predicate: NSPredicate(format: "amount >= 20 AND name > 'C'"))
        #expect(texts(other, in: try Harvests()) == ["fruit: Pears"])
    }

    @Test func `a sectioned request takes reference type sort descriptors`() throws {
        let descriptors = [NSSortDescriptor(key: "kind", ascending: false), NSSortDescriptor(key: "amount", ascending: true)]
        let request = Request(sectionIdentifier: \.section, sortDescriptors: descriptors, animation: .default)
        #expect(texts(request, in: try Harvests()) == ["greens: Leeks Beans", "fruit: Apples Pears"])
    }

    @Test func `a sectioned request takes the description of an entity`() throws {
        let store = try Harvests()
        let entity = try #require(store.container.managedObjectModel.entitiesByName["Harvest"])
        let request = Request(
            entity: entity, sectionIdentifier: \.section, sortDescriptors: [NSSortDescriptor(key: "kind", ascending: true)],
            predicate: NSPredicate(format: "amount == 20 OR amount == 30"))
        #expect(texts(request, in: store) == ["fruit: Pears", "greens: Beans"])
    }

    @Test func `a sectioned request takes a configured fetch request and an animation`() throws {
        let sections = Request(fetchRequest: request(), sectionIdentifier: \.section, animation: .easeOut)
        #expect(texts(sections, in: try Harvests()) == ["greens: Leeks Beans", "fruit: Pears Apples"])
    }

    @Test func `a sectioned request takes a configured fetch request and a transaction`() throws {
        let sections = Request(
            fetchRequest: request(), sectionIdentifier: \.section, transaction: Transaction(animation: .easeOut))
        #expect(texts(sections, in: try Harvests()) == ["greens: Leeks Beans", "fruit: Pears Apples"])
    }

    @Test func `a section identifier can have any hashable type`() throws {
        let request = SectionedFetchRequest<Int64, Harvest>(
            sectionIdentifier: \.amount, sortDescriptors: [SortDescriptor(\Harvest.amount)],
            predicate: NSPredicate(format: "amount < 10"))
        #expect(texts(request, in: try Harvests()) == ["2: Leeks", "5: Apples"])
    }

    @Test func `a computed property can be the section identifier`() throws {
        let request = Request(sectionIdentifier: \.size, sortDescriptors: [SortDescriptor(\Harvest.amount)])
        #expect(texts(request, in: try Harvests()) == ["few: Leeks Apples", "many: Pears Beans"])
    }

    @Test func `results without objects have no sections`() throws {
        #expect(texts(Request(sectionIdentifier: \.section, sortDescriptors: order), in: try Harvests(isEmpty: true)).isEmpty)
    }

    // MARK: Changes of objects

    private func window(_ store: Harvests) -> TestWindow {
        TestWindow(
            Sections(Request(sectionIdentifier: \.section, sortDescriptors: order)).environment(
                \.managedObjectContext, store.context))
    }

    @Test func `an object with a new identifier adds a section`() async throws {
        let store = try Harvests()
        let window = window(store)
        Harvest.add("Walnuts", "nuts", to: store.context)
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["fruit: Apples Pears", "greens: Beans Leeks", "nuts: Walnuts"] }
    }

    @Test func `a section ends with its last object`() async throws {
        let store = try Harvests()
        let window = window(store)
        store.context.delete(try store.harvest("Apples"))
        store.context.delete(try store.harvest("Pears"))
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["greens: Beans Leeks"] }
    }

    @Test func `an object moves to another section when its identifier changes`() async throws {
        let store = try Harvests()
        let window = window(store)
        try store.harvest("Apples").kind = "greens"
        try store.context.save()
        try await window.wait(.seconds(1_200)) { $0.texts == ["fruit: Pears", "greens: Apples Beans Leeks"] }
    }

    // MARK: Configuration

    private struct Configured: View {
        @SectionedFetchRequest<String, Harvest>(
            sectionIdentifier: \.section, sortDescriptors: [SortDescriptor(\.kind), SortDescriptor(\.amount)])
        private var sections: SectionedFetchResults<String, Harvest>

        var body: some View {
            ForEach(sections) { section in
                Text("\(section.id): " + section.map { $0.name ?? "" }.joined(separator: " ")).accessibilityIdentifier("section")
            }
            Text(sections.map { "\($0.amount)" }.joined(separator: " ")).accessibilityIdentifier("amounts")
            Text(sections.nsPredicate?.predicateFormat ?? "none").accessibilityIdentifier("predicate")
            Text("\(sections.nsSortDescriptors.count) \(sections.sortDescriptors.count)").accessibilityIdentifier("counts")
            Text(sections.sectionIdentifier == \Harvest.section ? "kind" : "other").accessibilityIdentifier("identifier")
            Button("Many") { sections.filter(above: 10) }
            Button("Few") { sections.nsPredicate = NSPredicate(format: "amount < 10") }
            Button("Reverse") { sections.sortDescriptors = [SortDescriptor(\.kind, order: .reverse), SortDescriptor(\.name)] }
            Button("By amount") {
                sections.nsSortDescriptors = [
                    NSSortDescriptor(key: "kind", ascending: true), NSSortDescriptor(key: "amount", ascending: false),
                ]
            }
            Button("By size") {
                sections.sectionIdentifier = \.size
                sections.sortDescriptors = [SortDescriptor(\.amount)]
            }
            Button("Bound") {
                $sections.wrappedValue.nsPredicate = NSPredicate(format: "name == 'Leeks'")
            }
            Button("Bound size") {
                $sections.wrappedValue.sortDescriptors = [SortDescriptor(\.amount, order: .reverse)]
                $sections.sectionIdentifier.wrappedValue = \.size
            }
        }
    }

    private func configured() throws -> TestWindow {
        TestWindow(Configured().environment(\.managedObjectContext, try Harvests().context))
    }

    private func sections(_ window: TestWindow) -> [String] { window.all(identifier: "section").map(\.text) }

    @Test func `setting the predicate of sectioned results fetches again`() throws {
        let window = try configured()
        #expect(sections(window) == ["fruit: Apples Pears", "greens: Leeks Beans"])
        #expect(try window.find(identifier: "predicate").text == "none")
        try window.find(.button, "Few").tap()
        #expect(sections(window) == ["fruit: Apples", "greens: Leeks"])
        #expect(try window.find(identifier: "predicate").text.contains("amount"))
    }

    @Test func `methods of an app's extensions set the predicate of sectioned results, and read a section`() throws {
        let window = try configured()
        try window.find(.button, "Many").tap()
        #expect(sections(window) == ["fruit: Pears", "greens: Beans"])
        #expect(try window.find(identifier: "amounts").text == "20 30")
    }

    /// Sends a value to another task, which only a Sendable one can be sent to.
    private nonisolated static func sent<Value: Sendable>(_ value: Value) async -> Value {
        await Task.detached { value }.value
    }

    private final class Kept {
        var configuration: SectionedFetchRequest<String, Harvest>.Configuration?
    }

    private struct Keeper: View {
        let kept: Kept
        @SectionedFetchRequest<String, Harvest>(
            sectionIdentifier: \.section, sortDescriptors: [SortDescriptor(\.kind), SortDescriptor(\.name)])
        private var harvests: SectionedFetchResults<String, Harvest>

        var body: some View {
            ForEach(harvests) { Text("\($0.id) \($0.count)") }
            Button("Keep") { kept.configuration = $harvests.wrappedValue }
            Button("Change") { $harvests.wrappedValue.nsPredicate = NSPredicate(value: false) }
            Button("Restore") { if let configuration = kept.configuration { $harvests.wrappedValue = configuration } }
        }
    }

    @Test func `a configuration of sections can be sent to another task, and set again`() async throws {
        let kept = Kept()
        let window = TestWindow(Keeper(kept: kept).environment(\.managedObjectContext, try Harvests().context))
        let buttons = ["Keep", "Change", "Restore"]
        #expect(window.texts.filter { !buttons.contains($0) } == ["fruit 2", "greens 2"])
        try window.find(.button, "Keep").tap()
        try window.find(.button, "Change").tap()
        #expect(window.texts.filter { !buttons.contains($0) } == [])
        let configuration = try #require(kept.configuration)
        kept.configuration = await Self.sent(configuration)
        try window.find(.button, "Restore").tap()
        #expect(window.texts.filter { !buttons.contains($0) } == ["fruit 2", "greens 2"])
    }

    @Test func `setting value type sort descriptors reorders sections and objects`() throws {
        let window = try configured()
        try window.find(.button, "Reverse").tap()
        #expect(sections(window) == ["greens: Beans Leeks", "fruit: Apples Pears"])
        #expect(try window.find(identifier: "counts").text == "2 2")
    }

    @Test func `setting reference type sort descriptors reorders the objects`() throws {
        let window = try configured()
        try window.find(.button, "By amount").tap()
        #expect(sections(window) == ["fruit: Pears Apples", "greens: Beans Leeks"])
    }

    @Test func `the section identifier can be changed together with the order`() throws {
        let window = try configured()
        #expect(try window.find(identifier: "identifier").text == "kind")
        try window.find(.button, "By size").tap()
        #expect(sections(window) == ["few: Leeks Apples", "many: Pears Beans"])
        #expect(try window.find(identifier: "identifier").text == "other")
    }

    @Test func `a binding to the configuration sets the predicate of sectioned results`() throws {
        let window = try configured()
        try window.find(.button, "Bound").tap()
        #expect(sections(window) == ["greens: Leeks"])
    }

    @Test func `a binding to the configuration sets the section identifier and the order`() throws {
        let window = try configured()
        try window.find(.button, "Bound size").tap()
        #expect(sections(window) == ["many: Beans Pears", "few: Apples Leeks"])
    }

    // MARK: The collections

    private struct Collected: View {
        @SectionedFetchRequest<String, Harvest>(
            sectionIdentifier: \.section, sortDescriptors: [SortDescriptor(\.kind), SortDescriptor(\.name)])
        private var sections: SectionedFetchResults<String, Harvest>

        var body: some View {
            Text("\(sections.count) \(sections[0].count)")
            Text(sections[1].id)
            Text(sections[1][0].name ?? "")
            Text(sections.last?.last?.name ?? "")
            Text(sections.map(\.id).joined(separator: ","))
            Text("\(sections[0].firstIndex { $0.name == "Pears" } ?? -1)")
        }
    }

    @Test func `sections, and the objects of a section, are random access collections`() throws {
        let window = TestWindow(Collected().environment(\.managedObjectContext, try Harvests().context))
        #expect(window.texts == ["2 2", "greens", "Beans", "Leeks", "fruit,greens", "1"])
    }

    private struct Listed: View {
        @Environment(\.managedObjectContext) private var context
        @SectionedFetchRequest<String, Harvest>(
            sectionIdentifier: \.section, sortDescriptors: [SortDescriptor(\.kind), SortDescriptor(\.name)])
        private var sections: SectionedFetchResults<String, Harvest>

        var body: some View {
            List {
                ForEach(sections) { section in
                    Section(header: Text(section.id)) {
                        ForEach(section) { Text($0.name ?? "") }
                            .onDelete { offsets in offsets.map { section[$0] }.forEach { context.delete($0) } }
                    }
                }
            }
        }
    }

    @Test func `a list shows a section view for each section, with its objects as rows`() throws {
        let window = TestWindow(Listed().environment(\.managedObjectContext, try Harvests().context))
        #expect(window.texts.filter { $0 != "Delete" } == ["fruit", "Apples", "Pears", "greens", "Beans", "Leeks"])
    }

    @Test func `the offsets of a deletion in a list are those of the section`() async throws {
        let window = TestWindow(Listed().environment(\.managedObjectContext, try Harvests().context))
        try window.find(.row, "Beans").delete()
        let left = ["fruit", "Apples", "Pears", "greens", "Leeks"]
        try await window.wait(.seconds(1_200)) { $0.texts.filter { $0 != "Delete" } == left }
    }
}

extension SectionedFetchResults where SectionIdentifier == String, Result == Harvest {
    /// Shows the harvests above an amount.
    fileprivate func filter(above amount: Int64) { nsPredicate = NSPredicate(format: "amount > %lld", amount) }
}

extension SectionedFetchResults.Section where Result == Harvest {
    /// The amount of all harvests of the section.
    fileprivate var amount: Int64 { reduce(0) { $0 + $1.amount } }
}
