internal import Foundation
internal import StrataArchives
internal import StrataModelFormat
internal import StrataPredicates

/// A mapping model that Apple's compiler wrote: a `.cdm`, which is a keyed archive of the mapping
/// model.
///
/// Its version hashes are Apple's, which differ from Strata's. A `.momd` of Apple's compiler lists
/// the hashes of each version, so the two versions are found if it is in the same folder or beside
/// the program. The mappings then get the hashes that these versions have here, and otherwise none,
/// which accepts any version.
struct CompiledMapping {
    let url: URL
    private let archive: ArchivedModel
    private let entities: [[String: PropertyList]]

    /// Returns nil for a file of another kind, such as a `.cdm` of Strata's build plug-in.
    ///
    /// - Throws: `ModelFileError` for a keyed archive of something else.
    init?(_ url: URL) throws(ModelFileError) {
        guard Self.isCompiled(url) else { return nil }
        self.url = url
        // Ignored: any damage is the same error.
        guard let archive = (try? KeyedArchive(Data(contentsOf: url))).map(ArchivedModel.init),
            archive.className(archive.root) == "NSMappingModel", let fields = archive.fields(archive.root)
        else {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "This is not a mapping model of Apple's compiler, or it is damaged. Use the .xcmappingmodel that it was compiled from."
            )
        }
        self.archive = archive
        entities = archive.members(fields["NSEntityMappings"]).compactMap { archive.fields($0) }
    }

    /// Whether a file is a `.cdm` in the form of Apple's compiler.
    static func isCompiled(_ url: URL) -> Bool { url.pathExtension == "cdm" && CompiledModel.isArchive(url) }

    // MARK: Versions

    /// Returns the version that the mapping model migrates from or to; nil if no `.momd` has its
    /// hashes, or if it cannot be read.
    func version(_ isSource: Bool) -> NSManagedObjectModel? {
        var hashes: [String: Data] = [:]
        for fields in entities {
            guard let name = archive.string(fields[isSource ? "NSSourceEntityName" : "NSDestinationEntityName"]),
                let hash = archive.object(fields[isSource ? "NSSourceEntityVersionHash" : "NSDestinationEntityVersionHash"])
                    as? Data
            else { continue }
            hashes[name] = hash
        }
        guard !hashes.isEmpty else { return nil }
        for file in ([url.deletingLastPathComponent()] + MainProgram.resourceFolders()).flatMap(MainProgram.models) {
            // Ignored: another file may have the version.
            guard let version = (try? CompiledModel(file))?.version(withAppleHashes: hashes) else { continue }
            let model = NSManagedObjectModel()
            // Ignored: as above.
            if (try? version.read(into: model)) != nil { return model }
        }
        return nil
    }

    // MARK: Mappings

    /// Reads the mappings.
    ///
    /// - Throws: `ModelFileError` for a part that cannot be read.
    func mappings(_ source: NSManagedObjectModel?, _ destination: NSManagedObjectModel?) throws(ModelFileError)
        -> [NSEntityMapping]
    {
        let mappings = entities.map { fields in
            let mapping = NSEntityMapping()
            mapping.name = archive.string(fields["NSMappingName"]) ?? ""
            mapping.mappingType =
                NSEntityMappingType(rawValue: UInt(clamping: fields["NSMappingType"]?.int ?? 0)) ?? .undefinedEntityMappingType
            mapping.sourceEntityName = archive.string(fields["NSSourceEntityName"])
            mapping.destinationEntityName = archive.string(fields["NSDestinationEntityName"])
            mapping.sourceEntityVersionHash = mapping.sourceEntityName.flatMap { source?.entitiesByName[$0]?.versionHash }
            mapping.destinationEntityVersionHash = mapping.destinationEntityName.flatMap {
                destination?.entitiesByName[$0]?.versionHash
            }
            mapping.entityMigrationPolicyClassName = archive.string(fields["NSEntityMigrationPolicyClassName"])
            mapping.sourceExpression = expression(fields["NSSourceExpression"])
            mapping.userInfo = archive.object(fields["NSUserInfo"]) as? [AnyHashable: Any]
            mapping.attributeMappings = properties(fields["NSAttributeMappings"])
            mapping.relationshipMappings = properties(fields["NSRelationshipMappings"])
            return mapping
        }
        if let first = archive.losses.sentences.first {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "The mapping model of Apple's compiler \(first). Use the .xcmappingmodel that it was compiled from.")
        }
        return mappings
    }

    private func properties(_ value: PropertyList?) -> [NSPropertyMapping]? {
        guard let place = value?.reference, place != KeyedArchive.null else { return nil }
        return archive.members(value).compactMap { archive.fields($0) }.map { fields in
            let mapping = NSPropertyMapping(
                archive.string(fields["NSDestinationPropertyName"]) ?? "", expression(fields["NSValueExpression"]))
            mapping.userInfo = archive.object(fields["NSUserInfo"]) as? [AnyHashable: Any]
            return mapping
        }
    }

    /// Returns the expression that a value refers to; nil for an archived nil.
    private func expression(_ value: PropertyList?) -> NSExpression? {
        guard let place = value?.reference, place != KeyedArchive.null else { return nil }
        // The predicate library does not know this class, which fetches.
        if archive.className(place) == "NSFetchRequestExpression", let fields = archive.fields(place) {
            guard let request = archive.object(fields["NSFRExpression"]) as? NSExpression,
                let context = archive.object(fields["NSMOCExpression"]) as? NSExpression
            else { return nil }
            return NSFetchRequestExpression.expression(
                forFetch: request, context: context, countOnly: fields["NSCountOnly"]?.bool ?? false)
        }
        return archive.object(value) as? NSExpression
    }
}
