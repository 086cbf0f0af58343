import Testing

@testable import StrataPredicates

/// An invalid format throws an error with the position, and with the text to write instead.
@Suite struct FormatErrorTests {
    private func error(_ format: String, _ arguments: [Any] = []) -> InvalidPredicate? {
        #expect(throws: InvalidPredicate.self) { try FormatParser.parse(format, arguments: arguments) }
    }

    @Test(arguments: [
        ("", 0, "a key path or a value is missing."),
        ("place", 5, "a comparison operator such as == must follow place."),
        ("a ==", 4, "a key path or a value is missing."),
        ("a == 1 AND", 10, "a key path or a value is missing."),
        ("a == 1 b == 2", 7, "b cannot follow a complete predicate; join two with AND or OR."),
        ("(a == 1", 7, "a closing parenthesis is missing."),
        ("a == 'x", 5, "the string has no closing '."),
        ("a == 1)", 6, ") cannot follow a complete predicate; join two with AND or OR."),
        ("a == (b == 1)", 5, "a predicate cannot be compared; == needs a key path or a value here."),
        ("a CONTAINS[x] 'b'", 11, "an operator takes [c], [d], [l], [n] or several of them, such as [cd]."),
        ("and == 1", 0, "AND is a reserved word; write #and where it is the name of a property."),
        ("a IN {1, (b == 2)}", 9, "a key path or a value is needed here, not a predicate."),
        ("ANY a.b", 7, "a comparison operator such as == must follow ANY and its collection."),
        (
            "a.@foo > 1", 2,
            "@foo is not a collection operator; there are @count, @sum, @avg, @min, @max, @unionOfObjects, "
                + "@distinctUnionOfObjects, @unionOfArrays, @distinctUnionOfArrays, @distinctUnionOfSets."
        ),
        ("add:to:(1) > 1", 0, "add:to: takes 2 arguments, not 1."),
        ("add:to > 1", 0, "add:to is the name of a function; its arguments must follow in parentheses."),
        (
            "SUBQUERY(a, b, b > 1).@count > 0", 12,
            "SUBQUERY takes a collection, a variable and a predicate, such as SUBQUERY(items, $item, $item.price > 5)."
        ),
        ("a[0 == 1", 4, "a closing ] is missing."),
        ("a + (b == 1) > 2", 4, "a key path or a value is needed here, not a predicate."),
        (
            "a == CAST('x', 'NSThing')", 5,
            "CAST makes NSString, NSNumber, NSDecimalNumber, NSDate, NSUUID, NSURL and NSData (base 64), not NSThing."
        ),
        ("a IN {1 2}", 8, "a comma or a closing } is missing."),
        ("a BETWEEN {1}", 0, "BETWEEN needs a lower and an upper bound, such as {1, 9} or an array of two."),
        ("a IN 5", 0, "IN needs a list, such as {1, 2}, an array or a set, or a string."),
        ("a MATCHES '('", 0, "\u{201C}(\u{201D} is not a regular expression that MATCHES can use."),
        ("a MATCHES 'b)(c'", 0, "\u{201C}b)(c\u{201D} is not a regular expression that MATCHES can use."),
        ("a LIKE 5", 0, "LIKE needs a string on its right side."),
        ("a == 1e999", 5, "1e999 is not a valid number, or is out of range."),
        ("a == 0x", 5, "0x is not a valid number, or is out of range."),
        ("a == 12ab", 7, "the characters after 12 do not belong to a number."),
        ("a ; 5", 2, "the character ; is allowed only in quotes."),
        ("a. == 5", 3, "a property name must follow the dot."),
        ("a == %%", 5, "%% stands for a percent sign, which is allowed only in quotes; write a single % there."),
        (
            "a == %y", 5,
            "a format takes %@, %K, whole numbers as %d, %i, %u, %x, %ld, %lu, %lld or %llu, fractions as %f, and text as %s."
        ),
        ("a == 'x\\u12'", 9, "4 hexadecimal digits of a Unicode scalar must follow."),
    ])
    func `an error has a position and a message`(format: String, position: Int, message: String) {
        let error = error(format)
        #expect(error?.message == message)
        #expect(error?.position == position)
        #expect(error?.format == format)
    }

    @Test func `an argument that is missing or of the wrong type is an error that names it`() {
        #expect(error("a == %@")?.message == "there is no argument left for %@.")
        #expect(error("a == %@")?.position == 5)
        #expect(error("a == %d", ["x"])?.message == "%d takes a whole number, not \"x\"; %@ takes any value.")
        #expect(error("a == %d", [2.5])?.message == "%d takes a whole number, not 2.5; %@ takes any value.")
        #expect(error("a == %f", ["x"])?.message == "%f takes a number, not \"x\"; %@ takes any value.")
        #expect(error("%K == 1", [5])?.message == "%K takes the name of a property as a string, not a Int.")
        #expect(error("%K == 1", ["a..b"])?.message.contains("is not a key path") == true)
        #expect(error("a == %@", [1..<5])?.message.hasPrefix("A Range<Int> cannot be compared;") == true)
    }

    @Test func `the depth of nesting is limited`() {
        let deep = String(repeating: "(", count: 100_000) + "a == 1"
        #expect(error(deep)?.message == "a format cannot be nested deeper than 200 levels.")
        #expect(error(String(repeating: "NOT ", count: 100_000))?.message == "a format cannot be nested deeper than 200 levels.")
        #expect(throws: Never.self) {
            try FormatParser.parse(String(repeating: "(", count: 200) + "a == 1" + String(repeating: ")", count: 200))
        }
    }

    @Test func `the length of chains is limited`() {
        let chains = [
            String(repeating: "a + ", count: 100_000) + "a == 1", "a" + String(repeating: "[0]", count: 100_000) + " == 1",
        ]
        for chain in chains {
            #expect(error(chain)?.message == "a format cannot have more than 1000 operators and indexes.")
        }
        #expect(
            error(String(repeating: "-", count: 100_000) + "a == 1")?.message
                == "a format cannot be nested deeper than 200 levels.")
        // The deepest possible form: the 1000 operators are distributed over 199 levels.
        let level = String(repeating: " + 1", count: 5)
        let deepest = String(repeating: "(", count: 199) + "a" + String(repeating: level + ")", count: 199) + " == 1"
        #expect(throws: Never.self) {
            let form = try FormatParser.parse(deepest)
            #expect(
                try FormatParser.parse(String(repeating: "NOT ", count: 5) + "a == 1").format.count > 0
                    && form.simplified.format.count > 3000)
            _ = try CompiledPredicate(form)
        }
    }

    @Test func `the description of an error shows the position in the format`() {
        #expect(
            error("a == 1 b == 2").map { "\($0)" }
                == "The predicate format \u{201C}a == 1 b == 2\u{201D} cannot be read at position 7, before \u{201C}b == 2\u{201D}: "
                + "b cannot follow a complete predicate; join two with AND or OR.\n"
                + "    a == 1 b == 2\n"
                + "           ^")
        let long = String(repeating: "a == 1 AND\n", count: 9)
        #expect(
            error(long).map { "\($0)".split(separator: "\n").suffix(2) } == [
                "    \(String(repeating: "a == 1 AND ", count: 9).suffix(60))", "    \(String(repeating: " ", count: 60))^",
            ])
    }

    @Test func `the initializer traps with the message of the error`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "place CONTAINS")
        }
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("cannot be read at position 14, at its end: a key path or a value is missing."))
    }
}
