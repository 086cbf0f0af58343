import CoreData
import Foundation
import StrataTestSupport
import Testing

/// The binary and XML stores.
@Suite struct DocumentStoreTests {
    static let types = [NSBinaryStoreType, NSXMLStoreType]

    /// A model with an attribute of each type.
    static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Thing"
        let types: [NSAttributeDescription.AttributeType] = [
            .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binaryData, .uuid, .uri,
            .transformable,
        ]
        entity.properties = types.map { NSManagedObjectModel.attribute(name($0), $0) }
        let composite = NSCompositeAttributeDescription()
        composite.name = "composite"
        composite.isOptional = true
        composite.elements = [NSManagedObjectModel.attribute("x", .double), NSManagedObjectModel.attribute("label", .string)]
        entity.properties.append(composite)
        let external = NSManagedObjectModel.attribute("external", .binaryData)
        external.allowsExternalBinaryDataStorage = true
        entity.properties.append(external)
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private static func name(_ type: NSAttributeDescription.AttributeType) -> String { "a\(type.rawValue)" }

    /// Random values, among them the extreme ones.
    private struct Values {
        var random: SeededGenerator

        mutating func text() -> String {
            let scalars: [Unicode.Scalar] = [
                "a", "é", "\u{301}", "\0", "\u{1}", "\u{1F}", "\t", "\n", "\r", "<", "&", ">", "\"", "'", "]", "\u{FFFE}",
                "\u{FFFF}",
                "\u{FEFF}", "\u{2028}", "😀", "\u{10FFFF}", " ", "\\", "\u{85}",
            ]
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                text.append(scalars.randomElement(using: &random) ?? "b")
            }
            switch Int.random(in: 0...9, using: &random) {
            case 0: return "\r\n]]>" + String(text)
            case 1: return String(repeating: String(text), count: 100)
            default: return String(text)
            }
        }

        mutating func double() -> Double {
            switch Int.random(in: 0...7, using: &random) {
            case 0: .infinity
            case 1: -.infinity
            case 2: .greatestFiniteMagnitude
            case 3: .leastNonzeroMagnitude
            case 4: -0.0
            default: number()
            }
        }

        /// Any number, but not NaN, which reads as nil from every store.
        private mutating func number() -> Double {
            let number = Double(bitPattern: UInt64.random(in: 0...(.max), using: &random))
            return number.isNaN ? 0 : number
        }

        mutating func data() -> Data {
            Data((0..<Int.random(in: 0...50, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }

        mutating func value(_ type: NSAttributeDescription.AttributeType) -> Any? {
            if Int.random(in: 0...6, using: &random) == 0 { return nil }
            switch type {
            case .integer16: return Int16.random(in: .min ... .max, using: &random)
            case .integer32: return Int32.random(in: .min ... .max, using: &random)
            case .integer64: return [Int64.min, .max, .random(in: .min ... .max, using: &random)].randomElement(using: &random)
            case .decimal:
                return Decimal(
                    sign: Bool.random(using: &random) ? .minus : .plus, exponent: Int.random(in: -60...60, using: &random),
                    significand: Decimal(UInt64.random(in: 0...(.max), using: &random)) * 97 + 1)
            case .double: return double()
            case .float: return Float(double())
            case .boolean: return Bool.random(using: &random)
            case .date: return Date(timeIntervalSinceReferenceDate: Double.random(in: -1e12...1e12, using: &random))
            case .binaryData: return data()
            case .uuid:
                let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
                return NSUUID(uuidBytes: bytes) as UUID
            case .uri: return URL(string: "https://example.org/\(Int.random(in: 0...999, using: &random))?q=%20&a=\u{E4}")
            case .transformable:
                return ["numbers": [1, 2, Int.random(in: 0...9, using: &random)], "text": ["x"]] as NSDictionary
            default: return text()
            }
        }
    }

    /// Whether two values are the same, with texts equal by their scalars.
    private static func isSame(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as String, let b as String): a.utf8.elementsEqual(b.utf8)
        case (let a as Double, let b as Double): a == b
        case (let a as [String: Any], let b as [String: Any]):
            Set(a.keys) == Set(b.keys) && a.keys.allSatisfy { isSame(a[$0], b[$0]) }
        case (let a as NSObject, let b as NSObject): a.isEqual(b)
        case (let a?, let b?): AnyHashable("\(a)") == AnyHashable("\(b)")
        default: false
        }
    }

    @Test(arguments: types) func `values of all types are the same after reopening`(_ type: String) throws {
        var values = Values(random: SeededGenerator(seed: testSeed()))
        var store = try PlistContainer(Self.model(), type: type)
        let context = store.context()
        var expected: [URL: [String: Any]] = [:]
        try context.run { () throws in
            var objects: [(NSManagedObject, [String: Any])] = []
            for _ in 0..<300 {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                var written: [String: Any] = [:]
                for attribute in object.entity.attributesByName.values {
                    let value: Any? =
                        attribute.name == "composite"
                        ? ["x": values.double(), "label": values.text()] : values.value(attribute.type)
                    object.setValue(value, forKey: attribute.name)
                    written[attribute.name] = object.value(forKey: attribute.name)
                }
                objects.append((object, written))
            }
            try context.save()
            for (object, written) in objects { expected[object.objectID.uriRepresentation()] = written }
        }
        // Twice, since what was loaded and is saved again comes from the nodes.
        for _ in 0..<2 {
            store = try store.reopened(Self.model())
            let reader = store.context()
            try reader.run { () throws in
                for (uri, written) in expected {
                    let id = try #require(store.coordinator.managedObjectID(forURIRepresentation: uri))
                    let object = try reader.existingObject(with: id)
                    for name in object.entity.attributesByName.keys {
                        let value = object.value(forKey: name)
                        #expect(
                            Self.isSame(written[name], value),
                            "\(name): \(String(describing: written[name])) became \(String(describing: value)), seed \(values.random.seed)"
                        )
                    }
                }
                _ = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: reader)
                try reader.save()
            }
        }
    }

    @Test(arguments: types) func `a Codable value of a transformable attribute keeps its data`(_ type: String) throws {
        struct Place: Codable, Equatable { var name: String }
        var store = try PlistContainer(Self.model(), type: type)
        let context = store.context()
        let name = Self.name(.transformable)
        try context.run { () throws in
            let object = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            object.setValue(Place(name: "here"), forKey: name)
            try context.save()
        }
        store = try store.reopened(Self.model())
        let second = store.context()
        try second.run { () throws in
            let object = try #require(try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
            object.setValue("changed", forKey: Self.name(.string))
            try second.save()
        }
        store = try store.reopened(Self.model())
        let third = store.context()
        try third.run { () throws in
            let object = try #require(try third.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
            #expect(object.value(forKey: Self.name(.string)) as? String == "changed")
            #expect((object.value(forKey: name) as? [String: Any])?["name"] as? String == "here")
        }
    }

    @Test(arguments: types) func `a long text is read again`(_ type: String) throws {
        var store = try PlistContainer(type: type)
        let context = store.context()
        let text = String(repeating: "0123456789\n", count: 1_500_000)
        try context.run { () throws in
            for _ in 0..<3 {
                let note = Note(context: context)
                note.text = text
            }
            try context.save()
        }
        store = try store.reopened()
        let reader = store.context()
        try reader.run { () throws in
            let notes = try reader.fetch(NSFetchRequest<Note>(entityName: "Note"))
            #expect(notes.map { $0.text == text } == [true, true, true])
        }
    }

    @Test func `an XML store is a file that people can read`() throws {
        let store = try PlistContainer(type: NSXMLStoreType)
        let context = store.context()
        try context.run { () throws in
            let tag = Tag(context: context)
            tag.name = "a<b"
            try context.save()
            let book = Book(context: context)
            book.title = "One\r\n"
            book.tags = [tag]
            try context.save()
        }
        let xml = String(decoding: try Data(contentsOf: store.url), as: UTF8.self)
        let objects = try #require(xml.range(of: "  <object")).lowerBound
        #expect(
            xml[objects...] == """
                  <object type="Tag" id="z1">
                    <attribute name="name" type="string">a&lt;b</attribute>
                    <relationship name="books" type="0/0" destination="Book" idrefs="z2"/>
                  </object>
                  <object type="Book" id="z2">
                    <attribute name="title" type="string">One&#13;
                </attribute>
                    <relationship name="tags" type="0/0" destination="Tag" idrefs="z1"/>
                  </object>
                </database>

                """)
        #expect(xml.contains("<nextObjectID>3</nextObjectID>"))
    }

    @Test(arguments: types) func `metadata are read and set without opening, and stores destroyed and replaced`(_ type: String)
        throws
    {
        let store = try PlistContainer(type: type)
        let (url, coordinator) = (store.url, store.coordinator)
        let identifier = coordinator.persistentStores[0].identifier
        #expect(throws: (any Error).self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url.appendingPathExtension("none"))
        }
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        #expect(metadata[NSStoreTypeKey] as? String == type)
        #expect(NSManagedObjectModel.library().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let context = store.context()
        try context.run { () throws in
            _ = Bookshelf(context)
            try context.save()
        }
        try coordinator.remove(coordinator.persistentStores[0])
        try NSPersistentStoreCoordinator.setMetadata(["key": "value"], forPersistentStoreOfType: type, at: url)
        metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        #expect(metadata["key"] as? String == "value")
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        let copy = url.deletingLastPathComponent().appending(path: "Copy")
        try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: url, ofType: type)
        try coordinator.destroyPersistentStore(at: url, ofType: type)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: copy)
        #expect(coordinator.persistentStores[0].identifier == identifier)
        try context.run { () throws in
            let count = try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
            #expect(count == 3)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path) == ["Copy"])
    }

    @Test(arguments: types) func `a store that cannot be written keeps its old file`(_ type: String) throws {
        let store = try PlistContainer(type: type)
        let context = store.context()
        try context.run { () throws in
            let tag = Tag(context: context)
            tag.name = "kept"
            try context.save()
            let old = try Data(contentsOf: store.url)
            // In place of a full disk: the folder is gone.
            let moved = store.folder.url.appendingPathExtension("moved")
            try FileManager.default.moveItem(at: store.folder.url, to: moved)
            tag.name = "lost"
            let error = failure { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.fileNoSuchFile.rawValue)
            try FileManager.default.moveItem(at: moved, to: store.folder.url)
            #expect(try Data(contentsOf: store.url) == old)
            try context.save()
            #expect(try Data(contentsOf: store.url) != old)
        }
    }

    @Test(arguments: types) func `a new store makes the folders that it is in`(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "one/two/Store")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        #expect(FileManager.default.fileExists(atPath: url.path))
    }
}
