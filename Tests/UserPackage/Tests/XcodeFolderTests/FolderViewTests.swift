import CoreData
import StrataViewTesting
import SwiftData
import SwiftUI
import Testing

@testable import XcodeFolder

/// The views of the folder in a window, with the uses of fetch requests, queries, stored values,
/// bindings and namespaces that Apple's documentation and articles about it show.
@Suite("Views of an Xcode folder", .serialized)
@MainActor
struct FolderViewTests {
    private let container: NSPersistentContainer
    private var context: NSManagedObjectContext { container.viewContext }

    init() throws {
        WordsTransformer.register()
        container = NSPersistentContainer(name: "Journal")
        container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    private func window(_ view: some View) -> TestWindow {
        TestWindow(view.environment(\.managedObjectContext, context))
    }

    private func day(_ number: Int, hour: Int = 12) throws -> Date {
        try #require(Calendar.current.date(from: DateComponents(year: 2024, month: 5, day: number, hour: hour)))
    }

    // MARK: Sections by a date

    private func addEvents() throws {
        for (name, start) in [("late", try day(2, hour: 20)), ("old", try day(1)), ("early", try day(2, hour: 8))] {
            let event = Event(context: context)
            (event.name, event.start) = (name, start)
        }
        try context.save()
    }

    @Test("Events have a section for each time, the last one first")
    func sectionsByTime() throws {
        try addEvents()
        let times = [try day(2, hour: 20), try day(2, hour: 8), try day(1)].map { $0.formatted(.dateTime) }
        #expect(window(EventTimes()).texts == [times[0], "late", times[1], "early", times[2], "old"])
    }

    @Test("A computed property with @objc groups by the day, and a row is deleted from its own section")
    func sectionsByDay() async throws {
        try addEvents()
        let days = [try day(2, hour: 0), try day(1, hour: 0)].map { $0.formatted(.dateTime) }
        let window = window(EventDays())
        func texts() -> [String] { window.texts.filter { $0 != "Delete" } }
        #expect(texts() == [days[0], "late", "early", days[1], "old"])
        try window.find(.row, "early").delete()
        try await window.wait { _ in texts() == [days[0], "late", days[1], "old"] }
        try window.find(.row, "old").delete()
        try await window.wait { _ in texts() == [days[0], "late"] }
        try context.save()
        #expect(try context.count(for: NSFetchRequest<Event>(entityName: "Event")) == 1)
    }

    // MARK: Items

    private func addItems() throws {
        for (number, category) in [2, 1, 2, 3].enumerated() {
            let item = Item(context: context)
            (item.categoryID, item.timestamp) = (Int16(category), try day(number + 1))
        }
        try context.save()
    }

    @Test("A request of an initializer has the dates that it is made for, and a key path of Objective-C")
    func initializer() throws {
        try addItems()
        #expect(window(ItemsBetween(startDate: try day(2), endDate: try day(3))).texts == ["item of 1", "item of 2"])
    }

    @Test("The configuration of a request changes, and a new object is shown")
    func configuration() async throws {
        try addItems()
        let list = window(ItemList())
        let times = try (1...4).map { try day($0).formatted(.dateTime) }
        #expect(Array(list.texts.prefix(5)) == times + ["4 items"])
        try list.find(.button, "Add").tap()
        try await list.wait { $0.texts.contains("5 items") }
        #expect(Array(list.texts.prefix(4)) == times)
        try list.find(.button, "None").tap()
        #expect(list.texts.first == "0 items")
        #expect(try context.count(for: NSFetchRequest<Item>(entityName: "Item")) == 5)
    }

    @Test("A row leads to a text with the time of its item")
    func destination() throws {
        try addItems()
        let window = window(NavigationStack { ItemList() })
        let times = try (1...4).map { try day($0).formatted(.dateTime) }
        #expect(window.texts.filter(times.contains) == times)
        try window.find(.button, times[1]).tap()
        #expect(window.texts.filter { $0.hasPrefix("Item at") } == ["Item at \(times[1])"])
    }

    @Test("A fetch request of a static property returns whole objects")
    func fetchRequest() throws {
        try addItems()
        context.reset()
        #expect(try context.fetch(Item.noFaultRequest).map(\.isFault) == [false, false, false, false])
        #expect(window(WholeItems()).texts == [2, 1, 2, 3].map { "item of \($0)" })
    }

    @Test("Items are grouped by a number, with and without a section view")
    func categories() throws {
        try addItems()
        let rows = [1, 2, 2, 3].map { "item of \($0)" }
        #expect(window(ItemCategories()).texts == ["1", rows[0], "2", rows[1], rows[2], "3", rows[3]] + rows)
    }

    // MARK: Quakes

    private func addQuakes() throws {
        for (number, place) in ["North", "East", "Northeast"].enumerated() {
            let quake = Quake(code: place, in: context)
            (quake.place, quake.time, quake.magnitude) = (place, try day(number + 1), Float(number % 2))
        }
        try context.save()
    }

    @Test("A table sorts its request by a column, and a field filters it")
    func table() throws {
        try addQuakes()
        let window = window(QuakeTable())
        func places() -> [String] { window.texts.filter(["North", "East", "Northeast"].contains) }
        #expect(places() == ["Northeast", "East", "North"])
        try window.find(.button, "Place").tap()
        #expect(places() == ["East", "North", "Northeast"])
        try window.find(.textField, "Filter").type("orth")
        #expect(places() == ["North", "Northeast"])
        try window.find(.textField, "Filter").type("")
        #expect(places() == ["East", "North", "Northeast"])
    }

    @Test("A plain class and an extension of the results set their predicate")
    func finder() throws {
        try addQuakes()
        let window = window(FoundQuakes())
        #expect(window.texts.first == "Northeast East North")
        try window.find(.textField, "Find").type("orth")
        #expect(window.texts.first == "Northeast North")
        try window.find(.button, "Strong").tap()
        #expect(window.texts.first == "East")
    }

    @Test("A configured request keeps its limit, and a list leads to the details of a row")
    func list() throws {
        try addQuakes()
        #expect(window(LargestQuake()).texts == ["East"])
        let list = window(NavigationStack { QuakeList() })
        #expect(list.texts == ["Northeast", "East", "North"])
        try list.find(.button, "East").tap()
        #expect(list.texts.contains("at East"))
    }

    @Test("Quakes are grouped by a computed string")
    func days() throws {
        try addQuakes()
        #expect(window(QuakeDays()).texts == ["2024-5-3", "Northeast", "2024-5-2", "East", "2024-5-1", "North"])
    }

    @Test("An import in the background replaces quakes of the same code, and an observer of the store brings them into the views")
    func history() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quakes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        QuakesProvider.shared = QuakesProvider(storeURL: folder.appending(path: "Journal.sqlite"))
        let provider = QuakesProvider.shared
        let window = TestWindow(QuakesRoot())
        #expect(window.texts == [])
        try await provider.importQuakes(from: [
            ["code": "a", "place": "North", "time": try day(1)], ["code": "b", "place": "East", "time": try day(1)],
        ])
        try await provider.importQuakes(from: [["code": "a", "place": "West", "time": try day(2)]])
        try await window.wait(.seconds(1_200)) { $0.texts == ["2024-5-2", "West", "2024-5-1", "East"] }
    }

    // MARK: Stored values and activities

    @Test("An activity with a product selects it in another window")
    func activities() throws {
        let product = Product(name: "Fern")
        let detail = TestWindow(DetailView(product: product))
        let activity = try #require(detail.userActivity)
        #expect(activity.title == "Fern")
        let window = TestWindow(ContentView())
        #expect(window.texts == ["none"])
        #expect(window.continueUserActivity(activity))
        #expect(window.texts == [product.id.uuidString])
    }

    @Test("Values are stored in the defaults that the views are given")
    func storedValues() throws {
        let name = "folder-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let window = TestWindow(DetailView(product: Product()).defaultAppStorage(defaults))
        #expect(window.texts.first == "detail 0 new")
        try window.find(.button, "Visit").tap()
        #expect(window.texts.first == "photo 1 visited")
        #expect(TestWindow(DetailView(product: Product()).defaultAppStorage(defaults)).texts.first == "detail 1 visited")
    }

    // MARK: SwiftData and bindings

    @Test("Queries of a view and of an initializer select the visits before a time")
    func queries() throws {
        let models = try ModelContainer(for: Visit.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let times = [("later", Date.distantFuture), ("old", .distantPast), ("past", try day(1))]
        let visits = times.map { Visit(timestamp: $0.1, place: $0.0) }
        for visit in visits { models.mainContext.insert(visit) }
        try models.mainContext.save()
        #expect(TestWindow(VisitList().modelContainer(models)).texts == ["old", "past", "later"])
        #expect(TestWindow(PastVisits().modelContainer(models)).texts == ["old", "past"])
        #expect(TestWindow(EarlierVisits(visit: visits[2]).modelContainer(models)).texts == ["old"])
    }

    @Test("A bindable object is written as a property and as a variable of a body")
    func bindings() throws {
        let window = TestWindow(PeopleView())
        try window.find(.textField, "Name").type("Bo")
        try window.find(.textField, "Age:").type("41")
        try window.find(.textField, "Age:").submit()
        #expect(window.texts.first == "Bo 41")
    }

    // MARK: Namespaces

    @Test("Views share a namespace, also with a sheet inside a navigation container")
    func namespaces() throws {
        #expect(TestWindow(ParentView()).texts == [])
        #expect(TestWindow(OverlappingView()).texts == [])
        let window = TestWindow(SheetView())
        #expect(!window.texts.contains("shown"))
        try window.find(.button, "Show").tap()
        #expect(window.texts.contains("shown"))
    }

    @Test("A view shares a namespace with a sheet outside of a navigation container")
    func sheet() throws {
        let window = TestWindow(NaviTest())
        #expect(window.all(.dialog).isEmpty)
        try window.find(.button, "Show").tap()
        #expect(window.all(.dialog).count == 1)
        try window.find(.dialog).dismiss()
        #expect(window.all(.dialog).isEmpty)
    }

    @Test("A focus scope has its fields, and rotors their list")
    func scopesAndRotors() throws {
        let login = TestWindow(LoginView())
        try login.find(.textField, "email").type("a@example.com")
        try login.find(.textField, "password").type("secret")
        try login.find(.button, "login").tap()
        #expect(login.texts.contains("a@example.com 6"))
        let trends = [
            Trend(id: 1, message: "Rising", count: 2, isPositive: true),
            Trend(id: 2, message: "Falling", count: 3, isPositive: false),
        ]
        #expect(TestWindow(TrendsView(trends: trends)).texts == ["Rising 2", "Falling 3"])
    }
}
