import StrataTestSupport
import Testing

@testable import StrataPredicates

/// `predicateFormat` prints what parses back.
@Suite struct RoundTripTests {
    @Test(arguments: [
        ("a=1 && b<>2||!(c => 3)", "(a == 1 AND b != 2) OR (NOT c >= 3)"),
        ("place contains[dc] 'it\\'s'", "place CONTAINS[cd] \"it's\""),
        ("flag == YES AND x == 4.0 AND y == 2.5", "flag == 1 AND x == 4 AND y == 2.5"),
        // An operand of a function keeps its type, which decides about the division.
        ("pages / 2.0 > 4.0", "pages / 2.0 > 4"), ("(a + -2.0) / 3 == b - 1e15", "(a + -2.0) / 3 == b - 1000000000000000.0"),
        ("sum({7, 2.0}) / 2 == 4.0", "sum:({7, 2.0}) / 2 == 4"), ("a IN {2.0, 3}", "a IN {2, 3}"),
        ("TERNARY(a == 2.0, 7.0, 1) / 2 == 3.5", "TERNARY(a == 2, 7.0, 1) / 2 == 3.5"),
        ("TERNARY(a == 1, 7.0, 1) == 7.0", "TERNARY(a == 1, 7, 1) == 7"),
        ("($x := 7.0) / 2 == 3.5", "($x := 7.0) / 2 == 3.5"),
        ("SELF IN {1, 'a', nil}", "SELF IN {1, \"a\", nil}"),
        ("#in == \"\\\\ \\n\"", "#in == \"\\\\ \\n\""),
        ("NOT (a == 1 OR b == 2)", "NOT (a == 1 OR b == 2)"),
        ("(a == 1 AND b == 2) AND c == $x", "(a == 1 AND b == 2) AND c == $x"),
        ("time > CAST(694224000, 'NSDate')", "time > CAST(694224000.000000, \"NSDate\")"),
        ("truepredicate or falsepredicate", "TRUEPREDICATE OR FALSEPREDICATE"),
        ("a BETWEEN {-1, 1e30}", "a BETWEEN {-1, 1e+30}"),
        ("some items.price>5 or none items.name like[cl]'a*'", "ANY items.price > 5 OR (NOT ANY items.name LIKE[cl] \"a*\")"),
        ("ALL items.tags.@count <> 0 and not a=1", "ALL items.tags.@count != 0 AND (NOT a == 1)"),
        (
            "subquery(items,$x,$x.price>5 && $x.name!=nil).@count>0",
            "SUBQUERY(items, $x, $x.price > 5 AND $x.name != nil).@count > 0"
        ),
        ("a+1*2 == (b-c)/-d", "a + (1 * 2) == (b - c) / (0 - d)"),
        ("(flags & 4) != 0 and ~a == b ** 2 ** 3", "flags & 4 != 0 AND ~a == (b ** 2) ** 3"),
        ("items[first].name == items[SIZE - 1].name", "items[FIRST].name == items[#SIZE - 1].name"),
        ("a[\"key\"] == b[0][last]", "a[\"key\"] == b[0][LAST]"),
        ("now() > cast(a, 'NSDate') and sum(a, 2) == 3", "now() > CAST(a, \"NSDate\") AND sum:({a, 2}) == 3"),
        ("function(a,'b:',c) == ternary(d==1,2,3)", "FUNCTION(a, \"b:\" , c) == TERNARY(d == 1, 2, 3)"),
        ("canonical:(name) == lowercase(name)", "canonical:(name) == lowercase:(name)"),
        ("a union {1} == b intersection c minus d", "a UNION {1} == (b INTERSECT c) MINUS d"),
        ("($x := 5) == 5", "($x := 5) == 5"),
        ("ANYKEY == $FETCH_SOURCE and self.a == #size", "ANYKEY == $FETCH_SOURCE AND a == #size"),
        ("fetch(a, b, YES) == 1", "FETCH(a, b, 1) == 1"),
        ("a IN $list && b ==[n] '\\101\\x42\\e'", "a IN $list AND b ==[n] \"AB\u{1B}\""),
        ("modulus:by:(a, 2) == length('abc')", "modulus:by:(a, 2) == length:(\"abc\")"),
    ])
    func `a format is printed in canonical form`(format: String, printed: String) {
        let predicate = NSPredicate(format: format)
        #expect(predicate.predicateFormat == printed)
        #expect(NSPredicate(format: printed) == predicate)
    }

    @Test func `a printed division has the result of the original`() {
        let (whole, fraction) = (NSPredicate(format: "pages / 2 > 1.2"), NSPredicate(format: "pages / %@ > 1.2", 2.0))
        #expect(whole != fraction)
        for predicate in [whole, fraction] {
            let again = NSPredicate(format: predicate.predicateFormat)
            #expect(again == predicate)
            #expect(again.evaluate(with: ["pages": 3]) == (predicate === fraction))
        }
    }

    @Test func `a compound predicate of none or one has the shortest format`() {
        let one = NSPredicate(format: "a == 1")
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).predicateFormat == "TRUEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []).predicateFormat == "FALSEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [one]).predicateFormat == "a == 1")
    }

    @Test func `random forms are equal after they are printed and parsed`() throws {
        var random = SeededGenerator(seed: testSeed())
        for _ in 0..<3000 {
            let form = randomForm(depth: 4, &random)
            let format = form.format
            let parsed = try FormatParser.parse(format).mapExpressions(\.foldingConstants)
            #expect(parsed == form, "seed \(random.seed)")
            #expect(Array(parsed.format.utf8) == Array(format.utf8), "seed \(random.seed)")
        }
    }

    // MARK: Random forms

    private func randomForm(depth: Int, _ random: inout SeededGenerator) -> PredicateForm {
        switch depth > 0 ? Int.random(in: 0...5, using: &random) : Int.random(in: 3...5, using: &random) {
        case 0: return .and((0..<Int.random(in: 2...3, using: &random)).map { _ in randomForm(depth: depth - 1, &random) })
        case 1: return .or((0..<Int.random(in: 2...3, using: &random)).map { _ in randomForm(depth: depth - 1, &random) })
        case 2: return .not(randomForm(depth: depth - 1, &random))
        case 3: return .always(.random(using: &random))
        default: return randomComparison(&random)
        }
    }

    private func randomComparison(_ random: inout SeededGenerator) -> PredicateForm {
        var comparison = PredicateForm.Comparison(
            .allCases.randomElement(using: &random)!, [.direct, .direct, .any, .all].randomElement(using: &random)!,
            caseInsensitive: .random(using: &random), diacriticInsensitive: .random(using: &random))
        comparison.normalized = Int.random(in: 0...3, using: &random) == 0
        comparison.localeSensitive = Int.random(in: 0...3, using: &random) == 0
        let right: ExpressionForm =
            switch comparison.kind {
            case .between: .constant(.list([randomValue(&random), randomValue(&random)]))
            case .in: .constant(.list((0..<Int.random(in: 0...3, using: &random)).map { _ in randomValue(&random) }))
            case .contains, .beginsWith, .endsWith, .like: .constant(.string(randomText(&random)))
            case .matches: .constant(.string(NSRegularExpression.escapedPattern(for: randomText(&random))))
            default: randomExpression(depth: 2, &random)
            }
        return .comparison(randomExpression(depth: 2, &random), comparison, right)
    }

    /// A constant list may come back as such only, so that an aggregate here holds a key path.
    private func randomExpression(depth: Int, _ random: inout SeededGenerator) -> ExpressionForm {
        func inner() -> ExpressionForm { randomExpression(depth: depth - 1, &random) }
        let variable = ["v", "in", "item"].randomElement(using: &random)!
        switch depth > 0 ? Int.random(in: 0...13, using: &random) : Int.random(in: 0...2, using: &random) {
        case 0: return .constant(randomValue(&random))
        case 1: return .variable(variable)
        case 2: return randomKeyPath(&random)
        case 3: return .aggregate([inner(), .keyPath(["a"])])
        case 4:
            let functions = NamedFunction.allCases.filter { $0 != .cast && $0 != .index }
            let function = functions.randomElement(using: &random)!
            return .function(function, (0..<function.arity).map { _ in inner() })
        case 5: return .function(.cast, [randomKeyPath(&random), .constant(.string("NSNumber"))])
        case 6: return .function(.index, [inner(), inner()])
        case 7: return .function(.index, [inner(), .symbol(.allCases.randomElement(using: &random)!)])
        case 8: return .subquery(inner(), variable: variable, randomForm(depth: 1, &random))
        case 9: return .set(.allCases.randomElement(using: &random)!, inner(), inner())
        case 10: return .conditional(randomForm(depth: 1, &random), inner(), inner())
        case 11: return .message(inner(), "a:b", [inner()])
        case 12: return .assignment(variable, inner())
        default:
            switch inner() {
            case .keyPath(let names): return .keyPath(names + ["@count"])
            case .path(let base, let names): return .path(base, names + ["x"])
            case let base: return .path(base, ["@sum", "price"])
            }
        }
    }

    private func randomKeyPath(_ random: inout SeededGenerator) -> ExpressionForm {
        let names = ["a", "place", "in", "AND", "größe", "self_", "_x1", "first", "nil", "Like", "@max"]
        return .keyPath((0..<Int.random(in: 0...3, using: &random)).map { _ in names.randomElement(using: &random)! })
    }

    /// Numbers print by value, so that those here have the type their text has: no Bool, no double
    /// without a fraction.
    private func randomValue(_ random: inout SeededGenerator) -> Value {
        switch Int.random(in: 0...8, using: &random) {
        case 0: .null
        case 1: .int(.random(in: .min ... .max, using: &random))
        case 2: .double(.random(in: -0.99...(-0.01), using: &random) * pow(10, .random(in: -20...0, using: &random)))
        case 3: .decimal(Decimal(Int.random(in: -999_999...999_999, using: &random)) / 1000)
        case 4: .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random)))
        case 5: .uuid(UUID(uuidString: "3F2504E0-4F89-11D3-9A0C-0305E82C3301")!)
        case 6: .data(Data((0..<Int.random(in: 0...4, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }))
        case 7: .url(URL(string: "https://example.com/a?b=\(Int.random(in: 0...9, using: &random))")!)
        default: .string(randomText(&random))
        }
    }

    private func randomText(_ random: inout SeededGenerator) -> String {
        let alphabet = Array("ab'\"\\%@{}\n\t\r é\u{301}\u{1F600}\u{200F}\0".unicodeScalars)
        let scalars = (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
        return String(String.UnicodeScalarView(scalars))
    }
}
