import Testing

@testable import StrataPredicates

/// One rule a test, on dictionaries.
@Suite struct EvaluationTests {
    private func holds(_ format: String, _ object: [String: Any?] = [:], _ arguments: Any...) -> Bool {
        NSPredicate(format: format, argumentArray: arguments).evaluate(with: object)
    }

    @Test func `nil equals nil only`() {
        #expect(holds("a == nil", ["a": nil]))
        #expect(holds("a == nil"))
        #expect(holds("a == b", ["a": nil, "b": nil]))
        #expect(!holds("a == nil", ["a": 0]))
        #expect(!holds("a == 0", ["a": nil]))
        #expect(!holds("a == ''", ["a": nil]))
    }

    @Test func `nil differs from any value`() {
        #expect(holds("a != 5", ["a": nil]))
        #expect(holds("a != nil", ["a": 5]))
        #expect(!holds("a != nil", ["a": nil]))
    }

    @Test(arguments: [
        "a < 5", "a <= 5", "a > 5", "a >= 5", "5 < a", "a < nil", "a >= nil", "a BETWEEN {0, 9}", "a IN {5}", "a IN 'abc'",
        "a CONTAINS 'x'", "a LIKE '*'", "a MATCHES '.*'", "a BEGINSWITH 'x'", "'x' CONTAINS a", "'x' LIKE a", "a IN %@",
    ])
    func `nil satisfies no other operator`(format: String) {
        let arguments: [Any] = format.contains("%@") ? [[NSNull(), 5] as [Any]] : []
        #expect(!NSPredicate(format: format, argumentArray: arguments).evaluate(with: ["a": nil] as [String: Any?]))
        #expect(NSPredicate(format: "NOT \(format)", argumentArray: arguments).evaluate(with: ["a": nil] as [String: Any?]))
    }

    @Test func `numbers of any type compare by value`() {
        let numbers: [Any] = [1, 1.0, true, Decimal(1), NSNumber(value: 1), UInt8(1), Float(1)]
        for left in numbers {
            for right in numbers {
                #expect(holds("a == %@ AND a <= %@ AND NOT a < %@", ["a": left], right, right, right), "\(left) \(right)")
            }
        }
        #expect(holds("a == 0.1", ["a": Decimal(string: "0.1")]))
        #expect(holds("a > 9007199254740992.0", ["a": 9_007_199_254_740_993]))
        #expect(!holds("a == 9007199254740992.0", ["a": 9_007_199_254_740_993]))
        #expect(holds("a < %@", ["a": Int64.max], Double(Int64.max)))
        #expect(holds("a > %@", ["a": Decimal(string: "0.1000000000000000000000001")], Decimal(string: "0.1")!))
    }

    @Test func `a value that cannot be cast is nil`() {
        #expect(holds("CAST(a, 'NSNumber') == nil AND NOT CAST(a, 'NSNumber') == 1", ["a": "x"]))
        #expect(holds("CAST(a, 'NSUUID') == nil", ["a": 5]))
    }

    @Test func `values of different kinds never compare`() {
        for format in ["a == '5'", "a < '5'", "a >= '5'", "a CONTAINS '5'", "a LIKE '5'"] {
            #expect(!holds(format, ["a": 5]), "\(format)")
        }
        #expect(holds("a != '5'", ["a": 5]))
    }

    @Test func `text compares by its scalars`() {
        #expect(holds("a < 'a'", ["a": "Z"]))
        #expect(holds("a > 'z'", ["a": "é"]))
        #expect(!holds("a == 'e\\u0301'", ["a": "\u{E9}"]))
        #expect(holds("a < %@", ["a": "\u{FFFD}"], "\u{1F600}"), "UTF-16 would say otherwise")
    }

    @Test func `folding holds for every operator`() {
        #expect(holds("a ==[cd] 'ECOLE'", ["a": "école"]))
        #expect(!holds("a ==[c] 'ECOLE'", ["a": "école"]))
        #expect(!holds("a ==[d] 'ECOLE'", ["a": "école"]))
        #expect(holds("a ==[d] 'e\\u0301cole'", ["a": "\u{E9}cole"]))
        #expect(!holds("a !=[c] 'ABC'", ["a": "abc"]))
        #expect(holds("a <=[c] 'ABC'", ["a": "abc"]))
        #expect(holds("a IN[cd] {'x', 'ÉCOLE'}", ["a": "ecole"]))
        #expect(holds("a BETWEEN[c] {'A', 'C'}", ["a": "b"]))
        #expect(holds("a CONTAINS[cd] 'ALASKA'", ["a": "12 km N of Álaska"]))
        #expect(holds("a MATCHES[c] 'A\\\\D+'", ["a": "abc"]), "\\D must stay \\D")
        #expect(holds("a MATCHES[d] 'cafe'", ["a": "café"]))
    }

    @Test func `IN and BETWEEN compare with lists and bounds`() {
        #expect(holds("a IN {1, 2}", ["a": 2.0]))
        #expect(!holds("a IN {1, 3}", ["a": 2]))
        #expect(!holds("a IN {}", ["a": 2]))
        #expect(holds("'x' IN a", ["a": ["w", "x"]]))
        #expect(holds("a CONTAINS 'x'", ["a": ["w", "x"]]))
        #expect(holds("'las' IN a", ["a": "Alaska"]))
        #expect(holds("a BETWEEN {1, 9}", ["a": 1]) && holds("a BETWEEN {1, 9}", ["a": 9.0]))
        #expect(!holds("a BETWEEN {1, 9}", ["a": 9.5]) && !holds("a BETWEEN {9, 1}", ["a": 5]))
        #expect(holds("a BETWEEN b", ["a": 5, "b": [1, 9]]) && !holds("a BETWEEN b", ["a": 5, "b": [1]]))
    }

    @Test func `AND, OR and NOT join the results of comparisons`() {
        #expect(holds("a == 1 AND b == 2", ["a": 1, "b": 2]) && !holds("a == 1 AND b == 2", ["a": 1, "b": 3]))
        #expect(holds("a == 1 OR b == 2", ["a": 0, "b": 2]) && !holds("a == 1 OR b == 2", ["a": 0, "b": 3]))
        #expect(holds("NOT a == 1", ["a": 2]) && holds("TRUEPREDICATE") && !holds("FALSEPREDICATE"))
    }

    @Test func `dates, UUIDs, data and URLs can be compared`() {
        let now = Date()
        let id = UUID()
        #expect(holds("a > %@", ["a": now], now.addingTimeInterval(-1)) && holds("a == %@", ["a": now as NSDate], now))
        #expect(holds("a == %@", ["a": id], id) && !holds("a == %@", ["a": id], UUID()))
        #expect(holds("a == %@", ["a": Data([1, 2])], Data([1, 2])))
        #expect(holds("a BEGINSWITH 'https:'", ["a": URL(string: "https://example.com")]))
    }

    @Test func `Swift objects are read through their stored properties`() {
        class Station { let name: String? = "ANMO" }
        final class Digital: Station { let channels = 3 }
        struct Quake {
            var magnitude: Double
            var station: Station?
        }
        let quake = Quake(magnitude: 4.6, station: Digital())
        #expect(NSPredicate(format: "magnitude > 4.5 AND station.name == 'ANMO' AND station.channels == 3").evaluate(with: quake))
        #expect(NSPredicate(format: "station.name == nil").evaluate(with: Quake(magnitude: 1, station: nil)))
        #expect(NSPredicate(format: "SELF BEGINSWITH 'a' AND SELF != nil").evaluate(with: "abc"))
        #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
        #expect(
            NSPredicate(format: "station.name == 'x'").evaluate(with: ["station": ["name": "x"] as NSDictionary] as NSDictionary))
    }

    @Test func `an unknown key traps with a sentence`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Quake { var magnitude = 4.5 }
            _ = NSPredicate(format: "depth > 1").evaluate(with: Quake())
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                "Quake has no stored property \u{201C}depth\u{201D}"))
    }

    @Test func `compiled predicates resolve each key path once`() throws {
        var resolved: [[String]] = []
        let form = try FormatParser.parse("magnitude > 2 AND station.name CONTAINS[c] 'an'")
        let predicate = try CompiledPredicate<(Double, String)>(form) { keyPath in
            resolved.append(keyPath)
            return keyPath == ["magnitude"] ? { .double($0.0) } : { .string($0.1) }
        }
        #expect(predicate.matches((3, "ANMO")) && !predicate.matches((1, "ANMO")) && !predicate.matches((3, "XY")))
        #expect(resolved == [["magnitude"], ["station", "name"]])
    }

    @Test func `a predicate that cannot run is rejected when it is compiled`() throws {
        func compile(_ format: String) throws {
            _ = try CompiledPredicate<Value>(FormatParser.parse(format)) { row, _ in row }
        }
        #expect(throws: InvalidPredicate("The variable $x has no value; replace it before the predicate is used.")) {
            try compile("a == $x")
        }
        #expect(throws: InvalidPredicate("A predicate made of a closure needs an object; a store's rows are not objects.")) {
            _ = try CompiledPredicate<Value>(.block(PredicateBlock { _, _ in true })) { row, _ in row }
        }
    }
}
