import Testing

/// Casts between specializations of NSFetchRequest in an Xcode folder. `RequestCastTests` has the
/// casts that are found.
@Suite struct FolderCastTests {
    /// Returns the problems of statements in a folder with the class `Venue`.
    private func problems(_ statements: String) throws -> [String] {
        let folder = XcodeFolder()
        try folder.write("Venue.swift", "import CoreData\nclass Venue: NSManagedObject {}")
        try folder.write("Use.swift", "import CoreData\nfunc use(_ model: NSManagedObjectModel) {\n\(statements)\n}")
        return folder.build()
    }

    @Test func `a cast of a template that is nil on Linux is a warning at its line`() throws {
        let found = try problems("let a = model.fetchRequestTemplate(forName: \"A\") as? NSFetchRequest<Venue>")
        let message =
            "This 'as? NSFetchRequest<Venue>' is always nil on Linux, since the value is of type "
            + "'NSFetchRequest<NSFetchRequestResult>': Swift distinguishes the two types, which are one class in Objective-C. "
            + "Leave the template as it is and cast what it fetches: 'try context.fetch(template) as? [Venue]'."
        #expect(found == ["Use.swift:3:50: warning: \(message)"])
    }

    @Test func `a cast that traps is a warning, too, so that the app compiles as on Apple's platforms`() throws {
        let found = try problems("let a = Venue.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Use.swift:3:30: warning: This 'as! NSFetchRequest<NSFetchRequestResult>' traps") == true)
    }

    @Test(arguments: [
        "let a = Venue.fetchRequest() as! NSFetchRequest<Venue>",
        "typealias Request = NSFetchRequest<Venue>; let a = Request(entityName: \"Venue\"); let b = a as? Request",
        "let a = try? context.fetch(model.fetchRequestTemplate(forName: \"A\")!) as? [Venue]",
        "#if !os(Linux)\nlet a = model.fetchRequestTemplate(forName: \"A\") as? NSFetchRequest<Venue>\n#endif",
    ])
    func `a cast that succeeds is not reported`(_ statements: String) throws {
        #expect(try problems(statements) == [])
    }
}
