public import Foundation
public import UniformTypeIdentifiers

// Loading runs on a thread of the concurrency pool, and so do the completion handlers, as they run
// on a queue of the system's choice on Apple's platforms.
extension NSItemProvider {
    /// Loads the best type that conforms to another one, as data or as a file.
    package func content(conformingTo type: UTType) async throws -> Data {
        try await load(type).data()
    }

    private func load(_ type: UTType) async throws -> TransferContent {
        guard let representation = first(conformingTo: type) else { throw CocoaError(.featureUnsupported) }
        return try await representation.load()
    }

    /// Loads content in a task, and calls a handler with what it becomes.
    private func load<Value: Sendable>(
        _ make: @escaping @Sendable () async throws -> Value,
        completion: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        let task = Task.detached {
            do {
                let value = try await make()
                try Task.checkCancellation()
                completion(value, nil)
            } catch {
                completion(nil, error)
            }
        }
        progress.cancellationHandler = { task.cancel() }
        return progress
    }

    // MARK: Data and files

    /// Loads the data of the best type that conforms to the one with an identifier.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(for: UTType(named: typeIdentifier), completionHandler: completionHandler)
    }

    /// Loads the data of the best type that conforms to another one.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        load({ try await self.content(conformingTo: contentType) }, completion: completionHandler)
    }

    /// Loads a file of the best type that conforms to the one with an identifier. The file may be
    /// removed when the handler returns.
    @discardableResult
    public func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(for: UTType(named: typeIdentifier)) { url, _, error in completionHandler(url, error) }
    }

    /// Loads a file of the best type that conforms to another one. The file may be removed when the
    /// handler returns.
    @discardableResult
    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        let name = suggestedName ?? "file"
        return load {
            let type = self.first(conformingTo: contentType)?.type ?? contentType
            try await self.load(contentType).withFile(named: (name as NSString).appendingPathExtension(for: type)) {
                completionHandler($0, false, nil)
            }
        } completion: { (_: Void?, error) in
            if let error { completionHandler(nil, false, error) }
        }
    }

    /// Loads the item in the best type that conforms to the one with an identifier: an address for
    /// types of addresses, a string for plain text, and data for other types.
    ///
    /// - Parameters:
    ///   - typeIdentifier: The type.
    ///   - options: Has no effect.
    ///   - completionHandler: Called with a value that can be cast to `URL`, `String` or `Data`.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        let type = UTType(named: typeIdentifier)
        _ = load {
            let data = try await self.content(conformingTo: type)
            if type.conforms(to: .url) { return try await URL(importing: data, contentType: .url) as any Sendable }
            if type.conforms(to: .plainText), let text = String(data: data, encoding: .utf8) { return text }
            return data
        } completion: { (item: (any Sendable)?, error) in
            completionHandler?(item, error)
        }
    }

    // MARK: Transferable values

    /// Adds the types in which a value can be sent.
    public func register<T: Transferable>(_ transferable: @autoclosure @escaping @Sendable () -> T) {
        let value = transferable()
        if suggestedName == nil {
            suggestedName = value.suggestedFilename.map { ($0 as NSString).deletingPathExtension }
        }
        for (type, channel) in value.exportChannels(.ownProcess) {
            add(type, channel.visibility == .all ? .all : .ownProcess) { try await channel.export(value) }
        }
    }

    /// Loads a value, from the first of its representations that the item offers.
    @discardableResult
    public func loadTransferable<T: Transferable>(
        type transferableType: T.Type, completionHandler: @escaping @Sendable (Result<T, any Error>) -> Void
    ) -> Progress {
        load({ try await self.value(of: transferableType) }) { value, error in
            completionHandler(Result { try value ?? { throw error ?? CocoaError(.featureUnsupported) }() })
        }
    }

    /// Returns whether the item offers a type from which a value can be made.
    package func canLoad<T: Transferable>(_ type: T.Type) -> Bool {
        T.importedContentTypes().contains { first(conformingTo: $0) != nil }
    }

    /// Loads a value, from the first of its representations that the item offers.
    package func value<T: Transferable>(of type: T.Type) async throws -> T {
        for channel in T.transferChannels {
            guard let imported = channel.importedType, let read = channel.importing,
                let representation = first(conformingTo: imported)
            else { continue }
            if let value = try await read(try await representation.load()) as? T { return value }
        }
        throw CocoaError(.featureUnsupported)
    }
}
