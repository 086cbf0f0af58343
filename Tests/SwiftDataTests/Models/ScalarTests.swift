import Foundation
import SwiftData
import Testing

enum OutLab {
    enum Grade: Int, Codable, Comparable {
        case low = 1, mid = 5, high = 9
        static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
    }

    @Model final class Sample {
        var name: String
        var key: UUID
        var parentKey: UUID?
        var link: URL?
        var price: Decimal
        var discount: Decimal?
        var flag: Bool?
        var small: Int16
        var tiny: UInt8
        var ratio: Float
        var data: Data?
        var words: [String]
        var numbers: [Int]?
        var grade: Grade
        var day: Date

        init(_ name: String, price: Decimal, flag: Bool? = nil, small: Int16 = 0, grade: Grade = .low, words: [String] = []) {
            self.name = name
            self.price = price
            self.flag = flag
            self.small = small
            self.grade = grade
            self.words = words
            key = UUID(uuid: (UInt8(name.utf8.count), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
            tiny = UInt8(name.utf8.count)
            ratio = Float(small) / 2
            day = Date(timeIntervalSinceReferenceDate: Double(small) * 86_400)
        }
    }

    static func context() throws -> ModelContext {
        let context = ModelContext(
            try ModelContainer(for: Sample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let one = Sample("a", price: Decimal(string: "1.10")!, flag: true, small: 3, grade: .high, words: ["x", "y"])
        let two = Sample("bb", price: Decimal(string: "20.5")!, flag: false, small: -2, grade: .mid, words: ["y"])
        let three = Sample("ccc", price: 3)
        one.link = URL(string: "https://swift.org")
        one.data = Data([1, 2, 3])
        two.parentKey = one.key
        two.discount = Decimal(string: "0.25")
        two.numbers = [1, 2]
        for sample in [one, two, three] { context.insert(sample) }
        return context
    }
}

@Suite struct ScalarTests {
    typealias Sample = OutLab.Sample

    func check(_ predicate: Predicate<Sample>, _ names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let context = try OutLab.context()
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(descriptor).map(\.name) == names, "pending", sourceLocation: sourceLocation)
        try context.save()
        let next = ModelContext(context.container)
        #expect(try next.fetch(descriptor).map(\.name) == names, "stored", sourceLocation: sourceLocation)
        let all = try next.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Sample.name)]))
        let found = try all.filter { try predicate.evaluate($0) }.map(\.name)
        #expect(found == names, "in memory", sourceLocation: sourceLocation)
    }

    @Test func `identifiers, links and data compare`() throws {
        let key = UUID(uuid: (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        try check(#Predicate { $0.key == key }, ["a"])
        try check(#Predicate { $0.parentKey == key }, ["bb"])
        try check(#Predicate { $0.parentKey == nil }, ["a", "ccc"])
        try check(#Predicate { $0.parentKey != key }, ["a", "ccc"])
        let keys = [key]
        try check(#Predicate { keys.contains($0.key) }, ["a"])
        let link = URL(string: "https://swift.org")
        try check(#Predicate { $0.link == link }, ["a"])
        try check(#Predicate { $0.link != nil }, ["a"])
        let data = Data([1, 2, 3])
        try check(#Predicate { $0.data == data }, ["a"])
        try check(#Predicate { $0.data == nil }, ["bb", "ccc"])
    }

    @Test func `decimals compare by value`() throws {
        let limit = Decimal(string: "3.0")!
        try check(#Predicate { $0.price == limit }, ["ccc"])
        try check(#Predicate { $0.price > limit }, ["bb"])
        let zero = Decimal.zero
        try check(#Predicate { ($0.discount ?? zero) > zero }, ["bb"])
        let range = Decimal(1)...Decimal(3)
        try check(#Predicate { range.contains($0.price) }, ["a", "ccc"])
    }

    @Test func `an optional Boolean has three values`() throws {
        try check(#Predicate { $0.flag == true }, ["a"])
        try check(#Predicate { $0.flag == false }, ["bb"])
        try check(#Predicate { $0.flag != true }, ["bb", "ccc"])
        try check(#Predicate { $0.flag ?? true }, ["a", "ccc"])
        try check(#Predicate { !($0.flag ?? false) }, ["bb", "ccc"])
        try check(#Predicate { $0.flag == nil }, ["ccc"])
    }

    @Test func `numbers of all widths compare`() throws {
        try check(#Predicate { $0.small < 0 }, ["bb"])
        try check(#Predicate { $0.tiny >= 2 }, ["bb", "ccc"])
        try check(#Predicate { $0.ratio == 1.5 }, ["a"])
        let day = Date(timeIntervalSinceReferenceDate: 0)
        try check(#Predicate { $0.day >= day }, ["a", "ccc"])
    }

    @Test func `a comparable enumeration compares by its raw value`() throws {
        let limit = OutLab.Grade.mid.rawValue
        try check(#Predicate { $0.grade.rawValue >= limit }, ["a", "bb"])
    }

    @Test func `an array attribute is searched, or the fetch throws`() throws {
        let context = try OutLab.context()
        for _ in 0..<2 {
            do {
                let found = try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.words.contains("x") }))
                #expect(found.map(\.name) == ["a"])
            } catch SwiftDataError.unsupportedPredicate {}
            do {
                let found = try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.words.isEmpty }))
                #expect(found.map(\.name) == ["ccc"])
            } catch SwiftDataError.unsupportedPredicate {}
            try context.save()
        }
        try check(#Predicate { $0.numbers == nil }, ["a", "ccc"])
    }

    @Test func `a computed property makes a fetch throw`() throws {
        let context = try OutLab.context()
        #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.computed == "A" }))
        }
        #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.computed)]))
        }
    }

    @Test func `a sort by an enumeration is right, or throws`() throws {
        let context = try OutLab.context()
        for sort in [SortDescriptor(\Sample.grade), SortDescriptor(\Sample.grade.rawValue)] {
            do {
                #expect(try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name) == ["ccc", "bb", "a"])
            } catch is SwiftDataError {}
        }
    }

    @Test func `sorts by every kind of value, with nil first`() throws {
        let context = try OutLab.context()
        func names(_ sort: SortDescriptor<Sample>...) throws -> [String] {
            try context.fetch(FetchDescriptor(sortBy: sort)).map(\.name)
        }
        for _ in 0..<2 {
            #expect(try names(SortDescriptor(\.price, order: .reverse)) == ["bb", "ccc", "a"])
            #expect(try names(SortDescriptor(\.small)) == ["bb", "ccc", "a"])
            #expect(try names(SortDescriptor(\.discount), SortDescriptor(\.name)) == ["a", "ccc", "bb"])
            #expect(try names(SortDescriptor(\.day)) == ["bb", "ccc", "a"])
            #expect(try names(SortDescriptor(\.tiny, order: .reverse)) == ["ccc", "bb", "a"])
            try context.save()
        }
    }
}

extension OutLab.Sample {
    var computed: String { name.uppercased() }
}
