import Testing

@testable import StrataSwiftDataExpansion

/// The expansion of `@ModelActor`.
@Suite struct ModelActorTests {
    private func expansion(_ declaration: String) -> String {
        expand("PersistentModelActorMacro", as: .member, declaration).expandedSource
    }

    @Test func `an actor gets an executor, a container and an initializer`() {
        #expect(
            expansion("@ModelActor public actor Importer { var count = 0 }") == """
                public nonisolated let modelExecutor: any SwiftData.ModelExecutor

                public nonisolated let modelContainer: SwiftData.ModelContainer

                public init(modelContainer: SwiftData.ModelContainer) {
                    let modelContext = SwiftData.ModelContext(modelContainer)
                    self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
                """)
    }

    @Test func `an actor with an initializer of its own gets none`() {
        #expect(!expansion("@ModelActor actor A { init(a: Int) { modelContainer = b } }").contains("init("))
    }

    @Test func `an initializer that calls another one does not count`() {
        #expect(expansion("@ModelActor actor A { init(a: Int) { self.init(modelContainer: c) } }").contains("init("))
    }

    @Test func `the conformance is added if it is missing`() {
        func extensions(_ conformances: String?) -> String {
            expand(
                "PersistentModelActorMacro", as: .extension, "@ModelActor actor A {}", extending: "A", conformances: conformances
            ).expandedSource
        }
        #expect(extensions("SwiftData.ModelActor") == "extension A: SwiftData.ModelActor {}")
        #expect(extensions(nil) == "")
    }

    @Test func `a class is an error`() {
        #expect(
            messages(expand("PersistentModelActorMacro", as: .member, "@ModelActor class A {}")) == [
                "@ModelActor needs an actor: declare 'A' as an actor, or remove @ModelActor."
            ])
    }
}

/// The expansion of `@Query`.
@Suite struct QueryTests {
    private func peer(_ declaration: String, attribute: String = "@Query") -> String {
        expand("QueryMacro", as: .peer, attribute: attribute, declaration).expandedSource
    }

    @Test func `a query is read through its peer`() {
        #expect(
            expand("QueryMacro", as: .accessor, "@Query var trips: [Trip]").expandedSource == """
                {
                    get { _trips.wrappedValue }
                }
                """)
        #expect(
            peer("@Query var trips: [Trip]")
                == "private(set) var _trips: SwiftUI.Query<[Trip]._QueryElement, [Trip]> = SwiftUI.Query()")
    }

    @Test(arguments: [
        ("private var a: [A]", "private(set) var"), ("fileprivate var a: [A]", "private(set) var"),
        ("private(set) var a: [A]", "private(set) var"), ("public var a: [A]", "public private(set) var"),
    ])
    func `the peer has the access level of the property, unless that is private`(declaration: String, modifiers: String) {
        #expect(
            peer("@Query \(declaration)") == "\(modifiers) _a: SwiftUI.Query<[A]._QueryElement, [A]> = SwiftUI.Query()")
    }

    @Test func `the arguments are passed on`() {
        let attribute = "@Query(filter: #Predicate<Trip> { $0.name == \"(\" },\n    sort: \\Trip.start /* first */ )"
        #expect(
            peer("\(attribute) var trips: SectionedResults<Trip, String>", attribute: attribute) == """
                private(set) var _trips: SwiftUI.Query<SectionedResults<Trip, String>._QueryElement, \
                SectionedResults<Trip, String>> = SwiftUI.Query(filter: #Predicate<Trip> { $0.name == "(" },
                    sort: \\Trip.start)
                """)
    }

    @Test(arguments: [
        ("@Query var a", "'a' needs a declared type: write that of an array of models, such as '[Trip]'."),
        ("@Query let a: [A]", "'a' needs to be a variable, because its results change: declare it with 'var'."),
        ("@Query var a: [A] = []", "'a' gets its value from @Query: remove its initial value and accessors."),
        ("@Query var a: [A], b: [A]", "@Query needs a variable of its own: write one 'var' for each query."),
    ])
    func `a mistake is reported once`(declaration: String, message: String) {
        #expect(messages(expand("QueryMacro", as: .accessor, declaration)) == [message])
        #expect(messages(expand("QueryMacro", as: .peer, declaration)) == [])
    }
}
