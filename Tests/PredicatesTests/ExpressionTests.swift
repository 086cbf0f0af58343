import Foundation
import Testing

@testable import StrataPredicates

import class StrataPredicates.NSExpression
import class StrataPredicates.NSPredicate

/// The value of each kind of expression, evaluated with dictionaries and Swift objects.
@Suite struct ExpressionTests {
    private func value(_ format: String, _ object: Any? = nil, _ arguments: Any...) -> Any? {
        NSExpression(format: format, argumentArray: arguments).expressionValue(with: object, context: nil)
    }

    private func number(_ format: String, _ object: Any? = nil, _ arguments: Any...) -> Double? {
        (NSExpression(format: format, argumentArray: arguments).expressionValue(with: object, context: nil) as? NSNumber)?
            .doubleValue
    }

    private let shop: [String: Any] = [
        "name": "Äpfel & Co",
        "items": [["price": 3, "tags": ["a", "b"]], ["price": 5, "tags": ["b"]], ["price": 5, "tags": [] as [String]]]
            as [[String: Any]],
        "empty": [] as [Int], "numbers": NSSet(array: [1, 2, 3]), "ordered": NSOrderedSet(array: [30, 10, 20]),
        "nothing": NSNull(),
    ]

    @Test(
        arguments: [
            ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 ** 3", 8), ("2 * 3 ** 2", 18), ("10 - 4 - 3", 3), ("7 / 2", 3),
            ("7 / 2.0", 3.5),
            ("-(2 + 3)", -5), ("2 - -3", 5), ("-2 ** 2", 4), ("6 & 3", 2), ("6 | 3", 7), ("6 ^ 3", 5), ("1 << 4", 16),
            ("16 >> 2", 4),
            ("~0", -1), ("1 | 2 & 3", 3), ("modulus:by:(7, 3)", 1), ("sqrt:(16)", 4), ("sqrt(16)", 4), ("log:(1000)", 3),
            ("ln:(1)", 0),
            ("exp:(0)", 1), ("ceiling:(1.2)", 2), ("floor:(-1.2)", -2), ("trunc:(-1.7)", -1), ("abs:(-4)", 4),
            ("raise:toPower:(2, 10)", 1024),
            ("add:to:(1, 2)", 3), ("from:subtract:(5, 2)", 3), ("multiply:by:(4, 2)", 8), ("divide:by:(9, 2)", 4),
            ("bitwiseAnd:with:(12, 10)", 8), ("bitwiseOr:with:(12, 10)", 14), ("bitwiseXor:with:(12, 10)", 6),
            ("leftshift:by:(1, 3)", 8),
            ("rightshift:by:(8, 3)", 1), ("onesComplement:(5)", -6), ("noindex:(5)", 5), ("length:('abc')", 3),
            ("sum:({1, 2, 3})", 6), ("sum(1, 2, 3)", 6), ("count:({1, 2})", 2), ("min:({3, 1, 2})", 1), ("max:({3, 1, 2})", 3),
            ("average:({1, 2})", 1.5), ("median:({1, 9, 2})", 2), ("median:({1, 2, 3, 10})", 2.5),
            ("stddev:({2, 4, 4, 4, 5, 5, 7, 9})", 2),
            ("{5, 6, 7}[1]", 6), ("{5, 6, 7}[FIRST]", 5), ("{5, 6, 7}[last]", 7), ("{5, 6, 7}[SIZE]", 3), ("first:({5, 6})", 5),
            ("last:({5, 6})", 6), ("TERNARY(1 < 2, 10, 20)", 10), ("TERNARY(1 > 2, 10, 20)", 20), ("CAST('12', 'NSNumber')", 12),
            ("CAST(CAST(5, 'NSDate'), 'NSNumber')", 5), ("'abc'.length", 3), ("{1, 2, 2}.@count", 3),
            ("({1, 2} UNION {2, 3}).@count", 3),
            ("({1, 2} INTERSECT {2, 3}).@sum.self", 2), ("({1, 2} MINUS {2, 3})[0]", 1), ("9223372036854775807 + 1", 0x1p63),
        ] as [(String, Double)])
    func `functions of numbers have their documented results`(format: String, expected: Double) {
        #expect(number(format) == expected)
    }

    @Test(
        arguments: [
            ("items.@count", 3), ("items.@sum.price", 13), ("items.@min.price", 3), ("items.@max.price", 5),
            ("empty.@count", 0), ("empty.@sum.self", 0), ("numbers.@sum.self", 6),
            ("ordered[0]", 30), ("ordered[LAST]", 20), ("items[1].price * 2", 10), ("sum:(items.price)", 13),
            ("max:(ordered)", 30),
            ("SUBQUERY(items, $i, $i.price == 5).@count", 2), ("SUBQUERY(items, $i, ANY $i.tags == 'b').@count", 2),
            ("SUBQUERY(items, $i, SUBQUERY($i.tags, $t, $t == 'b').@count > 0).@count", 2), ("items.@avg.price", 13.0 / 3),
            ("name.length", 10), ("count:(items)", 3), ("FUNCTION(name, 'length')", 10),
            ("FUNCTION(SELF, 'valueForKeyPath:', 'items.@count')", 3),
        ] as [(String, Double)])
    func `functions of collections have their documented results`(format: String, expected: Double) {
        #expect(number(format, shop) == expected)
    }

    @Test func `decimals have as many digits as a column holds`() {
        func holds(_ format: String, _ decimals: String...) -> Bool {
            NSPredicate(format: format, argumentArray: decimals.map { NSDecimalNumber(string: $0) }).evaluate(with: nil)
        }
        #expect(holds("%@ + %@ == %@", "0.1", "0.2", "0.3") && holds("%@ * 3 == %@", "33.33", "99.99"))
        #expect(holds("9007199254740992 - %@ == 9007199254740992", "0.00000001"), "a double has no more of it")
        #expect(!holds("-9223372036854775807 - %@ == -9223372036854775807", "0.00000001"), "the nearest double is the next")
        #expect(holds("-9223372036854775808 - %@ == -9223372036854775808", "0.00000001"))
        #expect(holds("%@ + 0 == %@", "9223372036854775807", "9223372036854775807"), "whole numbers keep their 64 bits")
    }

    @Test func `an expression without a result is nil`() {
        for format in [
            "nothing + 1", "nothing.name.length", "empty.@min.self", "average:(empty)", "nothing[0]", "empty[FIRST]", "empty[7]",
            "1 / 0",
            "modulus:by:(1, 0)", "uppercase:(nothing)", "'a' + 1", "items[9].price", "missing",
        ] {
            #expect(value(format, shop) == nil, "\(format)")
        }
        #expect(number("nothing.@count", shop) == nil && number("items.@sum.none", shop) == 0)
    }

    @Test func `functions of text and dates have their documented results`() throws {
        #expect(value("uppercase:('straße')") as? String == "STRASSE" && value("lowercase('ABC')") as? String == "abc")
        #expect(value("canonical:('ÉCole')") as? String == "ecole" && value("FUNCTION('a', 'uppercaseString')") as? String == "A")
        #expect(value("CAST(5, 'NSString')") as? String == "5" && value("5.stringValue") as? String == "5")
        let start = Date()
        let now = try #require(value("now()") as? Date)
        // Ten minutes of tolerance at both ends, in case the clock is set during the test.
        #expect(now > start.addingTimeInterval(-600))
        #expect(now < Date().addingTimeInterval(600))
        let date = Date(timeIntervalSinceReferenceDate: 100)
        #expect(value("%@ + 5", nil, date) as? Date == date.addingTimeInterval(5) && number("%@ - %@", nil, date, date) == 0)
        #expect((0..<50).allSatisfy { _ in (0..<3).contains(number("randomn:(3)") ?? -1) } && (number("random()") ?? -1) >= 0)
    }

    @Test func `distinct, mode and the union operators collect values`() {
        #expect(value("items.@distinctUnionOfObjects.price", shop) as? [Int] == [3, 5])
        #expect(value("items.@unionOfObjects.price", shop) as? [Int] == [3, 5, 5])
        #expect(value("items.@distinctUnionOfArrays.tags", shop) as? [String] == ["a", "b"])
        #expect(value("items.@unionOfArrays.tags", shop) as? [String] == ["a", "b", "b"])
        #expect(
            value("mode:({1, 2, 2.0, 3, 3})") as? [Double] == [2, 3]
                && value("distinct:({1, 1.0, 'a'})") as? [AnyHashable] == [1, "a"])
    }

    @Test func `assignments reach the context`() {
        let context = NSMutableDictionary(dictionary: ["x": 4])
        #expect(NSExpression(format: "($y := $x * 2) + $y").expressionValue(with: nil, context: context) as? Int == 16)
        #expect(context["y"] as? Int == 8)
    }

    @Test func `an expression has the parts that it was made from`() {
        let sum = NSExpression(
            forFunction: "add:to:", arguments: [NSExpression(forKeyPath: "a"), NSExpression(forConstantValue: 2)])
        #expect(
            sum.description == "a + 2" && sum == NSExpression(format: "a + 2") && sum.hash == NSExpression(format: "a + 2").hash)
        #expect(sum.expressionType == .function && sum.function == "add:to:" && sum.arguments?.first?.keyPath == "a")
        #expect(sum.arguments?.last?.constantValue as? Int == 2 && sum.copy() as? NSExpression === sum)
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(NSExpression(forVariable: "x").variable == "x" && NSExpression(forVariable: "in").description == "$#in")
        let list = NSExpression(forAggregate: [sum, NSExpression(forConstantValue: nil)])
        #expect(
            list.expressionType == .aggregate && (list.collection as? [NSExpression])?.count == 2
                && list.description == "{a + 2, nil}")
        let union = NSExpression(forUnionSet: list, with: list)
        #expect(union.expressionType == .unionSet && union.left == list && union.right == list)
        #expect(NSExpression(forIntersectSet: list, with: list).expressionType == .intersectSet)
        #expect(NSExpression(forMinusSet: list, with: list).description == "{a + 2, nil} MINUS {a + 2, nil}")
        let predicate = NSPredicate(format: "$i.b > 1")
        let subquery = NSExpression(forSubquery: list, usingIteratorVariable: "i", predicate: predicate)
        #expect(subquery.expressionType == .subquery && subquery.predicate == predicate && subquery.variable == "i")
        #expect(subquery.collection as? NSExpression == list && subquery.description == "SUBQUERY({a + 2, nil}, $i, $i.b > 1)")
        let choice = NSExpression(forConditional: predicate, trueExpression: sum, falseExpression: list)
        #expect(choice.expressionType == .conditional && choice.true == sum && choice.false == list)
        let call = NSExpression(forFunction: sum, selectorName: "foo:", arguments: [list])
        #expect(call.operand == sum && call.function == "foo:" && call.description == "FUNCTION(a + 2, \"foo:\" , {a + 2, nil})")
        let count = NSExpression(format: "SUBQUERY(a, $x, $x > 1).@count")
        #expect(count.function == "valueForKeyPath:" && count.operand.expressionType == .subquery)
        #expect(count.arguments?.first?.keyPath == "@count")
        #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
        let block = NSExpression(block: { object, arguments, _ in "\(object ?? "") \(arguments)" }, arguments: [sum])
        #expect(
            block.expressionType == .block && block.expressionValue(with: ["a": 1], context: nil) as? String == "[\"a\": 1] [3]")
    }
}
