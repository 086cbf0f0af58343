import Foundation
import StrataPredicates
import Testing

@testable import CoreData

/// A kind of store that a test runs with, if what it tests is the same for all.
enum StoreUnderTest: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    /// A SQLite file.
    case file
    /// SQLite in memory, whose only connection reads and writes.
    case memory
    /// An engine of the tests, which does not use SQL; see `PlainEngine`.
    case plain
    /// The same engine, which decides few comparisons of predicates; memory decides the others.
    case divided
    /// A binary file, which is read and written as a whole.
    case binary
    /// An XML file, which is read and written as a whole.
    case xml
    /// An incremental store of the tests; see `DictionaryStore`.
    case incremental
    /// Another one, which passes as little as it can; see `SparseDictionaryStore`.
    case sparse

    var testDescription: String { rawValue }

    /// The kind of the stores that `TestStore` and `inMemory(_:)` make in this task; nil for those
    /// that the test asks for. See `EachStore`.
    @TaskLocal static var replacement: StoreUnderTest?

    /// Whether the store can keep a history.
    var keepsHistory: Bool { self == .file || self == .memory }

    /// Whether the store is of an app's own class, to which the requests of contexts are passed. Those
    /// of the tests do not execute batch requests.
    var isIncremental: Bool { self == .incremental || self == .sparse }

    /// Whether the store's file is read and written as a whole. Its rows are in memory, so that reads of
    /// them do not fail.
    var isAtomic: Bool { self == .binary || self == .xml }

    /// The kinds of stores that execute batch requests.
    static let withBatches = allCases.filter { !$0.isIncremental }

    /// The kinds of stores that keep both ends of relationships consistent when contexts are in
    /// conflict. An incremental store has to do that by itself.
    static let withConsistentEnds = allCases.filter { !$0.isIncremental }

    /// Those of these kinds whose reads can fail while the store is open.
    static let withFailingReads = withConsistentEnds.filter { !$0.isAtomic }

    /// Returns this kind's share of the random operations of a test that runs with several kinds. A
    /// store that scans all rows for a read, or writes all of them in a save, gets fewer.
    func share(of operations: Int) -> Int {
        switch self {
        case .file: operations / 2
        case .memory: operations / 4
        case .plain, .divided, .incremental, .sparse: operations / 8
        case .binary, .xml: operations / 16
        }
    }

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
        case .binary: return try .loaded(folder.url.appending(path: "Binary"), model: model, type: NSBinaryStoreType)
        case .xml: return try .loaded(folder.url.appending(path: "XML"), model: model, type: NSXMLStoreType)
        case .incremental: return try Self.loaded(DictionaryStore.self, model, in: folder)
        case .sparse: return try Self.loaded(SparseDictionaryStore.self, model, in: folder)
        }
    }

    /// Opens a container's store a second time, with a model of its own, as another process does. Each
    /// container finds the changes of the other one in the history, which the first has to keep. Returns
    /// nil for a kind of which it finds none.
    func openedElsewhere(
        _ container: NSPersistentContainer, _ model: NSManagedObjectModel
    ) throws -> NSPersistentContainer? {
        guard self == .file, let url = container.persistentStoreCoordinator.persistentStores.first?.url else { return nil }
        return try .loaded(url, model: model, history: true)
    }

    private static func loaded(
        _ type: DictionaryStore.Type, _ model: NSManagedObjectModel, in folder: TemporaryFolder
    ) throws -> NSPersistentContainer {
        NSPersistentStoreCoordinator.registerStoreClass(type, forStoreType: type.storeType)
        return try .loaded(folder.url.appending(path: "Rows"), model: model, type: type.storeType)
    }

    /// Opens a container's store a second time, so that its content is what was written, and not what
    /// the first coordinator remembers. Returns nil for a kind whose content is not outside of it.
    func reopened(_ container: NSPersistentContainer, in folder: TemporaryFolder) throws -> NSPersistentContainer? {
        guard let store = container.persistentStoreCoordinator.persistentStores.first, var url = store.url else {
            return nil
        }
        switch self {
        // Other coordinators and processes that read a SQLite file have tests of their own.
        case .file, .memory, .plain, .divided: return nil
        case .binary, .xml:
            // A file is opened once at a time.
            let data = try Data(contentsOf: url)
            url = folder.url.appending(path: "Copy")
            try data.write(to: url)
        case .incremental, .sparse: break
        }
        // Without a model of its own, since the layouts of its entities would last as long as the process.
        return try .loaded(url, model: container.managedObjectModel, type: store.type)
    }

    /// Whether a comparison is one of an attribute with a constant, by one of a few operators.
    private static let decidesFew: DividedReader.Decision = { comparison, _ in
        guard case .comparison(.keyPath(let names), let how, .constant) = comparison, names.count == 1 else { return false }
        return [.equal, .less, .greaterOrEqual, .in].contains(how.kind) && how.modifier == .direct && !how.caseInsensitive
            && !how.diacriticInsensitive && !how.localeSensitive
    }
}

extension TestStore {
    /// Returns a container whose coordinator has the same store open, as another process would. If the
    /// store keeps no history, neither coordinator knows of what the other one writes.
    ///
    /// - Parameter model: The model of the new coordinator. A plain store has the same one in both.
    func openedElsewhere(model: NSManagedObjectModel = .quakes()) throws -> NSPersistentContainer {
        let store = container.persistentStoreCoordinator.stores.stores[0]
        guard let engine = store.ownEngine as? PlainEngine else {
            return try .loaded(url, model: model, history: store.keepsHistory)
        }
        let kind = PlainKind(type: "Plain.\(UUID().uuidString)", original: engine)
        StoreKinds.register(kind, for: kind.type)
        return try .loaded(folder.url.appending(path: "Plain"), model: container.managedObjectModel, type: kind.type)
    }
}
