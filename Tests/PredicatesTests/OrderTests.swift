import Testing

@testable import StrataPredicates

@Suite struct OrderTests {
    /// Ascending, each less than the next, as https://sqlite.org/datatype3.html#sort_order has it.
    private let ascending: [Value] = [
        .null, .double(-.infinity), .int(.min), .decimal(-2), .int(-1), .bool(false), .decimal(Decimal(string: "0.5")!),
        .bool(true),
        .double(1.5),
        .date(Date(timeIntervalSinceReferenceDate: 100)), .double(9_007_199_254_740_992), .int(9_007_199_254_740_993), .int(.max),
        .double(0x1p63), .decimal(Decimal(UInt64.max)), .double(.infinity),
        .string(""), .string("Z"), .string("a"), .string("a\0"), .string("aa"), .string("e\u{301}"), .url(URL(string: "x:y")!),
        .string("\u{E9}"),
        .string("\u{FFFD}"), .string("\u{1F600}"),
        .data(Data()), .data(Data([0])), .uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
        .data(Data([1, 1])),
        .data(Data([0xFF])),
        .list([]), .list([.int(1)]), .list([.int(1), .null]), .list([.int(2)]),
    ]

    @Test func `values of all kinds have one order`() {
        for (i, a) in ascending.enumerated() {
            for (j, b) in ascending.enumerated() {
                let expected: ComparisonResult = i < j ? .orderedAscending : i == j ? .orderedSame : .orderedDescending
                #expect(order(a, b) == expected, "\(a) \(b)")
            }
        }
    }

    @Test func `values of different types can be equal`() {
        let groups: [[Value]] = [
            [.null, .double(.nan)],
            [.int(1), .bool(true), .double(1), .decimal(1), .date(Date(timeIntervalSinceReferenceDate: 1))],
            [.double(0), .double(-0.0), .int(0)], [.double(0.1), .decimal(Decimal(string: "0.1")!)],
            [.string("x:y"), .url(URL(string: "x:y")!)],
        ]
        for group in groups {
            for a in group {
                for b in group { #expect(a.isEqual(to: b), "\(a) \(b)") }
            }
        }
    }

    @Test func `distinct values are those that are not equal`() {
        for (i, a) in ascending.enumerated() {
            for (j, b) in ascending.enumerated() {
                #expect((DistinctValue(a) == DistinctValue(b)) == (i == j), "\(a) \(b)")
            }
        }
    }

    /// The double nearest to both decimals equals each of them in a comparison, but they differ from
    /// each other. A set whose equality is not transitive depends on the seed of its hashes, and
    /// traps in a debug build.
    @Test func `equality of distinct values is transitive`() {
        let double = 0.12345678901234568
        let decimals = ["0.123456789012345678", "0.1234567890123456785"].map { Value.decimal(Decimal(string: $0)!) }
        #expect(decimals.allSatisfy { $0.isEqual(to: .double(double)) } && !decimals[0].isEqual(to: decimals[1]))

        let values = decimals + [.double(double), .decimal(Decimal(string: "0.12345678901234568")!)]
        for a in values.map(DistinctValue.init) {
            for b in values.map(DistinctValue.init) where a == b {
                #expect(a.hashValue == b.hashValue)
                for c in values.map(DistinctValue.init) { #expect((a == c) == (b == c)) }
            }
        }
        #expect(Set(values.map(DistinctValue.init)).count == 3)
    }
}
