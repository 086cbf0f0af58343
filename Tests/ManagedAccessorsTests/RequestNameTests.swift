import Testing

/// The check of casts looks up a name as the compiler does, and reports no error where it cannot.
@Suite struct RequestNameTests {
    let workshop = Workshop()

    /// The problems of members of a type, with `CAST` replaced by a cast of the name `request`.
    private func problems(_ members: String) throws -> [String] {
        let cast = "if let r = request as? NSFetchRequest<NSFetchRequestResult> { print(r) }"
        try workshop.write("Baby.swift", "import CoreData\nclass Baby: NSManagedObject { @NSManaged var name: String }")
        try workshop.write(
            "Use.swift", "import CoreData\nfinal class Holder: Base<Int> {\n\(members.replacing("CAST", with: cast))\n}")
        return workshop.problems()
    }

    /// The problems of a method of a type that has a property `request`.
    private func problems(method: String) throws -> [String] {
        try problems("let request: NSFetchRequest<Baby>\n\(method)")
    }

    /// Bindings of the name `request`, in methods of a type with a property of that name.
    @Test(arguments: [
        "func f(_ all: [Any]) { for request in all { CAST } }",
        "func f(_ all: [Any]) { for (_, request) in all.enumerated() { CAST } }",
        "func f(_ all: [Any]) { for (_, request) in all.enumerated() where request is NSFetchRequest<NSFetchRequestResult> {} }",
        "func f(_ all: [Any]) { for case let request? in all { CAST } }",
        "func f(_ all: S) async { for await request in all { CAST } }",
        "func f(_ all: [Any]) { all.forEach { request in CAST } }",
        "func f(_ all: [Any]) { all.forEach { count, request in CAST } }",
        "func f(_ all: [Any]) { all.forEach { request, count -> Bool in CAST } }",
        "func f(_ all: [Any]) { all.forEach { (request) -> Bool in CAST } }",
        "func f(_ all: [Any]) { all.forEach { [weak self] (request: Any) throws in CAST } }",
        "func f(_ all: [Any]) { all.forEach { [request = all[0]] in CAST } }",
        "func f(_ p: (Any, Int)) { let (request, n) = p; CAST }",
        "func f(_ p: (Any, Int)) { let n = 1, request = p.0; CAST }",
        "func f(_ c: Command) { switch c { case .fetch(let request): CAST; default: break } }",
        "func f(_ c: Command) { switch c { case let .fetch(request): CAST; default: break } }",
        "func f(_ c: Command) { switch c { case let Command<Int>.fetch(request, _): CAST; default: break } }",
        "func f(_ c: Command) { switch c { case let request: CAST } }",
        "func f(_ c: Any) { switch c { case let request as Baby where request.name == \"\": CAST; default: break } }",
        "func f(_ c: Command) { if case .fetch(let request) = c { CAST } }",
        "func f(_ c: Command) { if case let .fetch(request) = c, let r = request as? NSFetchRequest<NSFetchRequestResult> {} }",
        "func f(_ c: Command) { guard case .fetch(let request) = c else { return }; CAST }",
        "func f(_ o: Any?) { if let request = o { CAST } }",
        "func f(_ o: Any?) { guard let request = o else { return }; CAST }",
        "func f(_ o: Any?) { while let request = o { CAST } }",
        "func f() { do { try g() } catch let request { CAST } }",
        "func f() { let request = all[0]; CAST }",
        "func f() { let request = other == nil ? a : b; CAST }",
        "func f(_ request: Any) { CAST }",
        "func f(for request: Any) -> Bool where T: P { CAST }",
        "init?(request: Any) { CAST }",
        "subscript(request: Any) -> Bool { CAST }",
        "var other: Any { get { 1 } set(request) { CAST } }",
        // A name that has another type elsewhere.
        "func f(_ items: [Item]) { let r = items[0].request as? NSFetchRequest<NSFetchRequestResult> }",
        "func f(_ a: Item?) { let r = (a ?? b).request as? NSFetchRequest<NSFetchRequestResult> }",
        "struct Inner { func f() { CAST } }",
    ])
    func `a cast of a name whose binding does not show its type is a warning`(_ method: String) throws {
        let found = try problems(method: method)
        #expect(found.count == 1, "\(found)")
        #expect(found.allSatisfy { $0.contains(": warning: This '") })
    }

    /// The type of a binding that is out of scope at the cast.
    @Test(arguments: [
        "func f(_ request: NSFetchRequest<Baby>) {}; func g() { CAST }",
        "func f() { let request: NSFetchRequest<Baby> = x }; func g() { CAST }",
        "func f() { if let request: NSFetchRequest<Baby> = x {}; CAST }",
        "func f() { run { (request: NSFetchRequest<Baby>) in }; CAST }",
        "func f() { switch c { case 1: let request = NSFetchRequest<Baby>(); default: CAST } }",
        "func f() { run { CAST }; let request = NSFetchRequest<Baby>() }",
        "func f() { let request = NSFetchRequest<Baby>(); if let r = self.request as? NSFetchRequest<NSFetchRequestResult> {} }",
        "struct Inner { let request: NSFetchRequest<Baby> }; func f() { CAST }",
        "static let request = NSFetchRequest<Baby>(); func f() { CAST }",
    ])
    func `a binding out of scope does not make a cast an error`(_ members: String) throws {
        let found = try problems(members)
        #expect(found.count == 1, "\(found)")
        #expect(found.allSatisfy { $0.contains(": warning: This '") })
    }

    @Test(arguments: [
        "func f() { CAST }",
        "func f() { run { [weak self] in for x in all { CAST } } }",
        "func f() { let r = self.request as? NSFetchRequest<NSFetchRequestResult> }",
        "func f(request: Any) {}; func g() { CAST }",
        "func f() { let request = all[0] }; func g() { CAST }",
        "func f() { for request in all {} }; func g() { CAST }",
        "func f(_ request: NSFetchRequest<Baby>, _ all: [Any]) -> Bool { CAST }",
        "func f(_ all: [Any]) { all.forEach { (request: NSFetchRequest<Baby>) in CAST } }",
        "func f(_ request: Any) { let request = NSFetchRequest<Baby>(); CAST }",
        "func f(_ a: Any) { guard let request = a as? NSFetchRequest<Baby> else { return }; CAST }",
        "func f(_ a: Any) { if let request = a as? NSFetchRequest<Baby> { CAST } }",
        "func f(_ request: NSFetchRequest<Baby>?) { if let request { CAST } }",
        "func f(_ request: NSFetchRequest<Baby>) { if let request = request as? NSFetchRequest<NSFetchRequestResult> {} }",
        "func f() { switch x { case 1: let request = NSFetchRequest<Baby>(); CAST; default: break } }",
    ])
    func `a cast of the binding in scope is an error`(_ method: String) throws {
        let found = try problems(method: method)
        #expect(found.count { $0.contains(": error: This '") } == 1, "\(found)")
    }
}
