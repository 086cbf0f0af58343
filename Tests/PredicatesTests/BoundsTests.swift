import Foundation
import Testing

@testable import StrataPredicates

@Suite struct BoundsTests {
    /// Returns the bounds of a predicate for an evaluator that decides comparisons of `a` only.
    private func bounds(_ format: String) -> [String] {
        let bounds = NSPredicate(format: format).form.bounds { comparison in
            if case .comparison(.keyPath(["a"]), _, _) = comparison { true } else { false }
        }
        return [bounds.lower.format, bounds.upper.format]
    }

    @Test func `what is decided stays, and what is not may be true or false`() {
        #expect(bounds("a == 1") == ["a == 1", "a == 1"])
        #expect(bounds("b == 1") == ["FALSEPREDICATE", "TRUEPREDICATE"])
    }

    @Test func `AND keeps the decided part above, and OR below`() {
        #expect(bounds("a == 1 AND b == 1") == ["FALSEPREDICATE", "a == 1"])
        #expect(bounds("a == 1 OR b == 1") == ["a == 1", "TRUEPREDICATE"])
        #expect(bounds("a == 1 AND (a < 3 OR b == 1)") == ["a == 1 AND a < 3", "a == 1"])
    }

    @Test func `NOT exchanges the bounds`() {
        #expect(bounds("NOT b == 1") == ["FALSEPREDICATE", "TRUEPREDICATE"])
        #expect(bounds("NOT (a == 1 AND b == 1)") == ["NOT a == 1", "TRUEPREDICATE"])
        #expect(bounds("NOT (a == 1 OR b == 1)") == ["FALSEPREDICATE", "NOT a == 1"])
    }

    /// Every form over two comparisons, for each assignment of their values.
    @Test func `a form lies between its bounds`() throws {
        let leaves = ["a == 1", "b == 1"]
        var forms = leaves
        for _ in 0..<2 {
            forms += forms.prefix(12).flatMap { left in
                ["NOT (\(left))"] + leaves.flatMap { ["(\(left)) AND (\($0))", "(\(left)) OR (\($0))"] }
            }
        }
        for format in forms {
            let form = NSPredicate(format: format).form
            let bounds = form.bounds { if case .comparison(.keyPath(["a"]), _, _) = $0 { true } else { false } }
            for values in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                func matches(_ form: PredicateForm) throws -> Bool {
                    try CompiledPredicate<Int>(form) { _, path in .int(Int64(values[path == ["a"] ? 0 : 1])) }.matches(0, nil)
                }
                let exact = try matches(form)
                #expect(try !matches(bounds.lower) || exact, "\(format) \(values)")
                #expect(try matches(bounds.upper) || !exact, "\(format) \(values)")
            }
        }
    }
}
