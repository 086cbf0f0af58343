public import Foundation
internal import StrataModelFormat
internal import StrataTraps
internal import Synchronization

/// A version of a model, given as the model itself, as a file, by name or by its version hashes, and
/// found when it is needed.
// Safe to share: constants, and a mutex around the model.
public final class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
    /// The checksum that the version must have. Strata's checksums differ from Xcode's: print them with
    /// `NSManagedObjectModel.versionChecksum`.
    public let versionChecksum: String
    private let origin: Origin
    private let found = Mutex<NSManagedObjectModel?>(nil)

    // Safe to share: constants. The models and bundles are used for reading.
    private enum Origin: @unchecked Sendable {
        case model(NSManagedObjectModel)
        case file(URL)
        case name(String, Bundle?)
        case hashes([String: Data], Bundle?)
    }

    private init(_ origin: Origin, _ versionChecksum: String) {
        self.origin = origin
        self.versionChecksum = versionChecksum
    }

    /// Creates a reference to a model.
    public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
        self.init(.model(model), versionChecksum)
    }

    /// Creates a reference to a model in a file: a version in a `.momd`, an `.xcdatamodel`, or an
    /// `.xcdatamodeld`, of which the version with the checksum is used.
    public convenience init(fileURL: URL, versionChecksum: String) {
        self.init(.file(fileURL), versionChecksum)
    }

    /// Creates a reference to a version of a model, by the name of the version or of the model, in a
    /// bundle; if `bundle` is nil, among all models of the program.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(.name(modelName, bundle), versionChecksum)
    }

    /// Creates a reference to the version whose entities have the given version hashes, in a bundle; if
    /// `bundle` is nil, among all models of the program.
    public convenience init(entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {
        var hashes: [String: Data] = [:]
        for case let (name as String, hash as Data) in versionHash { hashes[name] = hash }
        self.init(.hashes(hashes, bundle), versionChecksum)
    }

    /// The model. Traps if it is not found, or has another checksum.
    public var resolvedModel: NSManagedObjectModel {
        do {
            return try resolve()
        } catch {
            trap(error.localizedDescription)
        }
    }

    /// Returns the model.
    ///
    /// - Throws: NSManagedObjectModelReferenceNotFoundError if it is not found, or has another checksum.
    func resolve() throws -> NSManagedObjectModel {
        if let model = found.withLock({ $0 }) { return model }
        let candidates = candidates()
        guard let model = candidates.first(where: { $0.versionChecksum == versionChecksum }) else {
            let sentence =
                candidates.isEmpty
                ? "\(title) was not found."
                : """
                \(title) has the version checksum \(candidates.map(\.versionChecksum).joined(separator: " or ")), and \
                the reference is to \(versionChecksum). Strata's checksums differ from Xcode's: use NSManagedObjectModel.versionChecksum.
                """
            throw MigrationError.failed(sentence, code: NSManagedObjectModelReferenceNotFoundError)
        }
        found.withLock { $0 = model }
        return model
    }

    private var title: String {
        switch origin {
        case .model: "The model of a migration stage"
        case .file(let url): "The model at \(url.path)"
        case .name(let name, _): "The model '\(name)' of a migration stage"
        case .hashes(let hashes, _):
            "The model with the entities \(hashes.keys.sorted().joined(separator: ", ")) of a migration stage"
        }
    }

    private func candidates() -> [NSManagedObjectModel] {
        switch origin {
        case .model(let model): return [model]
        case .file(let url):
            do {
                return try NSManagedObjectModel.versions(at: url).map(\.model)
            } catch {
                CoreDataLog.error("\(error.location): \(error.message)")
                return []
            }
        case .name(let name, let bundle):
            return NSManagedObjectModel.versions(named: name, in: bundle ?? .main)
        case .hashes(let hashes, let bundle):
            return NSManagedObjectModel.mergedModel(
                from: bundle.map { [$0] }, forStoreMetadata: [NSStoreModelVersionHashesKey: hashes]
            ).map { [$0] } ?? []
        }
    }

    public override var description: String { "<NSManagedObjectModelReference: \(address(of: self))> (\(versionChecksum))" }
}
