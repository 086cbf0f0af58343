import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// Opens a store of CareKit's model with 100,000 notes in a new coordinator and fetches the first
/// note.
///
/// The peers open the same file and read the same row. The model is loaded beforehand, and the
/// store is in the system's page cache.
enum OpenCold {
    private static let modelFile = URL(filePath: #filePath)
        .appending(path: "../../../../../../shared/data/models/CareKitStore.xcdatamodeld").standardizedFileURL

    static func run() throws {
        guard let model = NSManagedObjectModel(contentsOf: modelFile) else {
            print("open-cold is skipped: it reads a model from ../shared/data, which is absent.")
            return
        }
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "carekit.sqlite")
        try fill(file, model)
        let expected = "Note 0"
        try Contest(
            row: "open-cold",
            ours: Contest.Contestant("strata", expecting: expected) {
                let container = try NSPersistentContainer.opened(at: file, model: model)
                let context = container.newBackgroundContext()
                return try context.performAndWait {
                    let request = NSFetchRequest<NSManagedObject>(entityName: "OCKCDNote")
                    request.fetchLimit = 1
                    return try context.fetch(request).first?.value(forKey: "title") as? String ?? ""
                }
            },
            peers: [
                Contest.Contestant("grdb-pool", expecting: expected) {
                    try DatabasePool(path: file.path).read { try Row.fetchOne($0, sql: Self.sql)?["ZTITLE"] ?? "" }
                },
                Contest.Contestant("sqlite-c", expecting: expected) {
                    try HandWritten(file).rows("SELECT ZTITLE FROM ZOCKCDNOTE ORDER BY Z_PK LIMIT 1") {
                        HandWritten.text($0, 0)
                    }.first ?? ""
                },
            ]
        ).run()
    }

    private static let sql = "SELECT * FROM ZOCKCDNOTE ORDER BY Z_PK LIMIT 1"

    private static func fill(_ file: URL, _ model: NSManagedObjectModel) throws {
        let container = try NSPersistentContainer.opened(at: file, model: model)
        let context = container.newBackgroundContext()
        var number = 0
        let request = NSBatchInsertRequest(entityName: "OCKCDNote") { (dictionary: NSMutableDictionary) in
            if number == 100_000 { return true }
            dictionary["title"] = "Note \(number)"
            dictionary["content"] = "What was noted on day \(number / 10)."
            dictionary["logicalClock"] = number
            dictionary["uuid"] = UUID()
            dictionary["createdDate"] = Date(timeIntervalSinceReferenceDate: Double(number))
            dictionary["schemaVersion"] = "2.1"
            dictionary["timezoneIdentifier"] = "Europe/Berlin"
            number += 1
            return false
        }
        try context.performAndWait { _ = try context.execute(request) }
    }
}
