import Foundation
import GRDB
import StrataArchives
import Testing

@testable import CoreData

/// A small property list or archive in a store cannot become a large one in memory.
@Suite struct PropertyListSizeTests {
    /// A binary list of arrays, of which each has the next one twice: 2²⁰ empty arrays without sharing.
    ///
    /// - Parameter head: Objects before these, of which the first is the root.
    private static func bomb(_ head: [[UInt8]] = [], depth: Int = 20) -> Data {
        var objects = head
        for _ in 0..<depth { objects.append([0xA2, UInt8(objects.count + 1), UInt8(objects.count + 1)]) }
        objects.append([0xA0])
        return list(objects)
    }

    private static func list(_ objects: [[UInt8]]) -> Data {
        var data = Data("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
            data += object
        }
        let table = UInt8(data.count & 0xFF)
        let high = UInt8(data.count >> 8)
        data += offsets
        data += [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [[0, UInt8(objects.count)], [0, 0], [high, table]] { data += [0, 0, 0, 0, 0, 0] + number }
        return data
    }

    /// `["a": bomb]`
    private static let dictionary = bomb([[0xD1, 1, 2], [0x51, UInt8(ascii: "a")]])

    @Test func `the lists of these tests are valid`() throws {
        let small = Self.bomb(depth: 2)
        let list = try #require(try PropertyListSerialization.propertyList(from: small, format: nil) as? [[[Any]]])
        #expect(list.map(\.count) == [2, 2])
        #expect(try PropertyList(binary: small).array?.count == 2)
    }

    @Test func `a list whose arrays share their members is not read`() {
        #expect(throws: CocoaError.self) { try PropertyList(binary: Self.bomb()) }
        #expect(throws: CocoaError.self) { try PropertyList(binary: Self.dictionary) }
    }

    @Test func `a list that contains itself is not read`() {
        let list = Self.list([[0xA1, 0]])
        #expect(throws: CocoaError.self) { try PropertyList(binary: list) }
    }

    @Test func `a list of a long string, many times, is not read`() {
        let text = [0x5F, 0x11, 0x10, 0x00] + [UInt8](repeating: 65, count: 4_096)
        let array = [0xAF, 0x11, 0x10, 0x00] + [UInt8](repeating: 1, count: 4_096)
        let list = Self.list([array, text])
        #expect(throws: CocoaError.self) { try PropertyList(binary: list) }
    }

    @Test func `ordinary lists are read`() throws {
        let lists: [Any] = [
            Array(repeating: "the same", count: 20_000), (0..<20_000).map { ["number": $0, "name": "row"] as [String: Any] },
            (0..<100).reduce([] as [Any]) { inner, _ in [inner] }, [String: Any](), "text", Data(count: 100_000),
            ["date": Date(), "text": String(repeating: "é", count: 10_000)],
        ]
        for list in lists {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            let read = try PropertyList(binary: data)
            #expect(read == Self.propertyList(list))
        }
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: ["a": [1, 2, 3]] as NSDictionary, requiringSecureCoding: true)
        #expect(try PropertyList(binary: archive).dictionary?["$archiver"] == .string("NSKeyedArchiver"))
    }

    /// Returns the value of the objects that the test above writes; nil for others.
    private static func propertyList(_ object: Any) -> PropertyList? {
        switch object {
        case let int as Int: .int(Int64(int))
        case let string as String: .string(string)
        case let data as Data: .data(data)
        case let date as Date: .date(date)
        case let array as [Any]: .array(array.compactMap(propertyList))
        case let dictionary as [String: Any]: .dictionary(dictionary.compactMapValues(propertyList))
        default: nil
        }
    }

    @Test func `a store whose metadata is such a list has none of it`() throws {
        let store = try TestStore()
        let coordinator = store.container.persistentStoreCoordinator
        try coordinator.persistentStores.forEach(coordinator.remove)
        try DatabaseQueue(path: store.url.path).write {
            try $0.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [Self.dictionary])
        }
        let container = try NSPersistentContainer.loaded(store.url)
        let opened = try #require(container.persistentStoreCoordinator.persistentStores.first)
        #expect(opened.metadata["a"] == nil)
        #expect(opened.metadata[NSStoreUUIDKey] as? String == opened.identifier)
    }

    @Test(arguments: [nil, NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue])
    func `a transformable value that is such a list is nil`(_ transformer: String?) {
        let coding = TransformableCoding(attribute: "Item.value", transformerName: transformer)
        let wrapped = Self.bomb([[0xA1, 1]])
        #expect(coding.decode(wrapped) == nil)
        #expect(coding.decode(wrapped, as: Nested.self) == nil)
    }

    private struct Nested: Codable {
        var members: [Nested]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            members = []
            while !container.isAtEnd { members.append(try container.decode(Nested.self)) }
        }
    }

    @Test func `an archive whose collections share their members has no such value`() throws {
        var archive = KeyedArchive()
        var place = archive.add(array: [])
        for _ in 0..<12 { place = archive.add(array: Array(repeating: place, count: 8)) }
        archive.root = place
        let data = archive.data
        #expect(throws: ArchiveError.self) { try KeyedArchiveDecoder.object(in: data) }
    }

    @Test func `an archive whose collections share a few members is read`() throws {
        var archive = KeyedArchive()
        let inner = archive.add(array: [archive.add("a"), archive.add("b")])
        archive.root = archive.add(array: [inner, inner])
        #expect(try KeyedArchiveDecoder.object(in: archive.data) as? [[String]] == [["a", "b"], ["a", "b"]])
    }

    @Test func `data that is compressed beyond all measure is not unpacked`() throws {
        let packed = try Deflate.pack(Data(count: 1_000_000))
        #expect(try Deflate.unpack(packed).count == 1_000_000)
        #expect(throws: CocoaError.self) { try Deflate.unpack(packed, limit: 999_999) }
    }
}
