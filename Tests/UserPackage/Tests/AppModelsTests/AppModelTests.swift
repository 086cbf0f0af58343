import AppModels
import Foundation
import SwiftData
import Testing

/// The models of AppModels in a store, used as the apps use them.
struct AppModelTests {
    private func context(_ types: any PersistentModel.Type...) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]))
    }

    // MARK: Drinks

    private func drinks() throws -> ModelContext {
        let context = try context(Drink.self)
        context.insert(Drink(name: "Daiquiri", collection: "sour", spec: [Portion("rum", 2), Portion("lime"), Portion("sugar")]))
        context.insert(Drink(name: "Gimlet", collection: "sour", spec: [Portion("gin", 2), Portion("lime"), Portion("sugar")]))
        context.insert(
            Drink(name: "Negroni", glass: .rocks, garnish: Garnish(name: "orange"), spec: [Portion("gin"), Portion("campari")]))
        try context.save()
        return context
    }

    @Test func `a model that is Codable is decoded, stored and encoded`() throws {
        let json = """
            {"name": "Mojito", "glass": "highball", "garnish": {"name": "mint", "isOptional": false},
            "spec": [{"ingredient": "rum", "amount": 1.5}]}
            """
        let drink = try JSONDecoder().decode(Drink.self, from: Data(json.utf8))
        let context = try context(Drink.self)
        context.insert(drink)
        try context.save()
        let stored = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Drink>()).first)
        #expect(stored == drink)
        #expect(stored.glass == .highball)
        #expect(stored.garnish == Garnish(name: "mint"))
        #expect(stored.spec.map(\.amount) == [1.5])
        let again = try JSONDecoder().decode(Drink.self, from: JSONEncoder().encode(stored))
        #expect(again.garnish == stored.garnish)
        #expect(again.spec.map(\.ingredient) == ["rum"])
    }

    @Test func `a predicate counts the members of a relationship that satisfy a condition`() throws {
        let context = try drinks()
        func names(_ wanted: [String], without unwanted: [String]) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: Drink.predicate(with: wanted, without: unwanted))).map(\.name).sorted()
        }
        #expect(try names(["gin"], without: []) == ["Gimlet", "Negroni"])
        #expect(try names(["gin", "lime"], without: []) == ["Gimlet"])
        #expect(try names(["gin"], without: ["campari"]) == ["Gimlet"])
        #expect(try names([], without: ["gin"]) == ["Daiquiri"])
    }

    @Test func `a predicate adds the results of expressions about the members of a relationship`() throws {
        let context = try drinks()
        func names(_ count: Int) throws -> [String] {
            let predicate = Drink.predicate(strong: ["gin", "rum"], sour: ["lime", "lemon"], count: count)
            return try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        }
        #expect(try names(1) == ["Daiquiri", "Gimlet", "Negroni"])
        #expect(try names(2) == ["Daiquiri", "Gimlet"])
        #expect(try names(3) == [])
    }

    @Test func `the portions of a deleted drink are deleted`() throws {
        let context = try drinks()
        try context.delete(model: Drink.self, where: #Predicate { $0.name == "Negroni" })
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Portion>()) == 6)
    }

    // MARK: Expenses

    @Test func `static descriptors select by month, amount and repetition`() throws {
        let context = try context(Expense.self, ExpenseLabel.self)
        let day = { (day: Double) in Date(timeIntervalSinceReferenceDate: day * 86_400) }
        let id = UUID()
        try Expense.create(context: context, date: day(1), content: "Rent", amount: 800, labels: ["home"], repeatID: id)
        try Expense.create(
            context: context, date: day(2), content: "Tea", amount: Decimal(string: "3.20") ?? 0, labels: ["food", "home"])
        try Expense.create(context: context, date: day(40), content: "Rent", amount: 810, labels: ["home"], repeatID: id)
        try context.save()
        func contents(_ predicate: ExpensePredicate, _ order: SortOrder = .reverse) throws -> [String] {
            try context.fetch(.expenses(predicate, order: order)).map(\.content)
        }
        #expect(try contents(.all) == ["Rent", "Tea", "Rent"])
        #expect(try contents(.between(day(0), day(31)), .forward) == ["Rent", "Tea"])
        #expect(try contents(.above(5)) == ["Rent", "Rent"])
        #expect(try contents(.above(800)) == ["Rent"])
        #expect(try contents(.repeated(id)) == ["Rent", "Rent"])
        #expect(try context.fetch(.labels(.containing("O"))).map(\.name) == ["food", "home"])
        #expect(try context.fetch(.labels(.named("home"))).first?.expenses?.count == 3)
        let tea = try #require(try context.fetch(FetchDescriptor<Expense>(predicate: #Predicate { $0.content == "Tea" })).first)
        tea.modify(content: "Coffee", amount: Decimal(string: "4.10") ?? 0)
        try context.save()
        let stored = try ModelContext(context.container).fetch(.expenses(.between(day(2), day(3)))).first
        #expect(stored?.content == "Coffee")
        #expect(stored?.amount == Decimal(string: "4.10"))
    }

    // MARK: Nations

    @Test func `a model actor behind a protocol stores models of a namespace`() async throws {
        let container = try context(Stored.Nation.self).container
        let repository: any NationRepository = StoredNations(modelContainer: container)
        try await repository.store([("Belgium", "be", ["nl", "fr", "de"]), ("France", "fr", ["fr"])])
        #expect(try await repository.languages(of: "be") == ["de", "fr", "nl"])
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Stored.Language>()) == 3)
        let french = FetchDescriptor<Stored.Language>(predicate: #Predicate { $0.code == "fr" })
        #expect(try context.fetch(french).first?.nations.map(\.code).sorted() == ["be", "fr"])
        let nation = try #require(try context.fetch(FetchDescriptor<Stored.Nation>(sortBy: [SortDescriptor(\.name)])).first)
        #expect(nation.translations == ["x": nil, "de": "Belgium"])
    }

    // MARK: Clips and chats

    @MainActor
    @Test func `a clipboard history is emptied of what is not pinned`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Clips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = try ClipHistory(folder: folder)
        for (title, pin) in [("a", nil), ("b", "p"), ("c", nil)] as [(String, String?)] {
            let clip = Clip(title: title, contents: [ClipContent(type: "text", value: Data(title.utf8))])
            clip.pin = pin
            clip.isHighlighted = true
            history.context.insert(clip)
        }
        try history.context.save()
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Storage.sqlite").path))
        try history.clearUnpinned()
        let clips = try history.context.fetch(FetchDescriptor<Clip>())
        #expect(clips.map(\.title) == ["b"])
        #expect(clips.first?.renderedTitle == "B")
        #expect(try history.context.fetchCount(FetchDescriptor<ClipContent>()) == 1)
        let stored = try #require(try ModelContext(history.container).fetch(FetchDescriptor<Clip>()).first)
        #expect(!stored.isHighlighted)
        try history.empty(try #require(clips.first))
        #expect(clips.first?.contents.isEmpty == true)
        #expect(try history.context.fetchCount(FetchDescriptor<ClipContent>()) == 0)
    }

    @Test func `an actor that is written by hand uses a context of its own`() async throws {
        let container = try context(Conversation.self, Message.self).container
        let chats = Chats(container)
        let (id, other) = (try await chats.create("A", messages: 3), try await chats.create("B", messages: 1))
        #expect(try await chats.positions(of: id) == [0, 1, 2])
        #expect(try await chats.sorted(id) == [0, 1, 2])
        #expect(try await chats.positions(of: other) == [0])
        #expect(try ModelContext(container).fetch(FetchDescriptor<Message>()).allSatisfy { $0.role == .user })
        try await chats.deleteAll()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Message>()) == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Conversation>()) == 0)
    }

    @Test func `a timeline is found by three captured values, one of which may be nil`() throws {
        let context = try context(Timeline.self, Draft.self)
        context.insert(Timeline(instance: "x.org", tag: "swift"))
        context.insert(Timeline(instance: "x.org", tag: "swift", group: "dev"))
        context.insert(Draft(content: "d"))
        try context.save()
        let plain = try #require(try Timeline.find("x.org", "swift", nil, in: context))
        let grouped = try #require(try Timeline.find("x.org", "swift", "dev", in: context))
        #expect(plain.group == nil)
        #expect(grouped.group == "dev")
        #expect(try Timeline.find("y.org", "swift", nil, in: context) == nil)
        let drafts = try context.fetch(FetchDescriptor<Draft>(sortBy: [SortDescriptor(\.creation, order: .reverse)]))
        #expect(drafts == [try #require(drafts.first)])
    }

    // MARK: Gardens

    @Test func `an actor generates gardens once`() async throws {
        let container = try context(Garden.self, Bird.self, Visit.self).container
        #expect(try await GardenGenerator(modelContainer: container).generate(count: 3))
        #expect(try await !GardenGenerator(modelContainer: container).generate(count: 3))
        let context = ModelContext(container)
        let gardens = try context.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.id)]))
        #expect(gardens.map(\.seasons) == [[], [.spring], [.spring, .summer]])
        #expect(gardens.map(\.visits.count) == [1, 1, 1])
        let bird = try #require(gardens.first?.visits.first?.bird)
        #expect(bird.visits.count == 3)
        #expect(bird.plumage.map(\.share) == [0.25, 0.75])
        let visited = FetchDescriptor<Garden>(
            predicate: #Predicate { !$0.visits.isEmpty && $0.visits.contains { $0.bird?.name == "Robin" } })
        #expect(try context.fetchCount(visited) == 3)
        context.delete(gardens[0])
        try context.save()
        #expect(bird.visits.count == 2)
    }

    @Test func `two lists of a garden may name the same inverse`() throws {
        let context = try context(Garden.self, Bird.self, Visit.self)
        let garden = Garden(id: 1, name: "A")
        context.insert(garden)
        garden.plants.append(Plant(name: "rose"))
        garden.favorites.append(Plant(name: "lily"))
        try context.save()
        let stored = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Garden>()).first)
        #expect(stored.plants.map(\.name).contains("rose"))
        #expect(stored.favorites.map(\.name) == ["lily"])
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 2)
    }
}
