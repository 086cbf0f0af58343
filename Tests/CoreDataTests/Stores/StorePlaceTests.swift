import Foundation
import Testing

@testable import CoreData

/// A coordinator has one store at a place, whatever URLs lead to it.
@Suite struct StorePlaceTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .quakes())

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `two paths of one file are one place`() throws {
        let file = folder.url.appending(path: "Quakes.sqlite")
        let link = folder.url.appending(path: "Link.sqlite")
        let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(coordinator.persistentStore(for: link) === store)
        #expect(failure { try coordinator.addPersistentStore(type: .sqlite, at: link) }?.code == 134081)
        #expect(failure { try coordinator.addPersistentStore(type: .inMemory, at: file) }?.code == 134081)
    }

    @Test func `there is room for any number of stores in memory`() throws {
        let first = try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
        let second = try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
        #expect(coordinator.persistentStores == [first, second])
        #expect(coordinator.persistentStore(for: URL(filePath: "/dev/null")) === first)
    }

    @Test func `equal paths of two hosts are two places`() throws {
        StoreKinds.register(HostKind(folder: folder.url), for: "Host")
        let urls = try ["one", "two"].map { try #require(URL(string: "host://\($0)/data/quakes")) }
        let stores = try urls.map { try coordinator.addPersistentStore(type: .init(rawValue: "Host"), at: $0) }
        #expect(urls.map { coordinator.persistentStore(for: $0) } == stores)
        #expect(Set(stores.map(\.uuid)).count == 2)
        #expect(failure { try coordinator.addPersistentStore(type: .init(rawValue: "Host"), at: urls[0]) }?.code == 134081)
        // A file's place is none of a host's.
        #expect(coordinator.persistentStore(for: URL(filePath: "/data/quakes")) == nil)
        try coordinator.destroyPersistentStore(at: urls[0], type: .init(rawValue: "Host"))
        #expect(coordinator.persistentStores == [stores[1]])
    }
}

/// Stores at URLs with a host and a path, which are files of a folder here.
private struct HostKind: StoreKind {
    let folder: URL
    private var base: SQLiteKind { SQLiteKind() }

    private func file(_ description: NSPersistentStoreDescription) -> NSPersistentStoreDescription {
        let file = description.copied()
        file.type = NSSQLiteStoreType
        file.url = description.url.map { folder.appending(path: "\($0.host ?? "")-\($0.lastPathComponent)") }
        return file
    }

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        try base.open(file(description), model: model)
    }

    func place(of url: URL) -> StorePlace { StorePlace("host \(url.host ?? "") \(url.path)") }

    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        try base.check(file(description), model: model)
    }

    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] {
        try base.metadata(of: file(description))
    }

    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws {
        try base.setMetadata(metadata, of: file(description))
    }

    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel {
        try base.model(of: file(description))
    }

    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try base.storedModel(file(description), unlessItHas: hashes)
    }

    func destroy(_ description: NSPersistentStoreDescription) throws { try base.destroy(file(description)) }

    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        try base.replace(file(destination), by: file(source))
    }

    func removeRemains(of description: NSPersistentStoreDescription) { base.removeRemains(of: file(description)) }
}
