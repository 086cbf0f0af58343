import Foundation
import StrataModelCompiler
import StrataModelFormat

/// The entities of a target's models, by the names of their classes.
struct ModelIndex {
    /// An entity that has a class, in the current version of a model.
    struct Use {
        /// The model's file name without its extension.
        var modelName: String
        /// The module that the model is compiled into.
        var module: String
        var model: ModelElement
        var entity: EntityElement
    }

    private var uses: [String: [Use]] = [:]

    /// Reads the models of the app and its dependencies.
    ///
    /// - Throws: `Problem` at the file of an app's model that cannot be read. Models of
    ///   dependencies are reported when the dependencies are built.
    init(app: SourceModule, dependencies: [SourceModule]) throws(Problem) {
        for path in app.models {
            do throws(ModelFileError) {
                try read(path, of: app)
            } catch {
                throw Problem(
                    at: SourcePlace(file: error.location.file, line: max(1, error.location.line), column: 1), error.message)
            }
        }
        for module in dependencies {
            // Ignored: the build of the dependency reports it.
            for path in module.models { try? read(path, of: module) }
        }
    }

    private mutating func read(_ path: String, of module: SourceModule) throws(ModelFileError) {
        let bundle = try ModelBundle(contentsOf: URL(filePath: path))
        let model = bundle.currentVersion.model
        for entity in model.entities {
            guard let name = entity.className, !name.isEmpty, name != "NSManagedObject" else { continue }
            // Throws for a cycle of superentities before any property is looked up.
            _ = try model.superentities(of: entity)
            uses[name, default: []].append(Use(modelName: bundle.name, module: module.name, model: model, entity: entity))
        }
    }

    /// Returns the entities whose objects are of a class.
    func uses(of declaration: TypeDeclaration) -> [Use] {
        guard declaration.path.count == 1 else { return [] }
        return uses(ofClass: declaration.name, in: declaration.module)
    }

    /// Returns the entities whose objects are of a class of a module.
    func uses(ofClass name: String, in module: String) -> [Use] {
        uses[name, default: []].filter { use in
            switch use.entity.moduleName {
            case nil: true
            case "": use.module == module
            case let named: named == module
            }
        }
    }

    /// The classes that `CoreDataModelPlugin` generates, which are in no source file, with their
    /// entities.
    var generatedClasses: [(declaration: TypeDeclaration, use: Use)] {
        uses.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.entity.codeGeneration == .classDefinition }.map { use in
            // Ignored, here and below: `read(_:of:)` resolved the superentities, so this cannot
            // throw.
            let parent = (try? use.model.superentities(of: use.entity))?.first { $0.className?.isEmpty == false }
            let names = parent.map { parent in
                (use.named(parent).map { [$0] } ?? []) + [parent.className ?? ""]
            }
            let superclass = (names ?? ["NSManagedObject"]).map { SwiftType.Component(name: $0, arguments: []) }
            let module = use.named(use.entity) ?? use.module
            let declaration = TypeDeclaration(
                module: module, path: [use.entity.className ?? ""], kind: .class, access: .outside, isGeneric: false,
                inherited: [.named(superclass)],
                place: SourcePlace(file: "\(module)/\(use.entity.className ?? "").swift", line: 1, column: 1))
            return (declaration, use)
        }
    }
}

extension ModelIndex.Use {
    /// Returns the module that an entity names for its class; nil for the model's own.
    fileprivate func named(_ entity: EntityElement) -> String? {
        entity.moduleName.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the property of a name, inherited ones included.
    func property(named name: String) -> (any PropertyElement)? {
        // Ignored: it cannot throw, as above.
        let properties = (try? model.allProperties(of: entity)) ?? []
        return properties.first { $0.name == name }
    }

    var propertyNames: [String] {
        // Ignored: it cannot throw, as above.
        ((try? model.allProperties(of: entity)) ?? []).map(\.name).sorted()
    }

    func slot(of name: String) -> Int? {
        // Ignored: it cannot throw, as above.
        (try? model.slots(of: entity))?.firstIndex { $0.name == name }
    }
}
