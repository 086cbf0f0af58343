import Foundation
import StrataTestSupport
import Testing

@testable import StrataPredicates

/// The parser survives any text. A format that it accepts can be printed, parsed again and
/// evaluated.
///
/// `STRATA_FUZZ_COUNT` sets the number of formats, and `STRATA_SEED` the seed that a failure
/// prints.
@Suite struct ParserFuzzTests {
    private let seeds: [(scalars: [Unicode.Scalar], arguments: [Any])] =
        (SampleFormats.guide.map { ($0.format, $0.arguments as [Any]) }
        + SampleFormats.beyond.map { ($0.format, $0.arguments as [Any]) })
        .map { (Array($0.unicodeScalars), $1) }
    private static let alphabet = Array(
        "()[]{}%@K$#.,~^;'\"\\=<>!&|-+*/:0129aexAND ORu\u{301}\u{0}\u{1F600}\u{200F}\n".unicodeScalars)
    private let values: [Any] = ["a.b", "", 2, -7, Int64.min, 3.5, Double.nan, true, Date(), NSNull(), [1, "x"], Decimal(2)]
    private let objects: [Any?] = [
        nil, "text", 5, [1, 2, 3],
        [
            "a": 3, "b": [1, 2], "name": "Ångström", "items": [["price": 9, "tags": ["b"]], ["price": 2, "tags": []]],
            "list": ["x", nil, 2.5], "time": Date(), "array": NSOrderedSet(array: [1, 2]), "children": NSSet(array: [["age": 5]]),
        ] as [String: Any],
    ]

    @Test func `mutated formats never trap`() throws {
        var random = SeededGenerator(seed: testSeed())
        let count = ProcessInfo.processInfo.environment["STRATA_FUZZ_COUNT"].flatMap(Int.init) ?? 20_000
        var (parsed, ran) = (0, 0)
        for number in 0..<count {
            let (format, arguments) = mutation(&random)
            Trial.begin("ParserFuzzTests", seed: random.seed, number: number, input: Data("\(format) \(arguments)".utf8))
            do {
                _ = try? FormatParser.parseExpression(format, arguments: arguments)
                let form = try FormatParser.parse(format, arguments: arguments)
                parsed += 1
                if form.hasOnlyIdentifiers { checkPrinting(form, "\(format), seed \(random.seed)") }
                ran += run(form)
            } catch let error as InvalidPredicate {
                let position = error.position ?? -1
                #expect(
                    error.format == format && 0...format.unicodeScalars.count ~= position && !error.message.isEmpty,
                    "\(error), seed \(random.seed)")
            }
        }
        #expect(parsed > count / 20 && ran > parsed / 2, "too few mutations parse or run: the test sees only errors")
    }

    /// Checks that the form, printed and parsed, prints the same text again. The two forms may
    /// differ in the kinds of their numbers, which print by value.
    private func checkPrinting(_ form: PredicateForm, _ comment: String) {
        let printed = form.format
        do {
            let again = try FormatParser.parse(printed)
            #expect(again.format == printed, "\(comment)")
        } catch {
            Issue.record("\(error) printed of \(comment)")
        }
    }

    /// Returns 1 if the predicate can be evaluated for at least one object, otherwise 0. An object
    /// that it cannot be evaluated for causes an error, and never a trap.
    private func run(_ form: PredicateForm) -> Int {
        guard let predicate = try? CompiledPredicate(form) else { return 0 }
        let variables = ["x": 5, "name": "x", "NAME_LIST": ["x"], "LOWER": 1] as [String: Any]
        return objects.count { object in
            (try? predicate.matches(Operand(subject: object), Bindings(variables))) != nil
        } > 0 ? 1 : 0
    }

    // MARK: Mutations

    private func mutation(_ random: inout SeededGenerator) -> (format: String, arguments: [Any]) {
        var (scalars, arguments) = seeds.randomElement(using: &random)!
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0...7, using: &random) {
            case 0...2: change(&scalars, &random)
            case 3, 4: splice(&scalars, &arguments, &random)
            case 5: nest(&scalars, &random)
            default: change(&arguments, &random)
            }
        }
        return (String(String.UnicodeScalarView(scalars)), arguments)
    }

    /// Removes, inserts or replaces a scalar, or truncates the format.
    private func change(_ scalars: inout [Unicode.Scalar], _ random: inout SeededGenerator) {
        guard let place = scalars.indices.randomElement(using: &random) else { return }
        let scalar = Self.alphabet.randomElement(using: &random)!
        switch Int.random(in: 0...6, using: &random) {
        case 0, 1: scalars.remove(at: place)
        case 2, 3: scalars.insert(scalar, at: place)
        case 4, 5: scalars[place] = scalar
        default: scalars.removeSubrange(place...)
        }
    }

    /// Replaces some tokens of the format with tokens of another one.
    private func splice(_ scalars: inout [Unicode.Scalar], _ arguments: inout [Any], _ random: inout SeededGenerator) {
        let other = seeds.randomElement(using: &random)!
        guard let range = tokens(of: scalars, &random), let piece = tokens(of: other.scalars, &random) else { return }
        scalars.replaceSubrange(range, with: other.scalars[piece] + [" "])
        arguments += other.arguments
    }

    /// Returns a range of at most four whole tokens, or nil if the text has none.
    private func tokens(of scalars: [Unicode.Scalar], _ random: inout SeededGenerator) -> Range<Int>? {
        guard let tokens = try? Tokenizer.tokens(of: String(String.UnicodeScalarView(scalars))), tokens.count > 1 else {
            return nil
        }
        let first = Int.random(in: 0..<tokens.count - 1, using: &random)
        let last = min(first + Int.random(in: 1...4, using: &random), tokens.count - 1)
        return tokens[first].position..<tokens[last].position
    }

    private func nest(_ scalars: inout [Unicode.Scalar], _ random: inout SeededGenerator) {
        let (before, after) = [
            ("(", ")"), ("NOT ", ""), ("ANY ", ""), ("{", "}"), ("TERNARY(", ", 1, 2) == 1"), ("-", ""), ("x[", "]"),
            ("SUBQUERY(items, $x, ", ").@count > 0"), ("", " AND a == 1"), ("a == 1 OR ", ""), ("CAST(", ", 'NSNumber') == 5"),
            (String(repeating: "(", count: 300), ""),
        ].randomElement(using: &random)!
        scalars = Array(before.unicodeScalars) + scalars + Array(after.unicodeScalars)
    }

    /// Removes, adds or replaces an argument.
    private func change(_ arguments: inout [Any], _ random: inout SeededGenerator) {
        let value = values.randomElement(using: &random)!
        switch Int.random(in: 0...2, using: &random) {
        case 0: _ = arguments.popLast()
        case 1: arguments.append(value)
        default:
            if let place = arguments.indices.randomElement(using: &random) { arguments[place] = value }
        }
    }
}

extension PredicateForm {
    /// Whether all key paths can be written in a format without `%K`, which accepts any name.
    fileprivate var hasOnlyIdentifiers: Bool {
        var result = true
        _ = mapExpressions { expression in
            switch expression {
            case .keyPath(let names), .path(_, let names):
                let areIdentifiers = names.allSatisfy { name in
                    let scalars = Array((name.hasPrefix("@") ? name.dropFirst() : name[...]).unicodeScalars)
                    return scalars.first?.isNameStart == true && scalars.allSatisfy(\.isNamePart)
                }
                result = result && areIdentifiers
            default: break
            }
            return expression
        }
        return result
    }
}
