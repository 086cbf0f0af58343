internal import Synchronization
internal import StrataTraps

/// A model that was compiled into the program.
protocol RegisteredModel: ModelOrigin, Sendable {
    var name: String { get }
    /// The module that the model was compiled into.
    var module: String { get }
    /// The current version. The whole program shares one object, so that the model is parsed only
    /// once and all containers have the same entities.
    var model: NSManagedObjectModel { get }
}

/// The models that were compiled into the program, in the order of their registration.
enum RegisteredModels {
    private static let registered = Mutex<[any RegisteredModel]>([])

    static func add(_ model: any RegisteredModel) {
        registered.withLock { $0.append(model) }
        MainProgram.add(moduleOfModel: model.module)
    }

    static var all: [any RegisteredModel] { registered.withLock { $0 } }

    /// Returns the model with a name; nil if there is none. If several modules have such a model,
    /// returns that of the program's own module, or traps if that module has none.
    static func model(named name: String) -> (any RegisteredModel)? {
        let found = all.filter { $0.name == name }
        guard found.count > 1 else { return found.first }
        guard let own = found.first(where: { $0.module == MainProgram.module }) else {
            trap(
                """
                The modules \(found.map(\.module).joined(separator: ", ")) each have a model '\(name)'. Give the model of the one you \
                want to NSPersistentContainer(name:managedObjectModel:).
                """
            )
        }
        return own
    }

    /// Returns the entity of a class. Searches the models of the class's own module first, then the
    /// others.
    static func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        let module = String(reflecting: type).prefix { $0 != "." }
        let all = all
        let ordered = all.filter { $0.module == module } + all.filter { $0.module != module }
        return ordered.lazy.compactMap { $0.model.entity(of: type) }.first
    }

    /// Returns the entity with a name. Searches the models of the program's own module first, then
    /// the others.
    static func entity(named name: String) -> NSEntityDescription? {
        let all = all
        let ordered = all.filter { $0.module == MainProgram.module } + all.filter { $0.module != MainProgram.module }
        return ordered.lazy.compactMap { $0.model.entitiesByName[name] }.first
    }
}
