import Testing

@testable import StrataSwiftDataExpansion

/// The members that `@Model` adds to a class.
@Suite struct ModelMembersTests {
    @Test func `a final class gets its seven members in order`() {
        let expansion = members(
            of: """
                @Model
                final class Trip {
                    var name: String
                    @Attribute(.unique, originalName: "begin") var start: Date = Date(timeIntervalSince1970: 0)
                    @Relationship(deleteRule: .cascade, inverse: \\Stay.trip)
                    var stays: [Stay] = []
                    var note: String?

                    init(name: String) { self.name = name }
                }
                """)
        #expect(
            expansion.expandedSource == """
                nonisolated(unsafe) private var _$backing = SwiftData._Backing(Trip.self)

                nonisolated var persistentBackingData: any SwiftData.BackingData<Trip> {
                    get { _$backing.backingData(of: self) }
                    set { _$backing = SwiftData._Backing(newValue) }
                }

                nonisolated static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                    [
                        SwiftData.Schema.PropertyMetadata(name: "name", keypath: \\Trip.name, defaultValue: nil, metadata: nil),
                        SwiftData.Schema.PropertyMetadata(name: "start", keypath: \\Trip.start, \
                defaultValue: (Date(timeIntervalSince1970: 0)) as Date, \
                metadata: SwiftData.Schema.Attribute(.unique, originalName: "begin")),
                        SwiftData.Schema.PropertyMetadata(name: "stays", keypath: \\Trip.stays, \
                defaultValue: ([]) as [Stay], \
                metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \\Stay.trip)),
                        SwiftData.Schema.PropertyMetadata(name: "note", keypath: \\Trip.note, defaultValue: nil, metadata: nil),
                    ]
                }

                nonisolated init(backingData: any SwiftData.BackingData<Trip>) {
                    _name = _SwiftDataNoType()
                    _start = _SwiftDataNoType()
                    _stays = _SwiftDataNoType()
                    _note = _SwiftDataNoType()
                    _$backing = SwiftData._Backing(backingData)
                }

                private nonisolated let _$observation = SwiftData._ModelObservation()

                internal nonisolated func access<_M>(keyPath: KeyPath<Trip, _M>) {
                    _$observation.access(self, keyPath: keyPath)
                }

                internal nonisolated func withMutation<_M, _R>(
                    keyPath: KeyPath<Trip, _M>, _ mutation: () throws -> _R
                ) rethrows -> _R {
                    try _$observation.withMutation(of: self, keyPath: keyPath, mutation)
                }

                private nonisolated struct _SwiftDataNoType {}
                """)
        #expect(messages(expansion) == [])
    }

    @Test(arguments: [
        ("public class Trip", "public nonisolated class var schemaMetadata:", "required public nonisolated init(backingData:"),
        ("open class Trip", "open nonisolated class var schemaMetadata:", "required public nonisolated init(backingData:"),
        ("package final class Trip", "package nonisolated static var schemaMetadata:", "package nonisolated init(backingData:"),
        ("class Trip", "nonisolated class var schemaMetadata:", "required nonisolated init(backingData:"),
        ("private final class Trip", "nonisolated static var schemaMetadata:", "nonisolated init(backingData:"),
    ])
    func `members have the access level of the class`(header: String, metadata: String, initializer: String) {
        let source = members(of: "@Model \(header) { init() {} }").expandedSource
        #expect(source.contains("\n\(metadata)"), "\(source)")
        #expect(source.contains("\n\(initializer)"), "\(source)")
    }

    @Test func `members of a class in a public extension are public`() {
        let source = members(of: "@Model final class Trip { init() {} }", context: ["public extension Models {}"]).expandedSource
        #expect(source.contains("\npublic nonisolated var persistentBackingData:"), "\(source)")
    }

    @Test func `a subclass of a model adds to what it inherits`() {
        let source = members(
            of: "@Model final class BusinessTrip: Trip { var cost: Int\n init(cost: Int) { self.cost = cost\n super.init() } }",
            conformances: nil
        ).expandedSource
        #expect(
            source.contains(
                """
                nonisolated override var persistentBackingData: any SwiftData.BackingData<Root> {
                    get { _$backing.backingData(joining: super.persistentBackingData) }
                    set {
                        super.persistentBackingData = newValue
                        _$backing = SwiftData._Backing(newValue)
                    }
                }

                nonisolated override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                    super.schemaMetadata + [
                        SwiftData.Schema.PropertyMetadata(name: "cost", keypath: \\BusinessTrip.cost, \
                defaultValue: nil, metadata: nil),
                    ]
                }

                required nonisolated init(backingData: any SwiftData.BackingData<Root>) {
                    _cost = _SwiftDataNoType()
                    _$backing = SwiftData._Backing(backingData)
                    super.init(backingData: backingData)
                }
                """), "\(source)")
    }

    @Test func `the metadata of a class on the main actor can be read elsewhere`() {
        let source = members(of: "@MainActor @Model final class Trip { var a: Int\n init() {} }").expandedSource
        #expect(
            source.contains(
                """
                nonisolated static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                    SwiftData._withoutIsolation {
                    [
                """), "\(source)")
    }

    @Test func `a class that inherits protocols only is no subclass`() {
        let source = members(of: "@Model class Trip: Codable, Equatable { init() {} }").expandedSource
        #expect(!source.contains("override"), "\(source)")
    }

    @Test func `constraints and indexes follow the properties`() {
        let source = members(
            of: """
                @Model final class Trip {
                    #Unique<Trip>([\\.name, \\.start], [\\.code])
                    #Index<Trip>([\\.start])
                    var name: String
                    init() {}
                }
                """
        ).expandedSource
        #expect(
            source.contains(
                """
                        SwiftData.Schema.PropertyMetadata(name: "name", keypath: \\Trip.name, defaultValue: nil, metadata: nil),
                        SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Unique", \
                keypath: \\SwiftData.Schema.encodingVersion, defaultValue: nil, \
                metadata: SwiftData.Schema.Unique<Trip>([\\.name, \\.start], [\\.code])),
                        SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Index", \
                keypath: \\SwiftData.Schema.encodingVersion, defaultValue: nil, \
                metadata: SwiftData.Schema.Index<Trip>([\\.start])),
                """), "\(source)")
    }

    @Test func `clauses of a condition have their own entries and placeholders`() {
        let source = members(
            of: """
                @Model final class Trip {
                    #if DEBUG
                    var trace: String
                    var level: Int
                    #elseif os(Linux)
                    var host: String
                    #endif
                    var name: String
                    init() {}
                }
                """
        ).expandedSource
        #expect(
            source.contains(
                """
                    var metadata: [SwiftData.Schema.PropertyMetadata] = []
                    #if DEBUG
                    metadata.append(SwiftData.Schema.PropertyMetadata(name: "trace", keypath: \\Trip.trace, \
                defaultValue: nil, metadata: nil))
                    metadata.append(SwiftData.Schema.PropertyMetadata(name: "level", keypath: \\Trip.level, \
                defaultValue: nil, metadata: nil))
                    #elseif os(Linux)
                    metadata.append(SwiftData.Schema.PropertyMetadata(name: "host", keypath: \\Trip.host, \
                defaultValue: nil, metadata: nil))
                    #else
                    #endif
                    metadata.append(SwiftData.Schema.PropertyMetadata(name: "name", keypath: \\Trip.name, \
                defaultValue: nil, metadata: nil))
                    return metadata
                """), "\(source)")
        #expect(
            source.contains(
                """
                    #if DEBUG
                    _trace = _SwiftDataNoType()
                    _level = _SwiftDataNoType()
                    #elseif os(Linux)
                    _host = _SwiftDataNoType()
                    #else
                    #endif
                    _name = _SwiftDataNoType()
                """), "\(source)")
    }

    @Test func `names lose their backticks in the metadata only`() {
        let source = members(of: "@Model final class Trip { var `default`: Int\n init() {} }").expandedSource
        #expect(source.contains(#"name: "default", keypath: \Trip.`default`,"#), "\(source)")
        #expect(source.contains("    _default = _SwiftDataNoType()\n"), "\(source)")
    }

    @Test(arguments: [
        ("var a: Int? = nil", "nil"),
        ("var a: Int! = 5", "(5) as Int?"),
        ("var a = Color.red", "Color.red"),
        ("var a: [Int] = { [1, 2] }()", "({ [1, 2] }()) as [Int]"),
        ("let a: Double = 0", "(0) as Double"),
    ])
    func `a default value has the declared type`(declaration: String, value: String) {
        let source = members(of: "@Model final class Trip { \(declaration)\n init() {} }").expandedSource
        #expect(source.contains("defaultValue: \(value), metadata: nil"), "\(source)")
    }
}

/// The extensions that `@Model` adds.
@Suite struct ModelConformancesTests {
    private func extensions(_ conformances: String?) -> String {
        expand(
            "PersistentModelMacro", as: .extension, "@Model final class Trip {}", extending: "Models.Trip",
            conformances: conformances
        ).expandedSource
    }

    @Test func `all missing conformances are added`() {
        #expect(
            extensions("SwiftData.PersistentModel, Observation.Observable, Swift.Sendable") == """
                nonisolated extension Models.Trip: SwiftData.PersistentModel {}

                nonisolated extension Models.Trip: Observation.Observable {}

                @available(*, unavailable, message: "A model belongs to its context and is not Sendable: \
                pass its persistentModelID, or work on it in a @ModelActor.")
                extension Models.Trip: Swift.Sendable {}
                """)
    }

    @Test func `a conformance that the class declares is not added`() {
        #expect(extensions("PersistentModel") == "nonisolated extension Models.Trip: SwiftData.PersistentModel {}")
    }

    @Test func `another type gets no conformance`() {
        let expansion = expand(
            "PersistentModelMacro", as: .extension, "@Model struct Trip {}", extending: "Trip", conformances: "PersistentModel")
        #expect(expansion.expandedSource == "")
    }

    @Test func `a subclass of a model gets no conformance`() {
        #expect(extensions(nil) == "")
    }
}
