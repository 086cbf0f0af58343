import Testing

@testable import StrataPredicates

/// The form that each construct of the format language is parsed into.
@Suite struct FormatTests {
    private func parse(_ format: String, _ arguments: Any...) throws -> PredicateForm {
        try FormatParser.parse(format, arguments: arguments).simplified
    }

    @Test(
        arguments: [
            ("a = 1", .equal), ("a == 1", .equal), ("a != 1", .notEqual), ("a <> 1", .notEqual),
            ("a < 1", .less), ("a <= 1", .lessOrEqual), ("a =< 1", .lessOrEqual),
            ("a > 1", .greater), ("a >= 1", .greaterOrEqual), ("a => 1", .greaterOrEqual), ("a>1", .greater),
        ] as [(String, PredicateForm.Comparison.Kind)])
    func `relations have all their spellings`(format: String, kind: PredicateForm.Comparison.Kind) throws {
        #expect(try parse(format) == .comparison(.keyPath(["a"]), .init(kind), .constant(.int(1))))
    }

    @Test(
        arguments: [
            ("a CONTAINS 'x'", .contains, false, false), ("a contains[c] 'x'", .contains, true, false),
            ("a BeginsWith[d] 'x'", .beginsWith, false, true), ("a ENDSWITH[cd] 'x'", .endsWith, true, true),
            ("a LIKE[dc] 'x'", .like, true, true), ("a MATCHES [CD] 'x'", .matches, true, true),
            ("a ==[c] 'x'", .equal, true, false),
        ] as [(String, PredicateForm.Comparison.Kind, Bool, Bool)])
    func `text operators have their options`(format: String, kind: PredicateForm.Comparison.Kind, c: Bool, d: Bool) throws {
        let comparison = PredicateForm.Comparison(kind, caseInsensitive: c, diacriticInsensitive: d)
        #expect(try parse(format) == .comparison(.keyPath(["a"]), comparison, .constant(.string("x"))))
    }

    @Test(
        arguments: [
            ("5", .int(5)), ("-5", .int(-5)), ("- 5", .int(-5)), ("2.5", .double(2.5)), ("1e3", .double(1000)),
            ("1.5e-2", .double(0.015)),
            ("0x1F", .int(31)), ("-9223372036854775808", .int(.min)), ("nil", .null), ("NULL", .null), ("Nil", .null),
            ("YES", .bool(true)), ("true", .bool(true)), ("no", .bool(false)), ("FALSE", .bool(false)),
            ("\"it's\"", .string("it's")), ("'say \"hi\"'", .string("say \"hi\"")),
            (#"'a\'b\\c\n\t\u00e9\x41'"#, .string("a'b\\c\n\té" + "A")),
            ("'50% of %@'", .string("50% of %@")), ("{1, 'a', {}}", .list([.int(1), .string("a"), .list([])])),
            ("CAST(86400, \"NSDate\")", .date(Date(timeIntervalSinceReferenceDate: 86400))),
            ("CAST(\"12.50\", \"NSDecimalNumber\")", .decimal(Decimal(string: "12.5")!)),
        ] as [(String, Value)])
    func `literals have their values`(text: String, value: Value) throws {
        #expect(try parse("a == \(text)") == .comparison(.keyPath(["a"]), .init(.equal), .constant(value)))
        #expect(try parse("\(text) == a") == .comparison(.constant(value), .init(.equal), .keyPath(["a"])))
    }

    @Test(arguments: [
        ("place", ["place"]), ("station.network.name", ["station", "network", "name"]), ("SELF", []), ("self.name", ["name"]),
        ("#in", ["in"]), ("a.size", ["a", "size"]), ("first", ["first"]), ("größe", ["größe"]), ("_id2", ["_id2"]),
        ("android", ["android"]),
    ])
    func `key paths have their names`(text: String, names: [String]) throws {
        #expect(try parse("\(text) == $x") == .comparison(.keyPath(names), .init(.equal), .variable("x")))
    }

    @Test func `NOT binds tighter than AND, and AND tighter than OR`() throws {
        let (a, b, c) = (try parse("a == 1"), try parse("b == 2"), try parse("c == 3"))
        #expect(try parse("a == 1 OR b == 2 AND c == 3") == .or([a, .and([b, c])]))
        #expect(try parse("(a == 1 || b == 2) && c == 3") == .and([.or([a, b]), c]))
        #expect(try parse("NOT a == 1 AND !b == 2") == .and([.not(a), .not(b)]))
        #expect(try parse("not (a == 1 and b == 2)") == .not(.and([a, b])))
        #expect(try parse("a == 1 AND b == 2 AND c == 3") == .and([a, b, c]))
        #expect(try FormatParser.parse("(a == 1 AND b == 2) AND c == 3") == .and([.and([a, b]), c]))
        #expect(try parse("(a == 1 AND b == 2) AND c == 3") == .and([a, b, c]), "as the evaluators read it")
        #expect(try parse("((a) == (1))") == a)
        #expect(try parse("TRUEPREDICATE AND FALSEPREDICATE") == .and([.always(true), .always(false)]))
    }

    @Test func `IN and BETWEEN take literal lists and arguments`() throws {
        let list = ExpressionForm.constant(.list([.int(1), .int(9)]))
        #expect(try parse("a IN {1, 9}") == .comparison(.keyPath(["a"]), .init(.in), list))
        #expect(try parse("a BETWEEN {1, 9}") == .comparison(.keyPath(["a"]), .init(.between), list))
        #expect(try parse("a BETWEEN %@", [1, 9]) == .comparison(.keyPath(["a"]), .init(.between), list))
        #expect(try parse("a IN %@", Set([9, 1])) == .comparison(.keyPath(["a"]), .init(.in), list))
        #expect(try parse("a BETWEEN %@", 1...9) == .comparison(.keyPath(["a"]), .init(.between), list))
        #expect(try parse("a IN {%d, %@}", 1, 9) == .comparison(.keyPath(["a"]), .init(.in), list))
    }

    @Test func `arguments may have any type of Swift's that a value can have`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1234.5)
        let id = UUID()
        let url = try #require(URL(string: "https://example.com/a"))
        let missing: String? = nil
        let cases: [(any Sendable, Value)] = [
            ("text", .string("text")), (7, .int(7)), (UInt8(7), .int(7)), (UInt64.max, .decimal(Decimal(UInt64.max))),
            (2.5, .double(2.5)),
            (Float(2.5), .double(2.5)), (true, .bool(true)), (date, .date(date)), (Data([1]), .data(Data([1]))), (id, .uuid(id)),
            (url, .url(url)),
            (Decimal(3), .decimal(3)), (["a", "b"], .list([.string("a"), .string("b")])), ([Int](), .list([])), (missing, .null),
        ]
        for (argument, value) in cases {
            #expect(try parse("a == %@", argument) == .comparison(.keyPath(["a"]), .init(.equal), .constant(value)))
        }
    }

    @Test func `arguments may be objects of Foundation's classes`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1234.5)
        let id = UUID()
        let cases: [(NSObject, Value)] = [
            (NSString(string: "text"), .string("text")), (NSNumber(value: 7), .int(7)), (NSNumber(value: true), .bool(true)),
            (NSNumber(value: Int8(1)), .int(1)), (NSNumber(value: 2.5), .double(2.5)), (NSNumber(value: 4.0), .double(4)),
            (NSNull(), .null),
            (NSNumber(value: UInt64.max), .decimal(Decimal(UInt64.max))),
            (NSDecimalNumber(string: "2.50"), .decimal(Decimal(string: "2.5")!)),
            (date as NSDate, .date(date)), (NSUUID(uuidString: id.uuidString)!, .uuid(id)),
            (NSData(data: Data([1])), .data(Data([1]))),
            (NSURL(string: "https://example.com/a")!, .url(URL(string: "https://example.com/a")!)),
            (NSArray(array: [1, "b"]), .list([.int(1), .string("b")])), (NSSet(array: [3, 1]), .list([.int(1), .int(3)])),
        ]
        for (argument, value) in cases {
            #expect(try parse("a == %@", argument) == .comparison(.keyPath(["a"]), .init(.equal), .constant(value)))
        }
    }

    @Test func `each conversion of a format takes its argument`() throws {
        for conversion in ["%d", "%i", "%u", "%ld", "%lu", "%lld", "%llu", "%@"] {
            #expect(try parse("a > \(conversion)", 7) == parse("a > 7"))
        }
        #expect(try parse("a > %f", 2.5) == parse("a > 2.5"))
        #expect(try parse("a > %llu", UInt64.max) == parse("a > %@", Decimal(UInt64.max)))
        #expect(try parse("a > %lf", 2) == parse("a > 2"))
        #expect(try parse("a == %d", true) == parse("a == true"))
        for conversion in ["%x", "%X", "%o", "%hd", "%qd", "%zu", "%D", "%U", "%O"] {
            #expect(try parse("a > \(conversion)", 7) == parse("a > 7"))
        }
        for conversion in ["%e", "%g", "%a", "%E", "%G", "%Lf"] {
            #expect(try parse("a > \(conversion)", 2.5) == parse("a > 2.5"))
        }
        #expect(
            try parse("a == %s AND b == %c AND d == %C", "x", 65, UInt16(0xE9))
                == parse("a == 'x' AND b == 'A' AND d == '\\u00e9'"))
        #expect(try "x".withCString { try parse("a == %s", $0) } == parse("a == 'x'"))
        #expect(try parse("%K > 1", "items.@count") == parse("items.@count > 1"))
        #expect(try parse("%K == %@ AND %K.name.%K != nil", "a.b", "x", "c", "d") == parse("a.b == 'x' AND c.name.d != nil"))
        #expect(try parse("%K == 1", "in") == parse("#in == 1"))
    }
}
