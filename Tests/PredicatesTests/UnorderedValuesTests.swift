import Foundation
import Testing

@testable import StrataPredicates

/// `<`, `>` and sorts of values that have no order, and of objects that have one.
@Suite struct UnorderedValuesTests {
    private final class Thing: NSObject {}

    /// A class whose equal instances are not identical.
    private final class Named: NSObject {
        let name: String
        init(_ name: String) { self.name = name }
        override func isEqual(_ object: Any?) -> Bool { (object as? Named)?.name == name }
        override var hash: Int { name.hashValue }
    }

    private final class Version: NSObject, Comparable {
        let number: Int
        init(_ number: Int) { self.number = number }
        static func < (a: Version, b: Version) -> Bool { a.number < b.number }
    }

    private func matches(_ value: Any?, _ format: String, _ argument: Any) throws -> Bool {
        let form = try FormatParser.parse(format, arguments: [argument])
        return try CompiledPredicate(form).matches(Operand(["key": value as Any]), nil)
    }

    private static let operators = ["<", ">", "<=", ">="]

    @Test(arguments: operators) func `objects without an order cannot be compared`(symbol: String) throws {
        let error = #expect(throws: InvalidPredicate.self) { try matches(Thing(), "key \(symbol) %@", Thing()) }
        #expect(error?.message.contains("have no order") == true)
    }

    @Test(arguments: operators) func `an object without an order does not equal itself in an order either`(symbol: String) throws
    {
        let thing = Thing()
        #expect(throws: InvalidPredicate.self) { try matches(thing, "key \(symbol) %@", thing) }
    }

    @Test(arguments: operators) func `an object without an order cannot be compared with other values`(symbol: String) throws {
        #expect(throws: InvalidPredicate.self) { try matches(Thing(), "key \(symbol) %@", 5) }
        #expect(throws: InvalidPredicate.self) { try matches(5, "key \(symbol) %@", Thing()) }
        #expect(throws: InvalidPredicate.self) { try matches(Thing(), "key \(symbol) %@", "text") }
    }

    @Test(arguments: operators) func `lists and dictionaries have no order`(symbol: String) throws {
        #expect(throws: InvalidPredicate.self) { try matches([1, 2], "key \(symbol) %@", [1, 3]) }
        #expect(throws: InvalidPredicate.self) { try matches(1, "key \(symbol) %@", [1, 3]) }
        #expect(throws: InvalidPredicate.self) { try matches([1, 2], "key \(symbol) %@", 3) }
        #expect(throws: InvalidPredicate.self) { try matches(Set([1]), "key \(symbol) %@", Set([2])) }
        #expect(throws: InvalidPredicate.self) { try matches(["a": 1], "key \(symbol) %@", ["b": 1]) }
    }

    @Test func `BETWEEN cannot compare values without an order`() throws {
        #expect(throws: InvalidPredicate.self) { try matches(Thing(), "key BETWEEN %@", [Thing(), Thing()]) }
        #expect(throws: InvalidPredicate.self) { try matches([1], "key BETWEEN %@", [[1], [2]]) }
    }

    @Test func `values that a column stores have its order`() throws {
        let low = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
        let high = UUID(uuidString: "10000000-0000-0000-0000-000000000001")!
        #expect(try matches(low, "key < %@", high))
        #expect(try matches(high, "key > %@", low as NSUUID))
        #expect(try matches(Data([1]), "key < %@", Data([1, 0])))
        #expect(try matches(NSData(data: Data([2])), "key > %@", Data([1, 9])))
        #expect(try matches(NSURL(string: "https://a.example")!, "key < %@", URL(string: "https://b.example")!))
        #expect(try !matches(nil, "key < %@", Data([1])))
    }

    @Test func `objects that are Comparable, and index paths, have their own order`() throws {
        #expect(try matches(Version(1), "key < %@", Version(2)))
        #expect(try !matches(Version(2), "key < %@", Version(2)))
        #expect(try matches(Version(2), "key >= %@", Version(2)))
        #expect(try matches(NSIndexPath(index: 1), "key < %@", NSIndexPath(index: 2)))
        #expect(throws: InvalidPredicate.self) { try matches(Version(1), "key < %@", Thing()) }
    }

    @Test(arguments: operators) func `an object that has an order cannot be compared with values of another kind`(
        symbol: String
    ) throws {
        let error = #expect(throws: InvalidPredicate.self) { try matches(Version(1), "key \(symbol) %@", 5) }
        #expect(error?.message.contains("class Version with a number") == true)
        #expect(throws: InvalidPredicate.self) { try matches("text", "key \(symbol) %@", Version(1)) }
        #expect(throws: InvalidPredicate.self) { try matches(NSIndexPath(index: 1), "key \(symbol) %@", UUID()) }
        #expect(try !matches(nil, "key \(symbol) %@", Version(1)))
        #expect(try !matches(Version(1), "key \(symbol) %@", NSNull()))
    }

    /// As in a store: see `PredicateForm`.
    @Test(arguments: operators) func `values of different kinds are not less or greater, and need no error`(
        symbol: String
    ) throws {
        let values: [Any] = [5, "5", Data([5]), UUID()]
        for (index, left) in values.enumerated() {
            for (other, right) in values.enumerated() where index / 2 != other / 2 || index + other == 1 {
                #expect(try !matches(left, "key \(symbol) %@", right))
                #expect(try matches(left, "NOT key \(symbol) %@", right))
            }
        }
    }

    private func reports(of key: String) -> [String] { MixedKinds.messages.filter { $0.contains("\u{201C}\(key)\u{201D}") } }

    @Test func `a comparison of different kinds is reported once, without its constants`() throws {
        let rows: [[String: Any]] = (0..<9).map { ["reportedYear": $0] }
        for _ in 0..<2 {
            let predicate = NSPredicate(format: "reportedYear >= %@", "secret 2020")
            #expect(rows.filtered(using: predicate).isEmpty)
            #expect(rows.filtered(using: NSCompoundPredicate(notPredicateWithSubpredicate: predicate)).count == 9)
        }
        let reports = reports(of: "reportedYear")
        #expect(reports.count == 1)
        #expect(reports.first?.hasPrefix("\u{201C}reportedYear\u{201D} (a number) and a text have no order") == true)
        #expect(reports.first?.contains("by >= is false") == true)
        #expect(reports.first?.contains("secret") == false)
    }

    @Test func `each form of a comparison of different kinds is reported`() throws {
        let object: [String: Any] = ["betweenText": "5", "otherText": "5", "anyTexts": ["5", "6"], "date": Date()]
        #expect(!NSPredicate(format: "betweenText BETWEEN {1, 9}").evaluate(with: object))
        #expect(!NSPredicate(format: "date < otherText").evaluate(with: object))
        #expect(!NSPredicate(format: "ANY anyTexts > 5").evaluate(with: object))
        #expect(reports(of: "betweenText").first?.contains("by BETWEEN is false") == true)
        #expect(reports(of: "otherText").first?.contains("(a date) and \u{201C}otherText\u{201D} (a text)") == true)
        #expect(reports(of: "anyTexts").count == 1)
    }

    @Test func `a comparison with nil, and one for equality, is not reported`() throws {
        let object: [String: Any?] = ["unreported": nil, "unreportedText": "5"]
        #expect(!NSPredicate(format: "unreported < 5").evaluate(with: object))
        #expect(!NSPredicate(format: "unreportedText < nil").evaluate(with: object))
        #expect(!NSPredicate(format: "unreportedText == 5").evaluate(with: object))
        #expect(!NSPredicate(format: "unreportedText IN {5, 6}").evaluate(with: object))
        #expect(reports(of: "unreported").isEmpty)
        #expect(reports(of: "unreportedText").isEmpty)
    }

    @Test func `equality needs no order`() throws {
        let thing = Thing()
        #expect(try matches(thing, "key == %@", thing))
        #expect(try matches(Thing(), "key != %@", thing))
        #expect(try matches([1, 2], "key == %@", [1, 2]))
        #expect(try matches(Named("a"), "key == %@", Named("a")))
    }

    @Test func `IN finds an equal object wherever the two are in memory`() throws {
        let names = (0..<100).map { "name \($0)" }
        let things: [Any] = names.map(Named.init) + [1, "text"]
        for name in names { #expect(try matches(Named(name), "key IN %@", things)) }
        #expect(try matches(1.0, "key IN %@", things))
        #expect(try !matches(Named("other"), "key IN %@", things))
        #expect(try matches([Named("a")], "key IN %@", [[Named("b")], [Named("a")]]))
    }

    @Test func `aggregates find the most frequent of equal objects`() throws {
        let names = (0..<20).map { "\($0)" } + Array(repeating: "same", count: 20)
        let values = try names.map { try Value(converting: Named($0)) }
        #expect(Statistics.mode(values) == .list([try Value(converting: Named("same"))]))
    }

    @Test func `an evaluation that cannot throw is false and goes on`() {
        let predicate = NSPredicate(format: "key < %@", argumentArray: [[1]])
        #expect(!predicate.evaluate(with: ["key": [0]]))
        #expect([["key": [0]]].filtered(using: predicate).isEmpty)
    }

    @Test func `a sort keeps the order of objects without an order`() {
        let things = (0..<50).map { index in ["key": Thing() as Any, "index": index] }
        let sorted = things.sortedArray(using: [NSSortDescriptor(key: "key", ascending: true)])
        #expect(sorted.compactMap { $0["index"] as? Int } == Array(0..<50))
        let again = things.sortedArray(using: [NSSortDescriptor(key: "key", ascending: false)])
        #expect(again.compactMap { $0["index"] as? Int } == Array(0..<50))
    }

    @Test func `a sort uses the order that objects have`() {
        let versions = [3, 1, 2].map { ["key": Version($0)] }
        let sorted = versions.sortedArray(using: [NSSortDescriptor(key: "key", ascending: true)])
        #expect(sorted.compactMap { $0["key"]?.number } == [1, 2, 3])
    }
}
