import CoreData
import Foundation
import Synchronization

/// A server with records, played by dictionaries. It counts the calls and can fail.
// Safe to share: a mutex around everything. Records are property list values.
final class CatalogServer: @unchecked Sendable {
    struct Record {
        var values: [String: Any] = [:]
        var one: [String: AnyHashable] = [:]
        var many: [String: [AnyHashable]] = [:]
        var version: UInt64 = 1
    }

    enum Call: Hashable {
        case fetch, count, dictionaries, save, batch, values, members, identify
    }

    struct Down: Error, Equatable {}

    private struct State: @unchecked Sendable {
        var records: [String: [AnyHashable: Record]] = [:]
        var order: [AnyHashable] = []
        var calls: [Call: Int] = [:]
        var failing: Set<Call> = []
        var nextNumber = 1
        var registered: [AnyHashable: Int] = [:]
        var lastSave: [Int] = []
        var requests: [NSFetchRequest<any NSFetchRequestResult>] = []
    }

    private let state = Mutex(State())
    let uuid = UUID().uuidString

    func check(_ call: Call) throws {
        let isDown = state.withLock { state in
            state.calls[call, default: 0] += 1
            return state.failing.contains(call)
        }
        if isDown { throw Down() }
    }

    /// Makes calls fail; none for an empty set.
    func fail(_ calls: Set<Call>) { state.withLock { $0.failing = calls } }

    func count(of call: Call) -> Int { state.withLock { $0.calls[call] ?? 0 } }

    func resetCounts() { state.withLock { $0.calls = [:] } }

    func nextNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    subscript(entity: String, key: AnyHashable) -> Record? {
        get { state.withLock { state in state.records[entity]?[key].map(Unchecked.init) }?.value }
        set {
            let new = Unchecked(value: (key, newValue))
            state.withLock { state in
                let (key, record) = new.value
                if record != nil, state.records[entity]?[key] == nil { state.order.append(key) }
                if record == nil { state.order.removeAll { $0 == key } }
                state.records[entity, default: [:]][key] = record
            }
        }
    }

    private struct Unchecked<T>: @unchecked Sendable { let value: T }

    /// The keys of an entity, in the order in which the records were made.
    func keys(_ entity: String) -> [AnyHashable] {
        state.withLock { state in
            Unchecked(value: state.order.filter { state.records[entity]?[$0] != nil })
        }.value
    }

    func register(_ keys: [AnyHashable], _ change: Int) {
        let keys = Unchecked(value: keys)
        state.withLock { state in for key in keys.value { state.registered[key, default: 0] += change } }
    }

    func registrations(of key: AnyHashable) -> Int {
        let key = Unchecked(value: key)
        return state.withLock { $0.registered[key.value] ?? 0 }
    }

    func keep(_ request: NSFetchRequest<any NSFetchRequestResult>) {
        let request = Unchecked(value: request)
        state.withLock { $0.requests.append(request.value) }
    }

    /// The numbers of inserted, updated, deleted and locked objects of the last save.
    var lastSave: [Int] {
        get { state.withLock { $0.lastSave } }
        set { state.withLock { $0.lastSave = newValue } }
    }

    var lastRequest: NSFetchRequest<any NSFetchRequestResult>? { state.withLock { $0.requests.last.map(Unchecked.init) }?.value }

    // MARK: Opening

    private static let servers = Mutex<[String: CatalogServer]>([:])

    /// The location of the server's store.
    var url: URL {
        Self.servers.withLock { $0[uuid] = self }
        return URL(string: "catalog://\(uuid)/") ?? URL(fileURLWithPath: "/")
    }

    static func server(at url: URL) -> CatalogServer? { servers.withLock { $0[url.host ?? ""] } }
}

extension NSManagedObjectModel {
    /// Authors with books, each with chapters in order, tags and at most one cover.
    static func catalog() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Author">
                <attribute name="name" optional="YES" attributeType="String"/>
                <attribute name="rank" optional="YES" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
                <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="author" inverseEntity="Item"/>
            </entity>
            <entity name="Item">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="pages" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
                <attribute name="isLent" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
                <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items" inverseEntity="Tag"/>
                <relationship name="chapters" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Chapter" inverseName="item" inverseEntity="Chapter"/>
                <relationship name="cover" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Cover" inverseName="item" inverseEntity="Cover"/>
                <relationship name="sequel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item"/>
                <relationship name="similar" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"/>
            </entity>
            <entity name="Journal" parentEntity="Item">
                <attribute name="issue" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
            </entity>
            <entity name="Tag">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
            </entity>
            <entity name="Chapter">
                <attribute name="title" optional="YES" attributeType="String"/>
                <relationship name="item" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="chapters" inverseEntity="Item"/>
            </entity>
            <entity name="Cover">
                <attribute name="color" optional="YES" attributeType="String"/>
                <relationship name="item" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="cover" inverseEntity="Item"/>
            </entity>
            <entity name="Note">
                <attribute name="text" optional="YES" attributeType="String"/>
                <attribute name="itemURI" optional="YES" attributeType="String"/>
            </entity>
            <configuration name="Server">
                <memberEntity name="Author"/>
                <memberEntity name="Item"/>
                <memberEntity name="Journal"/>
                <memberEntity name="Tag"/>
                <memberEntity name="Chapter"/>
                <memberEntity name="Cover"/>
            </configuration>
            <configuration name="Local">
                <memberEntity name="Note"/>
            </configuration>
            """)
    }
}
