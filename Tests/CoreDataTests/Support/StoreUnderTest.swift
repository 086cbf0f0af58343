import Foundation
import StrataPredicates
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
    /// The same engine, which decides few comparisons of predicates; memory decides the others.
    case divided

    var testDescription: String { rawValue }

    /// The kind of the stores that `TestStore` and `inMemory(_:)` make in this task; nil for those
    /// that the test asks for. See `EachStore`.
    @TaskLocal static var replacement: StoreUnderTest?

    /// Whether the store can keep a history.
    var keepsHistory: Bool { self == .file || self == .memory }

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
        case .plain, .divided:
            let kind = PlainKind(type: "Plain.\(rawValue)", decides: self == .plain ? nil : Self.decidesFew)
            StoreKinds.register(kind, for: kind.type)
            return try .loaded(folder.url.appending(path: "Plain"), model: model, type: kind.type)
        }
    }

    /// Whether a comparison is one of an attribute with a constant, by one of a few operators.
    private static let decidesFew: DividedReader.Decision = { comparison, _ in
        guard case .comparison(.keyPath(let names), let how, .constant) = comparison, names.count == 1 else { return false }
        return [.equal, .less, .greaterOrEqual, .in].contains(how.kind) && how.modifier == .direct && !how.caseInsensitive
            && !how.diacriticInsensitive && !how.localeSensitive
    }
}
