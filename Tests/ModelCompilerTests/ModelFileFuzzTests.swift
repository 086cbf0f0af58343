import Foundation
import StrataModelCompiler
import StrataModelDifference
import StrataModelFormat
import StrataTestSupport
import Testing

@Suite("Damaged files", .enabled(if: !SharedModels.versions.isEmpty, "../shared/data/models is not here"))
struct ModelFileFuzzTests {
    /// Reads, checks, describes and compares damaged copies of real models. Each ends with a
    /// result or an error, and never with a trap.
    @Test func damagedModelsAreAnswered() throws {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let sources = try SharedModels.versions.map {
            try String(contentsOf: $0.appendingPathComponent("contents"), encoding: .utf8)
        }
        var readable = 0
        for round in 0..<2000 {
            let source = try #require(sources.randomElement(using: &random))
            let damaged = Damage.apply(to: source, using: &random)
            Trial.begin("ModelFileFuzzTests", seed: seed, number: round, input: Data(damaged.utf8))
            guard let model = try? ModelElement(contents: Data(damaged.utf8), file: "damaged") else { continue }
            readable += 1
            _ = ModelChecker.problems(in: model)
            _ = ModelOutline.text(of: model)
            let original = try ModelElement(contents: Data(source.utf8), file: "original")
            if let difference = try? ModelDifference(from: original, to: model) { _ = difference.description }
            let again = try ModelElement(contents: Data(model.contents.utf8), file: "written")
            #expect(again == model, "seed \(seed), round \(round)")
        }
        #expect(readable > 300, "seed \(seed): too few of the files could be read for the test to mean something")
    }
}

/// Random damage to a text.
private enum Damage {
    static func apply(to source: String, using random: inout SeededGenerator) -> String {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let line = Int.random(in: 0..<lines.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: lines.insert(lines[line], at: Int.random(in: 0...lines.count, using: &random))
            case 1: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
            case 2 where lines.count > 1: lines.remove(at: line)
            case 3: lines[line] = replacingAValue(in: lines[line], using: &random)
            case 4: lines[line] = removingAField(from: lines[line], using: &random)
            case 5: lines[line] = lines[line].replacing("/>", with: "><userInfo><entry value=\"x\"/></userInfo></attribute>")
            default: lines[line] = replacingACharacter(in: lines[line], using: &random)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Values that refer to other elements, create cycles or are out of range.
    private static let values = [
        "", "Mood", "Country", "Continent", "OCKCDTask", "date", "name", "uuid", "99999999999999999999", "-1", "0", "YES",
        "Integer 64", "Composite",
        "Transformable", "Deny", "(", "é\u{301}", ".", "..", "a.b.c", "$", "NaN", "1e400",
    ]

    private static func replacingAValue(in line: String, using random: inout SeededGenerator) -> String {
        var parts = line.components(separatedBy: "\"")
        guard parts.count > 2 else { return line }
        let value = Int.random(in: 0..<(parts.count / 2), using: &random) * 2 + 1
        parts[value] = values.randomElement(using: &random) ?? ""
        return parts.joined(separator: "\"")
    }

    private static func removingAField(from line: String, using random: inout SeededGenerator) -> String {
        var parts = line.components(separatedBy: " ")
        parts.remove(at: Int.random(in: 0..<parts.count, using: &random))
        return parts.joined(separator: " ")
    }

    private static func replacingACharacter(in line: String, using random: inout SeededGenerator) -> String {
        var characters = Array(line)
        guard !characters.isEmpty else { return "<" }
        characters[Int.random(in: 0..<characters.count, using: &random)] =
            "<>&\"' \u{0}\u{FFFD}aZ0".randomElement(using: &random) ?? "<"
        return String(characters)
    }
}
