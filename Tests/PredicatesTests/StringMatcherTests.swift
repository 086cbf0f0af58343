import StrataTestSupport
import Testing

@testable import StrataPredicates

@Suite struct StringMatcherTests {
    private func holds(_ kind: PredicateForm.Comparison.Kind, _ text: String, _ pattern: String, c: Bool = false, d: Bool = false)
        throws
        -> Bool
    {
        try matches(kind, text, pattern, caseInsensitive: c, diacriticInsensitive: d)
    }

    @Test func `CONTAINS, BEGINSWITH and ENDSWITH compare parts of a text`() throws {
        #expect(
            try holds(.contains, "Alaska", "lask") && !holds(.contains, "Alaska", "LASK")
                && holds(.contains, "Alaska", "LASK", c: true))
        #expect(
            try holds(.beginsWith, "Alaska", "Al") && !holds(.beginsWith, "Alaska", "la") && !holds(.beginsWith, "Al", "Alaska"))
        #expect(try holds(.endsWith, "Alaska", "ka") && !holds(.endsWith, "Alaska", "Al") && !holds(.endsWith, "ka", "Alaska"))
        #expect(try holds(.contains, "Straße", "STRASSE", c: true) && holds(.contains, "STRASSE", "ß", c: true))
        #expect(
            try holds(.contains, "a\0b", "\0b") && holds(.contains, "@[`{", "`{", c: true) && !holds(.contains, "@", "`", c: true)
        )
    }

    @Test func `an empty pattern matches nothing`() throws {
        for kind in [PredicateForm.Comparison.Kind.contains, .beginsWith, .endsWith] {
            #expect(try !holds(kind, "abc", "") && !holds(kind, "", ""))
        }
        #expect(try holds(.like, "", "") && !holds(.like, "abc", "") && holds(.matches, "", ""))
    }

    @Test func `LIKE has wildcards, which a backslash escapes`() throws {
        #expect(try holds(.like, "Alaska", "A?as*") && holds(.like, "Alaska", "*") && !holds(.like, "Alaska", "laska"))
        #expect(
            try holds(.like, "a*b", #"a\*b"#) && !holds(.like, "axb", #"a\*b"#) && holds(.like, "a.b", "a.b")
                && !holds(.like, "axb", "a.b")
        )
        #expect(
            try holds(.like, "é", "?") && holds(.like, "line\nline", "line*") && holds(.like, "ÉCOLE", "ec*", c: true, d: true))
        #expect(
            try !holds(.like, String(repeating: "a", count: 5000), String(repeating: "*a", count: 500) + "b"),
            "must not take exponential time")
    }

    @Test func `MATCHES covers the whole text`() throws {
        #expect(try holds(.matches, "ab", "a|ab") && !holds(.matches, "abc", "ab") && !holds(.matches, "ab\n", "ab"))
        #expect(
            try holds(.matches, "a1", #"\p{L}\d"#) && holds(.matches, "ABC", "abc", c: true) && !holds(.matches, "ABC", "abc"))
    }

    /// The ASCII fast path returns the same results as the general path. The oracle folds all
    /// strings with Foundation.
    @Test func `the fast path agrees with folding everything`() throws {
        var random = SeededGenerator(seed: testSeed())
        let alphabet = Array("aAbB éÉß@[`zZ0")
        for _ in 0..<5000 {
            let text = String((0..<Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            let pattern = String((0..<Int.random(in: 1...2, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            let (c, d) = (Bool.random(using: &random), Bool.random(using: &random))
            var options: String.CompareOptions = []
            if c { options.insert(.caseInsensitive) }
            if d { options.insert(.diacriticInsensitive) }
            let (foldedText, foldedPattern) = (
                text.folding(options: options, locale: nil), pattern.folding(options: options, locale: nil)
            )
            let (bytes, part) = (Array(foldedText.utf8), Array(foldedPattern.utf8))
            let isContained = bytes.indices.contains { bytes[$0...].starts(with: part) }
            let context: Comment = "\(text) \(pattern) c \(c) d \(d), seed \(random.seed)"
            #expect(try holds(.contains, text, pattern, c: c, d: d) == isContained, context)
            #expect(try holds(.beginsWith, text, pattern, c: c, d: d) == bytes.starts(with: part), context)
            #expect(try holds(.endsWith, text, pattern, c: c, d: d) == bytes.reversed().starts(with: part.reversed()), context)
        }
    }

    /// The table folds single letters to the same text as Foundation folds the whole string,
    /// including combining marks and other scripts.
    @Test func `the table folds as Foundation does`() throws {
        var random = SeededGenerator(seed: testSeed())
        let others = "\u{301}\u{307}\u{345}\u{483}\u{531}\u{130}ßςΣǅﬁK漢😀".unicodeScalars.map { $0 }
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let isOther = Int.random(in: 0..<12, using: &random) == 0
                let letter = Unicode.Scalar(UInt32.random(in: 0..<0x530, using: &random)) ?? "x"
                text.append(isOther ? others[Int.random(in: 0..<others.count, using: &random)] : letter)
            }
            for options: String.CompareOptions in [
                .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
            ] {
                let (c, d) = (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive))
                let found = folded(String(text), caseInsensitive: c, diacriticInsensitive: d)
                let expected = String(text).folding(options: options, locale: nil)
                #expect(
                    found.unicodeScalars.elementsEqual(expected.unicodeScalars),
                    "\(text.map { String($0.value, radix: 16) }) c \(c) d \(d), seed \(random.seed)")
            }
        }
    }

    /// The oracle is a regular expression that is equivalent to the pattern.
    @Test func `LIKE agrees with a regular expression`() throws {
        var random = SeededGenerator(seed: testSeed())
        for _ in 0..<3000 {
            let text = String((0..<Int.random(in: 0...8, using: &random)).map { _ in "ab".randomElement(using: &random)! })
            let pattern = String((0..<Int.random(in: 0...6, using: &random)).map { _ in "ab?**".randomElement(using: &random)! })
            let expression = pattern.replacing("?", with: ".").replacing("*", with: ".*")
            #expect(
                try holds(.like, text, pattern) == holds(.matches, text, expression),
                "\(text) LIKE \(pattern), seed \(random.seed)")
        }
    }
}
