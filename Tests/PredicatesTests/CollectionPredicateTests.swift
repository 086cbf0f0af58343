import Testing

@testable import StrataPredicates

import class Foundation.NSArray
import class Foundation.NSNull
import class Foundation.NSOrderedSet
import class Foundation.NSSet
import class StrataPredicates.NSPredicate

/// ANY, ALL, SUBQUERY, variables and closures.
@Suite struct CollectionPredicateTests {
    private final class Department: KeyValueReadable {
        let employees: NSSet
        let name: String

        init(_ name: String, _ employees: [Employee]) {
            self.name = name
            self.employees = NSSet(array: employees)
        }

        func value(forKey key: String) -> Any? {
            key == "employees"
                ? employees : key == "name" ? name : key == "ordered" ? NSOrderedSet(array: employees.allObjects) : nil
        }
    }

    private final class Employee: NSObject, KeyValueReadable {
        let salary: Double?
        let nicknames: [String]

        init(_ salary: Double?, _ nicknames: [String] = []) {
            self.salary = salary
            self.nicknames = nicknames
        }

        func value(forKey key: String) -> Any? { key == "salary" ? salary : key == "nicknames" ? nicknames : nil }
    }

    private let sales = Department("Sales", [Employee(1000, ["Al"]), Employee(2000), Employee(nil, ["Bo", "Al"])])
    private let empty = Department("Empty", [])

    private func holds(_ format: String, _ object: Any? = nil, _ arguments: Any...) -> Bool {
        NSPredicate(format: format, argumentArray: arguments).evaluate(with: object ?? sales)
    }

    @Test func `ANY, ALL and NONE compare each member of a collection`() {
        #expect(
            holds("ANY employees.salary > 1500") && !holds("ANY employees.salary > 2500")
                && holds("SOME employees.salary == 1000"))
        #expect(!holds("ALL employees.salary > 500"), "a nil salary is not greater")
        #expect(
            holds("ALL employees.salary != 5") && holds("NONE employees.salary > 2500") && !holds("NONE employees.salary > 1500"))
        #expect(holds("ANY employees.nicknames BEGINSWITH[c] 'b'"), "collections of collections count as one")
        #expect(holds("ANY ordered.salary IN {1000, 7}") && holds("ANY employees.salary BETWEEN {1500, 2500}"))
        #expect(holds("ANY employees.salary == nil") && holds("any name like 'S*'"), "a single value is a collection of one")
        #expect(holds("NOT ANY employees.salary > 2500 AND name == 'Sales'"))
    }

    @Test func `sets distinguish texts as comparisons do`() {
        let texts = ["ä", "a\u{308}", "ä"]
        #expect(holds("count:(distinct:(%@)) == 2", nil, texts) && holds("count:(%@ MINUS {'ä'}) == 1", nil, texts))
        #expect(holds("(%@ UNION {1.0, 1}).@count == 3 AND (%@ INTERSECT {'ä'}).@count == 1", nil, texts, texts))
    }

    @Test func `nil is an empty set`() {
        #expect(
            holds("count:(nothing UNION {1}) == 1 AND count:({1} INTERSECT nothing) == 0 AND count:(nothing MINUS nothing) == 0"))
    }

    @Test func `NONE and ALL hold for an empty collection`() {
        #expect(
            !holds("ANY employees.salary > 0", empty) && holds("ALL employees.salary > 0", empty)
                && holds("NONE employees.salary > 0", empty))
        #expect(!holds("ANY nothing.salary > 0", ["nothing": NSNull()]) && holds("ALL nothing.salary > 0", ["nothing": NSNull()]))
    }

    @Test func `subqueries bind their variable to each member`() {
        #expect(holds("SUBQUERY(employees, $e, $e.salary > 500 AND $e.salary < 1500).@count == 1"))
        #expect(holds("SUBQUERY(employees, $e, ANY $e.nicknames == 'Al').@count == 2"))
        #expect(holds("SUBQUERY(employees, $e, name == 'Sales').@count == 3"), "a plain key path reads the object itself")
        #expect(holds("SUBQUERY(employees, $e, $e.salary == nil).nicknames.@count == 1 AND employees.@max.salary == 2000"))
    }

    @Test func `counts and members of collections can be compared`() {
        let member = sales.employees.anyObject()
        #expect(holds("employees.@count == 3 AND employees[SIZE] == 3 AND employees.@avg.salary == 1000"))
        #expect(member != nil && holds("'Al' IN employees.nicknames.@distinctUnionOfArrays.self"))
        #expect(holds("{1, 2} CONTAINS 2 AND 2 IN {name, 2} AND NOT 3 IN {name, 2}"))
        #expect(holds("x BETWEEN {low, low + 5}", ["x": 4, "low": 1]) && !holds("x BETWEEN {low, low + 5}", ["x": 7, "low": 1]))
        #expect(holds("place MATCHES pattern", ["place": "abc", "pattern": "a.c"]))
    }

    @Test func `bounds and lists may contain expressions`() {
        let (one, low) = (NSExpression(forConstantValue: 1), NSExpression(forKeyPath: "low"))
        let bounds: [[Any]] = [[one, 5], [0.5, NSExpression(format: "low + 2")], [low, NSExpression(format: "2 + 3")]]
        for bounds in bounds {
            let predicates = [
                NSPredicate(format: "%K BETWEEN %@", argumentArray: ["x", bounds]),
                NSPredicate(format: "%K BETWEEN %@", argumentArray: ["x", NSArray(array: bounds)]),
                NSPredicate(format: "x BETWEEN $bounds").withSubstitutionVariables(["bounds": bounds]),
                NSComparisonPredicate(
                    leftExpression: NSExpression(forKeyPath: "x"), rightExpression: NSExpression(forConstantValue: bounds),
                    modifier: .direct, type: .between, options: []),
            ]
            for predicate in predicates {
                #expect(predicate.evaluate(with: ["x": 4, "low": 3]), "\(predicate)")
                #expect(!predicate.evaluate(with: ["x": 6, "low": 3]), "\(predicate)")
                #expect(!predicate.evaluate(with: ["x": 0, "low": 3]), "\(predicate)")
                #expect(NSPredicate(format: predicate.predicateFormat) == predicate)
            }
        }
        let aggregate = NSExpression(forAggregate: [one, low])
        #expect(holds("x BETWEEN %@", ["x": 2, "low": 3], aggregate))
        #expect(!holds("x BETWEEN %@", ["x": 4, "low": 3], aggregate))
        let list: Any = [7, low] as [Any]
        #expect(holds("x IN %@", ["x": 3, "low": 3], list))
        #expect(!holds("x IN %@", ["x": 4, "low": 3], list))
        #expect(holds("x IN %@", ["x": 3, "low": 3], NSSet(array: [7, low])))
    }

    @Test func `substitution replaces variables, except those that a subquery binds`() {
        let predicate = NSPredicate(format: "salary > $least AND ANY nicknames == $name")
        let employee = Employee(10, ["Al"])
        #expect(predicate.evaluate(with: employee, substitutionVariables: ["least": 5, "name": "Al"]))
        #expect(!predicate.evaluate(with: employee, substitutionVariables: ["least": 50, "name": "Al"]))
        let subquery = NSPredicate(format: "SUBQUERY(employees, $e, $e.salary > $least).@count == 1")
        #expect(
            subquery.withSubstitutionVariables(["least": 1500, "e": 5]).evaluate(with: sales), "a bound variable is not replaced")
        let expression = NSPredicate(format: "a == $x.b").withSubstitutionVariables(["x": NSExpression(forKeyPath: "c")])
        #expect(expression.evaluate(with: ["a": 1, "c": ["b": 1]]))
    }

    @Test func `objects of unknown classes are compared as themselves`() {
        final class Plain {}
        let (a, b) = (Plain(), Plain())
        #expect(holds("x == %@ AND x != %@ AND x IN %@ AND x != nil", ["x": a], a, b, [b, a]))
        #expect(!holds("x == %@ OR x IN %@ OR x == nil", ["x": a], b, [b]))
    }

    @Test func `a predicate of a closure calls it, and equals itself only`() {
        let predicate = NSPredicate { object, variables in (object as? Int ?? 0) + (variables?["x"] as? Int ?? 0) > 5 }
        #expect(
            predicate.evaluate(with: 6) && !predicate.evaluate(with: 5)
                && predicate.evaluate(with: 5, substitutionVariables: ["x": 1]))
        #expect(predicate == predicate && predicate != NSPredicate { _, _ in true })
        #expect(predicate.predicateFormat.hasPrefix("BLOCKPREDICATE(0x"))
    }

    @Test func `the options n and l compare normalized and localized text`() {
        #expect(holds("a ==[n] 'x'", ["a": "x"]) && !holds("a ==[cdn] 'X'", ["a": "x"]), "n says that folding was done before")
        #expect(holds("a ==[l] 'x'", ["a": "x"]) && holds("a <[cl] 'B'", ["a": "a"]))
    }

    @Test func `a missing variable traps`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "a == $x").evaluate(with: ["a": 1])
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("The variable $x has no value"))
    }
}
