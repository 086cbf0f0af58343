import Foundation
import Testing

@testable import CoreData

/// A kind of store that a test runs with, if what it tests is the same for all.
enum StoreUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// A SQLite file.
    case file
    /// SQLite in memory, whose only connection reads and writes.
    case memory
    /// An engine of the tests, which does not use SQL; see `PlainEngine`.
    case plain

    var testDescription: String { rawValue }

    /// Whether the store can keep a history.
    var keepsHistory: Bool { self != .plain }

    /// Returns a container with a new store of this kind.
    ///
    /// - Parameters:
    ///   - folder: The folder for the store's file, if it has one.
    ///   - history: Whether the store keeps a history, if it can.
    func container(
        _ model: NSManagedObjectModel, in folder: TemporaryFolder, history: Bool = false
    ) throws -> NSPersistentContainer {
        switch self {
        case .file: return try .loaded(folder.url.appending(path: "Store.sqlite"), model: model, history: history)
        case .memory: return try .loaded(URL(filePath: "/dev/null"), model: model, history: history)
        case .plain:
            StoreKinds.register(PlainKind(), for: PlainEngine.type)
            return try .loaded(folder.url.appending(path: "Plain"), model: model, type: PlainEngine.type)
        }
    }
}
