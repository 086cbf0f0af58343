internal import CoreData
internal import Foundation
internal import Synchronization
internal import StrataTraps

/// The stores of an app's models, with the schema and a context for the main actor.
///
///     let container = try ModelContainer(for: Trip.self)
///     container.mainContext.insert(Trip(name: "Lisbon"))
///     try container.mainContext.save()
///
/// A container can be sent to other actors. Each makes a context of its own from it.
// Safe to share: constants, and a mutex around everything else.
public class ModelContainer: Equatable, @unchecked Sendable {
    /// The types that the container stores.
    public var schema: Schema { storage.schema }
    /// The plan that was given, with the versions of the schema.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { storage.migrationPlan }
    /// The configurations of the container's stores. Setting them opens and closes no store.
    public var configurations: Set<ModelConfiguration> {
        get { storage.configurations.withLock { $0 } }
        set { storage.configurations.withLock { $0 = newValue } }
    }

    /// The open stores. The main context keeps them, and not the container, which keeps the context.
    let storage: ContainerStorage
    private let main: Mutex<MainContext>

    // Safe to share: the context is used on the main actor only.
    private struct MainContext: @unchecked Sendable {
        var context: ModelContext?
    }

    /// Opens the stores of a schema. A store of another version is migrated: by the stages of the plan,
    /// or without one by what the differences between the models tell.
    ///
    /// - Parameters:
    ///   - migrationPlan: The versions of the schema, oldest first.
    ///   - configurations: The stores; without any, one of all types at the default place.
    /// - Throws: `SwiftDataError.loadIssueModelContainer`, with the file, Core Data's code and the
    ///   reason in its description, if a store cannot be opened; `backwardMigration` for a store of
    ///   a newer version than the plan knows; other errors of the type for configurations that
    ///   contradict the schema or each other. A store that cannot be opened is as it was then.
    public init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
    ) throws {
        storage = try Self.open(givenSchema, migrationPlan, configurations)
        main = Mutex(MainContext())
        ModelKeyPaths.register()
    }

    /// Opens the stores of a schema, among which there may be stores of an app's own kind.
    ///
    /// - Parameter configurations: The stores, each with its own types, or one of all types.
    /// - Throws: The errors of an app's configurations and stores as they are, and
    ///   `SwiftDataError.duplicateConfiguration` if two are the same; otherwise as
    ///   `init(for:migrationPlan:configurations:)` of ``ModelConfiguration``.
    // Disfavored, because it takes each list that the other initializer takes.
    @_disfavoredOverload
    public init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [any DataStoreConfiguration]
    ) throws {
        storage = try Self.open(givenSchema, migrationPlan, configurations)
        main = Mutex(MainContext())
        ModelKeyPaths.register()
    }

    private static func open(
        _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [any DataStoreConfiguration]
    ) throws -> ContainerStorage {
        let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
        try check(configurations, schema)
        if let problem = SchemaCheck.problem(in: schema) {
            throw SwiftDataError.loadIssueModelContainer.because(problem)
        }
        return try ContainerStorage(schema, migrationPlan, configurations)
    }

    /// Creates a container of open stores.
    init(_ storage: ContainerStorage) {
        self.storage = storage
        main = Mutex(MainContext())
        ModelKeyPaths.register()
    }

    /// Creates the container of a main context whose container was released.
    init(_ storage: ContainerStorage, main context: ModelContext) {
        self.storage = storage
        main = Mutex(MainContext(context: context))
    }

    /// Opens the stores of a schema.
    public convenience init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
    ) throws {
        try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of some types, and of all types that their relationships reach.
    public convenience init(
        for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of some types, and of all types that their relationships reach; see
    /// `init(for:migrationPlan:configurations:)`.
    @_disfavoredOverload
    public convenience init(
        for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Returns the path of a store without links. Links of the folder are resolved apart, because the
    /// file may not exist yet.
    private static func file(of url: URL) -> String {
        let file = url.standardizedFileURL
        return file.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: file.lastPathComponent)
            .resolvingSymlinksInPath().path
    }

    private static func check(_ configurations: [any DataStoreConfiguration], _ schema: Schema) throws {
        var files: Set<String> = []
        var known: Set<AnyHashable> = []
        for configuration in configurations {
            try configuration.validate()
            if let configuration = configuration as? ModelConfiguration {
                if !configuration.isStoredInMemoryOnly, !files.insert(file(of: configuration.url)).inserted {
                    throw SwiftDataError.duplicateConfiguration.because(
                        "Two configurations have the store \(configuration.url.displayPath). Give each a name or a URL of its own."
                    )
                }
            } else if !known.insert(AnyHashable(configuration)).inserted {
                throw SwiftDataError.duplicateConfiguration.because(
                    "Two configurations are equal to '\(configuration.name)'. Each describes a store of its own.")
            }
            for entity in configuration.schema?.entities ?? [] {
                let known = schema.entitiesByName[entity.name]
                guard let known else {
                    throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
                        "The configuration '\(configuration.name)' has the type \(entity.name), which the container's schema lacks."
                    )
                }
                guard let type = entity.modelType, let other = known.modelType, type != other else { continue }
                throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
                    """
                    The configuration '\(configuration.name)' has the type \(String(reflecting: type)), and the container's schema \
                    \(String(reflecting: other)). Give both the same version of the type.
                    """)
            }
        }
    }

    /// The context of the main actor, which saves by itself.
    @MainActor public var mainContext: ModelContext {
        if let context = main.withLock({ $0.context }) { return context }
        let context = ModelContext(main: self)
        main.withLock { [made = MainContext(context: context)] in $0 = made }
        return context
    }

    /// Deletes all models of all types from the stores.
    ///
    /// Contexts of the container notice at their next use.
    ///
    /// - Throws: The error of a store that cannot be written.
    public func erase() throws {
        let context = ModelContext(self)
        for layout in storage.layouts.values { try context.deleteAll(layout) }
        try context.save()
        for bridge in storage.bridges { try bridge.exclusively { try bridge.store.erase() } }
        context.postErasure()
    }

    /// Deletes all models of all types from the stores. Failures are logged.
    public func deleteAllData() {
        do {
            try erase()
        } catch {
            StandardStream.error.write("The stores could not be erased: \(error.localizedDescription)\n")
        }
    }

    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.storage === rhs.storage }
}
