import Foundation
import SwiftData
import Testing

@Model final class ZooKeeper {
    var name: String
    var grade = Grade.low
    var maybeGrade: Grade?
    var title = Title.assistant
    var mood = Mood.calm
    @Relationship(inverse: \ZooAnimal.keeper) var animals: [ZooAnimal] = []

    /// Neither the order of the declaration nor that of the names is that of the raw values.
    enum Grade: Int, Codable, Comparable, CaseIterable {
        case low = 2
        case top = 9
        case middle = 5

        static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rawValue < rhs.rawValue }

        /// Equals the raw value of the first and the last case only.
        var points: Int { self == .top ? 1 : rawValue }
        var label: String { "\(rawValue)" }
    }

    /// Its order is not that of its raw values.
    enum Title: String, Codable, Comparable, CaseIterable {
        case assistant, vet, director

        static func < (lhs: Title, rhs: Title) -> Bool {
            (allCases.firstIndex(of: lhs) ?? 0) < (allCases.firstIndex(of: rhs) ?? 0)
        }
    }

    enum Mood: Codable, Comparable { case calm, angry }

    var gradeOrLow: Int { maybeGrade?.rawValue ?? 2 }

    init(_ name: String, _ grade: Grade) {
        self.name = name
        self.grade = grade
    }
}

@Model final class ZooAnimal {
    var name: String
    var keeper: ZooKeeper?
    var feeder: ZooKeeper
    var age: Int?

    var ageOrZero: Int { age ?? 0 }

    init(_ name: String, feeder: ZooKeeper) {
        self.name = name
        self.feeder = feeder
    }
}

/// Sorts by enumerations with raw values, and by their raw values, also behind relationships.
@Suite struct EnumerationSortTests {
    /// The animals a, b and c, fed by keepers of the grades 9, 2 and 5. That of b has no own keeper.
    private func context(_ isSaved: Bool) throws -> ModelContext {
        let context = ModelContext(try refContainer(ZooKeeper.self, ZooAnimal.self))
        let keepers = [ZooKeeper("x", .top), ZooKeeper("y", .low), ZooKeeper("z", .middle)]
        let titles = [ZooKeeper.Title.vet, .director, .assistant]
        for (index, keeper) in keepers.enumerated() {
            context.insert(keeper)
            keeper.maybeGrade = index == 0 ? nil : keeper.grade
            keeper.title = titles[index]
            let animal = ZooAnimal(["a", "b", "c"][index], feeder: keeper)
            context.insert(animal)
            animal.keeper = index == 1 ? nil : keeper
        }
        if isSaved { try context.save() }
        return context
    }

    private func names(_ sort: SortDescriptor<ZooAnimal>, _ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name).joined()
    }

    private func keepers(_ sort: SortDescriptor<ZooKeeper>, _ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name).joined()
    }

    @Test(arguments: [false, true]) func `the raw value of an enumeration is sorted by`(isSaved: Bool) throws {
        let context = try context(isSaved)
        #expect(try keepers(SortDescriptor(\.grade.rawValue), context) == "yzx")
        #expect(try keepers(SortDescriptor(\.grade.rawValue, order: .reverse), context) == "xzy")
        #expect(try keepers(SortDescriptor(\.maybeGrade?.rawValue), context) == "xyz")
        // assistant, director, vet
        #expect(try keepers(SortDescriptor(\.title.rawValue), context) == "zyx")
        #expect(try keepers(SortDescriptor(\.title.rawValue, comparator: .lexical, order: .reverse), context) == "xyz")
    }

    @Test(arguments: [false, true]) func `an enumeration behind a relationship is sorted by`(isSaved: Bool) throws {
        let context = try context(isSaved)
        #expect(try names(SortDescriptor(\.feeder.name, order: .reverse), context) == "cba")
        #expect(try names(SortDescriptor(\.feeder.grade), context) == "bca")
        #expect(try names(SortDescriptor(\.feeder.grade, order: .reverse), context) == "acb")
        #expect(try names(SortDescriptor(\.feeder.grade.rawValue), context) == "bca")
        #expect(try names(SortDescriptor(\.feeder.maybeGrade), context) == "abc")
        #expect(try names(SortDescriptor(\.feeder.maybeGrade?.rawValue, order: .reverse), context) == "cba")
        #expect(try names(SortDescriptor(\.keeper?.grade), context) == "bca")
        #expect(try names(SortDescriptor(\.keeper?.grade.rawValue), context) == "bca")
        #expect(try names(SortDescriptor(\.keeper?.maybeGrade), context) == "abc")
        #expect(try names(SortDescriptor(\.keeper?.title.rawValue), context) == "bca")
    }

    @Test(arguments: [false, true])
    func `an enumeration that orders its cases otherwise than its raw values throws`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let error = SwiftDataError.unsupportedSortDescriptor
        #expect(throws: error) { try keepers(SortDescriptor(\.title), context) }
        #expect(throws: error) { try names(SortDescriptor(\.feeder.title), context) }
        #expect(throws: error) { try names(SortDescriptor(\.keeper?.title), context) }
        #expect(throws: error) { try keepers(SortDescriptor(\.mood), context) }
    }

    @Test(arguments: [false, true]) func `a computed property throws`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let error = SwiftDataError.unsupportedKeyPath
        #expect(throws: error) { try keepers(SortDescriptor(\.grade.points), context) }
        #expect(throws: error) { try keepers(SortDescriptor(\.grade.label), context) }
        #expect(throws: error) { try keepers(SortDescriptor(\.gradeOrLow), context) }
        #expect(throws: error) { try names(SortDescriptor(\.feeder.grade.points), context) }
        #expect(throws: error) { try names(SortDescriptor(\.feeder.gradeOrLow), context) }
        #expect(throws: error) { try names(SortDescriptor(\.feeder.mood), context) }
        #expect(throws: error) { try names(SortDescriptor(\.ageOrZero), context) }
        let isZero = FetchDescriptor<ZooAnimal>(predicate: #Predicate { $0.ageOrZero == 0 })
        #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(isZero) }
    }

    @Test func `sections have the raw values of an enumeration as titles`() throws {
        let context = try context(true)
        let results: ResultsObserver<ZooKeeper, String> = try ResultsObserver(
            sortBy: [SortDescriptor(\.name)], sectionBy: \.title.rawValue, modelContext: context)
        let sections = try #require(results.sections)
        #expect(sections.map(\.id) == ["assistant", "director", "vet"])
        #expect(sections.map { $0.map(\.name).joined() } == ["z", "y", "x"])
    }
}
