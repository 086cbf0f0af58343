public import Foundation
package import StrataUserActivity
internal import Synchronization
public import UniformTypeIdentifiers

/// An item that is dragged, pasted or dropped: its data in one or several types, which are loaded
/// when a receiver asks for them.
///
/// The types are in the order in which they were registered, the best one first.
// Safe to share: all of its state is in a mutex.
open class NSItemProvider: NSObject, @unchecked Sendable {
    /// Loads the data of an item.
    public typealias DataLoader = @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?

    /// One type in which the item is available.
    struct Representation: Sendable {
        let type: UTType
        let visibility: NSItemProviderRepresentationVisibility
        let load: @Sendable () async throws -> TransferContent
    }

    private struct State {
        var representations: [Representation] = []
        var suggestedName: String?
        var userActivity: UserActivityRecord?
    }

    private let state = Mutex(State())

    /// Creates an item without data.
    public override init() {}

    /// Creates an item from an object.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// Creates an item from a file, of the type that its filename extension says. Returns nil if
    /// there is no such file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
        self.init()
        suggestedName = fileURL.deletingPathExtension().lastPathComponent
        add(UTType(filenameExtension: fileURL.pathExtension) ?? .data) { .file(fileURL) }
    }

    /// Creates an item from a string, an address or data, which is of a type.
    ///
    /// - Parameters:
    ///   - item: The object; nil for an item without data.
    ///   - typeIdentifier: The type; nil for the best one of the object.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        let type = typeIdentifier.map(UTType.init(named:))
        switch item {
        case let data as NSData:
            let data = Data(referencing: data)
            add(type ?? .data) { .data(data) }
        case let object as any NSItemProviderWriting: registerObject(object, as: type, visibility: .all)
        default: break
        }
    }

    /// The name of the item, for example of a file, without an extension.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    /// The activity of the item, as it was when it was registered; nil for none.
    package var userActivity: UserActivityRecord? { state.withLock { $0.userActivity } }

    /// Keeps the activity of the item. The first one stays.
    func keepActivity(_ activity: UserActivityRecord) {
        state.withLock { $0.userActivity = $0.userActivity ?? activity }
    }

    var representations: [Representation] { state.withLock { $0.representations } }

    /// Adds a type. A type that exists already keeps its first loader.
    func add(
        _ type: UTType, _ visibility: NSItemProviderRepresentationVisibility = .all,
        load: @escaping @Sendable () async throws -> TransferContent
    ) {
        state.withLock { state in
            guard !state.representations.contains(where: { $0.type == type }) else { return }
            state.representations.append(Representation(type: type, visibility: visibility, load: load))
        }
    }

    // MARK: Types

    /// The identifiers of the types, the best one first.
    open var registeredTypeIdentifiers: [String] { representations.map(\.type.identifier) }

    /// The types, the best one first.
    public var registeredContentTypes: [UTType] { representations.map(\.type) }

    /// Returns the types that conform to another one, the best one first.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Returns whether a type conforms to the one with an identifier.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        first(conformingTo: UTType(named: typeIdentifier)) != nil
    }

    /// Returns the best type that conforms to another one; nil if there is none.
    func first(conformingTo type: UTType) -> Representation? { representations.first { $0.type.conforms(to: type) } }

    // MARK: Registering

    /// Adds a type whose data a closure loads.
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping DataLoader
    ) {
        add(UTType(named: typeIdentifier), visibility) { .data(try await Self.data(from: loadHandler)) }
    }

    /// Adds a type whose data a closure loads.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, loadHandler: @escaping DataLoader
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Adds a type for which a closure makes a file.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        add(contentType, visibility) {
            try await withCheckedThrowingContinuation { continuation in
                _ = loadHandler { url, _, error in
                    continuation.resume(with: Result { .file(try url ?? { throw error ?? CocoaError(.fileNoSuchFile) }()) })
                }
            }
        }
    }

    private static func data(from loader: DataLoader) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            _ = loader { data, error in
                continuation.resume(with: Result { try data ?? { throw error ?? CocoaError(.fileReadUnknown) }() })
            }
        }
    }
}

/// The receivers that may see a type of an item.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// All programs.
    case all = 0
    /// The programs of the same team: in Strata, only this process.
    case team
    /// The programs of the same group: in Strata, only this process.
    case group
    /// Only this process.
    case ownProcess
}

extension UTType {
    /// Returns the type with an identifier, which the app may declare.
    init(named identifier: String) { self = UTType(identifier) ?? UTType(exportedAs: identifier) }
}
