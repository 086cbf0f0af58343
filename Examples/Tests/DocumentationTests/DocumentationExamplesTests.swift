import Foundation
import Testing

struct DocumentationExamplesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Texts that occur in the examples that are compiled elsewhere: manifests, and classes and
    /// generated code, which `Tests/UserPackage` compiles because a plug-in links them there.
    private static let elsewhere = [".target(", ".executableTarget(", "@NSManaged", "value(at:"]

    @Test func `every example of the documentation is compiled in this folder`() throws {
        let compiled = try Self.files(in: Self.folder, withSuffix: "Examples.swift").map(Self.lines)
        var count = 0
        for page in try Self.files(in: Self.folder.appending(path: "../../../docs"), withSuffix: ".md") {
            for part in page.components(separatedBy: "```swift\n").dropFirst() {
                let example = part.components(separatedBy: "```")[0]
                if Self.elsewhere.contains(where: example.contains) { continue }
                // An ellipsis stands for lines that the example leaves out.
                for excerpt in example.components(separatedBy: "…") {
                    let found = compiled.contains { $0.contains(Self.lines(excerpt)) }
                    #expect(found, "No file in Examples/Tests/DocumentationTests contains this example: \(excerpt)")
                }
                count += 1
            }
        }
        #expect(count >= 11)
    }

    private static func files(in folder: URL, withSuffix suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    /// Returns a text without indentation, empty lines, and `@main`, which a test target cannot have.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && $0 != "@main" }.joined(separator: "\n")
    }
}
