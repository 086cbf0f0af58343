internal import CoreData
internal import Foundation

/// Compares the version of a store with the container's schema and migration plan, before the store
/// is opened.
///
/// The version hashes in a store's metadata identify the models that it was created with, and
/// numbers of versions do not: two apps may call different models 1.0.0. The steps:
///
/// 1. A store with the hashes of the container's schema is opened. So is a new one.
/// 2. Without a plan, any other store is migrated if the differences allow it, as Core Data infers.
/// 3. With a plan, the store's version is the newest one with its hashes. Apple's hashes cannot be
///    computed here, so the hashes of the model that is stored in the file are compared, too. Of
///    several versions with equal hashes, no stage between them has anything to do.
/// 4. An older version is migrated by the plan's stages (`StagedMigration`). A newer one is an
///    error, and so is one that the plan does not list, unless its tables fit.
///
/// Invariant: the check changes no file. A store that does not fit is left for the next version of
/// the app.
struct StoreVersionCheck {
    let model: NSManagedObjectModel
    /// The versions of the plan; nil without a plan.
    let versions: PlanVersions?
    /// The version of the plan with the container's schema.
    let target: Int?

    /// Returns how the store in a file fits the container.
    ///
    /// - Parameter name: The configuration of the model; nil for all entities.
    /// - Throws: `SwiftDataError.backwardMigration` for a newer store than the container's schema,
    ///   the NSError of a file that is no store, and the error of a version of the plan that cannot be
    ///   used.
    func fit(of url: URL, configuration name: String?) throws -> StoreFit {
        let kept = keptEntities(name)
        let hashes = Dictionary(kept.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
        guard let stored = try StoredModel.inFile(at: url, unlessItHas: hashes) else { return .fits }
        let names = Set(hashes.keys)
        guard let versions else {
            return .older([], "It was written by other models than those of the container. \(differences(stored, model, names))")
        }
        let isWhole = kept.count == model.entities.count
        let candidates = [stored.versionHashes, storedModelHashes(stored)]
        let found = try versions.lastIndex { version in
            candidates.contains { isVersion($0, version, isWhole: isWhole) }
        }
        guard let found else { return try unlisted(stored, at: url, versions, names) }
        guard let target else {
            return .different(
                NSMigrationError,
                """
                It has the version \(versions.title(found)) of the migration plan \(versions.plan), and the plan has no version \
                with the container's models: add one. \(differences(stored, model, names))
                """)
        }
        if found == target { return .fits }
        let (old, new) = (versions.title(found), versions.title(target))
        guard found < target else {
            throw SwiftDataError.backwardMigration.because(
                """
                The store at \(url.displayPath) has the version \(old) of the migration plan \(versions.plan), which is newer than the \
                container's schema, \(new). Open it with that version, or choose another file. It was not changed.
                """)
        }
        let reason = "It has the version \(old), and the container's schema is \(new). \(differences(stored, model, names))"
        return .older(versions.steps(from: found, to: target), reason)
    }

    /// Returns the result for a store whose version is not in the plan.
    private func unlisted(
        _ stored: StoredModel, at url: URL, _ versions: PlanVersions, _ names: Set<String>
    ) throws -> StoreFit {
        let own = stored.versionIdentifiers.joined(separator: ", ")
        let list = versions.identifiers.map(\.description).joined(separator: ", ")
        let stated = stored.versionIdentifiers.compactMap(Schema.Version.init(text:))
        if let newest = versions.identifiers.max(), stated.contains(where: { $0 > newest }) {
            throw SwiftDataError.backwardMigration.because(
                """
                The store at \(url.displayPath) has the version \(own), which is newer than those of the migration plan \
                \(versions.plan): \(list). Open it with a newer version of the app. It was not changed.
                """)
        }
        // The version that the store says to be of is the likeliest to be compared with.
        let likely = versions.identifiers.lastIndex { $0.description == own }
        let other = try likely.map { try versions.model($0) } ?? model
        return .different(
            Self.unknownModelVersion,
            """
            It has an unknown model version: it says to be of version \(own), and its models are those of none of the versions of \
            the migration plan \(versions.plan): \(list). Compared with \(likely.map(versions.title) ?? "the container's schema"): \
            \(differences(stored, other, likely == nil ? names : nil))
            """)
    }

    /// Apple's code of a store whose model is none of a plan's.
    private static let unknownModelVersion = 134_504

    // MARK: Hashes

    /// Returns the entities that the store of a configuration keeps.
    private func keptEntities(_ name: String?) -> Set<NSEntityDescription> {
        let entities = model.entities(forConfigurationName: name) ?? model.entities
        return Set(entities.flatMap { sequence(first: $0, next: \.superentity) })
    }

    /// Returns the hashes of the stored model's entities that the store's metadata lists.
    private func storedModelHashes(_ stored: StoredModel) -> [String: Data] {
        (stored.model?.entityVersionHashesByName ?? [:]).filter { stored.versionHashes[$0.key] != nil }
    }

    /// Returns whether the hashes of a store are those of a version.
    ///
    /// - Parameter isWhole: Whether the store keeps all entities.
    private func isVersion(_ stored: [String: Data], _ version: [String: Data], isWhole: Bool) -> Bool {
        guard !stored.isEmpty, !isWhole || stored.count == version.count else { return false }
        return stored.allSatisfy { version[$0.key] == $0.value }
    }

    /// Returns a sentence with the first differences between the store's model and another one; an
    /// empty text if none is known.
    ///
    /// - Parameter names: The names of the new model's entities to compare; nil for all.
    private func differences(_ stored: StoredModel, _ model: NSManagedObjectModel, _ names: Set<String>?) -> String {
        let phrases = stored.model?.differences(to: model, entities: names) ?? []
        guard !phrases.isEmpty else { return "" }
        let more = phrases.count > 5 ? "; and \(phrases.count - 5) more" : ""
        return "Differences: \(phrases.prefix(5).joined(separator: "; "))\(more)."
    }
}

/// The fit of a store and a container's models.
enum StoreFit {
    /// The store is new or in memory, or has the container's version.
    case fits
    /// The store has another version. It can be opened if its tables fit; if not, the code and the
    /// reason of the error.
    case different(Int, String)
    /// The store has an earlier version, and is migrated: by the steps, and then by what Core Data
    /// infers. The reason is that of an error.
    case older([MigrationStep], String)

    /// Whether the store may be refused when it is opened.
    var isDifferent: Bool {
        if case .fits = self { false } else { true }
    }

    /// The steps of the plan that migrate the store.
    var steps: [MigrationStep] {
        if case .older(let steps, _) = self { steps } else { [] }
    }

    /// The errors of a store that is of another version and was not changed.
    private static let codes = [
        NSPersistentStoreIncompatibleVersionHashError, NSMigrationError, NSMigrationConstraintViolationError,
        NSMigrationMissingSourceModelError, NSMigrationMissingMappingModelError,
    ]

    /// Returns the error for a store that was refused.
    func explained(_ error: any Error) -> any Error {
        var code = (error as NSError).code
        guard Self.codes.contains(code), isDifferent else { return error }
        let reason: String
        switch self {
        case .fits: return error
        case .older(_, let text): reason = text
        case .different(let own, let text):
            guard code == NSPersistentStoreIncompatibleVersionHashError else { return error }
            (code, reason) = (own, text)
        }
        return NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [
                NSLocalizedDescriptionKey: "\(reason) \(error.localizedDescription) It was not changed.",
                NSUnderlyingErrorKey: error,
            ])
    }
}

extension Schema.Version {
    /// Creates a version from its description, such as "1.2.0"; nil for another text.
    init?(text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else { return nil }
        self.init(major, minor, patch)
    }
}
