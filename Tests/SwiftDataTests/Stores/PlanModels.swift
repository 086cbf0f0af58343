import Foundation
import SwiftData

/// Versions of an app's models, with classes of one name.
enum NotesV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var title: String
        var count: Int = 0
        init(title: String) { self.title = title }
    }
}

/// The same models as `NotesV1`, released with another number.
enum NotesV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var title: String
        var count: Int = 7
        init(title: String) { self.title = title }
    }
}

/// A type has changed, a property is new, and one is gone.
enum NotesV3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var title: String
        var count: String = ""
        var stars: Int
        init(title: String) { (self.title, stars) = (title, 0) }
    }
}

/// `title` may be nil, which needs no other tables than those of `NotesV1`.
enum NotesV1b: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var title: String?
        var count: Int = 0
        init(title: String) { self.title = title }
    }
}

enum PlanOfTwo: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
}

/// As `PlanOfTwo`, with a custom stage between versions that are equal in the store.
enum PlanWithEqualCustom: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
    static var stages: [MigrationStage] {
        [.custom(fromVersion: NotesV1.self, toVersion: NotesV2.self, willMigrate: nil, didMigrate: nil)]
    }
}

enum PlanWithoutStages: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [NotesV1.self, NotesV2.self, NotesV1.self, NotesV2.self, NotesV1.self]
    }
    static var stages: [MigrationStage] { [] }
}

enum PlanOfThree: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV2.self, toVersion: NotesV3.self)] }
}

enum PlanToOptional: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV1b.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV1b.self)] }
}

/// Lacks the version that a store has.
enum PlanOfFirst: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self] }
    static var stages: [MigrationStage] { [] }
}

enum PlanOfLast: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV3.self] }
    static var stages: [MigrationStage] { [] }
}

enum EmptyPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [] }
    static var stages: [MigrationStage] { [] }
}
