internal import Foundation
internal import StrataModelFormat
internal import Synchronization
internal import StrataTraps

/// A model that was compiled into the program. It is parsed on first use and then cached.
final class RegisteredModel: Sendable {
    private let nameText: StaticString
    private let moduleText: StaticString
    private let archiveText: StaticString
    private let parsed = Mutex<Parsed?>(nil)

    // Safe to share: constants. An archive is immutable after init.
    private struct Parsed: @unchecked Sendable {
        let archive: ModelArchive
        let model: NSManagedObjectModel
    }

    init(name: StaticString, module: StaticString, archive: StaticString) {
        nameText = name
        moduleText = module
        archiveText = archive
    }

    var name: String { nameText.description }
    var module: String { moduleText.description }

    /// The current version. The whole program shares one object, so that the model is parsed only
    /// once and all containers have the same entities.
    var model: NSManagedObjectModel { parse().model }

    /// All versions, as new models at each access.
    var allVersions: [NSManagedObjectModel] { namedVersions.map(\.model) }

    /// All versions by name, as new models at each access.
    var versions: [String: NSManagedObjectModel] {
        Dictionary(namedVersions.map { ($0.name, $0.model) }, uniquingKeysWith: { first, _ in first })
    }

    private var namedVersions: [(name: String, model: NSManagedObjectModel)] {
        do {
            let file = try ModelFile(parse().archive)
            var models: [(String, NSManagedObjectModel)] = []
            for version in file.versions {
                let model = try NSManagedObjectModel(version.model, module: module)
                model.origin = .compiled(self)
                models.append((version.name, model))
            }
            return models
        } catch {
            trap(unusable(error))
        }
    }

    private func parse() -> Parsed {
        parsed.withLock { parsed in
            if let parsed { return parsed }
            do throws(ModelFileError) {
                let text = archiveText.withUTF8Buffer { Data($0) }
                let archive = try ModelArchive(text: text, file: "\(name).momd")
                let model = try NSManagedObjectModel(archive.currentModel(), module: module)
                model.origin = .compiled(self)
                let made = Parsed(archive: archive, model: model)
                parsed = made
                return made
            } catch {
                trap(unusable(error))
            }
        }
    }

    private func unusable(_ error: ModelFileError) -> String {
        "The model '\(name)' compiled into \(module) cannot be used: \(error)"
    }
}

/// The models that were compiled into the program, in the order of their registration.
enum RegisteredModels {
    private static let registered = Mutex<[RegisteredModel]>([])

    static func add(_ model: RegisteredModel) {
        registered.withLock { $0.append(model) }
    }

    static var all: [RegisteredModel] { registered.withLock { $0 } }

    /// Returns the model with a name; nil if there is none. If several modules have such a model,
    /// returns that of the program's own module, or traps if that module has none.
    static func model(named name: String) -> RegisteredModel? {
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

extension NSManagedObjectModel {
    /// Registers a model for `NSPersistentContainer(name:)`. The code that the build plug-in
    /// generates calls it when the program is loaded.
    ///
    /// Does not parse the model, which happens on first use.
    ///
    /// - Parameters:
    ///   - name: The model's file name without its extension.
    ///   - module: The module that the model was compiled into, to which its classes belong.
    ///   - archive: The text of the `.momd` that the plug-in creates.
    public static func register(name: StaticString, module: StaticString, archive: StaticString) {
        RegisteredModels.add(RegisteredModel(name: name, module: module, archive: archive))
    }
}
