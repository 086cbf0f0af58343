internal import Foundation
internal import StrataModelFormat
internal import Synchronization
internal import StrataTraps

/// A model whose file was compiled into the program. It is parsed on first use and then cached.
final class EmbeddedModel: RegisteredModel {
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

    var model: NSManagedObjectModel { parse().model }

    var versions: [(name: String, model: NSManagedObjectModel)] {
        do {
            let file = try ModelFile(parse().archive)
            var models: [(String, NSManagedObjectModel)] = []
            for version in file.versions {
                let model = try NSManagedObjectModel(version.model, module: module)
                model.origin = self
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
                model.origin = self
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
        RegisteredModels.add(EmbeddedModel(name: name, module: module, archive: archive))
    }
}
