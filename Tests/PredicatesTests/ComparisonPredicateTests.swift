import Foundation
import StrataArchives
import Testing

@testable import StrataPredicates

import class StrataPredicates.NSComparisonPredicate
import class StrataPredicates.NSCompoundPredicate
import class StrataPredicates.NSExpression
import class StrataPredicates.NSPredicate
import class StrataPredicates.NSSortDescriptor

/// The other classes of predicates, expressions and sort descriptors, their archives, and
/// collections that they filter and sort.
@Suite struct ComparisonPredicateTests {
    @Test func `a comparison of a format has its expressions, operator and options`() throws {
        let predicate = try #require(NSPredicate(format: "ANY items.name CONTAINS[cd] %@", "x") as? NSComparisonPredicate)
        #expect(predicate.leftExpression.keyPath == "items.name" && predicate.rightExpression.constantValue as? String == "x")
        #expect(predicate.predicateOperatorType == .contains && predicate.comparisonPredicateModifier == .any)
        #expect(predicate.options == [.caseInsensitive, .diacriticInsensitive] && predicate.customSelector == nil)
        let list = try #require(NSPredicate(format: "a IN {1, 2}") as? NSComparisonPredicate)
        #expect(
            list.rightExpression.expressionType == .aggregate && (list.rightExpression.collection as? [NSExpression])?.count == 2)
        #expect((NSPredicate(format: "NONE a.b == 1") as? NSCompoundPredicate)?.compoundPredicateType == .not)
    }

    @Test func `a comparison made of parts has their format`() {
        for (type, format) in [
            (.lessThan, "a < {1, 2}"), (.lessThanOrEqualTo, "a <= {1, 2}"), (.greaterThan, "a > {1, 2}"),
            (.equalTo, "a == {1, 2}"),
            (.greaterThanOrEqualTo, "a >= {1, 2}"), (.notEqualTo, "a != {1, 2}"), (.in, "a IN {1, 2}"),
            (.contains, "a CONTAINS {1, 2}"),
            (.between, "a BETWEEN {1, 2}"),
        ] as [(NSComparisonPredicate.Operator, String)] {
            let predicate = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: [1, 2]),
                modifier: .direct,
                type: type)
            #expect(predicate.predicateFormat == format && predicate == NSPredicate(format: format))
            #expect(predicate.predicateOperatorType == type)
        }
        let all = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: "x"), modifier: .all,
            type: .like, options: [.caseInsensitive, .normalized])
        #expect(
            all.predicateFormat == "ALL a LIKE[cn] \"x\"" && all.evaluate(with: ["a": ["x", "x"]])
                && !all.evaluate(with: ["a": ["x", "y"]]))
    }

    @Test(arguments: [
        "a == 1", "ANY a.b BEGINSWITH[cd] \"x\"", "NOT (a == 1 OR b == nil)", "TRUEPREDICATE AND FALSEPREDICATE",
        "FALSEPREDICATE", "a.#size == 1",
        "a IN {1, 2.5, \"x\", nil}",
        "a == CAST(12.500000, \"NSDate\") AND b == $x AND SELF != 1",
        "SUBQUERY(items, $i, $i.price > 5).@count > 0", "a + (2 * b) > sum:(c.d)", "items[FIRST].name == items[2].name",
        "TERNARY(a > 1, b, c) == ($x := 5)", "FUNCTION(a, \"foo:\" , b) == {a, b} UNION c",
        "CAST(a, \"NSNumber\") == now() AND ANYKEY == 5",
        "a == CAST(\"3F2504E0-4F89-11D3-9A0C-0305E82C3301\", \"NSUUID\") AND b == CAST(\"https://a.b/c\", \"NSURL\")",
        "a == CAST(\"AQI=\", \"NSData\") AND b == CAST(\"1.25\", \"NSDecimalNumber\")",
        "a.$b == 1 AND scores.@max.self > {1, 2} MINUS c AND ~a == $x.b[SIZE] AND ANY a <[cl] \"b\"",
    ])
    func `a predicate is archived and read again`(format: String) throws {
        let predicate = NSPredicate(format: format)
        #expect(predicate.predicateFormat == format)
        let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
        let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPredicate.self, from: data)
        #expect(decoded == predicate && (decoded is NSCompoundPredicate) == (predicate is NSCompoundPredicate))
    }

    @Test func `a predicate with a dictionary is archived and read again`() throws {
        let predicate = NSPredicate(format: "SELF == %@", ["key": "value"] as any CVarArg)
        let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
        let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPredicate.self, from: data)
        #expect(decoded?.evaluate(with: ["key": "value"]) == true && decoded?.evaluate(with: ["key": "x"]) == false)
    }

    @Test func `expressions and sort descriptors are archived and read again`() throws {
        let expression = NSExpression(format: "items.@sum.price * 2")
        let data = try NSKeyedArchiver.archivedData(withRootObject: expression, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSExpression.self, from: data) == expression)
        let sort = NSSortDescriptor(key: "a.b", ascending: false, selector: "localizedStandardCompare:")
        let sortData = try NSKeyedArchiver.archivedData(withRootObject: sort, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSSortDescriptor.self, from: sortData) == sort)
    }

    /// The class names and keys in archives of OS X, as listed by a public test suite
    /// (gnustep/libs-base, Tests/base/NSPredicate).
    @Test(
        arguments: [
            ("a == 'b'", "NSEqualityPredicateOperator", ["NSOperatorType": 4, "NSModifier": 0, "NSNegate": 0, "NSOptions": 0]),
            ("ANY a <[cd] 'b'", "NSComparisonPredicateOperator", ["NSOperatorType": 0, "NSModifier": 2, "NSOptions": 3]),
            ("a MATCHES[cd] 'b'", "NSMatchingPredicateOperator", ["NSOperatorType": 6, "NSFlags": 3]),
            ("a LIKE 'b'", "NSLikePredicateOperator", ["NSOperatorType": 7]),
            ("a ENDSWITH 'b'", "NSSubstringPredicateOperator", ["NSOperatorType": 9, "NSPosition": 1]),
            ("a IN 'b'", "NSInPredicateOperator", ["NSOperatorType": 10]),
            ("a BETWEEN {1, 2}", "NSBetweenPredicateOperator", ["NSOperatorType": 100]),
        ] as [(String, String, [String: Int])])
    func `archives have Apple's names of classes and keys`(format: String, name: String, keys: [String: Int]) throws {
        let predicate = NSPredicate(format: "(\(format)) AND TRUEPREDICATE AND b.c + 1 > SUBQUERY(d, $e, $e.f == SELF).@count")
        let data = try KeyedArchiveEncoder.data(of: predicate, classes: PredicateArchive.classes, isSecure: true)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let objects = (list?["$objects"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
        let names = Set(objects.compactMap { $0["$classname"] as? String })
        #expect(
            names.isSuperset(of: [
                "NSCompoundPredicate", "NSComparisonPredicate", "NSTruePredicate", "NSKeyPathExpression", "NSSelfExpression",
                name,
                "NSKeyPathSpecifierExpression", "NSFunctionExpression", "NSSubqueryExpression", "NSConstantValueExpression",
            ]))
        #expect(names.allSatisfy { $0.hasPrefix("NS") })
        let operators = objects.filter { $0["NSOperatorType"] != nil }
        #expect(operators.contains { found in keys.allSatisfy { (found[$0.key] as? NSNumber)?.intValue == $0.value } })
        let read = try KeyedArchiveDecoder.object(in: data, of: [NSPredicate.self], classes: PredicateArchive.classes)
        #expect(read as? NSPredicate == predicate)
    }

    @Test func `text sorts by its selector`() {
        let names = ["item 10", "Item 2", "item 1", "émile", "Zoe"]
        func sorted(_ selector: Selector?) -> [String] {
            names.sortedArray(using: [NSSortDescriptor(key: nil, ascending: true, selector: selector)])
        }
        #expect(sorted(nil) == ["Item 2", "Zoe", "item 1", "item 10", "émile"])
        #expect(sorted("localizedStandardCompare:") == ["émile", "item 1", "Item 2", "item 10", "Zoe"])
        #expect(sorted("localizedCaseInsensitiveCompare:") == ["émile", "item 1", "item 10", "Item 2", "Zoe"])
        #expect(
            sorted("caseInsensitiveCompare:").prefix(4) == ["item 1", "item 10", "Item 2", "Zoe"]
                || sorted("caseInsensitiveCompare:")[0] == "émile")
        let byLength = NSSortDescriptor(key: "length", ascending: false) { a, b in
            (a as? NSNumber ?? 0).compare(b as? NSNumber ?? 0)
        }
        #expect(names.sortedArray(using: [byLength]).first == "item 10" && byLength.selector == nil)
        #expect(NSSortDescriptor(key: "a", ascending: true).description == "(a, ascending, compare:)")
    }

    @Test func `collections are filtered and sorted`() {
        let predicate = NSPredicate(format: "SELF > 1")
        let sorts = [NSSortDescriptor(key: nil, ascending: false)]
        #expect([1, 2, 3].filtered(using: predicate) == [2, 3] && Set([1, 2]).filtered(using: predicate) == [2])
        #expect(NSArray(array: [1, 2, 3]).filtered(using: predicate) as? [Int] == [2, 3])
        #expect(NSSet(array: [1, 2]).filtered(using: predicate) as? Set<Int> == [2])
        #expect(NSOrderedSet(array: [3, 1, 2]).filtered(using: predicate).array as? [Int] == [3, 2])
        let (array, set, ordered) = (
            NSMutableArray(array: [1, 2, 3]), NSMutableSet(array: [1, 2]), NSMutableOrderedSet(array: [3, 1, 2])
        )
        array.filter(using: predicate)
        set.filter(using: predicate)
        ordered.filter(using: predicate)
        #expect(array == [2, 3] && set == NSSet(array: [2]) && ordered.array as? [Int] == [3, 2])
        array.sort(using: sorts)
        #expect(array == [3, 2] && NSSet(array: [1, 2]).sortedArray(using: sorts) as? [Int] == [2, 1])
        #expect(Set([1, 2]).sortedArray(using: sorts) == [2, 1] && ordered.sortedArray(using: sorts) as? [Int] == [3, 2])
        ordered.add(9)
        ordered.sort(using: sorts)
        #expect(ordered.array as? [Int] == [9, 3, 2] && NSArray(array: [1, 2]).sortedArray(using: sorts) as? [Int] == [2, 1])
    }

    @Test func `a custom selector traps`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forKeyPath: "b"),
                customSelector: "isOld:")
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("isOld: cannot be sent on Linux"))
    }
}
