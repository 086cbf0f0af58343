import Foundation
import SwiftData
import Testing

@Model final class RankedChore {
    var name: String
    var level: Level
    var most: Level
    var priority: Priority
    var limit: Priority
    var maybe: Priority?

    /// Its order is that of its cases, and not that of their names.
    enum Level: Codable, Comparable { case low, medium, high }

    /// Its order is not that of its raw values.
    enum Priority: String, Codable, Comparable {
        case low, medium, high

        private var number: Int {
            switch self {
            case .low: 1
            case .medium: 2
            case .high: 3
            }
        }

        static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.number < rhs.number }
    }

    init(_ name: String, _ level: Level, _ priority: Priority) {
        self.name = name
        self.level = level
        self.priority = priority
        most = .medium
        limit = .medium
    }
}

/// Comparisons by `<` and ranges are those of the type, whatever a store has of its values.
@Suite struct CaseOrderTests {
    typealias Chore = RankedChore

    /// The chores a, b and c, of the low, the medium and the high level and priority.
    private func context(_ isSaved: Bool) throws -> ModelContext {
        let context = ModelContext(try refContainer(Chore.self))
        for chore in [Chore("a", .low, .low), Chore("b", .medium, .medium), Chore("c", .high, .high)] {
            chore.maybe = chore.name == "b" ? nil : chore.priority
            context.insert(chore)
        }
        if isSaved { try context.save() }
        return context
    }

    private func names(_ predicate: Predicate<Chore>, _ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name).joined()
    }

    @Test(arguments: [false, true]) func `an enumeration with raw values has its own order`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let (low, medium) = (Chore.Priority.low, Chore.Priority.medium)
        #expect(try names(#Predicate { $0.priority > low }, context) == "bc")
        #expect(try names(#Predicate { $0.priority >= medium }, context) == "bc")
        #expect(try names(#Predicate { $0.priority < medium }, context) == "a")
        #expect(try names(#Predicate { $0.priority <= medium }, context) == "ab")
        #expect(try names(#Predicate { medium < $0.priority }, context) == "c")
        #expect(try names(#Predicate { !($0.priority < medium) }, context) == "bc")
        #expect(try names(#Predicate { ($0.maybe ?? medium) > low }, context) == "bc")
        #expect(try names(#Predicate { $0.priority < low }, context) == "")
    }

    @Test(arguments: [false, true]) func `an enumeration without raw values has its own order`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let (low, medium) = (Chore.Level.low, Chore.Level.medium)
        #expect(try names(#Predicate { $0.level > low }, context) == "bc")
        #expect(try names(#Predicate { $0.level >= medium }, context) == "bc")
        #expect(try names(#Predicate { $0.level < medium }, context) == "a")
        #expect(try names(#Predicate { medium >= $0.level }, context) == "ab")
    }

    @Test(arguments: [false, true]) func `two properties are compared by the order of their type`(isSaved: Bool) throws {
        let context = try context(isSaved)
        #expect(try names(#Predicate { $0.priority > $0.limit }, context) == "c")
        #expect(try names(#Predicate { $0.priority <= $0.limit }, context) == "ab")
        #expect(try names(#Predicate { $0.level < $0.most }, context) == "a")
        #expect(try names(#Predicate { $0.level >= $0.most }, context) == "bc")
    }

    @Test(arguments: [false, true]) func `ranges have the order of their type`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let (low, medium, high) = (Chore.Priority.low, Chore.Priority.medium, Chore.Priority.high)
        #expect(try names(#Predicate { (low...medium).contains($0.priority) }, context) == "ab")
        #expect(try names(#Predicate { (medium..<high).contains($0.priority) }, context) == "b")
        let (closed, open, from, upTo) = (medium...high, low..<high, medium..., ..<high)
        #expect(try names(#Predicate { closed.contains($0.priority) }, context) == "bc")
        #expect(try names(#Predicate { open.contains($0.priority) }, context) == "ab")
        #expect(try names(#Predicate { from.contains($0.priority) }, context) == "bc")
        #expect(try names(#Predicate { upTo.contains($0.priority) }, context) == "ab")
        let levels = Chore.Level.low...Chore.Level.medium
        #expect(try names(#Predicate { levels.contains($0.level) }, context) == "ab")
        let lowest = Chore.Level.low..<Chore.Level.medium
        #expect(try names(#Predicate { lowest.contains($0.level) }, context) == "a")
    }
}
