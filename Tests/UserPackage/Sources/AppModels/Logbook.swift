import Foundation
import SwiftData

// The shape of an app with many versions of its schema: nested copies of the models, aliases of the
// newest, a plan without stages, and fall-backs for a store that cannot be opened.

public enum LogbookSchemaV1: VersionedSchema {
    public static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    public static var models: [any PersistentModel.Type] { [Entry.self] }

    @Model public final class Entry {
        public var text: String = ""

        public init(text: String) { self.text = text }
    }
}

public enum LogbookSchemaV2: VersionedSchema {
    public static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    public static var models: [any PersistentModel.Type] { [Entry.self, Mood.self] }

    @Model public final class Entry {
        public var text: String = ""
        public var isFavorite: Bool = false
        @Relationship(deleteRule: .nullify, inverse: \Mood.entries) public var mood: Mood?

        public init(text: String) { self.text = text }
    }

    @Model public final class Mood {
        public var name: String = ""
        public var entries: [Entry]? = []

        public init(name: String) { self.name = name }
    }
}

/// The tables of the second version. Another default value and a transient property need no others.
public enum LogbookSchemaV3: VersionedSchema {
    public static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    public static var models: [any PersistentModel.Type] { [Entry.self, Mood.self] }

    @Model public final class Entry {
        public var text: String = "empty"
        public var isFavorite: Bool = false
        @Transient public var isOpen: Bool = false
        @Relationship(deleteRule: .nullify, inverse: \Mood.entries) public var mood: Mood?

        public init(text: String) { self.text = text }
    }

    @Model public final class Mood {
        public var name: String = ""
        public var entries: [Entry]? = []

        public init(name: String) { self.name = name }
    }
}

public typealias Entry = LogbookSchemaV3.Entry
public typealias Mood = LogbookSchemaV3.Mood

public enum LogbookPlan: SchemaMigrationPlan {
    public static var schemas: [any VersionedSchema.Type] {
        [LogbookSchemaV1.self, LogbookSchemaV2.self, LogbookSchemaV3.self]
    }
    public static var stages: [MigrationStage] { [] }
}

public enum Logbook {
    /// Opens the store at a URL; if that fails, one in memory.
    public static func open(at url: URL) throws -> ModelContainer {
        let schema = Schema(versionedSchema: LogbookSchemaV3.self)
        let attempts = [
            ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .private("iCloud.example")),
            ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none),
        ]
        for configuration in attempts {
            if let container = try? ModelContainer(for: schema, migrationPlan: LogbookPlan.self, configurations: configuration) {
                return container
            }
        }
        return try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
}
