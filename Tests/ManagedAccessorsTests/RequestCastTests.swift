import Testing

/// Casts between specializations of NSFetchRequest are errors where they cannot succeed, and
/// warnings where they may fail.
@Suite struct RequestCastTests {
    let workshop = Workshop()

    /// The problems of statements in a function of a file that has no managed class.
    private func problems(_ statements: String, file: String = "Use.swift") throws -> [String] {
        try workshop.write(
            "Baby.swift",
            "import CoreData\nclass Baby: NSManagedObject { @NSManaged var name: String }\nclass Other: NSManagedObject {}")
        try workshop.write(file, "import CoreData\nfunc use(_ context: NSManagedObjectContext) throws {\n\(statements)\n}")
        return workshop.problems()
    }

    @Test(arguments: [
        "let a = Baby.fetchRequest() as! NSFetchRequest<Baby>",
        "let a = Baby.fetchRequest() as? NSFetchRequest<Baby>",
        "let a = Baby.fetchRequest() as NSFetchRequest<NSFetchRequestResult>",
        "func f<T: NSManagedObject>(_ t: T.Type) { let a = T.fetchRequest() as! NSFetchRequest<T> }",
        "func f<T: NSManagedObject>(_ t: T.Type) { let a = t.fetchRequest() as! NSFetchRequest<T> }",
        "let a = NSFetchRequest<Baby>(entityName: \"Baby\"); let b = a.copy() as! NSFetchRequest<Baby>",
        "let a: NSFetchRequest<any NSFetchRequestResult> = x; let b = a as! NSFetchRequest<CoreData.NSFetchRequestResult>",
        "let a = try context.fetch(NSFetchRequest<NSFetchRequestResult>(entityName: \"Baby\")) as! [Baby]",
        "let a = Baby.fetchRequest() as NSFetchRequest<NSFetchRequestResult>; switch a { case let b as NSPersistentStoreRequest: break }",
        "let a = try context.execute(r) as? NSAsynchronousFetchResult<Baby>",
        "let a = (try context.execute(r)) as! NSAsynchronousFetchResult<Baby>",
        "let a = (NSFetchRequest<Baby>(entityName: \"Baby\") as Any) as! NSFetchRequest<Baby>",
        "let a = [x as NSFetchRequest<Baby>] as [NSPersistentStoreRequest]",
        "switch x { case .a: f(Baby.fetchRequest() as NSFetchRequest<NSFetchRequestResult>); default: break }",
        "let a = objects as? Set<Baby>; let b = objects as? [Baby]",
        "let a = x is NSFetchRequest<Baby>.Type",
        "func f(is a: NSFetchRequest<Baby>, as b: NSFetchRequest<Baby>) {}",
        "typealias BabyRequest = NSFetchRequest<Baby>; let a = BabyRequest(); let b = a as! NSFetchRequest<Baby>",
        "typealias Request<T> = NSFetchRequest<T>; let a: Request<Baby> = x; let b = a as! Request<Baby>",
        "// let a: NSFetchRequest<Baby> = x; a as! NSFetchRequest<Other>",
        "let a = \"NSFetchRequest<Baby>() as! NSFetchRequest<Other>\"",
        "#if !os(Linux)\nlet a = NSFetchRequest<Baby>() as! NSFetchRequest<Other>\n#endif",
        "#if canImport(ObjectiveC)\nlet a = NSFetchRequest<Baby>() as! NSFetchRequest<Other>\n#endif",
    ])
    func `a cast that succeeds is no problem`(_ statements: String) throws {
        #expect(try problems(statements) == [])
    }

    @Test(arguments: [
        "let a = Baby.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>",
        "let a = Baby.fetchRequest() as! NSFetchRequest<Other>",
        "let a = NSManagedObject.fetchRequest() as? NSFetchRequest<Baby>",
        "let a = NSFetchRequest<NSFetchRequestResult>(entityName: \"Baby\") as! NSFetchRequest<Baby>",
        "let a = NSFetchRequest<Baby>(entityName: \"Baby\"); let b = a as! NSFetchRequest<NSFetchRequestResult>",
        "let a: NSFetchRequest<Baby> = Baby.fetchRequest(); let b = a as? NSFetchRequest<any NSFetchRequestResult>",
        "let a = Baby.fetchRequest(); let b = a as! NSFetchRequest<NSFetchRequestResult>",
        "let a = Baby.fetchRequest(); let b = a.copy() as! NSFetchRequest<NSFetchRequestResult>",
        "let a = model.fetchRequestTemplate(forName: \"a < b\")! as! NSFetchRequest<Baby>",
        "let a = model.fetchRequestFromTemplate(withName: \"A\", substitutionVariables: [:]) as? NSFetchRequest<Baby>",
        "func f(_ a: NSFetchRequest<Baby>) { let b = a as! CoreData.NSFetchRequest<NSFetchRequestResult> }",
        "func f<T: NSManagedObject>(_ a: NSFetchRequest<T>) { let b = a as! NSFetchRequest<NSFetchRequestResult> }",
        "func f(_ a: NSFetchRequest<Baby>) { if a is NSFetchRequest<Other> {} }",
        "func f(controller: NSFetchedResultsController<NSFetchRequestResult>) { let b = controller as! NSFetchedResultsController<Baby> }",
        "let a = (Baby.fetchRequest()) as! NSFetchRequest<Other>",
        "return (try Baby.fetchRequest()) as! NSFetchRequest<Other>",
        "let a = Baby.fetchRequest() as Any as? NSFetchRequest<Other>",
        "let a = (Baby.fetchRequest() as AnyObject) as! NSFetchRequest<Other>",
        "let a = Baby.fetchRequest() as NSFetchRequest<NSFetchRequestResult> as! NSFetchRequest<Baby>",
        "let a = Baby.fetchRequest() as! (NSFetchRequest<Other>)",
        "let a = Baby.fetchRequest() as! Optional<NSFetchRequest<Other>>",
        "let a = Baby.fetchRequest() as? NSFetchRequest<Other>?",
        "let a = Baby\n    .fetchRequest()\n    as!\n    NSFetchRequest<Other>",
        "let a = Baby.fetchRequest() as!  NSFetchRequest<Other>",
        "let a = Baby.fetchRequest()as!NSFetchRequest<Other>",
        "typealias OtherRequest = NSFetchRequest<Other>; let a = Baby.fetchRequest() as! OtherRequest",
        "typealias Request<T> = NSFetchRequest<T>; let a = Baby.fetchRequest() as! Request<Other>",
        "typealias BabyRequest = NSFetchRequest<Baby>; let a = BabyRequest() as! NSFetchRequest<Other>",
        "typealias BabyRequest = NSFetchRequest<Baby>; func f(_ a: BabyRequest) { let b = a as! NSFetchRequest<Other> }",
        "let a = NSFetchRequest<Baby>(); switch a { case let b as NSFetchRequest<Other>: break; default: break }",
        "let a = NSFetchRequest<Baby>(); switch a { case is NSFetchRequest<Other>: break; default: break }",
        "let a = NSFetchRequest<Baby>(); if case let b as NSFetchRequest<Other> = a {}",
        "let a = NSFetchRequest<Baby>(); guard case is NSFetchRequest<Other> = a else { return }",
        "#if os(Linux) || DEBUG\nlet a = NSFetchRequest<Baby>() as! NSFetchRequest<Other>\n#endif",
        "#if DEBUG\nlet a = NSFetchRequest<Baby>() as! NSFetchRequest<Other>\n#endif",
    ])
    func `a cast that cannot succeed is an error`(_ statements: String) throws {
        let found = try problems(statements)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Use.swift:") == true, "\(found)")
        #expect(found.first?.contains(": error: This ") == true, "\(found)")
    }

    @Test(arguments: [
        "let a = unknown() as! NSFetchRequest<Baby>",
        "let a = parameters[\"request\"] as? NSFetchRequest<Baby>",
        "let a: Any = 1; let b = a as! NSFetchRequest<Baby>",
        "let a: NSPersistentStoreRequest = x; let b = a as? NSFetchRequest<Baby>",
        "f(request: NSFetchRequest<Baby>(entityName: \"\")); let b = request as! NSFetchRequest<Other>",
        "do { let a: NSFetchRequest<Baby> = x }; do { let a: Any = 1; let b = a as! NSFetchRequest<Other> }",
        "func f<T>(_ a: NSFetchRequest<T>) { let b = a as? NSFetchRequest<Baby> }",
        "let a = all.map { $0 as! NSFetchRequest<Baby> }",
        "let a = [Baby.fetchRequest()] as! [NSFetchRequest<NSFetchRequestResult>]",
        "let a = requests as? Array<NSFetchRequest<Baby>>",
        "let a = requests as? Set<NSFetchRequest<Baby>>",
        "let a = requests as? [String: NSFetchRequest<Baby>]",
        "let a = pair as? (NSFetchRequest<Baby>, Int)",
        "let a = action as? (NSFetchRequest<Baby>) -> Void",
        "let a = action as? () -> NSFetchRequest<Baby>",
        "let a = requests as? Result<NSFetchRequest<Baby>, Error>",
        "let a = x is [NSFetchRequest<Baby>]",
        "let a: NSFetchRequest<Baby> = x as! NSFetchRequest",
        "typealias Requests = [NSFetchRequest<Baby>]; let a = x as? Requests",
        "switch x { case let a as NSFetchRequest<Baby>: break; default: break }",
        "switch x { case is NSFetchRequest<Baby>: break; default: break }",
        "switch x { case .some(is NSFetchRequest<Baby>), nil: break; default: break }",
        "switch x { case .some(let a as NSFetchRequest<Baby>): break; default: break }",
        "switch x { case let .some(a as NSFetchRequest<Baby>): break; default: break }",
        "switch x { case let (a as NSFetchRequest<Baby>, 1): break; default: break }",
        "switch x { case 1, is NSFetchRequest<Baby>: break; default: break }",
        "switch x { case let a as [NSFetchRequest<Baby>]: break; default: break }",
        "for case let a as NSFetchRequest<Baby> in all {}",
        "if case let a as NSFetchRequest<Baby> = x {}",
        "let a = controllers.first as? NSFetchedResultsController<Baby>",
        "let a = result as? NSAsynchronousFetchResult<Baby>",
    ])
    func `a cast that may fail is a warning`(_ statements: String) throws {
        let found = try problems(statements)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("Use.swift:") == true, "\(found)")
        #expect(found.first?.contains(": warning: This ") == true, "\(found)")
    }

    @Test func `a warning says when the cast fails and what to write`() throws {
        #expect(
            try problems("let a = all.map { $0 as! NSFetchRequest<Baby> }") == [
                "Use.swift:3:22: warning: This 'as! NSFetchRequest<Baby>' traps on Linux unless the value was made as "
                    + "'NSFetchRequest<Baby>': Swift distinguishes the specializations of 'NSFetchRequest', which are one class in "
                    + "Objective-C. Declare the value as 'NSFetchRequest<Baby>' where it is made, or fetch with it as it is and cast the "
                    + "fetched objects: 'as? [Baby]'."
            ])
        #expect(
            try problems("if case let a as [NSFetchRequest<Baby>] = x {}")[0].contains(
                "This pattern 'as [NSFetchRequest<Baby>]' does not match on Linux unless each value in it was made as 'NSFetchRequest<Baby>'"
            ))
    }

    @Test func `an alias in another file is followed`() throws {
        try workshop.write("Alias.swift", "import CoreData\nenum Types { typealias OtherRequest = NSFetchRequest<Other> }")
        #expect(
            try problems("let a = Baby.fetchRequest() as! Types.OtherRequest").map { $0.prefix(25) } == [
                "Use.swift:3:29: error: Th"
            ])
    }

    @Test func `an error names both types and what to write`() throws {
        #expect(
            try problems(
                "let a: NSFetchRequest<Baby> = Baby.fetchRequest()\nlet b = NSBatchDeleteRequest(fetchRequest: a as! NSFetchRequest<NSFetchRequestResult>)"
            )
                == [
                    "Use.swift:4:46: error: This 'as! NSFetchRequest<NSFetchRequestResult>' traps on Linux, since the value is of type "
                        + "'NSFetchRequest<Baby>': Swift distinguishes the two types, which are one class in Objective-C. Declare 'a' as "
                        + "'let a: NSFetchRequest<NSFetchRequestResult> = Baby.fetchRequest()', which compiles on Apple's platforms too."
                ])
        #expect(
            try problems("let a = Baby.fetchRequest() as? NSFetchRequest<NSFetchRequestResult>")[0].hasSuffix(
                "Write 'Baby.fetchRequest() as NSFetchRequest<NSFetchRequestResult>', with a plain 'as'."))
        #expect(
            try problems("let a = NSManagedObject.fetchRequest() as! NSFetchRequest<Baby>")[0].hasSuffix(
                "Write 'NSFetchRequest<Baby>(entityName: …)' with the name of the entity."))
        #expect(
            try problems("let a = NSFetchRequest<Baby>()\ntry context.fetch(a as! NSFetchRequest<NSFetchRequestResult>)")[0]
                .hasSuffix(
                    "Leave the cast out: fetch(_:) takes a request of any type."))
    }

    @Test func `a property that is declared below the cast is found`() throws {
        try workshop.write(
            "Screen.swift",
            """
            import CoreData
            class Baby: NSManagedObject { @NSManaged var name: String }
            class Screen {
                func show() { show(request as! NSFetchRequest<NSFetchRequestResult>) }
                var request = NSFetchRequest<Baby>(entityName: "Baby")
                func other() { let request: NSFetchRequest<NSFetchRequestResult> = x }
            }
            """)
        #expect(workshop.problems().map { $0.prefix(28) } == ["Screen.swift:4:32: error: Th"])
    }

    @Test func `a class method that is called without its type is that of the class around it`() throws {
        try workshop.write(
            "Baby.swift",
            """
            import CoreData
            class Baby: NSManagedObject {
                @NSManaged var name: String
                static func one() { let a = fetchRequest() as! NSFetchRequest<Baby>; let b = Self.fetchRequest() as! NSFetchRequest<Baby> }
            }
            """)
        #expect(workshop.problems() == [])
    }

    @Test func `casts in the modules that an app depends on are left to their own builds`() throws {
        try workshop.write("A.swift", "import CoreData\nclass A: NSManagedObject { @NSManaged var x: Bool }")
        try workshop.write(
            "Kit.swift", "import CoreData\nlet a = NSFetchRequest<A>() as! NSFetchRequest<NSFetchRequestResult>", module: "Kit")
        #expect(workshop.problems() == [])
    }
}
