import Foundation
import SwiftData
import Testing

@Model final class HashedFile {
    enum Kind: UInt64, Codable { case small = 1, large = 0xFFFF_FFFF_FFFF_FFF0 }

    struct Digest: Codable, Equatable {
        var bits: UInt64
        var version: Int
    }

    var name: String
    var hash64: UInt64
    var other: UInt64
    var maybe: UInt?
    var kind: Kind
    var digest: Digest

    init(_ name: String, _ hash64: UInt64) {
        self.name = name
        self.hash64 = hash64
        other = 1 << 63
        kind = hash64 < 1 << 63 ? .small : .large
        digest = Digest(bits: hash64, version: 1)
    }
}

/// Numbers of the types UInt and UInt64 on both sides of 2^63, which a store has as signed numbers.
@Suite struct UnsignedNumberTests {
    private static let numbers: [UInt64] = [0, 5, 1 << 63 - 1, 1 << 63, 1 << 63 + 5, .max]

    /// The files 0 to 5, with the numbers in their order. The first has no optional number.
    private func context(_ isSaved: Bool) throws -> ModelContext {
        let context = ModelContext(try refContainer(HashedFile.self))
        for (index, number) in Self.numbers.enumerated() {
            let file = HashedFile("\(index)", number)
            file.maybe = index == 0 ? nil : UInt(number)
            context.insert(file)
        }
        if isSaved { try context.save() }
        return context
    }

    private func names(_ predicate: Predicate<HashedFile>, _ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name).joined()
    }

    /// Returns the names of the files whose numbers satisfy a condition.
    private func expected(_ condition: (UInt64) -> Bool) -> String {
        Self.numbers.indices.filter { condition(Self.numbers[$0]) }.map(String.init).joined()
    }

    @Test(arguments: [false, true]) func `every number is found, and compared by its order`(isSaved: Bool) throws {
        let context = try context(isSaved)
        for number in Self.numbers {
            #expect(try names(#Predicate { $0.hash64 == number }, context) == expected { $0 == number })
            #expect(try names(#Predicate { $0.hash64 != number }, context) == expected { $0 != number })
            #expect(try names(#Predicate { $0.hash64 < number }, context) == expected { $0 < number })
            #expect(try names(#Predicate { $0.hash64 <= number }, context) == expected { $0 <= number })
            #expect(try names(#Predicate { $0.hash64 > number }, context) == expected { $0 > number })
            #expect(try names(#Predicate { $0.hash64 >= number }, context) == expected { $0 >= number })
            #expect(try names(#Predicate { number < $0.hash64 }, context) == expected { number < $0 })
            #expect(try names(#Predicate { number >= $0.hash64 }, context) == expected { number >= $0 })
            #expect(try names(#Predicate { $0.digest.bits == number }, context) == expected { $0 == number })
        }
    }

    @Test(arguments: [false, true]) func `collections and ranges contain large numbers`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let some: [UInt64] = [5, .max]
        #expect(try names(#Predicate { some.contains($0.hash64) }, context) == "15")
        let closed: ClosedRange<UInt64> = 5...1 << 63
        #expect(try names(#Predicate { closed.contains($0.hash64) }, context) == "123")
        let open: Range<UInt64> = 1 << 63..<UInt64.max
        #expect(try names(#Predicate { open.contains($0.hash64) }, context) == "34")
    }

    @Test(arguments: [false, true]) func `optional numbers, two properties and raw values`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let (large, none) = (UInt.max, UInt?.none)
        #expect(try names(#Predicate { $0.maybe == large }, context) == "5")
        #expect(try names(#Predicate { $0.maybe == none }, context) == "0")
        #expect(try names(#Predicate { ($0.maybe ?? large) == large }, context) == "05")
        #expect(try names(#Predicate { ($0.maybe ?? large) > 5 }, context) == "02345")
        #expect(try names(#Predicate { $0.hash64 < $0.other }, context) == "012")
        #expect(try names(#Predicate { $0.hash64 >= $0.other }, context) == "345")
        let kind = HashedFile.Kind.large
        #expect(try names(#Predicate { $0.kind == kind }, context) == "345")
        let digest = HashedFile.Digest(bits: .max, version: 1)
        #expect(try names(#Predicate { $0.digest == digest }, context) == "5")
    }
}
