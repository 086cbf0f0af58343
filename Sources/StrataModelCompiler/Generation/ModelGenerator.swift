import Foundation
package import StrataModelFormat

/// Generates the Swift code of a model's current version: the classes that Xcode generates for its
/// entities, and the model's registration.
///
/// # From a model file to a running program
///
/// On Apple's platforms Xcode compiles `Earthquakes.xcdatamodeld` into a `.momd` resource and
/// generates classes next to it. Here `CoreDataModelPlugin` runs `modelc generate` for each model
/// in a target's folder, whenever a file of the model has changed:
///
/// 1. **Read.** `ModelBundle` finds the versions and the current one. `MarkupReader` parses each
///    `contents` file into `RawElement`s, and typed elements such as `EntityElement` are views of
///    these: each keeps all its XML attributes as `Fields` and the child elements it does not know.
///    So a model is written back without loss, and each element has its line for error messages.
/// 2. **Check.** `ModelChecker` reports what Xcode reports, as `file:line: error:`. Errors in any
///    version stop the build; warnings are those of the current version.
/// 3. **Resolve.** `ManagedClassResolver` finds the class of each entity, its superclass and its
///    properties with their slots. Several entities may share a class. `TypeNames` spells types so
///    that a class named `Date` does not hide Foundation's.
/// 4. **Generate.** One Swift file contains the classes whose Codegen setting requires them, and
///    the registration of step 6. A property becomes `get { value(at: 1, "magnitude") }`.
/// 5. **Archive.** `ModelArchive` puts the text of all versions into one JSON text, which is both a
///    literal in the Swift file and the resource `Earthquakes.momd`.
/// 6. **Register.** The literal is passed to `NSManagedObjectModel.register` by a function whose
///    address is in the executable's `.init_array` section, so it runs when the program is loaded,
///    before `main`. `NSPersistentContainer(name: "Earthquakes")` then finds the model in any
///    module, even if the executable was copied without its resources. Only the current version is
///    parsed; others are parsed when a migration needs them.
///
/// # Invariants
///
/// - The slots here are those that CoreData gives the same entity (`ModelElement.slots(of:)`). Each
///   accessor passes the name as well, and CoreData finds the property by its name if the slot has
///   another one.
/// - The same model generates the same bytes, and a file with the same bytes is not written, so
///   that a build without an edit compiles nothing.
package struct ModelGenerator {
    private let bundle: ModelBundle
    private let resolver: ManagedClassResolver

    /// Creates a generator.
    ///
    /// - Parameter module: The module that the code will be compiled into; `.Quake` in the model
    ///   stands for a class of it.
    package init(bundle: ModelBundle, module: String) {
        self.bundle = bundle
        resolver = ManagedClassResolver(model: bundle.currentVersion.model, module: module)
    }

    /// Returns one file with everything that Xcode generates at build time, and the code that
    /// registers the model when a program is loaded.
    ///
    /// Entities whose Codegen setting is Manual/None have no code in it.
    ///
    /// - Throws: `ModelFileError` for names and types that are not valid in Swift.
    package func moduleFile(named name: String) throws(ModelFileError) -> GeneratedFile {
        let classes = try resolver.classes(of: entities.filter { $0.codeGeneration != .manual })
        let sources = classes.map { type in
            (type.isGenerated ? "\(type.classSource)\n\n" : "") + type.propertiesSource(names: resolver.names)
        }
        // Without a class, no public declaration uses CoreData, and the compiler would warn about a
        // public import.
        let imports = classes.isEmpty ? "import CoreData" : self.imports(of: classes)
        return GeneratedFile(name: name, text: file([imports] + sources + [registration]))
    }

    /// Returns the files of Xcode's “Create NSManagedObject Subclass…”:
    /// `Quake+CoreDataClass.swift`, which the programmer edits, and
    /// `Quake+CoreDataProperties.swift`, which is generated again after every edit of the model.
    ///
    /// - Parameter names: The entities; empty for all that have a class in the module.
    /// - Throws: `ModelFileError` for an entity that the model lacks or whose class is in another
    ///   module, and for names and types that are not valid in Swift.
    package func classFiles(ofEntities names: [String] = []) throws(ModelFileError) -> [ClassFiles] {
        let chosen = names.isEmpty ? entities.filter(hasClassHere) : try names.map(entityWithClassHere)
        return try resolver.classes(of: chosen).map { type in
            let imports = imports(of: [type])
            return ClassFiles(
                entities: type.entities,
                classFile: GeneratedFile(name: "\(type.name)+CoreDataClass.swift", text: "\(imports)\n\n\(type.classSource)\n"),
                propertiesFile: GeneratedFile(
                    name: "\(type.name)+CoreDataProperties.swift",
                    text: file([imports, type.propertiesSource(names: resolver.names)])))
        }
    }

    private func entityWithClassHere(_ name: String) throws(ModelFileError) -> EntityElement {
        guard let entity = bundle.currentVersion.model.entity(named: name) else {
            throw ModelFileError(
                at: SourceLocation(file: bundle.url.relativePath, line: 0),
                "The version \(bundle.currentVersionName) has no entity “\(name)”. It has "
                    + "\(entities.map(\.name).sorted().joined(separator: ", ")).")
        }
        guard hasClassHere(entity) else {
            let type = entity.ownClassName.map { "\(entity.moduleName ?? "").\($0)" } ?? "NSManagedObject"
            throw ModelFileError(
                at: entity.location, "The class of \(name) is \(type), which is no class of the module \(resolver.names.module).")
        }
        return entity
    }

    private func hasClassHere(_ entity: EntityElement) -> Bool {
        entity.ownClassName != nil && !entity.isInOtherModule(than: resolver.names.module)
    }

    private var entities: [EntityElement] {
        bundle.currentVersion.model.entities
    }

    private func file(_ parts: [String]) -> String {
        let source = bundle.url.lastPathComponent
        return (["// Generated by modelc from \(source). Edit the model, not this file."] + parts)
            .joined(separator: "\n\n") + "\n"
    }

    private func imports(of classes: [ManagedClass]) -> String {
        (["CoreData"] + Set(classes.flatMap(\.modules)).sorted()).map { "public import \($0)" }.joined(separator: "\n")
    }
}

/// The two files of a class.
package struct ClassFiles {
    /// The entities that have the class.
    package var entities: [EntityElement]
    package var classFile: GeneratedFile
    package var propertiesFile: GeneratedFile
}

extension ModelGenerator {
    /// The source of an entry in the table of functions that run when a program is loaded, before
    /// `main`.
    private var registration: String {
        let name = SwiftSource.literal(bundle.name)
        let module = SwiftSource.literal(resolver.names.module)
        let archive = SwiftSource.multilineLiteral(ModelArchive(bundle, module: resolver.names.module).text)
        return """
            // Runs when the program is loaded, so that NSPersistentContainer(name: \(name)) finds the model.
            @section(".init_array") @used
            nonisolated private let registerModel: @convention(c) () -> Void = {
                NSManagedObjectModel.register(name: \(name), module: \(module), archive: \(archive))
            }
            """
    }
}
