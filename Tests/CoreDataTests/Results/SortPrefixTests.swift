import StrataPredicates
import Testing

@testable import CoreData

struct SortPrefixTests {
    private static let numbers: [Double] = [
        -.infinity, -1e300, -2, -1.5, -1e-300, 0, 1e-300, 0.1, 1, 2, 1e300, .infinity,
    ]

    private static let texts = ["", "\u{1}", "A", "Z", "a", "aaaaaaaa", "aaaaaaaab", "aaaaaaab", "b", "ß", "é", "日本", "🙂"]

    /// Values of each kind, from the least to the greatest.
    static let ascending: [[Value]] = [
        [.null] + numbers.map(Value.double),
        [.null] + numbers.filter(\.isFinite).map { .date(Date(timeIntervalSinceReferenceDate: $0)) },
        [.null, .int(.min), .int(-2), .int(-1), .int(0), .int(1), .int(1 << 53), .int((1 << 53) + 1), .int(.max)],
        [.null, .bool(false), .bool(true)],
        [.null] + texts.map(Value.string),
        [.null] + texts.map { .data(Data($0.utf8)) },
        [.null] + ["-1e20", "-0.1", "0", "0.1", "1e20"].compactMap { Decimal(string: $0) }.map(Value.decimal),
    ]

    @Test(arguments: ascending)
    func marksOrderLikeTheirValues(values: [Value]) {
        for (earlier, later) in zip(values, values.dropFirst()) {
            #expect(order(earlier, later) == .orderedAscending)
            // Equal marks decide nothing; a mark that is greater would be wrong.
            #expect(!(SortPrefix(later, ascending: true) < SortPrefix(earlier, ascending: true)), "\(earlier) and \(later)")
            #expect(!(SortPrefix(earlier, ascending: false) < SortPrefix(later, ascending: false)), "\(earlier) and \(later)")
        }
    }

    @Test func mostMarksDecide() {
        for values in Self.ascending {
            let prefixes = Set(values.map { SortPrefix($0, ascending: true) })
            #expect(prefixes.count >= values.count - 3)
        }
    }

    @Test func theTwoZerosHaveOneMark() {
        #expect(SortPrefix(.double(-0.0), ascending: true) == SortPrefix(.double(0), ascending: true))
    }
}
