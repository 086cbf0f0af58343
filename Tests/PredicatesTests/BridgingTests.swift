import Foundation
import Testing

@testable import StrataPredicates

import class StrataPredicates.NSComparisonPredicate
import class StrataPredicates.NSExpression
import class StrataPredicates.NSPredicate
import class StrataPredicates.NSSortDescriptor

/// Swift key paths, SortDescriptors and closures as the classes take them.
@Suite struct BridgingTests {
    private struct Quake {
        var place: String
        var note: String?
        var time: Date
        var station: Station?
        var count = 0
        var double: Int { count * 2 }
    }

    private struct Station {
        var name: String
    }

    @Test func `expressions take Swift key paths`() async throws {
        let place = NSExpression(forKeyPath: \Quake.place)
        #expect(place == NSExpression(forKeyPath: "place") && place.expressionType == .keyPath)
        #expect(NSExpression(forKeyPath: \Quake.station?.name).keyPath == "station.name")
        #expect(NSExpression(forKeyPath: \Quake.self).expressionType == .evaluatedObject)
        let quake = Quake(place: "x", note: nil, time: Date(), station: Station(name: "KBS"))
        #expect(NSExpression(forKeyPath: \Quake.station?.name).expressionValue(with: quake, context: nil) as? String == "KBS")
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSExpression(forKeyPath: \Quake.double)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("is not a path of stored properties"))
    }

    /// `%@` takes an NSExpression as the operand it is.
    @Test func `expressions are arguments`() {
        let (left, right) = (NSExpression(forKeyPath: "a"), NSExpression(format: "b + 1"))
        let predicate = NSPredicate(format: "%@ == %@", left, right)
        #expect(predicate.predicateFormat == "a == b + 1" && predicate.evaluate(with: ["a": 3, "b": 2]))
    }

    @Test(
        arguments: [
            (.lexical, "compare:"), (.localized, "localizedCompare:"), (.localizedStandard, "localizedStandardCompare:"),
        ] as [(String.StandardComparator, String)])
    func `sort descriptors keep their comparator`(comparator: String.StandardComparator, selector: String) throws {
        for order in [SortOrder.forward, .reverse] {
            let swift = SortDescriptor(\Quake.place, comparator: comparator, order: order)
            let bridged = NSSortDescriptor(swift)
            #expect(bridged.selector == Selector(selector) && bridged.ascending == (order == .forward))
            #expect(
                bridged == NSSortDescriptor(keyPath: \Quake.place, ascending: order == .forward, selector: Selector(selector)))
            #expect(SortDescriptor(bridged, comparing: Quake.self) == swift)
            let optional = SortDescriptor(\Quake.note, comparator: comparator, order: order)
            #expect(SortDescriptor(NSSortDescriptor(optional), comparing: Quake.self) == optional)
        }
    }

    @Test func `a sort descriptor is converted back for the type that it compares`() {
        let time = SortDescriptor(\Quake.time, order: .reverse)
        #expect(SortDescriptor(NSSortDescriptor(time), comparing: Quake.self) == time)
        #expect(SortDescriptor(NSSortDescriptor(time), comparing: Station.self) == nil)
        #expect(SortDescriptor(NSSortDescriptor(key: "time", ascending: true), comparing: Quake.self) == nil)
        let folded = NSSortDescriptor(keyPath: \Quake.place, ascending: true, selector: "caseInsensitiveCompare:")
        #expect(SortDescriptor(folded, comparing: Quake.self) == nil)
    }

    @Test func `localized standard sorts numbers by value`() {
        let names = ["file 10", "File 9", "Äther", "zebra"].map { Quake(place: $0, time: Date()) }
        let sorts = [NSSortDescriptor(SortDescriptor(\Quake.place, comparator: .localizedStandard))]
        #expect(names.sortedArray(using: sorts).map(\.place) == ["Äther", "File 9", "file 10", "zebra"])
        let numbered = ["a10", "a9"].map { Quake(place: $0, time: Date()) }
        #expect(
            numbered.sorted(using: [SortDescriptor(\Quake.place, comparator: .localizedStandard)]).map(\.place) == ["a9", "a10"])
    }

    /// A closure sees what was substituted; what an evaluation brings wins.
    @Test func `closures see substituted variables`() {
        let predicate = NSPredicate { object, variables in
            (variables?["least"] as? Int).map { (object as? Int ?? 0) >= $0 } ?? false
        }
        let bound = predicate.withSubstitutionVariables(["least": 5])
        #expect(!predicate.evaluate(with: 7) && bound.evaluate(with: 7) && !bound.evaluate(with: 3))
        #expect(bound.evaluate(with: 3, substitutionVariables: ["least": 2]))
        let joined = NSPredicate(format: "SELF < $most").withSubstitutionVariables(["most": 9])
        #expect(joined.evaluate(with: 3))
    }

    @Test func `arguments left over are ignored`() {
        #expect(NSPredicate(format: "a == %d", 1, 2, "x").predicateFormat == "a == 1")
    }

    @Test func `numbers in a format may have any base and size`() throws {
        let cases: [(String, Value)] = [
            ("0b1010", .int(10)), ("-0b1", .int(-1)), ("0O17", .int(15)), ("0XfF", .int(255)), (".5", .double(0.5)),
            ("-.5", .double(-0.5)),
            ("18446744073709551615", .decimal(Decimal(UInt64.max))), ("1e3", .double(1000)), ("1E-3", .double(0.001)),
        ]
        for (text, value) in cases {
            #expect(
                try FormatParser.parse("a == \(text)") == .comparison(.keyPath(["a"]), .init(.equal), .constant(value)), "\(text)"
            )
        }
        for text in ["0b2", "0o8", "0xG", "1.", "1_000", "12a", "0b"] {
            #expect(throws: InvalidPredicate.self) { try FormatParser.parse("a == \(text)") }
        }
        #expect(NSPredicate(format: "a > %@", CGFloat(2.5)).evaluate(with: ["a": CGFloat(3)]))
        #expect(NSPredicate(format: "a == %@", argumentArray: [Character("x")]).evaluate(with: ["a": Character("x")]))
        #expect(NSPredicate(format: "a IN %@", argumentArray: [[1, 2, 3].prefix(2)]).evaluate(with: ["a": 2]))
    }

    /// Values an inner object keeps under `self`, as Apple's frameworks print `@max.self`.
    @Test func `SELF may end a key path`() {
        #expect(
            NSPredicate(format: "scores.@max.self == 9 AND name.self == 'x' AND self.self != nil").evaluate(with: [
                "scores": [2, 9], "name": "x",
            ]))
    }

    private enum Kind: String {
        case food, tool
    }

    private struct Item {
        let kind: Kind
    }

    @Test func `enumerations are their raw values`() {
        #expect(NSPredicate(format: "kind == 'tool'").evaluate(with: Item(kind: .tool)))
        #expect(
            NSPredicate(format: "kind IN %@", argumentArray: [[Kind.food, .tool]]).predicateFormat
                == "kind IN {\"food\", \"tool\"}")
        #expect(NSPredicate(format: "description CONTAINS 'tool'").evaluate(with: Item(kind: .tool)))
    }

    /// Code that takes a predicate apart and builds it again, as Realm's does, gets an equal one.
    @Test(arguments: ["SUBQUERY(a, $x, $x.b == 1).@count > 2", "a + 2 > sum:(b)", "FUNCTION(a, \"foo:\" , 1, 2) == 3"])
    func `functions are built again from their parts`(format: String) throws {
        let predicate = try #require(NSPredicate(format: format) as? NSComparisonPredicate)
        func again(_ expression: NSExpression) -> NSExpression {
            guard expression.expressionType == .function else { return expression }
            let arguments = expression.arguments ?? []
            return expression.operand.expressionType == .constantValue
                ? NSExpression(forFunction: expression.function, arguments: arguments)
                : NSExpression(forFunction: expression.operand, selectorName: expression.function, arguments: arguments)
        }
        #expect(again(predicate.leftExpression) == predicate.leftExpression)
        #expect(again(predicate.rightExpression) == predicate.rightExpression)
    }

    /// Facts of Cappuccino's suite, which follows Apple's frameworks
    /// (Tests/Foundation/CPPredicateTest.j).
    @Test func `variables may be expressions and names`() {
        let object: [String: Any] = ["record": ["age": 34, "children": ["Kid1", "Kid2"]]]
        let bindings = ["age": "age", "record": NSExpression(forKeyPath: "record")] as [String: Any]
        let format = NSPredicate(format: "record.$age = 34")
        #expect(format.predicateFormat == "record.$age == 34" && NSPredicate(format: "record.$age == 34") == format)
        #expect(format.evaluate(with: object, substitutionVariables: bindings))
        #expect(NSPredicate(format: "$record.age = 34").evaluate(with: object, substitutionVariables: bindings))
        #expect(NSPredicate(format: "$record.$age = 34").evaluate(with: object, substitutionVariables: bindings))
        let subquery = NSExpression(format: "SUBQUERY(record.children, $x, $x BEGINSWITH $start)")
        let context = NSMutableDictionary(dictionary: ["start": NSExpression(forConstantValue: "Kid")])
        #expect(subquery.expressionValue(with: object, context: context) as? [String] == ["Kid1", "Kid2"])
        #expect(
            NSPredicate(format: "{record.age, 1} = {34, 1} AND record.children[count:(record.children) - 1] = 'Kid2'").evaluate(
                with: object))
    }

    @Test func `set expressions give sets`() {
        let (left, right) = (
            NSExpression(forConstantValue: Set(["a", "b", "c"])), NSExpression(forConstantValue: ["a", "b", "d"])
        )
        func set(_ expression: NSExpression) -> NSSet? { expression.expressionValue(with: nil, context: nil) as? NSSet }
        #expect(set(NSExpression(forUnionSet: left, with: right)) == NSSet(array: ["a", "b", "c", "d"]))
        #expect(set(NSExpression(forIntersectSet: left, with: right)) == NSSet(array: ["a", "b"]))
        #expect(set(NSExpression(forMinusSet: left, with: right)) == NSSet(array: ["c"]))
        let numbers = (1...3).map { NSExpression(forConstantValue: $0) }
        #expect(NSExpression(forFunction: "sum:", arguments: numbers).expressionValue(with: nil, context: nil) as? Int == 6)
    }
}
