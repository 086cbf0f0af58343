import Foundation
import StrataTestSupport
import Testing

@testable import StrataPredicates

/// The simplified form of a TERNARY has the same meaning.
@Suite struct ConditionalTests {
    @Test(arguments: [
        ("TERNARY(a == 1, YES, NO) == YES", "a == 1"), ("TERNARY(a == 1, YES, NO) == NO", "NOT a == 1"),
        ("TERNARY(a == 1, YES, NO) != YES", "NOT a == 1"), ("TERNARY(a == 1, YES, YES) == YES", "TRUEPREDICATE"),
        ("TERNARY(a == 1, 2, 3) > 5", "FALSEPREDICATE"), ("TERNARY(a == 1, b, 0) == 2", "a == 1 AND b == 2"),
        ("TERNARY(a == 1, b, 2) == 2", "(NOT a == 1) OR b == 2"), ("TERNARY(a == 1, 2, b) == 2", "a == 1 OR b == 2"),
        ("TERNARY(a == 1, 0, b) == 2", "(NOT a == 1) AND b == 2"), ("TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1, b, c) == 2"),
        ("TERNARY(TRUEPREDICATE, b, c) == 2", "b == 2"), ("TERNARY(a != nil, a.b, nil) > c", "a.b > c"),
        ("TERNARY(a != nil, a.@count, nil) > c", "TERNARY(a != nil, a.@count, nil) > c"),
        ("TERNARY($x.a != nil, $x.a.b, nil) == 1", "$x.a.b == 1"), ("TERNARY(a != nil, b.c, nil) == 1", "a != nil AND b.c == 1"),
        ("ANY TERNARY(a == 1, b, 0) == 2", "ANY TERNARY(a == 1, b, 0) == 2"),
        ("SUBQUERY(a, $x, TERNARY($x.b == 1, YES, NO) == YES).@count > 0", "SUBQUERY(a, $x, $x.b == 1).@count > 0"),
    ])
    func `a conditional is simplified`(format: String, simplified: String) throws {
        #expect(try FormatParser.parse(format).simplified.format == simplified)
    }

    @Test func `random conditionals keep their meaning`() throws {
        var random = SeededGenerator(seed: testSeed())
        let rows: [[String: Any]] = [nil, 0, 1, 2, "x"].flatMap { a in
            [nil, 1, ["c": 1], ["c": nil as Int? as Any]].map { b in ["a": a as Any, "b": b as Any] }
        }
        var simplified = 0
        for _ in 0..<2000 {
            let form = try FormatParser.parse(predicate(depth: 3, &random))
            if form.simplified != form { simplified += 1 }
            let plain = try FormCompiler<Operand>.forObjects.test(form)
            let compiled = try CompiledPredicate(form)
            for row in rows {
                // Skips rows that the predicate cannot be evaluated for, such as for a property of
                // a number.
                guard let expected = try? plain(Operand(row), nil) else { continue }
                #expect(try compiled.matches(Operand(row), nil) == expected, "\(form.format) \(row), seed \(random.seed)")
            }
        }
        #expect(simplified > 1000, "hardly a form is simplified: the test sees nothing")
    }

    private func predicate(depth: Int, _ random: inout SeededGenerator) -> String {
        let kinds = ["==", "!=", "<", ">", "<=", ">=", "IN", "CONTAINS"]
        let kind = kinds.randomElement(using: &random)!
        let right =
            kind == "IN"
            ? ["{1, nil}", "{}", "{0, 'x'}"] : kind == "CONTAINS" ? ["'x'", "nil"] : ["nil", "YES", "NO", "1", "2", "'x'"]
        return "\(expression(depth: depth, &random)) \(kind) \(right.randomElement(using: &random)!)"
    }

    private func expression(depth: Int, _ random: inout SeededGenerator) -> String {
        guard depth > 0, Int.random(in: 0...3, using: &random) > 0 else {
            return ["a", "b", "b.c", "nil", "YES", "NO", "2", "'x'"].randomElement(using: &random)!
        }
        let test = Bool.random(using: &random) ? "b != nil" : predicate(depth: depth - 1, &random)
        return "TERNARY(\(test), \(expression(depth: depth - 1, &random)), \(expression(depth: depth - 1, &random)))"
    }
}
