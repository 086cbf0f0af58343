import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// A row of ten integers, as in GRDB's own benchmarks.
struct Item {
    let i0, i1, i2, i3, i4, i5, i6, i7, i8, i9: Int64

    /// The sum of all columns, which makes sure that each is read.
    var sum: Int64 { i0 &+ i1 &+ i2 &+ i3 &+ i4 &+ i5 &+ i6 &+ i7 &+ i8 &+ i9 }

    static let columns = (0..<10).map { "ZI\($0)" }.joined(separator: ", ")
}

extension Item {
    init(_ statement: OpaquePointer) {
        func column(_ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }
        self.init(
            i0: column(0), i1: column(1), i2: column(2), i3: column(3), i4: column(4), i5: column(5), i6: column(6),
            i7: column(7), i8: column(8), i9: column(9))
    }
}

extension Item: FetchableRecord {
    /// Reads columns by position, GRDB's fastest way.
    init(row: Row) {
        self.init(
            i0: row[0], i1: row[1], i2: row[2], i3: row[3], i4: row[4], i5: row[5], i6: row[6], i7: row[7], i8: row[8], i9: row[9]
        )
    }
}

/// An `Item` as a managed object.
final class StoredItem: NSManagedObject {
    var i0: Int64 {
        get { value(at: 0, "i0") }
        set { setValue(newValue, at: 0, "i0") }
    }
    var i1: Int64 { value(at: 1, "i1") }
    var i2: Int64 { value(at: 2, "i2") }
    var i3: Int64 { value(at: 3, "i3") }
    var i4: Int64 { value(at: 4, "i4") }
    var i5: Int64 { value(at: 5, "i5") }
    var i6: Int64 { value(at: 6, "i6") }
    var i7: Int64 { value(at: 7, "i7") }
    var i8: Int64 { value(at: 8, "i8") }
    var i9: Int64 { value(at: 9, "i9") }

    var sum: Int64 { i0 &+ i1 &+ i2 &+ i3 &+ i4 &+ i5 &+ i6 &+ i7 &+ i8 &+ i9 }

    static let model: NSManagedObjectModel = {
        let item = NSEntityDescription()
        item.name = "Item"
        item.managedObjectClassName = NSStringFromClass(StoredItem.self)
        item.properties = (0..<10).map { NSAttributeDescription("i\($0)", .integer64AttributeType) }
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }()

    /// Returns a container with `count` items. The properties of item n are n, n + 1 and so on.
    static func container(at file: URL, count: Int) throws -> NSPersistentContainer {
        let container = try NSPersistentContainer.opened(at: file, model: model)
        let context = container.newBackgroundContext()
        var number = 0
        let request = NSBatchInsertRequest(entityName: "Item") { (dictionary: NSMutableDictionary) in
            if number == count { return true }
            for column in 0..<10 { dictionary["i\(column)"] = number + column }
            number += 1
            return false
        }
        try context.performAndWait { _ = try context.execute(request) }
        return container
    }

    /// Returns the sum of all properties of so many items.
    static func sum(_ count: Int64) -> Int64 { 10 * (count * (count - 1) / 2) + 45 * count }
}
