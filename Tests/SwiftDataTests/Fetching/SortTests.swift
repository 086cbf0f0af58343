import Foundation
import SwiftData
import Testing

@Model final class Chore {
    var name: String
    var priority = Priority.low
    var level = Level.first
    var maybeLevel: Level?
    var size = Size(width: 1)
    @Attribute(.codable) var version = Version(number: 1)

    enum Priority: Codable, Comparable { case low, high }

    enum Level: Int, Codable, Comparable {
        case third = 30
        case first = 1
        case second = 2

        static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    struct Size: Codable, Comparable {
        var width: Int
        static func < (lhs: Size, rhs: Size) -> Bool { lhs.width < rhs.width }
    }

    struct Version: Codable, Comparable {
        var number: Int
        static func < (lhs: Version, rhs: Version) -> Bool { lhs.number < rhs.number }
    }

    init(_ name: String, _ level: Level) {
        self.name = name
        self.level = level
    }
}

/// The attributes that a fetch can be sorted by.
@Suite struct SortTests {
    private func names(_ sort: SortDescriptor<Chore>, _ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name).joined()
    }

    @Test(arguments: [false, true]) func `a value without a column of its own throws`(isSaved: Bool) throws {
        let context = ModelContext(try refContainer(Chore.self))
        context.insert(Chore("a", .first))
        if isSaved { try context.save() }
        let error = SwiftDataError.unsupportedSortDescriptor
        #expect(throws: error) { try names(SortDescriptor(\.priority), context) }
        #expect(throws: error) { try names(SortDescriptor(\.size), context) }
        #expect(throws: error) { try names(SortDescriptor(\.version), context) }
        #expect(throws: error) { try context.fetchCount(FetchDescriptor(sortBy: [SortDescriptor(\Chore.version)])) }
    }

    @Test(arguments: [false, true]) func `enumerations with raw values and fields of structures are sorted by`(
        isSaved: Bool
    ) throws {
        let context = ModelContext(try refContainer(Chore.self))
        let chores = [Chore("a", .third), Chore("b", .second), Chore("c", .first)]
        for (index, chore) in chores.enumerated() {
            context.insert(chore)
            chore.size.width = [2, 1, 3][index]
            chore.maybeLevel = index == 0 ? nil : chore.level
        }
        if isSaved { try context.save() }
        #expect(try names(SortDescriptor(\.level), context) == "cba")
        #expect(try names(SortDescriptor(\.maybeLevel, order: .reverse), context) == "bca")
        #expect(try names(SortDescriptor(\.size.width), context) == "bac")
        #expect(try names(SortDescriptor(\.name, order: .reverse), context) == "cba")
    }
}
