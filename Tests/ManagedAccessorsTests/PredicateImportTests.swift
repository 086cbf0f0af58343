import Testing

/// Files that import Foundation only, and mean CoreData's predicates.
@Suite struct PredicateImportTests {
    let workshop = Workshop()

    private func problems(_ text: String) throws -> [String] {
        try workshop.write("Use.swift", text)
        return workshop.problems()
    }

    @Test(arguments: [
        "NSPredicate(format: \"a == 1\")", "NSSortDescriptor(key: \"a\", ascending: true)", "NSExpression(forKeyPath: \"a\")",
        "NSComparisonPredicate(leftExpression: a, rightExpression: b, modifier: .direct, type: .equalTo)",
    ])
    func `what Foundation cannot make is an error`(_ value: String) throws {
        let found = try problems("import Foundation\n\nlet other: NSPredicate\nlet value = \(value)\nlet second = \(value)")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Use.swift:4:13: error: 'NS") == true, "\(found)")
        #expect(found.first?.contains("'import CoreData'") == true, "\(found)")
    }

    @Test(arguments: [
        "NSPredicate(value: true)", "NSPredicate { _, _ in true }", "NSSortDescriptor(keyPath: \\A.a, ascending: true)",
        "NSSortDescriptor(key: \"a\", ascending: true, comparator: compare)",
        "NSCompoundPredicate(notPredicateWithSubpredicate: a)",
        "[NSPredicate]()",
    ])
    func `what Foundation can make is a warning`(_ value: String) throws {
        let found = try problems("import Foundation\nlet value = \(value)")
        #expect(found.count == 1)
        #expect(found.first?.contains(": warning: 'NS") == true, "\(found)")
    }

    @Test(arguments: [
        "import Foundation\nimport CoreData\nlet a = NSPredicate(format: \"a\")",
        "import Foundation\n@preconcurrency import CoreData\nlet a = NSPredicate(format: \"a\")",
        "import Foundation\nimport SwiftUI\nlet a = NSPredicate(format: \"a\")",
        "import Foundation\nimport class CoreData.NSPredicate\nlet a = NSPredicate(format: \"a\")",
        "import Foundation\n// NSPredicate(format:)\nlet a = \"NSPredicate(format: )\"",
        "import Foundation\n#if canImport(ObjectiveC)\nlet a = NSPredicate(format: \"a\")\n#endif",
        "import Foundation\nlet a = Foundation.NSPredicate(value: true)",
        "let a = NSPredicate(format: \"a\")",
    ])
    func `a file that imports enough is no problem`(_ text: String) throws {
        #expect(try problems(text) == [])
    }

    @Test func `an import that counts elsewhere only is missing here`() throws {
        #expect(
            try problems("import Foundation\n#if os(macOS)\nimport CoreData\n#endif\nlet a = NSPredicate(format: \"a\")").count
                == 1)
    }

    @Test func `a module that re-exports CoreData is enough`() throws {
        try workshop.write("Kit.swift", "@_exported public import SwiftUI", module: "Kit")
        #expect(try problems("import Foundation\nimport Kit\nlet a = NSPredicate(format: \"a\")") == [])
    }

    @Test func `a re-export in another file of the module is enough`() throws {
        try workshop.write("Exports.swift", "@_exported import CoreData")
        #expect(try problems("import Foundation\nlet a = NSPredicate(format: \"a\")") == [])
    }
}
